/**
 * MuJoCo, by its own calls. Its contacts are soft, and it has no coefficient of restitution. What it has is the damping ratio
 * ζ of a contact as a spring, and a spring that is struck once gives back
 *
 *   e = exp(−π ζ/√(1 − ζ²)),   so ζ = −ln e/√(π² + ln² e)
 *
 * Where bodies hang from one another they are in joint coordinates, its usual way, which knows no gaps.
 */
import { quat } from "@rigor/engine/math";
import { type Engine, halve, type Item, type Joint, type Setting, upright, zero } from "./engine.js";

export async function createMujoco(): Promise<Engine> {
  const { default: load } = await import("@mujoco/mujoco");
  const mujoco = await load();
  return {
    name: "MuJoCo",
    package: "@mujoco/mujoco",
    settings:
      "elliptic cones; RK4 where nothing touches, else Euler; else defaults; 64 bits. Contacts are soft by design; " +
      "restitution by the damping ratio of contacts. Joints in joint coordinates. It has no continuous collision detection",
    continuous: "none",
    start(setting, rate) {
      const { items, joints = [] } = setting;
      const model = mujoco.MjModel.from_xml_string(writeModel(setting, rate));
      const data = new mujoco.MjData(model);
      if (joints.length === 0) writeVelocities(items, data.qvel);
      // bodies are numbered as written, depth first, which is the order of a chain
      const numbers = new Map<number, number>();
      for (const [k, { mass }] of items.entries()) if (mass > 0) numbers.set(k, numbers.size + 1);
      return {
        step: () => mujoco.mj_step(model, data),
        read(item, out) {
          const b = numbers.get(item);
          if (b === undefined) return;
          // a step leaves places and velocities as they were at its start
          mujoco.mj_kinematics(model, data);
          mujoco.mj_comPos(model, data);
          mujoco.mj_comVel(model, data);
          const { xipos, xquat, cvel, subtree_com: center } = data;
          const root = model.body_rootid[b];
          const [wx, wy, wz, vx, vy, vz] = cvel.subarray(6 * b, 6 * b + 6);
          // velocities are given at the centre of the whole
          const r = [0, 1, 2].map((x) => xipos[3 * b + x] - center[3 * root + x]);
          const [w, x, y, z] = xquat.subarray(4 * b, 4 * b + 4);
          out.set(xipos.subarray(3 * b, 3 * b + 3), 0);
          out.set([x, y, z, w], 3);
          out.set([vx + wy * r[2] - wz * r[1], vy + wz * r[0] - wx * r[2], vz + wx * r[1] - wy * r[0]], 7);
          out.set([wx, wy, wz], 10);
        },
        stop() {
          data.delete();
          model.delete();
        },
      };
    },
  };
}

/** Free joints have their angular velocity along the axes of the body. */
function writeVelocities(items: readonly Item[], qvel: Float64Array): void {
  items
    .filter(({ mass }) => mass > 0)
    .forEach(({ rotation = upright, velocity = zero, angularVelocity = zero }, k) => {
      const spin = Float64Array.from(angularVelocity);
      quat.rotateVectorInverse(spin, 0, Float64Array.from(rotation), 0, spin, 0);
      qvel.set([...velocity, ...spin], 6 * k);
    });
}

function writeModel({ gravity, friction, restitution, items, joints = [], collides = true }: Setting, rate: number) {
  const integrator = collides && items.length > 1 ? "Euler" : "RK4";
  const contact = collides ? "" : ' contype="0" conaffinity="0"';
  const fixed = items.map((item) => (item.mass > 0 ? "" : writeGeometry(item, true))).join("");
  const moving = joints.length > 0 ? writeNested(items, joints, -1) : items.map(writeFree).join("");
  return `<mujoco>
    <option gravity="${gravity.join(" ")}" timestep="${1 / rate}" integrator="${integrator}" cone="elliptic"/>
    <default><geom friction="${friction} 0 0" ${writeSolref(restitution)}${contact}/></default>
    <worldbody>${fixed}${moving}</worldbody>
  </mujoco>`;
}

/** Stiffness of the time constant that it comes with, ω = 1/(20 ms), and the damping 2 ζ ω: with a minus, as it wants them. */
function writeSolref(restitution: number): string {
  if (restitution === 0) return "";
  const log = Math.log(restitution);
  const zeta = -log / Math.sqrt(Math.PI ** 2 + log ** 2);
  const omega = 1 / 0.02;
  return `solref="${-omega * omega} ${-2 * zeta * omega}"`;
}

function writePlace({ position, rotation: [x, y, z, w] = upright }: Item): string {
  return `pos="${position.join(" ")}" quat="${w} ${x} ${y} ${z}"`;
}

function writeGeometry(item: Item, isPlaced: boolean): string {
  const { form, mass } = item;
  const place = isPlaced ? ` ${writePlace(item)}` : "";
  if (form.kind === "floor") return `<geom type="plane" size="0 0 1" zaxis="0 1 0" pos="${item.position.join(" ")}"/>`;
  const size =
    form.kind === "sphere" ? `type="sphere" size="${form.radius}"` : `type="box" size="${halve(form.size).join(" ")}"`;
  return `<geom ${size} mass="${mass}"${place}/>`;
}

function writeFree(item: Item): string {
  return item.mass > 0 ? `<body ${writePlace(item)}><freejoint/>${writeGeometry(item, false)}</body>` : "";
}

/** Bodies that hang from a body, within it. At the start none is turned. */
function writeNested(items: readonly Item[], joints: readonly Joint[], parent: number): string {
  const origin = parent < 0 ? zero : items[parent].position;
  return joints
    .filter(({ a }) => a === parent)
    .map(({ b, at }) => {
      const { position } = items[b];
      const pos = position.map((x, k) => x - origin[k]).join(" ");
      const pivot = at.map((x, k) => x - position[k]).join(" ");
      const own = `<joint type="ball" pos="${pivot}"/>${writeGeometry(items[b], false)}`;
      return `<body pos="${pos}">${own}${writeNested(items, joints, b)}</body>`;
    })
    .join("");
}
