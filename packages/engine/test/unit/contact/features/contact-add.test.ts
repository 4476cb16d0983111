/** Which features are held where shapes touch along lines and faces, on meshes, and where nothing has a normal of its own. */
import { describe, expect, test } from "vitest";
import {
  createBox,
  createCapsule,
  createCone,
  createConvex,
  createCylinder,
  createMesh,
  createPlane,
  createSphere,
  type Shape,
} from "../../../../src/collide/index.js";
import { ContactForm, Curve } from "../../../../src/contact/index.js";
import { createRng } from "../../../../src/math/index.js";
import {
  expectMotion,
  h,
  makeTouching,
  measurePair,
  multiply,
  type Place,
  readGap,
  readMargin,
  readMotion,
  sample,
  type Touching,
  turnBy,
} from "../../../support/contacts.js";

const { pointPlane, planePoint, edgeEdge, curved } = ContactForm;
const floor = createPlane({ normal: [0, 1, 0] });
const box = createBox({ size: [1, 1, 1] });
const capsule = createCapsule({ radius: 0.25, height: 1 });
const cylinder = createCylinder({ radius: 0.3, height: 0.8 });
const cone = createCone({ radius: 0.3, height: 0.8 });
const sphere = createSphere({ radius: 0.4 });
/** Half the angle at its tip. */
const lean = Math.atan2(0.3, 0.8);
const upright = [0, 0, 0, 1];
const lying = turnBy([0, 0, 1], Math.PI / 2);
const origin: Place = { position: [0, 0, 0], rotation: upright };
/** A roof along z with its ridge at y = 0, falling by 1 : 2, and flat ends. */
const roof = createMesh({
  vertices: [
    [-1, -0.5, -1],
    [0, 0, -1],
    [1, -0.5, -1],
    [-1, -0.5, 1],
    [0, 0, 1],
    [1, -0.5, 1],
  ],
  faces: [
    [0, 3, 4, 1],
    [1, 4, 5, 2],
  ],
});
/** A pyramid with its tip at the origin. */
const peak = createMesh({
  vertices: [
    [0, 0, 0],
    [1, -0.5, 1],
    [1, -0.5, -1],
    [-1, -0.5, -1],
    [-1, -0.5, 1],
  ],
  faces: [
    [0, 1, 2],
    [0, 2, 3],
    [0, 3, 4],
    [0, 4, 1],
  ],
});
const ground = createMesh({
  vertices: [
    [-2, 0, -2],
    [-2, 0, 2],
    [2, 0, 2],
    [2, 0, -2],
  ],
  faces: [[0, 1, 2, 3]],
});
/** An edge along x at y = −0.5, between slopes. */
const wedge = createConvex({
  vertices: [
    [-1, -0.5, 0],
    [1, -0.5, 0],
    [-1, 0.5, -0.7],
    [1, 0.5, -0.7],
    [-1, 0.5, 0.7],
    [1, 0.5, 0.7],
  ],
});

interface Case {
  readonly a: Shape | null;
  readonly b: Shape;
  /** From above; height 2. */
  readonly x?: number;
  readonly z?: number;
  readonly rotation?: ArrayLike<number>;
  readonly rotationB?: ArrayLike<number>;
  /** Form and curve of each contact, sorted. */
  readonly forms: readonly (readonly [number, number])[];
  /** The least gap of the contacts is that of the shapes, however they move. */
  readonly exact?: boolean;
  /** Least margin of all, m. */
  readonly margin: number;
}

const repeat = (n: number, form: number, curve: number = Curve.none) =>
  Array.from({ length: n }, () => [form, curve] as const);

const cases: Record<string, Case> = {
  "box flat on a plane": { a: box, b: floor, forms: repeat(4, pointPlane), exact: true, margin: Infinity },
  "box on an edge on a plane": {
    a: box,
    b: floor,
    rotation: turnBy([1, 0, 0], Math.PI / 4),
    forms: repeat(2, pointPlane),
    exact: true,
    margin: Infinity,
  },
  "capsule lying on a plane": {
    a: capsule,
    b: floor,
    rotation: lying,
    forms: repeat(2, pointPlane),
    exact: true,
    margin: Infinity,
  },
  "cylinder lying on a plane": {
    a: cylinder,
    b: floor,
    rotation: lying,
    forms: repeat(2, curved, Curve.rimPlane),
    exact: true,
    // far from flat: ½ R (1 − 0.01)
    margin: 0.1485,
  },
  "cylinder standing on a plane": { a: cylinder, b: floor, forms: repeat(8, pointPlane), margin: 0 },
  "cone lying on a plane": {
    a: cone,
    b: floor,
    // a line of the side down
    rotation: turnBy([0, 0, 1], Math.PI / 2 + lean),
    forms: [...repeat(1, pointPlane), ...repeat(1, curved, Curve.rimPlane)],
    exact: true,
    margin: 0.15 * (Math.cos(lean) - 0.01),
  },
  "box turned by 45° on a box": {
    a: box,
    b: box,
    rotation: turnBy([0, 1, 0], Math.PI / 4),
    forms: repeat(8, edgeEdge),
    // what the octagon cuts off a side at each end
    margin: 1 - Math.SQRT1_2,
  },
  "small box on a box": {
    a: createBox({ size: [0.4, 1, 0.4] }),
    b: box,
    x: 0.1,
    forms: repeat(4, pointPlane),
    margin: 0.2,
  },
  "box on a small box": {
    a: box,
    b: createBox({ size: [0.4, 1, 0.4] }),
    x: 0.1,
    forms: repeat(4, planePoint),
    margin: 0.2,
  },
  "capsule across a box": {
    a: createCapsule({ radius: 0.25, height: 2 }),
    b: box,
    z: 0.1,
    rotation: lying,
    forms: repeat(2, edgeEdge),
    exact: true,
    // on the border of the face that it lies on
    margin: 0,
  },
  "cylinder across a box": {
    a: createCylinder({ radius: 0.25, height: 2 }),
    b: box,
    z: 0.1,
    rotation: lying,
    forms: repeat(2, edgeEdge),
    exact: true,
    // on the border of the face that it lies on
    margin: 0,
  },
  "box across a capsule": {
    a: box,
    b: createCapsule({ radius: 0.25, height: 2 }),
    z: 0.1,
    rotationB: lying,
    forms: repeat(2, edgeEdge),
    exact: true,
    // on the border of the face that it lies on
    margin: 0,
  },
  "capsule along a longer one": {
    a: capsule,
    b: createCapsule({ radius: 0.3, height: 2 }),
    x: 0.2,
    rotation: lying,
    rotationB: lying,
    forms: repeat(2, curved, Curve.pointLine),
    // the ends of A turn away from B: nothing is beyond them
    margin: 0,
  },
  "capsule along a shorter one": {
    a: createCapsule({ radius: 0.3, height: 2 }),
    b: capsule,
    x: 0.2,
    rotation: lying,
    rotationB: lying,
    forms: repeat(2, curved, Curve.linePoint),
    margin: 0,
  },
  "edge along an edge": {
    a: wedge,
    b: createConvex({
      vertices: [
        [-0.6, 0.5, 0],
        [0.6, 0.5, 0],
        [-0.6, -0.5, -0.7],
        [0.6, -0.5, -0.7],
        [-0.6, -0.5, 0.7],
        [0.6, -0.5, 0.7],
      ],
    }),
    forms: repeat(2, planePoint),
    margin: 0,
  },
  "edge on a box": {
    a: createConvex({ vertices: (wedge.polyhedron?.vertices ?? new Float64Array(0)).map((x) => 0.3 * x) }),
    b: box,
    forms: repeat(2, pointPlane),
    margin: 0.2,
  },
  "particle on a box": { a: null, b: box, x: 0.2, z: 0.1, forms: repeat(1, pointPlane), exact: true, margin: 0.3 },
  "particle on a sphere": {
    a: null,
    b: sphere,
    x: 0.1,
    forms: repeat(1, curved, Curve.pointPoint),
    exact: true,
    margin: Infinity,
  },
  "box on a mesh": { a: box, b: ground, x: 0.5, forms: repeat(4, pointPlane), margin: 1 },
  "sphere on a mesh": { a: sphere, b: ground, x: 0.5, forms: repeat(1, pointPlane), exact: true, margin: 1.5 },
  // behind an open mesh a point is nowhere: not exact
  "particle on a mesh": { a: null, b: ground, x: 0.5, forms: repeat(1, pointPlane), margin: 1.5 },
  "cylinder lying on a mesh": {
    a: cylinder,
    b: ground,
    x: 0.5,
    rotation: lying,
    forms: repeat(2, curved, Curve.rimPlane),
    margin: 0.1485,
  },
  "sphere on a roof": {
    a: sphere,
    b: roof,
    x: 0.5,
    z: 0.2,
    forms: repeat(1, pointPlane),
    exact: true,
    margin: Number.NaN,
  },
  "sphere on a ridge": {
    a: sphere,
    b: roof,
    z: 0.2,
    forms: repeat(1, curved, Curve.pointLine),
    exact: true,
    // the centre, 0.4 above, over a slope of 1 : 2
    margin: 0.4 / Math.sqrt(5),
  },
  "sphere on a peak": {
    a: sphere,
    b: peak,
    forms: repeat(1, curved, Curve.pointPoint),
    exact: true,
    margin: 0.4 / 3,
  },
  "edge across a ridge": { a: wedge, b: roof, z: 0.2, forms: repeat(1, edgeEdge), exact: true, margin: 0.8 },
  "capsule across a ridge": {
    a: capsule,
    b: roof,
    z: 0.2,
    rotation: lying,
    forms: repeat(1, edgeEdge),
    exact: true,
    // the axis, 0.25 above, over a slope of 1 : 2
    margin: 0.25 / Math.sqrt(5),
  },
  "corner of a box on a mesh": {
    a: box,
    b: ground,
    x: 0.3,
    rotation: multiply(turnBy([1, 0, 0], Math.PI / 4), turnBy([0, 0, 1], 0.6)),
    forms: repeat(1, pointPlane),
    exact: true,
    margin: Number.NaN,
  },
};

function makeCase({ a, b, x = 0, z = 0, rotation = upright, rotationB = upright }: Case, seed: number): Touching {
  const place = { position: [x, 2, z], rotation };
  const touching = makeTouching(createRng(seed), a, place, b, { ...origin, rotation: rotationB }, [0, -1, 0]);
  if (touching === null) throw new Error("no contact");
  return touching;
}

describe.each(Object.entries(cases))("%s", (_name, chosen) => {
  test("holds the features, and moves as they do", () => {
    for (let seed = 1; seed <= 2; seed++) {
      const touching = makeCase(chosen, seed);
      const { table, buffer } = touching;
      const forms = Array.from({ length: table.count }, (_, c) => [table.form[c], table.curve[c]]);
      forms.sort((p, q) => p[0] - q[0] || p[1] - q[1]);
      expect(forms).toEqual(chosen.forms);
      const indices = forms.map((_, c) => c);
      const motions = indices.map((c) => readMotion(touching, c));
      for (const c of indices) {
        // a row has the normal of the whole region, which leans from that of a face by rounding over its size
        expect(Math.abs(table.gap[c] - buffer.gap[c])).toBeLessThan(4e-15);
        for (let k = 3 * c; k < 3 * c + 3; k++) {
          expect(Math.abs(table.point[k] - buffer.point[k])).toBeLessThan(1e-14);
          expect(Math.abs(table.normal[k] - buffer.normal[k])).toBeLessThan(1e-14);
        }
      }
      const margin = Math.min(...indices.map((c) => readMargin(touching, c)));
      if (!Number.isNaN(chosen.margin)) expect(margin).toBeCloseTo(chosen.margin, 14);
      const samples = sample(touching.system, h, () => [
        measurePair(touching),
        ...indices.map((c) => readGap(touching, c)),
      ]);
      for (const c of indices) expectMotion(motions[c], samples[1 + c]);
      if (!chosen.exact) continue;
      samples[0].forEach((gap, k) => {
        const least = Math.min(...indices.map((c) => samples[1 + c][k]));
        expect(Math.abs(least - gap)).toBeLessThan(1e-14);
      });
    }
  });
});

test("a rim that is nearly flat on a face, with its foremost point beside that, crosses a side of the face", () => {
  const [radius, height, tilt] = [0.044, 0.01, 3e-5];
  const disc = createCylinder({ radius, height });
  const small = createBox({ size: [0.018, 0.004, 0.006] });
  // over the rim at z from 1 to 7 mm, lower towards z = −18 mm
  const away = 0.42;
  const place = { position: [0.04, 0.01, 0.004], rotation: turnBy([Math.sin(-away), 0, -Math.cos(away)], tilt) };
  const touching = makeTouching(
    createRng(1),
    small,
    place,
    disc,
    { ...origin, position: [0, -height / 2, 0] },
    [0, -1, 0],
  );
  expect(touching).not.toBeNull();
  const { table, buffer } = touching as Touching;
  expect(table.count).toBe(1);
  expect(Math.abs(buffer.gap[0])).toBeLessThan(3e-15);
  const seen = readGap(touching as Touching, 0);
  expect(Math.abs(seen)).toBeLessThan(1e-12);
  expect(table.point[2]).toBeCloseTo(0.001, 4);
  expect(table.curve[0]).toBe(Curve.lineRim);
});
