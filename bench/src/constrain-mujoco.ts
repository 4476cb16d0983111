/**
 * The chain with a weight in MuJoCo, which computes with 64 bits, at the settings that it comes with, at its own step of
 * 2 ms and others. Two models:
 *
 *   joint coordinates   each part within the one before, a ball joint between: its usual way, which knows no gaps
 *   connect             free parts, held together by its soft constraints
 */
import { runFixed } from "./constrain-swingers.js";
import { gravity, type Part, partSize, type Swinger } from "./constrain-weight.js";

interface MujocoModel {
  readonly joints: "joint coordinates" | "connect";
  readonly integrator: "Euler" | "RK4";
}

export async function createMujoco(
  parts: readonly Part[],
  rates: readonly number[],
  { joints, integrator }: MujocoModel,
): Promise<Swinger[]> {
  const { default: load } = await import("@mujoco/mujoco");
  const engine = await load();
  const bodies = joints === "connect" ? writeFree(parts) : writeNested(parts);
  return rates.map((rate) => {
    const model = engine.MjModel.from_xml_string(`<mujoco>
      <option gravity="0 ${-gravity} 0" timestep="${1 / rate}" integrator="${integrator}"/>
      ${bodies}
    </mujoco>`);
    let data = new engine.MjData(model);
    return {
      name: `MuJoCo, ${joints}${integrator === "Euler" ? "" : `, ${integrator}`}`,
      setting: `${rate} Hz`,
      start() {
        data.delete();
        data = new engine.MjData(model);
      },
      run: (watch) => runFixed(rate, () => engine.mj_step(model, data), watch),
      read(picture) {
        // a step leaves places and velocities as they were at its start
        engine.mj_kinematics(model, data);
        engine.mj_comPos(model, data);
        engine.mj_comVel(model, data);
        const { xipos, xquat, cvel, subtree_com: center } = data;
        const root = model.body_rootid;
        parts.forEach((_, k) => {
          const b = k + 1;
          const o = partSize * k;
          const [wx, wy, wz, vx, vy, vz] = cvel.subarray(6 * b, 6 * b + 6);
          // velocities are given at the centre of the whole
          const r = [0, 1, 2].map((x) => xipos[3 * b + x] - center[3 * root[b] + x]);
          const [w, x, y, z] = xquat.subarray(4 * b, 4 * b + 4);
          picture.set(xipos.subarray(3 * b, 3 * b + 3), o);
          picture.set([x, y, z, w], o + 3);
          picture.set([vx + wy * r[2] - wz * r[1], vy + wz * r[0] - wx * r[2], vz + wx * r[1] - wy * r[0]], o + 7);
          picture.set([wx, wy, wz], o + 10);
        });
      },
    };
  });
}

function writeInertia({ mass, inertia }: Part): string {
  return `<inertial pos="0 0 0" mass="${mass}" diaginertia="${inertia.join(" ")}"/>`;
}

function writeNested(parts: readonly Part[]): string {
  const inner = parts.reduceRight((text, part, k) => {
    const x = k === 0 ? part.x : part.x - parts[k - 1].x;
    return `<body pos="${x} 0 0"><joint type="ball" pos="${-part.back} 0 0"/>${writeInertia(part)}${text}</body>`;
  }, "");
  return `<worldbody>${inner}</worldbody>`;
}

function writeFree(parts: readonly Part[]): string {
  const bodies = parts.map((part, k) => {
    return `<body name="b${k}" pos="${part.x} 0 0"><freejoint/>${writeInertia(part)}</body>`;
  });
  const joints = parts.map((part, k) => {
    const other = k === 0 ? "" : ` body2="b${k - 1}"`;
    return `<connect body1="b${k}"${other} anchor="${-part.back} 0 0"/>`;
  });
  return `<worldbody>${bodies.join("")}</worldbody><equality>${joints.join("")}</equality>`;
}
