import { Mechanism } from "@rigor/engine/constrain";
import { createLinkage, type LinkageOptions, type LinkOptions } from "@rigor/engine/lagrange";
import { createRng, nextInRange, type RigorError } from "@rigor/engine/math";
import { boxMass, RigidSystem } from "@rigor/engine/rigid";
import { describe, expect, test } from "vitest";
import { createTwins, drawLinks, type Twins } from "../../support/linkages.js";

const gravity = [1, -9.81, 0.5];
const box = boxMass({ size: [1, 0.2, 0.3], mass: 2 });

/** Random trees, and one of each joint with several coordinates. */
function listTwins(): Twins[] {
  const rng = createRng(11);
  const trees = Array.from({ length: 40 }, (_, k) => createTwins(drawLinks(rng, 1 + (k % 9)), gravity));
  const three = () => [0, 1, 2].map(() => nextInRange(rng, -1, 1));
  for (let k = 0; k < 10; k++) {
    const links: LinkOptions[] = [
      {
        joint: { type: "free", at: three() },
        mass: box,
        coordinate: [...three(), ...three()],
        rate: [...three(), ...three()],
      },
      { joint: { type: "ball", at: three(), rotation: [1, 2, 3, 4] }, mass: box, coordinate: three(), rate: three() },
      { parent: 0, joint: { type: "revolute", axis: three(), at: three() }, mass: 1.5, coordinate: 1, rate: 2 },
      { joint: { type: "fixed", at: three() }, mass: box },
    ];
    trees.push(createTwins(links, gravity));
  }
  return trees;
}

describe("a linkage and the same links said by expressions", () => {
  const twins = listTwins();

  test("there are trees with fixed and sliding joints among them", () => {
    expect(twins.some(({ linkage }) => linkage.joint.includes(0))).toBe(true);
    expect(twins.some(({ linkage }) => linkage.joint.includes(2))).toBe(true);
    expect(Math.max(...twins.map(({ linkage }) => linkage.width))).toBe(10);
  });

  test("have the same M⁻¹, at the start and elsewhere", () => {
    const rng = createRng(6);
    for (const { linkage, body } of twins) {
      const { width, initial } = linkage;
      const elsewhere = initial.map(() => nextInRange(rng, -1, 1));
      for (const state of [elsewhere, initial]) {
        linkage.derive(state, 0);
        body.derive(state, 0);
        for (let k = 0; k < width; k++) {
          const x = new Float64Array(width + 3);
          x[2 + k] = 1;
          const y = x.slice();
          linkage.multiplyInverse(x, 2);
          body.multiplyInverse(y, 2);
          const size = Math.max(...y.map(Math.abs));
          // two ways to invert a matrix: rounding times its condition, which is some hundreds
          for (let j = 0; j < x.length; j++) expect(Math.abs(x[j] - y[j]) / size).toBeLessThan(4e-14);
        }
      }
    }
  });

  test("have the same forces on their coordinates, and energies", () => {
    for (const { linkage, body } of twins) {
      linkage.computeForces();
      body.computeForces();
      // numbers of order a hundred: rounding
      for (let k = 0; k < linkage.width; k++) {
        expect(Math.abs(linkage.force[k] - body.force[k])).toBeLessThan(2e-13);
      }
      expect(Math.abs(linkage.kineticEnergy() - body.kineticEnergy())).toBeLessThan(6e-14);
      expect(Math.abs(linkage.potentialEnergy() - body.potentialEnergy())).toBeLessThan(2e-13);
    }
  });

  test("have their links at the same places, with the same motion", () => {
    const [a, b] = [new Float64Array(6), new Float64Array(6)];
    const [A, B] = [new Float64Array(7), new Float64Array(7)];
    const point = Float64Array.of(0.3, 0.4, -0.5);
    for (const { linkage, body } of twins) {
      for (let l = 0; l < linkage.linkCount; l++) {
        linkage.readPoint(a, 0, l, point);
        body.readPoint(b, 0, l, point);
        // rounding, here and below
        for (let k = 0; k < 6; k++) expect(Math.abs(a[k] - b[k])).toBeLessThan(1e-14);
        linkage.readPose(A, 0, l);
        body.readPose(B, 0, l);
        for (let k = 0; k < 7; k++) expect(Math.abs(A[k] - B[k])).toBeLessThan(5e-15);
        const i = linkage.node[l];
        for (let k = 0; k < 3; k++) {
          const [x, y] = [3 * i + k, 3 * l + k];
          expect(Math.abs(linkage.acceleration[x] - body.acceleration[y])).toBeLessThan(1e-14);
          expect(Math.abs(linkage.angularAcceleration[x] - body.angularAcceleration[y])).toBeLessThan(1e-14);
        }
      }
    }
  });

  test("hand constraints the same rows", () => {
    const rng = createRng(4);
    const random = () => Float64Array.from({ length: 3 }, () => nextInRange(rng, -1, 1));
    for (const { linkage, body } of twins) {
      const mechanism = new Mechanism(new RigidSystem());
      mechanism.addCoordinates(linkage);
      mechanism.addCoordinates(body);
      const part = linkage.linkCount - 1;
      const point = random();
      const ends = [
        linkage.createEnd("a", 0, { on: linkage, part, point }),
        body.createEnd("b", 1, { on: body, part, point }),
      ];
      const [n, t] = [random(), random()];
      const rows = ends.map((end) => {
        const row = new Float64Array(end.width);
        end.locate(mechanism);
        end.writeRow(row, 0, n, 0, t, 0);
        return row;
      });
      for (let k = 0; k < linkage.width; k++) expect(Math.abs(rows[0][k] - rows[1][k])).toBeLessThan(6e-15);
      for (let k = 0; k < 24; k++) expect(Math.abs(ends[0].at[k] - ends[1].at[k])).toBeLessThan(4e-14);
    }
  });
});

describe("a long chain far from the origin", () => {
  test("is as exact as the first of its links", () => {
    // M⁻¹ of a chain that hangs on nothing but its far end: the last links see nothing of the shift
    const make = (shift: number) => {
      const links: LinkOptions[] = Array.from({ length: 20 }, (_, l) => ({
        joint: { type: "revolute", axis: [0, l % 2, 1], at: l === 0 ? [shift, 0, 0] : [1, 0, 0] },
        mass: boxMass({ size: [1, 0.1, 0.1], mass: 1 }),
        coordinate: 0.1 * l,
      }));
      const linkage = createLinkage({ links });
      const x = Float64Array.from({ length: 20 }, (_, k) => k - 3);
      linkage.multiplyInverse(x, 0);
      return x;
    };
    expect(Array.from(make(2 ** 20))).toEqual(Array.from(make(0)));
  });
});

describe("options", () => {
  const hinge = { type: "revolute", axis: [0, 0, 1] };
  const good = { joint: hinge, mass: box };
  const offAxis = boxMass({ size: [1, 1, 1], mass: 1 });

  test.each<[string, object, string, string]>([
    ["no links", { links: [] }, "no-links", "linkage.links"],
    ["a parent that comes later", { links: [{ ...good, parent: 0 }] }, "out-of-range", "linkage.links[0].parent"],
    ["an unknown joint", { links: [{ joint: { type: "hinge" } }] }, "unknown", "linkage.links[0].joint.type"],
    ["no axis", { links: [{ joint: { type: "revolute" } }] }, "missing", "linkage.links[0].joint.axis"],
    [
      "an axis of no length",
      { links: [{ joint: { ...hinge, axis: [0, 0, 0] } }] },
      "no-direction",
      "linkage.links[0].joint.axis",
    ],
    [
      "an axis too many",
      { links: [{ joint: { ...hinge, type: "ball" } }] },
      "unknown-option",
      "linkage.links[0].joint.axis",
    ],
    [
      "a place that is none",
      { links: [{ joint: { ...hinge, at: [1] } }] },
      "not-a-vector",
      "linkage.links[0].joint.at",
    ],
    [
      "no rotation",
      { links: [{ joint: { ...hinge, rotation: [1] } }] },
      "not-a-rotation",
      "linkage.links[0].joint.rotation",
    ],
    [
      "too many coordinates",
      { links: [{ ...good, coordinate: [1, 2] }] },
      "wrong-numbers",
      "linkage.links[0].coordinate",
    ],
    [
      "a rate for a fixed joint",
      { links: [{ joint: { type: "fixed" }, rate: 1 }] },
      "wrong-numbers",
      "linkage.links[0].rate",
    ],
    ["nothing that moves", { links: [{ joint: { type: "fixed" } }] }, "no-coordinates", "linkage.links"],
    ["a joint that moves no mass", { links: [good, { joint: hinge }] }, "no-mass", "linkage.links[1].mass"],
    ["a point on its axis", { links: [{ joint: hinge, mass: 2 }] }, "no-mass", "linkage.links[0].mass"],
    ["an unknown option", { links: [{ ...good, angle: 1 }] }, "unknown-option", "linkage.links[0].angle"],
    [
      "a mass that is none",
      { links: [{ joint: hinge, mass: { ...offAxis, mass: 0 } }] },
      "not-positive",
      "linkage.links[0].mass.mass",
    ],
    ["gravity that is none", { links: [good], gravity: 9.81 }, "not-a-vector", "linkage.gravity"],
  ])("%s is an error", (_name, options, code, path) => {
    try {
      createLinkage(options as LinkageOptions);
    } catch (error) {
      expect((error as RigorError).faults[0]).toMatchObject({ code, path });
      return;
    }
    expect.unreachable();
  });

  test("a link without mass may carry one that has", () => {
    const linkage = createLinkage({
      links: [{ joint: hinge }, { joint: { type: "fixed", at: [1, 0, 0] }, mass: 3 }] as LinkOptions[],
    });
    const x = Float64Array.of(1);
    linkage.multiplyInverse(x, 0);
    expect(x[0]).toBe(1 / 3);
  });
});
