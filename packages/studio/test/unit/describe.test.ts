/** What is drawn of a scene. */
import { describe, expect, test } from "vitest";
import { chooseOpening } from "../../src/data/opening.js";
import { describeScene } from "../../src/worker/describe.js";
import { Lines } from "../../src/worker/read-lines.js";

/** A quarter turn about z. */
const quarter = [0, 0, Math.SQRT1_2, Math.SQRT1_2] as const;

describe("a drawing", () => {
  test("has the triangles of a shape once, with all who have it", () => {
    const size = [1, 1, 1] as const;
    const { solids, planes, bodies } = describeScene({
      rigor: 1,
      bodies: [
        { id: "floor", shape: { type: "plane", normal: [0, 1, 0], offset: -1 }, fixed: true },
        { id: "a", shape: { type: "box", size } },
        {
          id: "b",
          shapes: [
            { type: "box", size, position: [0, 1, 0] },
            { type: "sphere", radius: 1 },
          ],
        },
      ],
    });
    expect(planes).toEqual([{ body: 0, normal: [0, 1, 0], offset: -1 }]);
    expect(solids.map(({ owners }) => Array.from(owners))).toEqual([[1, 2], [2]]);
    expect(Array.from(solids[0].places.subarray(7))).toEqual([0, 1, 0, 0, 0, 0, 1]);
    expect(bodies.map(({ what }) => what)).toEqual([
      "plane",
      "box 1 × 1 × 1 m",
      "box 1 × 1 × 1 m + sphere, radius 1 m",
    ]);
    expect(bodies[1].reach).toBeCloseTo(Math.sqrt(3) / 2, 6);
    expect(bodies[1].tint).not.toBe(bodies[2].tint);
  });

  test("has the anchors of joints in the frames of their bodies", () => {
    const { joints } = describeScene({
      rigor: 1,
      bodies: [{ id: "a", shape: { type: "box", size: [1, 1, 1] }, position: [1, 0, 0], rotation: quarter }],
      constraints: [
        { id: "j", type: "ball", a: "a", anchor: [1, 2, 0] },
        { type: "hinge", a: "a", anchor: [1, 0, 0], axis: [0, 0, 1] },
      ],
    });
    expect(joints.map(({ id }) => id)).toEqual(["j", "constraint 1"]);
    // up in the world is to the right in the body
    const [x, y, z] = joints[0].at.point;
    expect([x, y, z].map((value) => Math.round(1e12 * value) / 1e12 + 0)).toEqual([2, 0, 0]);
  });

  test("has springs, rods, ropes, wires and pendulums", () => {
    const { links, wires, chains } = describeScene({
      rigor: 1,
      particles: [{ id: "p" }, { id: "q" }],
      forces: [{ type: "spring", a: "p", b: "q", stiffness: 1 }],
      constraints: [
        { type: "distance", a: "p", anchorB: [0, 1, 0] },
        { type: "rope", through: [{ on: "p" }, { anchor: [1, 1, 1] }, { on: "q" }] },
        { type: "curve", a: "p", curve: { type: "circle", center: [0, 0, 0], normal: [0, 0, 2], radius: 3 } },
      ],
      generalized: [{ id: "g", type: "pendulum", links: [1, 2].map((mass) => ({ length: 1, mass })) }],
    });
    expect(links.map(({ style }) => style)).toEqual(["spring", "rod", "rod", "rod"]);
    expect(links[1].ends[1]).toEqual({ kind: "world", index: 0, point: [0, 1, 0] });
    expect(chains).toEqual([{ id: "g", anchor: [0, 0, 0], start: 0, count: 2, weights: [1, 2] }]);
    const { points } = wires[0];
    for (let o = 0; o < points.length; o += 3) {
      // as exact as single precision is
      expect(Math.hypot(points[o], points[o + 1])).toBeCloseTo(3, 5);
      expect(Math.abs(points[o + 2])).toBeLessThan(1e-6);
    }
  });
});

describe("lines", () => {
  async function collect(text: string): Promise<unknown[]> {
    const found: unknown[] = [];
    for await (const records of new Lines(new Blob([text]), "a.ndjson").read()) found.push(...records);
    return found;
  }

  test("are read one by one, and a last one that was cut off is left out", async () => {
    expect(await collect('{"t":0}\n{"t":1}\n')).toEqual([{ t: 0 }, { t: 1 }]);
    expect(await collect('{"t":0}\n{"t":1}')).toEqual([{ t: 0 }, { t: 1 }]);
    expect(await collect('{"t":0}\n{"t":')).toEqual([{ t: 0 }]);
    expect(await collect("")).toEqual([]);
  });

  test("that cannot be read are named", async () => {
    await expect(collect('{"t":0}\nnonsense\n{"t":1}\n')).rejects.toThrow("a.ndjson, line 2 is not JSON");
  });
});

describe("files that were dropped", () => {
  const files = (...names: string[]) => names.map((name) => Object.assign(new Blob(["{}"]), { name }));

  test("are a run, a scene, or nothing", () => {
    expect(chooseOpening(files("events.ndjson", "scene.json", "trajectory.ndjson"))?.kind).toBe("run");
    expect(chooseOpening(files("scene.json", "notes.txt"))?.kind).toBe("scene");
    expect(chooseOpening(files("mine.json"))?.kind).toBe("scene");
    expect(chooseOpening(files("trajectory.ndjson"))).toBeNull();
    expect(chooseOpening(files("summary.json"))).toBeNull();
    expect(chooseOpening([])).toBeNull();
  });
});
