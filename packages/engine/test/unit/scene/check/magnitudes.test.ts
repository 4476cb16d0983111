/** Numbers of a file that are too large to compute with: named by the check, with their unit; and by the schema. */
import { buildScene, checkScene, SceneRun, sceneSchema } from "@rigor/engine/scene";
import { describe, expect, test } from "vitest";

const box = { id: "b", shape: { type: "box", size: [1, 1, 1] } };
const body = (more: object) => ({ rigor: 1, bodies: [{ ...box, ...more }] });

describe("the check", () => {
  test.each<[object, string]>([
    [
      body({ angularVelocity: [1e308, 0, 0] }),
      "bodies[0].angularVelocity[0]: must be at most 1e15 rad/s in size, got 1e+308; ",
    ],
    [
      body({ velocity: [0, 1e16, 0] }),
      "bodies[0].velocity[1]: must be at most 1e15 m/s in size, got 10000000000000000; ",
    ],
    [body({ position: [0, -1e31, 0] }), "bodies[0].position[1]: must be at most 1e30 in size, got -1e+31; "],
    [body({ mass: 1e308 }), "bodies[0].mass: must be at most 1e40 kg in size, got 1e+308; "],
    [body({ mass: 1e-300 }), "bodies[0].mass: must be at least 1e-40 kg, got 1e-300; "],
    [body({ density: 1e100 }), "bodies[0].density: must be at most 1e40 kg/m³ in size, got 1e+100; "],
    [body({ friction: 1e7 }), "bodies[0].friction: must be at most 1e6 in size, got 10000000; "],
    [body({ rotation: [1e200, 0, 0, 1] }), "bodies[0].rotation[0]: must be at most 1e30 in size, got 1e+200; "],
    [{ rigor: 1, gravity: [0, -1e200, 0] }, "gravity[1]: must be at most 1e15 m/s² in size, got -1e+200; "],
    [{ rigor: 1, run: { duration: 1e100 } }, "run.duration: must be at most 1e15 s in size, got 1e+100; "],
    [
      { ...body({}), forces: [{ type: "constant", on: "all", force: [1e300, 0, 0] }] },
      "forces[0].force[0]: must be at most 1e30 in size, got 1e+300; ",
    ],
    [
      { ...body({}), forces: [{ type: "wind", on: "all", velocity: [0, 0, 1e300], drag: 1 }] },
      "forces[0].velocity[2]: must be at most 1e15 m/s in size, got 1e+300; ",
    ],
  ])("%j", (scene, message) => {
    const [problem, ...more] = checkScene(scene);
    expect(problem.message).toBe(`${message}choose other units: larger numbers cannot be computed with`);
    expect(more).toEqual([]);
  });

  test("a mass that follows from shape and density is found when building", () => {
    const scene = { rigor: 1, bodies: [{ ...box, shape: { type: "sphere", radius: 1e20 }, density: 1 }] };
    expect(checkScene(scene)).toEqual([]);
    expect(() => buildScene(scene as never)).toThrow(
      /bodies\[0\]\.mass: must be from 1e-40 to 1e40 kg, got 4\.1\d*e\+60/,
    );
  });
});

test("the schema has the same bounds", () => {
  const { properties, $defs } = sceneSchema as never as Record<string, Record<string, Record<string, unknown>>>;
  expect(properties.gravity.items).toEqual({ minimum: -1e15, maximum: 1e15 });
  expect($defs.vector.items).toEqual({ type: "number", minimum: -1e30, maximum: 1e30 });
  expect($defs.a_body.properties).toMatchObject({
    mass: { minimum: 1e-40, maximum: 1e40 },
    friction: { minimum: 0, maximum: 1e6 },
    velocity: { items: { minimum: -1e15, maximum: 1e15 } },
  });
});

test("a run in which numbers get too large later is failed, with a summary of all until then", () => {
  const model = buildScene({
    rigor: 1,
    gravity: [0, -1e15, 0],
    run: { duration: 3, sampleRate: 10 },
    bodies: [{ id: "stone", shape: { type: "sphere", radius: 1 } }],
  });
  const run = new SceneRun(model);
  let samples = 0;
  while (run.next() !== null) samples++;
  const { status, error, time } = run.summarize();
  expect([status, run.status]).toEqual(["failed", "failed"]);
  expect(error).toMatch(/moves at -1\S+ m\/s: numbers above 1e15 m\/s cannot be computed with/);
  // t = 0 to 1 s: v = g t
  expect(samples).toBe(11);
  expect(time).toBe(1);
});
