/** What is wrong with the keys of a file, with what they mean together and with what only building tells: all at once. */
import { buildScene, checkScene, type SceneFile } from "@rigor/engine/scene";
import { describe, expect, test } from "vitest";

const box = { type: "box", size: [1, 1, 1] } as const;
/** A box without its lid, and one without most of its sides. */
const vertices = [0, 1].flatMap((y) => [
  [0, y, 0],
  [1, y, 0],
  [1, y, 1],
  [0, y, 1],
]);
const sides = [
  [0, 1, 2, 3],
  [0, 4, 5, 1],
  [1, 5, 6, 2],
  [2, 6, 7, 3],
  [3, 7, 4, 0],
];
const open = { type: "mesh", vertices, faces: sides } as const;
const scrap = { ...open, faces: sides.slice(2) } as const;
const flat = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 3],
] as const;
const at = (x: number) => ({ position: [x, 0, 0] as const });

/** The places of all problems, and the messages by place. */
function problems(file: unknown): Map<string, string> {
  try {
    buildScene(file as SceneFile);
  } catch (error) {
    const lines = (error as Error).message.split("\n");
    return new Map(lines.map((line) => [line.slice(0, line.indexOf(": ")), line]));
  }
  return new Map();
}

const broken = {
  rigor: 1,
  gravty: 3,
  bodies: [
    // a key that is wrong, and a place that is taken
    { id: "a", shape: box, mass: -1 },
    { id: "b", shape: box, ...at(0.75) },
    // a mesh that is open, an inertia that cannot be, and both
    { id: "c", shape: open, ...at(10) },
    { id: "d", shape: box, inertia: flat, ...at(20) },
    { id: "e", shape: open, inertia: flat, ...at(30) },
    { id: "s", shape: scrap, inertia: flat, ...at(40) },
    // a place that cannot be understood, and a mesh that is open all the same
    { id: "f", shape: open, position: [0, 1] },
    { id: "g", shape: box, ...at(50) },
    { id: "h", shape: box, ...at(60), staticFriction: 0.1, friction: 0.2 },
  ],
  particles: [{ id: "p", mass: 0, position: [0, 50, 0] }],
  constraints: [
    { id: "far", type: "distance", a: "g", b: "h", length: 3 },
    // it names what cannot be built: no reason to complain again
    { type: "ball", a: "c", anchor: [10, 0, 0] },
    { type: "hinge", a: "g", anchor: [50, 0, 0], axis: [0, 0, 0] },
    { type: "distance", a: "p", anchorB: [0, 50, 2], length: 1 },
    { type: "motor", joint: "far", speed: 1 },
  ],
  forces: [{ type: "spring", a: "g", b: "c", stiffness: 1 }],
};

test("every kind of fault of one file is told at once, each with its place, what was found and the cure", () => {
  const { gravty: _, ...known } = broken;
  const found = problems(known);
  expect([...found.keys()].sort()).toEqual(
    [
      "bodies[0].mass",
      "bodies[1]",
      "bodies[2].shape.faces[1]",
      "bodies[3].inertia",
      "bodies[4].inertia",
      "bodies[4].shape.faces[1]",
      "bodies[5].inertia",
      "bodies[5].shape.faces",
      "bodies[6].position",
      "bodies[6].shape.faces[1]",
      "bodies[8].staticFriction",
      "constraints[0]",
      "constraints[2].axis",
      "constraints[3]",
      "constraints[4].joint",
      "particles[0].mass",
    ].sort(),
  );
  expect(found.get("bodies[1]")).toMatch(
    /must not overlap another at t = 0, got "b, 0\.25 m deep in a"; move them apart/,
  );
  expect(found.get("constraints[0]")).toMatch(
    /must be met at t = 0 \(distance "far"\), got 7; move the things that it joins/,
  );
  for (const message of found.values()) expect(message).toMatch(/: must .*, got /);
});

test("what the check alone tells comes first, in the same words", () => {
  const told = checkScene(broken).map(({ message }) => message);
  expect(told.length).toBeGreaterThan(5);
  expect([...problems(broken).values()].slice(0, told.length)).toEqual(told);
});

test("an overlap is told among others as it is alone", () => {
  const [a, b] = broken.bodies;
  const { gravty: _, ...known } = broken;
  const alone = problems({ rigor: 1, bodies: [{ ...a, mass: 1 }, b] });
  expect([...alone]).toEqual([["bodies[1]", problems(known).get("bodies[1]")]]);
});

describe("what may be meant otherwise is not told:", () => {
  const joined = {
    rigor: 1,
    bodies: [
      { id: "a", shape: box },
      { id: "b", shape: box, ...at(0.5) },
    ],
  };
  const hinge = { type: "hinge", a: "a", b: "b", anchor: [0, 0, 0], axis: [0, 0, 1] };
  const places = (file: unknown) => [...problems(file).keys()];

  test("an overlap of what a constraint with a fault may join", () => {
    expect(places(joined)).toEqual(["bodies[1]"]);
    expect(places({ ...joined, constraints: [hinge] })).toEqual([]);
    expect(places({ ...joined, constraints: [{ ...hinge, axis: [0, 0, 0] }] })).toEqual(["constraints[0].axis"]);
    expect(places({ ...joined, constraints: [{ ...hinge, b: "c" }] })).toEqual(["constraints[0].b"]);
    expect(places({ ...joined, constraints: [{ ...hinge, type: "hing" }] })).toEqual(["constraints[0].type"]);
    expect(places({ ...joined, constraint: [hinge] })).toEqual(["constraint"]);
    // held to the world, or at a distance, they meet
    const { b: _, ...single } = hinge;
    const both = ["constraints[0].axis", "bodies[1]"];
    expect(places({ ...joined, constraints: [{ ...single, axis: [0, 0, 0] }] })).toEqual(both);
    const rod = { type: "distance", a: "a", b: "b", length: -1 };
    expect(places({ ...joined, constraints: [rod] })).toEqual(["constraints[0].length", "bodies[1]"]);
  });

  test("an overlap of a body that may be elsewhere, or meet nothing", () => {
    const [a, b] = joined.bodies;
    for (const wrong of [
      { position: "here" },
      { rotation: [0, 0, 0, 0] },
      { collidesWith: 3 },
      { postion: [5, 0, 0] },
    ]) {
      expect(places({ rigor: 1, bodies: [a, { ...b, ...wrong }] })).toEqual([`bodies[1].${Object.keys(wrong)[0]}`]);
    }
    expect(places({ ...joined, method: { contactTolerance: "wide" } })).toEqual(["method.contactTolerance"]);
  });

  test("what is wrong with something that an id with two meanings names", () => {
    const [a, b] = joined.bodies;
    const rod = { type: "distance", a: "a", b: "c", length: 9 };
    const bodies = [a, { ...b, id: "a", ...at(5) }, { id: "c", shape: box, ...at(20) }];
    expect(places({ rigor: 1, bodies, constraints: [rod] })).toEqual(["bodies[1].id"]);
    // two of one name overlap all the same
    expect(places({ rigor: 1, bodies: [a, { ...b, id: "a" }] })).toEqual(["bodies[1].id", "bodies[1]"]);
  });
});

test("of a great many the first two hundred are told", () => {
  const bodies = Array.from({ length: 30 }, (_, k) => ({ id: `${k}`, shape: box, ...at(k / 100) }));
  const lines = [...problems({ rigor: 1, bodies }).values()];
  const all = (30 * 29) / 2;
  expect(lines.at(-1)).toBe(`scene: must have no further problems, got ${all - 200}; mend these first`);
});
