/** d, ḋ and d̈ of every kind of contact against differences of the gap along the motion. */
import { describe, expect, test } from "vitest";
import { ContactBuffer, ContactKind } from "../../../../src/collide/index.js";
import { computeGapMotion } from "../../../../src/contact/index.js";
import {
  createRng,
  mat3,
  nextInRange,
  nextOnSphere,
  nextRotation,
  quat,
  type Rng,
  vec3,
} from "../../../../src/math/index.js";
import { dopri5, integrate } from "../../../../src/ode/index.js";
import { appliedForce, bodySize, givenMass, gravity, RigidSystem } from "../../../../src/rigid/index.js";

/** Two bodies tumbling under forces, both near the origin. */
function makePair(rng: Rng): RigidSystem {
  const system = new RigidSystem();
  const random = (size: number) => [0, 1, 2].map(() => nextInRange(rng, -size, size));
  for (let i = 0; i < 2; i++) {
    const rotation = new Float64Array(4);
    nextRotation(rotation, 0, rng);
    system.addBody({
      mass: givenMass({ mass: nextInRange(rng, 1, 3), inertia: [2, 2.5, 3] }),
      position: random(1),
      rotation,
      velocity: random(1),
      angularVelocity: random(2),
    });
    system.addForce(appliedForce({ body: i, force: random(5), at: random(1), name: `push ${i}` }));
  }
  system.addForce(gravity());
  return system;
}

/** A point or direction in the frame of body i. */
function toBody(system: RigidSystem, i: number, p: Float64Array, isPoint: boolean): Float64Array {
  const local = p.slice();
  if (isPoint) vec3.subtract(local, 0, local, 0, system.state, bodySize * i);
  mat3.transformVectorTransposed(local, 0, system.rotation, 9 * i, local, 0);
  return local;
}

function toWorld(system: RigidSystem, i: number, p: Float64Array, isPoint: boolean): Float64Array {
  const world = new Float64Array(3);
  mat3.transformVector(world, 0, system.rotation, 9 * i, p, 0);
  if (isPoint) vec3.add(world, 0, world, 0, system.state, bodySize * i);
  return world;
}

/** d at t = kh for k = −3 … 3, and from these its first two derivatives at 0, of order 6. */
function difference(system: RigidSystem, gap: () => number, h: number): [rate: number, acceleration: number] {
  const start = new Float64Array(system.dimension + 1);
  system.getState(start);
  const d = [-3, -2, -1, 0, 1, 2, 3].map((k) => {
    system.setState(start);
    integrate(dopri5(system, { tolerance: 1e-14 }), k * h);
    return gap();
  });
  system.setState(start);
  const rate = (d[6] - 9 * d[5] + 45 * d[4] - 45 * d[2] + 9 * d[1] - d[0]) / (60 * h);
  const acceleration =
    (2 * d[6] - 27 * d[5] + 270 * d[4] - 490 * d[3] + 270 * d[2] - 27 * d[1] + 2 * d[0]) / (180 * h * h);
  return [rate, acceleration];
}

interface Case {
  readonly contacts: ContactBuffer;
  readonly gap: () => number;
}

const direction = (rng: Rng) => {
  const u = new Float64Array(3);
  nextOnSphere(u, 0, rng);
  return u;
};
const point = (rng: Rng) => Float64Array.from({ length: 3 }, () => nextInRange(rng, -1, 1));
const minus = (a: Float64Array, b: Float64Array) => a.map((value, k) => value - b[k]);
const dot = (a: Float64Array, b: Float64Array) => vec3.dot(a, 0, b, 0);

/** A contact row of a kind, with normal n, points pa and pb = pa − gap n. */
function addContact(kind: number, n: Float64Array, pa: Float64Array, gap: number): ContactBuffer {
  const contacts = new ContactBuffer();
  const c = contacts.add();
  contacts.kind[c] = kind;
  contacts.normal.set(n);
  contacts.gap[c] = gap;
  contacts.point.set(pa.map((value, k) => value - 0.5 * gap * n[k]));
  return contacts;
}

const kinds: Record<string, (system: RigidSystem, rng: Rng, gap: number) => Case> = {
  "vertex of A, face of B"(system, rng, gap) {
    const n = direction(rng);
    const pa = point(rng);
    const pb = pa.map((value, k) => value - gap * n[k]);
    const [a, b, m] = [toBody(system, 0, pa, true), toBody(system, 1, pb, true), toBody(system, 1, n, false)];
    const measure = () =>
      dot(toWorld(system, 1, m, false), minus(toWorld(system, 0, a, true), toWorld(system, 1, b, true)));
    return { contacts: addContact(ContactKind.vertexFace, n, pa, gap), gap: measure };
  },
  "face of A, vertex of B"(system, rng, gap) {
    const n = direction(rng);
    const pa = point(rng);
    const pb = pa.map((value, k) => value - gap * n[k]);
    const [a, b, m] = [toBody(system, 0, pa, true), toBody(system, 1, pb, true), toBody(system, 0, n, false)];
    const measure = () =>
      dot(toWorld(system, 0, m, false), minus(toWorld(system, 0, a, true), toWorld(system, 1, b, true)));
    return { contacts: addContact(ContactKind.faceVertex, n, pa, gap), gap: measure };
  },
  "edges of both"(system, rng, gap) {
    const [ea, eb] = [direction(rng), direction(rng)];
    const n = new Float64Array(3);
    vec3.cross(n, 0, ea, 0, eb, 0);
    vec3.normalize(n, 0, n, 0);
    const flip = nextInRange(rng, -1, 1) < 0 ? -1 : 1;
    for (let k = 0; k < 3; k++) n[k] *= flip;
    const pa = point(rng);
    const pb = pa.map((value, k) => value - gap * n[k]);
    const contacts = addContact(ContactKind.edgeEdge, n, pa, gap);
    contacts.edgeA.set(ea);
    contacts.edgeB.set(eb);
    const [a, b] = [toBody(system, 0, pa, true), toBody(system, 1, pb, true)];
    const [u, v] = [toBody(system, 0, ea, false), toBody(system, 1, eb, false)];
    const measure = () => {
      const cross = new Float64Array(3);
      vec3.cross(cross, 0, toWorld(system, 0, u, false), 0, toWorld(system, 1, v, false), 0);
      vec3.normalize(cross, 0, cross, 0);
      return flip * dot(cross, minus(toWorld(system, 0, a, true), toWorld(system, 1, b, true)));
    };
    return { contacts, gap: measure };
  },
  "sphere and sphere"(system, rng, gap) {
    const [ra, rb] = [nextInRange(rng, 0.2, 1), nextInRange(rng, 0.2, 1)];
    const n = direction(rng);
    const cb = point(rng);
    const ca = cb.map((value, k) => value + (ra + rb + gap) * n[k]);
    const contacts = addContact(
      ContactKind.curved,
      n,
      ca.map((value, k) => value - ra * n[k]),
      gap,
    );
    setCurvature(contacts, n, rng, [1 / ra, 0, 1 / ra], [1 / rb, 0, 1 / rb]);
    const [a, b] = [toBody(system, 0, ca, true), toBody(system, 1, cb, true)];
    const measure = () => vec3.distance(toWorld(system, 0, a, true), 0, toWorld(system, 1, b, true), 0) - ra - rb;
    return { contacts, gap: measure };
  },
  "sphere on a plane of B"(system, rng, gap) {
    const ra = nextInRange(rng, 0.2, 1);
    const n = direction(rng);
    const pa = point(rng);
    const ca = pa.map((value, k) => value + ra * n[k]);
    const pb = pa.map((value, k) => value - gap * n[k]);
    const contacts = addContact(ContactKind.curved, n, pa, gap);
    setCurvature(contacts, n, rng, [1 / ra, 0, 1 / ra], [0, 0, 0]);
    const [a, b, m] = [toBody(system, 0, ca, true), toBody(system, 1, pb, true), toBody(system, 1, n, false)];
    const measure = () =>
      dot(toWorld(system, 1, m, false), minus(toWorld(system, 0, a, true), toWorld(system, 1, b, true))) - ra;
    return { contacts, gap: measure };
  },
  "plane of A on a sphere"(system, rng, gap) {
    const rb = nextInRange(rng, 0.2, 1);
    const n = direction(rng);
    const pa = point(rng);
    const cb = pa.map((value, k) => value - (gap + rb) * n[k]);
    const contacts = addContact(ContactKind.curved, n, pa, gap);
    setCurvature(contacts, n, rng, [0, 0, 0], [1 / rb, 0, 1 / rb]);
    const [a, b, m] = [toBody(system, 0, pa, true), toBody(system, 1, cb, true), toBody(system, 0, n, false)];
    const measure = () =>
      dot(toWorld(system, 0, m, false), minus(toWorld(system, 0, a, true), toWorld(system, 1, b, true))) - rb;
    return { contacts, gap: measure };
  },
  "crossed cylinders"(system, rng, gap) {
    // the distance of two lines, less the radii
    const [ra, rb] = [nextInRange(rng, 0.2, 1), nextInRange(rng, 0.2, 1)];
    const u = direction(rng);
    let v = direction(rng);
    // nearly parallel ones have derivatives too large for differences
    while (Math.abs(dot(u, v)) > 0.8) v = direction(rng);
    const n = new Float64Array(3);
    vec3.cross(n, 0, u, 0, v, 0);
    vec3.normalize(n, 0, n, 0);
    const cb = point(rng);
    const ca = cb.map((value, k) => value + (ra + rb + gap) * n[k]);
    const contacts = addContact(
      ContactKind.curved,
      n,
      ca.map((value, k) => value - ra * n[k]),
      gap,
    );
    setCurvature(contacts, n, rng, acrossAxis(u, 1 / ra), acrossAxis(v, 1 / rb));
    const [a, b] = [toBody(system, 0, ca, true), toBody(system, 1, cb, true)];
    const [p, q] = [toBody(system, 0, u, false), toBody(system, 1, v, false)];
    const measure = () => {
      const cross = new Float64Array(3);
      vec3.cross(cross, 0, toWorld(system, 0, p, false), 0, toWorld(system, 1, q, false), 0);
      vec3.normalize(cross, 0, cross, 0);
      return Math.abs(dot(cross, minus(toWorld(system, 0, a, true), toWorld(system, 1, b, true)))) - ra - rb;
    };
    return { contacts, gap: measure };
  },
};

/** A curvature as three numbers in the tangent frame, or as a function of that frame. */
type Curvature = readonly number[] | ((t: Float64Array, s: Float64Array) => number[]);

/** k across a line of direction u, 0 along it. */
function acrossAxis(u: Float64Array, k: number): Curvature {
  return (t, s) => {
    // (1 − ûûᵀ) k in the frame t, s
    const [x, y] = [dot(u, t), dot(u, s)];
    return [k * (1 - x * x), -k * x * y, k * (1 - y * y)];
  };
}

/** Both curvatures, in a tangent frame that is turned at random about n. */
function setCurvature(contacts: ContactBuffer, n: Float64Array, rng: Rng, ofA: Curvature, ofB: Curvature): void {
  const turn = new Float64Array(4);
  const t = new Float64Array(3);
  vec3.anyPerpendicular(t, 0, n, 0);
  vec3.normalize(t, 0, t, 0);
  quat.fromAxisAngle(turn, 0, n, 0, nextInRange(rng, 0, 6));
  quat.rotateVector(t, 0, turn, 0, t, 0);
  const s = new Float64Array(3);
  vec3.cross(s, 0, n, 0, t, 0);
  contacts.tangent.set(t);
  contacts.curvature.set([ofA, ofB].flatMap((K) => (typeof K === "function" ? K(t, s) : [...K])));
}

describe.each(Object.entries(kinds))("%s", (_name, build) => {
  test.each([0, 0.3, -0.01])("gap %d m", (gap) => {
    const rng = createRng(7);
    let worst = 0;
    for (let round = 0; round < 20; round++) {
      const system = makePair(rng);
      const { contacts, gap: measure } = build(system, rng, gap);
      system.computeForces();
      const out = new Float64Array(3);
      computeGapMotion(out, 0, system, 0, 1, contacts, 0);
      // some ten roundings of coordinates of size 2
      expect(Math.abs(measure() - gap)).toBeLessThan(4e-15);
      const [rate, acceleration] = difference(system, measure, 2e-3);
      worst = Math.max(worst, Math.abs(out[1] - rate), Math.abs(out[2] - acceleration) / 10);
      expect(out[0]).toBe(gap);
    }
    // differences of order 6 over 2 ms: rounding 1e-15/h² of the acceleration, and h⁶ times the eighth derivative
    expect(worst).toBeLessThan(1e-9);
  });
});
