/**
 * animation.glb: judged by Khronos' validator, loaded and played by three.js, and compared with the recording at every
 * sample.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SceneFile } from "@rigor/engine/scene";
import { validateBytes } from "gltf-validator";
import { AnimationMixer, LoopOnce, type Object3D, Quaternion, Vector3 } from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writeAnimation } from "../../src/gltf/animation.js";
import { bounce, type MadeRun, makeFolder, makeRun, mechanism, patience, shapes } from "../support/make-run.js";

const folder = makeFolder();
afterAll(folder.remove);

/** The file as three.js has it: nodes by what they stand for, and a clock. */
async function load(path: string) {
  const bytes = readFileSync(path);
  const gltf = await new GLTFLoader().parseAsync(new Uint8Array(bytes).buffer, "");
  const mixer = new AnimationMixer(gltf.scene);
  for (const clip of gltf.animations) {
    const action = mixer.clipAction(clip);
    action.setLoop(LoopOnce, 1);
    action.clampWhenFinished = true;
    action.play();
  }
  const nodes = new Map<string, Object3D>();
  gltf.scene.traverse((node) => {
    if (node.userData.kind !== undefined) nodes.set(`${node.userData.kind} ${node.userData.id}`, node);
  });
  const setTime = (t: number) => {
    mixer.setTime(t);
    gltf.scene.updateMatrixWorld(true);
  };
  return { gltf, nodes, setTime };
}

const scenes: readonly { name: string; scene: SceneFile }[] = [
  { name: "bounce", scene: bounce },
  { name: "shapes", scene: shapes },
  { name: "mechanism", scene: mechanism },
];

const made = new Map<string, MadeRun>();

describe.each(scenes)("$name", ({ name, scene }) => {
  let run: MadeRun;
  let path = "";
  beforeAll(async () => {
    run = makeRun(join(folder.path, name), scene);
    made.set(name, run);
    ({ path } = await writeAnimation(run.dir));
  }, patience);

  test("has no errors, warnings, infos or hints in Khronos' validator", async () => {
    const { issues } = await validateBytes(new Uint8Array(readFileSync(path)));
    expect(issues.messages).toEqual([]);
  });

  test("shows every point of every body within 1e-4 m of the recording, at every sample", async () => {
    const { nodes, setTime } = await load(path);
    // corners of a box as large as the largest body, in its frame
    const reach = 0.45;
    let worst = 0;
    for (const { t, bodies } of run.samples) {
      setTime(t);
      for (const [id, { p, q }] of Object.entries(bodies)) {
        const node = nodes.get(`body ${id}`) as Object3D;
        for (const local of [0, 1, 2, 3].map((k) => new Vector3(k & 1 ? reach : 0, k & 2 ? reach : 0, 0))) {
          const exact = local
            .clone()
            .applyQuaternion(new Quaternion(...q))
            .add(new Vector3(...p));
          worst = Math.max(worst, node.localToWorld(local.clone()).distanceTo(exact));
        }
      }
    }
    expect(worst).toBeLessThan(1e-4);
    expect(worst).toBeGreaterThan(0);
  });

  test("shows particles and masses where they were", async () => {
    const { nodes, setTime } = await load(path);
    let worst = 0;
    for (const { t, particles, generalized = {} } of run.samples) {
      setTime(t);
      const places = [
        ...Object.entries(particles).map(([id, { p }]) => ({ key: `particle ${id}`, p })),
        ...Object.entries(generalized).flatMap(([id, { p }]) =>
          p.map((place, k) => ({ key: p.length > 1 ? `mass ${id} ${k}` : `mass ${id}`, p: place })),
        ),
      ];
      for (const { key, p } of places) {
        worst = Math.max(worst, (nodes.get(key) as Object3D).position.distanceTo(new Vector3(...p)));
      }
    }
    expect(worst).toBeLessThan(1e-4);
  });

  test("is the same file the second time", async () => {
    const first = readFileSync(path);
    await writeAnimation(run.dir);
    expect(readFileSync(path).equals(first)).toBe(true);
  });

  test("has a camera with everything that moves in view, and lights", async () => {
    const { gltf, nodes, setTime } = await load(path);
    const [camera] = gltf.cameras;
    const lights: string[] = [];
    gltf.scene.traverse((node) => void ("isLight" in node && lights.push(node.type)));
    expect(lights).toEqual(["DirectionalLight", "DirectionalLight", "DirectionalLight"]);
    for (const t of [0, 0.5]) {
      setTime(t);
      for (const [key, node] of nodes) {
        if (!/^(body|mass|particle)/.test(key)) continue;
        const seen = new Vector3().setFromMatrixPosition(node.matrixWorld).project(camera);
        expect(Math.max(Math.abs(seen.x), Math.abs(seen.y), Math.abs(seen.z)), key).toBeLessThan(1);
      }
    }
  });
});

describe("springs, rods and joints", () => {
  test("run from end to end at every sample", async () => {
    const run = made.get("mechanism") as MadeRun;
    const { nodes, setTime } = await load(join(run.dir, "animation.glb"));
    let worst = 0;
    for (const { t, bodies, particles } of run.samples) {
      setTime(t);
      const ends = (key: string) => [0, 1].map((y) => (nodes.get(key) as Object3D).localToWorld(new Vector3(0, y, 0)));
      const place = (id: string, local: readonly number[]) => {
        const { p, q } = bodies[id];
        return new Vector3(...local).applyQuaternion(new Quaternion(...q)).add(new Vector3(...p));
      };
      const expected = {
        "spring s": [new Vector3(...particles.hook.p), new Vector3(...particles.weight.p)],
        "spring force 1": [place("cart", [-0.2, 0, 0]), new Vector3(-3, -1, 0)],
        "rod rod": [place("bob", [0, 0.1, 0]), new Vector3(-0.7, 0.8, 0)],
      };
      for (const [key, exact] of Object.entries(expected)) {
        ends(key).forEach((end, k) => {
          worst = Math.max(worst, end.distanceTo(exact[k]));
        });
      }
      // the pin of the hinge stays where it is held, the ball where both bodies have it
      const pin = new Vector3().setFromMatrixPosition((nodes.get("joint h") as Object3D).matrixWorld);
      worst = Math.max(worst, pin.length());
      const ball = new Vector3().setFromMatrixPosition((nodes.get("joint b") as Object3D).matrixWorld);
      worst = Math.max(worst, ball.distanceTo(place("arm", [0.5, 0, 0])));
    }
    expect(worst).toBeLessThan(1e-4);
  });

  test("wires and rails are there", async () => {
    const { nodes } = await load(join(folder.path, "mechanism", "animation.glb"));
    expect([...nodes.keys()]).toEqual(expect.arrayContaining(["wire constraint 4", "wire spiral wire", "rail rail"]));
  });
});

describe("fast spin", () => {
  test.each([200, -370, 120 * Math.PI])("of %f rad/s at 60 samples a second goes the right way", async (spin) => {
    const dir = join(folder.path, `spin ${spin}`);
    makeRun(dir, {
      rigor: 1,
      gravity: [0, 0, 0],
      run: { duration: 0.2, sampleRate: 60 },
      bodies: [{ id: "top", shape: { type: "cylinder", radius: 0.2, height: 0.1 }, angularVelocity: [0, spin, 0] }],
    });
    const { path } = await writeAnimation(dir);
    const { nodes, setTime } = await load(path);
    for (let t = 0; t <= 0.2; t += 0.0013) {
      setTime(t);
      const exact = new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), spin * t);
      const arm = new Vector3(1, 0, 0).applyQuaternion((nodes.get("body top") as Object3D).quaternion);
      expect(arm.distanceTo(new Vector3(1, 0, 0).applyQuaternion(exact))).toBeLessThan(1e-4);
    }
  });
});

describe("small and empty scenes", () => {
  test("a scene with nothing in it is a valid file", async () => {
    const { dir } = makeRun(join(folder.path, "empty"), { rigor: 1, run: { duration: 0.1 } });
    const { path } = await writeAnimation(dir);
    expect((await validateBytes(new Uint8Array(readFileSync(path)))).issues.messages).toEqual([]);
  });

  test("a scene of a millimetre has an error that fits", async () => {
    const bodies = [{ id: "grain", shape: { type: "sphere", radius: 1e-4 }, velocity: [0, 0.1, 0] } as const];
    const { dir } = makeRun(join(folder.path, "tiny"), { rigor: 1, run: { duration: 0.02, sampleRate: 1000 }, bodies });
    const { worst, keys } = await writeAnimation(dir);
    expect(worst).toBeLessThan(2e-7);
    expect(keys).toBeGreaterThan(3);
  });
});

describe("precision", () => {
  /** A recording of a body on a given path. */
  function record(
    dir: string,
    rate: number,
    duration: number,
    place: (t: number) => [number, number, number],
  ): MadeRun {
    const scene: SceneFile = { rigor: 1, bodies: [{ id: "a", shape: { type: "sphere", radius: 1 } }] };
    const times = Array.from({ length: rate * duration + 1 }, (_, k) => k / rate);
    const samples = times.map((t) => ({
      t,
      bodies: { a: { p: place(t), q: [0, 0, 0, 1], v: [0, 0, 0], w: [0, 0, 0] } },
      particles: {},
      energy: { kinetic: 0, potential: 0, dissipated: 0, work: 0, total: 0 },
      contacts: [],
      constraints: {},
    }));
    makeRun(dir, { ...bounce, run: { duration: 0.1 } });
    writeFileSync(join(dir, "scene.json"), JSON.stringify(scene));
    writeFileSync(join(dir, "trajectory.ndjson"), samples.map((sample) => `${JSON.stringify(sample)}\n`).join(""));
    return { dir, samples: samples as unknown as MadeRun["samples"], events: [] };
  }

  test("holds after many minutes at high speed, where single precision has no room for times", async () => {
    // spacing of times in single precision at 600 s: 6e-5 s, in which this body goes 6 mm
    const run = record(join(folder.path, "long"), 20, 600, (t) => [
      50 * Math.sin(2 * t),
      40 * Math.cos(3 * t),
      0.1 * t,
    ]);
    const { path, worst } = await writeAnimation(run.dir);
    expect(worst).toBeLessThan(1e-4);
    const { nodes, setTime } = await load(path);
    for (const { t, bodies } of run.samples.slice(-200)) {
      setTime(t);
      expect((nodes.get("body a") as Object3D).position.distanceTo(new Vector3(...bodies.a.p))).toBeLessThan(1e-4);
    }
  });

  test("that single precision does not have is not claimed", async () => {
    // a drift of 3 mm/s at 100 km: spacing there is 8 mm
    const run = record(join(folder.path, "far"), 20, 10, (t) => [1e5 + 0.003 * t, 0, 0]);
    const { worst } = await writeAnimation(run.dir);
    expect(worst).toBeGreaterThan(1e-4);
    expect(worst).toBeLessThan(4e-3);
  });
});
