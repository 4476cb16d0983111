/** Resting contact in worlds against closed forms and exact tables: accelerations, forces, what parts at once. */
import { createConvex, createPlane, createSphere } from "@rigor/engine/collide";
import { type BodyPath, PathSlot } from "@rigor/engine/rigid";
import { describe, expect, test } from "vitest";
import { boxPairs } from "../oracles/bounce.js";
import {
  ballOnBall,
  drivenPlanes,
  fiveContactForces,
  fiveContacts,
  groove,
  ladder,
  ladderMotion,
  movingContacts,
  planarCases,
  restingBox,
  rodFalls,
  slidingRodMotion,
  slidingRods,
  slidingWedge,
  spherePile,
  threeFeet,
  wedgeMotion,
} from "../oracles/resting.js";
import { maxDifference } from "../support/rigid.js";
import { measureNormExcess } from "../support/world-forces.js";
import {
  accelerationOf,
  contactsOf,
  findWorstGap,
  forceBetween,
  impactsOf,
  mechanicalEnergy,
  partingAt,
  positionOf,
  runInParts,
  settle,
  spinOf,
  velocityOf,
} from "../support/world-measures.js";
import { buildPlanar, buildWedge, makeFiveContacts, pileSpheres, stackBoxes } from "../support/world-structures.js";
import { addLedge, addRod, dropBox, meetBoxes, Stage, touchPlanes } from "../support/worlds.js";

/** Bounds of the design: forces relative to the largest of a case; accelerations as near, relative to g. */
const relative = 1e-8;
const methods = ["auto", "pivot"] as const;

describe("blocks", () => {
  test.each(planarCases)("$name: accelerations", (planar) => {
    const { stage, bodies } = buildPlanar(planar);
    settle(stage);
    planar.accelerations.forEach(([ax, az, alpha], k) => {
      const found = accelerationOf(stage, bodies[k]);
      expect(maxDifference(found, [ax, 0, az, 0, alpha, 0])).toBeLessThan(relative * planar.gravity);
    });
  });

  test.each(planarCases.filter(({ unique }) => unique))("$name: forces, and what parts at once", (planar) => {
    const { stage, bodies, support } = buildPlanar(planar);
    settle(stage);
    const scale = Math.max(...planar.contacts.map(({ force }) => force));
    for (const { a, b, x, force, parting } of planar.contacts) {
      const [A, B] = [bodies[a], b < 0 ? support : bodies[b]];
      const found = forceBetween(stage, A, B, ({ point }) => Math.abs(point[0] - x) < 1e-6);
      expect(Math.abs(found - force)).toBeLessThan(relative * scale);
      const z = planar.blocks[a].z - planar.blocks[a].size[1] / 2;
      const apart = partingAt(stage, { a: A, b: B, point: [x, 0, z], normal: [0, 0, 1] });
      expect(Math.abs(apart - parting)).toBeLessThan(relative * planar.gravity);
    }
    // both ends of an edge carry the same: least norm
    for (const { a, b, point, force } of stage.world.getContacts()) {
      const other = forceBetween(stage, a, b, (c) => Math.hypot(c.point[0] - point[0], c.point[1] + point[1]) < 1e-6);
      expect(Math.abs(force - other)).toBeLessThan(relative * scale);
    }
  });

  test.each(planarCases.filter(({ unique }) => !unique))("$name: forces of least norm", (planar) => {
    const { stage, bodies, support } = buildPlanar(planar);
    settle(stage);
    expect(measureNormExcess(stage)).toBeLessThan(1e-9);
    // the floor carries all of it
    const weight = planar.gravity * planar.blocks.reduce((sum, { mass }) => sum + mass, 0);
    const floor = bodies.reduce((sum, body) => sum + forceBetween(stage, body, support), 0);
    expect(Math.abs(floor / weight - 1)).toBeLessThan(1e-12);
  });

  test("four contacts of a brick over the table's edge, shared by the lever", () => {
    const stage = new Stage(10);
    const table = addLedge(stage);
    const [x, L] = [-0.25, 2];
    const body = stage.add({ ...brick, position: [x, 0, 0.25] });
    settle(stage);
    const contacts = contactsOf(stage, body, table);
    expect(contacts).toHaveLength(4);
    const left = x - L / 2;
    for (const { point, force, normal } of contacts) {
      const isLeft = Math.abs(point[0] - left) < 1e-9;
      if (!isLeft) expect(Math.abs(point[0])).toBeLessThan(1e-12);
      const share = (x - left) / -left;
      expect(Math.abs(force - (10 * (isLeft ? 1 - share : share)) / 2)).toBeLessThan(1e-12);
      expect(Math.abs(Math.abs(normal[2]) - 1)).toBeLessThan(1e-14);
    }
  });

  test.each(methods)("a box on four corners: a quarter each, by %s", (resting) => {
    const { size, mass, gravity, force } = restingBox;
    const { stage, body, floor } = dropBox({ size, mass, z: size[2] / 2 }, gravity, { resting });
    settle(stage);
    const contacts = contactsOf(stage, body, floor);
    expect(contacts).toHaveLength(4);
    for (const contact of contacts) expect(Math.abs(contact.force - force)).toBeLessThan(1e-12);
    expect(maxDifference(accelerationOf(stage, body), Array(6).fill(0))).toBeLessThan(1e-13);
  });

  test("a stack: a quarter of what is above at each corner", () => {
    const count = 10;
    const stage = stackBoxes({ count });
    settle(stage);
    stage.bodies.forEach((body, k) => {
      const contacts = contactsOf(stage, body, k === 0 ? 0 : stage.bodies[k - 1]);
      expect(contacts).toHaveLength(4);
      for (const { force } of contacts) expect(Math.abs(force / ((9.81 * (count - k)) / 4) - 1)).toBeLessThan(1e-10);
    });
  });

  test("a table on three feet", () => {
    const { feet, mass, centre, gravity, forces } = threeFeet;
    const stage = new Stage(gravity);
    const floor = stage.addFloor();
    // the centre of a tetrahedron is the mean of its corners, and the feet are around the origin
    const vertices = [...feet.map(([x, y]) => [x, y, 0]), [4 * centre[0], 4 * centre[1], 1]];
    const body = stage.add({ shape: createConvex({ vertices }), mass });
    settle(stage);
    const contacts = contactsOf(stage, body, floor);
    expect(contacts).toHaveLength(3);
    feet.forEach(([x, y], k) => {
      const found = contacts.find(({ point }) => Math.hypot(point[0] - x, point[1] - y) < 1e-9);
      expect(Math.abs(found!.force - forces[k])).toBeLessThan(1e-12);
    });
  });
});

const brick = { shape: createConvex({ vertices: boxCorners(1, 0.5, 0.25) }), mass: 1 };

function boxCorners(a: number, b: number, c: number): number[][] {
  return [-a, a].flatMap((x) => [-b, b].flatMap((y) => [-c, c].map((z) => [x, y, z])));
}

describe("spheres", () => {
  test("in a groove", () => {
    const { mass, gravity, normals, forces } = groove;
    const { stage, body, planes } = touchPlanes(gravity, mass, normals, [0, 0, 0], 0);
    settle(stage);
    planes.forEach((plane, k) => {
      expect(Math.abs(forceBetween(stage, body, plane) - forces[k])).toBeLessThan(1e-12);
    });
  });

  test("four in a pile: those below part at once", () => {
    const { radius, mass, gravity, top, floor, topAcceleration, outward, parting } = spherePile;
    const { stage, floor: ground } = pileSpheres(radius, mass, gravity);
    settle(stage);
    const [a, b, c, upper] = stage.bodies;
    expect(maxDifference(accelerationOf(stage, upper), [0, 0, topAcceleration, 0, 0, 0])).toBeLessThan(1e-12);
    for (const body of [a, b, c]) {
      expect(Math.abs(forceBetween(stage, body, upper) - top)).toBeLessThan(1e-12);
      expect(Math.abs(forceBetween(stage, body, ground) - floor)).toBeLessThan(1e-12);
      const [x, y] = accelerationOf(stage, body);
      expect(Math.abs(Math.hypot(x, y) - outward)).toBeLessThan(1e-12);
    }
    for (const [p, q] of [
      [a, b],
      [b, c],
      [c, a],
    ]) {
      expect(forceBetween(stage, p, q)).toBeLessThan(1e-12);
      const [P, Q] = [positionOf(stage, p), positionOf(stage, q)];
      const normal = [0, 1, 2].map((k) => (P[k] - Q[k]) / (2 * radius)) as [number, number, number];
      const point = [0, 1, 2].map((k) => (P[k] + Q[k]) / 2) as [number, number, number];
      expect(Math.abs(partingAt(stage, { a: p, b: q, point, normal }) - parting)).toBeLessThan(1e-12);
    }
  });

  test("five contacts", () => {
    const { stage, floor, wall } = makeFiveContacts(fiveContacts);
    const expected = fiveContactForces(fiveContacts);
    settle(stage);
    const [first, second, upper] = stage.bodies;
    expect(stage.world.getContacts()).toHaveLength(5);
    const found = [
      forceBetween(stage, first, wall),
      forceBetween(stage, first, floor),
      forceBetween(stage, first, upper),
      forceBetween(stage, second, upper),
      forceBetween(stage, second, floor),
    ];
    const { floor: below, upper: above } = expected;
    expect(maxDifference(found, [expected.wall, below[0], above[0], above[1], below[1]])).toBeLessThan(1e-12);
    stage.bodies.forEach((body, k) => {
      expect(maxDifference(accelerationOf(stage, body), [...expected.accelerations[k], 0, 0, 0])).toBeLessThan(1e-12);
    });
  });

  test("one slides down another, and leaves it", () => {
    const { radii, cos, gravity, mass, t } = ballOnBall;
    const stage = new Stage(gravity);
    const large = stage.add({ shape: createSphere({ radius: radii[1] }), fixed: true });
    const sin = Math.sqrt(1 - cos * cos);
    const small = stage.add({ shape: createSphere({ radius: radii[0] }), mass, position: [sin, 0, cos] });
    settle(stage);
    expect(Math.abs(forceBetween(stage, small, large) - mass * gravity * cos)).toBeLessThan(1e-12);
    runInParts(stage, t + 0.05, 1, () => {});
    const parted = stage.world.events.filter(({ type }) => type === "separate");
    expect(parted).toHaveLength(1);
    expect(Math.abs(parted[0].t - t)).toBeLessThan(1e-9);
    // from there on a parabola: cos θ = ⅔ cos θ₀, v² = g R cos θ
    const c = (2 / 3) * cos;
    const s = Math.sqrt(1 - c * c);
    const v = Math.sqrt(gravity * c);
    const expected = [s + v * c * 0.05, 0, c - v * s * 0.05 - (gravity * 0.05 * 0.05) / 2];
    expect(maxDifference(positionOf(stage, small), expected)).toBeLessThan(1e-8);
    expect(maxDifference(spinOf(stage, small), [0, 0, 0])).toBeLessThan(1e-12);
  });
});

describe("bodies that move", () => {
  test.each(movingContacts)("boxes that spin, $name: gyroscopic terms and the turning normal", (pair) => {
    const { stage, a, b } = meetBoxes(pair, 0, pair.gravity);
    settle(stage);
    expect(impactsOf(stage, a, b)).toHaveLength(0);
    expect(Math.abs(forceBetween(stage, a, b) - pair.force)).toBeLessThan(1e-11);
    if (pair.force === 0) {
      // what is not pressed flies on: the gap grows by ½ d̈ t²
      const t = 1e-4;
      runInParts(stage, t, 1, () => {});
      expect(Math.abs((2 * findWorstGap(stage)) / (t * t) / pair.parting - 1)).toBeLessThan(1e-2);
    } else {
      const contact = contactsOf(stage, a, b)[0];
      expect(maxDifference(contact.point, pair.point)).toBeLessThan(1e-12);
      const [ax, ay, az] = accelerationOf(stage, a);
      const sign = contact.a === a ? 1 : -1;
      const push = pair.normal.map((n) => (sign * sign * pair.force * n) / pair.massA);
      expect(maxDifference([ax, ay, az + pair.gravity], push)).toBeLessThan(1e-11);
    }
  });

  test("boxes that touch and neither press nor part go on", () => {
    // the plastic impact of free boxes: afterwards their contact has no rate
    const pair = boxPairs[0];
    const { stage, a, b } = meetBoxes(pair, 0);
    settle(stage);
    expect(forceBetween(stage, a, b)).toBeGreaterThanOrEqual(0);
    runInParts(stage, 0.2, 10, () => expect(findWorstGap(stage)).toBeGreaterThan(-1e-7));
  });

  test.each(slidingRods)("a rod on its end, θ̇ = $rate", (rod) => {
    const { mass, length, gravity, cos, sin, rate } = rod;
    const stage = new Stage(gravity);
    const floor = addLedge(stage, -0.1);
    const half = length / 2;
    const angle = Math.atan2(sin, cos);
    const body = addRod(stage, { mass, length, z: half * sin, angle, rates: [0, half * cos * rate, rate] });
    settle(stage);
    const { force, angular, az } = slidingRodMotion(rod);
    expect(impactsOf(stage, body, floor)).toHaveLength(0);
    expect(Math.abs(forceBetween(stage, body, floor) - force)).toBeLessThan(1e-11);
    expect(maxDifference(accelerationOf(stage, body), [0, 0, az, 0, -angular, 0])).toBeLessThan(1e-11);
  });

  test.each(rodFalls)("a rod let go at $angle rad slides until it lies", ({ angle, t, rate, first, last }) => {
    const stage = new Stage(10);
    const floor = addLedge(stage, -0.1);
    const body = addRod(stage, { mass: 1, length: 2, z: Math.sin(angle), angle });
    settle(stage);
    expect(Math.abs(forceBetween(stage, body, floor) - first)).toBeLessThan(1e-11);
    const soon = t - 1e-6;
    runInParts(stage, soon, 1, () => {});
    expect(Math.abs(forceBetween(stage, body, floor) - last)).toBeLessThan(1e-4);
    runInParts(stage, t + 1e-6, 1, () => {});
    // its left half comes down flat
    const impact = stage.world.events.find(({ type }) => type === "collision");
    expect(Math.abs(impact!.t - t)).toBeLessThan(1e-9);
    const inner = stage.world.events.filter(({ type, point }) => type === "collision" && point[0] > -0.5);
    for (const { vBefore } of inner) expect(vBefore).toBeLessThan(0);
    const fastest = Math.min(...stage.world.events.map(({ vBefore }) => vBefore));
    // of the ledge's edge, 0.9 m from the end that slides
    expect(Math.abs(fastest / (-0.9 * rate) - 1)).toBeLessThan(1e-6);
  });

  test("a ladder on floor and wall", () => {
    const { mass, length, cos, sin, gravity } = ladder;
    const stage = new Stage(gravity);
    const floor = stage.addFloor();
    const wall = stage.addFloor(0, [1, 0, 0]);
    const half = length / 2;
    const body = addRod(stage, { mass, length, x: half * cos, z: half * sin, angle: -Math.atan2(sin, cos), side: -1 });
    settle(stage);
    const motion = ladderMotion(ladder);
    expect(Math.abs(forceBetween(stage, body, floor) - motion.floor)).toBeLessThan(1e-11);
    expect(Math.abs(forceBetween(stage, body, wall) - motion.wall)).toBeLessThan(1e-11);
    expect(maxDifference(accelerationOf(stage, body), [motion.ax, 0, motion.az, 0, motion.alpha, 0])).toBeLessThan(
      1e-11,
    );
    // it leaves the wall at two thirds of its height
    const energy = mechanicalEnergy(stage);
    runInParts(stage, 0.42, 1, () => {});
    const parted = stage.world.events.find(({ type, a, b }) => type === "separate" && (a === wall || b === wall));
    expect(Math.abs(parted!.point[2] - (2 / 3) * length * sin)).toBeLessThan(1e-8);
    expect(Math.abs(mechanicalEnergy(stage) - energy)).toBeLessThan(1e-8);
  });

  test("a block on a wedge that slides away", () => {
    const { stage, floor, block, wedge } = buildWedge(slidingWedge);
    const [block0, wedge0] = [positionOf(stage, block), positionOf(stage, wedge)];
    settle(stage);
    const motion = wedgeMotion(slidingWedge);
    expect(Math.abs(forceBetween(stage, block, wedge) - motion.normal)).toBeLessThan(1e-11);
    expect(Math.abs(forceBetween(stage, wedge, floor) - motion.floor)).toBeLessThan(1e-11);
    expect(maxDifference(accelerationOf(stage, wedge), [motion.wedge, 0, 0, 0, 0, 0])).toBeLessThan(1e-11);
    expect(maxDifference(accelerationOf(stage, block), [motion.blockX, 0, motion.blockZ, 0, 0, 0])).toBeLessThan(1e-11);
    // accelerations are constant: a long way down
    const t = 0.7;
    runInParts(stage, t, 1, () => {});
    const s = (t * t) / 2;
    const moved = [block0[0] + motion.blockX * s, 0, block0[2] + motion.blockZ * s];
    expect(maxDifference(positionOf(stage, block), moved)).toBeLessThan(1e-9);
    expect(Math.abs(positionOf(stage, wedge)[0] - wedge0[0] - motion.wedge * s)).toBeLessThan(1e-9);
    expect(maxDifference([...spinOf(stage, block), ...spinOf(stage, wedge)], Array(6).fill(0))).toBeLessThan(1e-11);
    expect(Math.abs(velocityOf(stage, wedge)[0] - motion.wedge * t)).toBeLessThan(1e-9);
  });

  test("planes that begin to move: which of five press a ball", () => {
    const { rows, b, w, f } = drivenPlanes;
    const stage = new Stage(0);
    const lengths = rows.map((row) => Math.hypot(...row));
    const planes = rows.map((row, k) => {
      const normal = row.map((value) => value / lengths[k]);
      const path = accelerate(normal.map((n) => (-n * b[k]) / lengths[k]));
      return stage.add({ shape: createPlane({ normal, offset: -1 }), path });
    });
    const body = stage.add({ shape: createSphere({ radius: 1 }), mass: 1 });
    settle(stage);
    const a = accelerationOf(stage, body);
    planes.forEach((plane, k) => {
      // rows are dependent: forces are not unique, their sum is
      const parting = [...rows[k]].reduce((sum, value, c) => sum + value * a[c], b[k] as number);
      expect(Math.abs(parting - w[k])).toBeLessThan(1e-11);
      if (w[k] > 0) expect(forceBetween(stage, body, plane)).toBeLessThan(1e-11);
    });
    const push = [0, 1, 2].map((c) => rows.reduce((sum, row, k) => sum + row[c] * f[k], 0));
    expect(maxDifference(a, [...push, 0, 0, 0])).toBeLessThan(1e-11);
  });
});

/** From rest at the origin with a constant acceleration. */
function accelerate(a: readonly number[]): BodyPath {
  return (time, frame) => {
    const t = time[0];
    for (let k = 0; k < 3; k++) {
      frame[PathSlot.position + k] = (a[k] * t * t) / 2;
      frame[PathSlot.velocity + k] = a[k] * t;
      frame[PathSlot.acceleration + k] = a[k];
    }
  };
}
