/** Where friction just holds, and where no force does: ladders, a box on a tilted plane, Painlevé's rod. */
import { createBox, createConvex, createPlane, type Shape } from "@rigor/engine/collide";
import { World } from "@rigor/engine/world";
import { describe, expect, test } from "vitest";

const degrees = Math.PI / 180;

/** The acceleration of a body at the start: linear, angular. */
function accelerationOf(world: World, body: number): Float64Array {
  world.settle();
  const out = new Float64Array(6);
  world.readAcceleration(out, 0, body);
  return out;
}

function expectNear(got: ArrayLike<number>, exact: ArrayLike<number>, tolerance: number): void {
  for (let k = 0; k < exact.length; k++) expect(Math.abs(got[k] - exact[k])).toBeLessThan(tolerance);
}

/** A thin bar, 2 m along z, that ends in an edge along y of this length, or in a point. */
function createBar(width: number): Shape {
  const sides = width === 0 ? [0] : [-width / 2, width / 2];
  const ends = sides.flatMap((y) => [-1, 1].map((z) => [0, y, z]));
  const y = width === 0 ? 0.01 : width / 2;
  return createConvex({ vertices: [...ends, [0.01, -y, 0], [0.01, y, 0], [-0.01, -y, 0], [-0.01, y, 0]] });
}

/** Turned about y so that z goes this angle above x. */
const raise = (angle: number) => [0, Math.sin((Math.PI / 2 - angle) / 2), 0, Math.cos((Math.PI / 2 - angle) / 2)];

describe.each([
  [0.3, 0, 59.036243467926475],
  [0.2, 0.5, 66.03751102542182],
])("a ladder on a floor with μ = %d and a wall with μ = %d", (floor, wall, critical) => {
  const g = 9.81;
  const lean = (angle: number) => {
    const world = new World({ gravity: [0, 0, -g] });
    world.addBody({ shape: createPlane({ normal: [0, 0, 1] }), fixed: true, friction: floor * floor });
    // the ladder has μ = 1: the pair has the root of the product
    world.addBody({ shape: createPlane({ normal: [-1, 0, 0] }), fixed: true, friction: wall * wall });
    const given = { mass: 1, inertia: [1 / 3, 1 / 3, 0.1], rotation: raise(angle) };
    const position = [-Math.cos(angle), 0, Math.sin(angle)];
    return { world, body: world.addBody({ shape: createBar(0.6), ...given, position, friction: 1 }) };
  };

  test("stands at the smallest angle", () => {
    const { world, body } = lean(critical * degrees + 1e-6);
    expectNear(accelerationOf(world, body), [0, 0, 0, 0, 0, 0], 1e-12);
    const before = Array.from(world.system.state.subarray(13 * body, 13 * body + 7));
    const report = world.advanceTo(5);
    expect(report.message).toMatch(/reached/);
    expectNear(world.system.state.subarray(13 * body), before, 1e-13);
  });

  test.each([1e-6, 1e-3, 0.3])("slides %d rad below it", (below) => {
    const angle = critical * degrees - below;
    const { world, body } = lean(angle);
    const [s, c] = [Math.sin(angle), Math.cos(angle)];
    // N = n0 + n1 α, W = w0 + w1 α, and (1/3 + 1) α = −g c + 2 s μ_F N + 2 c μ_W W about the instant centre
    const share = 1 / (1 + floor * wall);
    const [n0, n1] = [g * share, (c + wall * s) * share];
    const [w0, w1] = [floor * n0, floor * n1 - s];
    const known = -g * c + 2 * s * floor * n0 + 2 * c * wall * w0;
    const alpha = known / (4 / 3 - 2 * s * floor * n1 - 2 * c * wall * w1);
    // θ grows from x to z: against y
    expectNear(accelerationOf(world, body), [s * alpha, 0, c * alpha, 0, -alpha, 0], 1e-11);
    const report = world.advanceTo(0.1);
    expect(report.message).toMatch(/reached/);
    expect(report.worst.energyError).toBeLessThan(5e-12);
  });
});

describe("a box on a plane that is tilted", () => {
  const g = 9.81;
  const tilt = (b: number, h: number, mu: number, angle: number) => {
    const world = new World({ gravity: [-g * Math.sin(angle), 0, -g * Math.cos(angle)] });
    world.addBody({ shape: createPlane({ normal: [0, 0, 1] }), fixed: true, friction: mu });
    const body = world.addBody({
      shape: createBox({ size: [b, 1, h] }),
      mass: 2,
      position: [0, 0, h / 2],
      friction: mu,
    });
    return accelerationOf(world, body);
  };

  test.each([
    [1, 2, 0.7, 26.56505117707799, "tips"],
    [1, 2, 0.3, Math.atan(0.3) / degrees, "slides"],
  ])("%d m long, %d m high, μ = %d: at %d° it %s first", (b, h, mu, angle, first) => {
    expectNear(tilt(b, h, mu, angle * degrees - 1e-6), [0, 0, 0, 0, 0, 0], 1e-12);
    for (const beyond of [1e-6, 1e-3]) {
      const theta = angle * degrees + beyond;
      const [s, c] = [Math.sin(theta), Math.cos(theta)];
      // about the lower edge: I = m (b² + h²)/3; it turns against y
      const alpha = first === "tips" ? (1.5 * g * (h * s - b * c)) / (b * b + h * h) : 0;
      const a = first === "tips" ? (alpha * h) / 2 : g * (s - mu * c);
      expectNear(tilt(b, h, mu, theta), [-a, 0, (alpha * b) / 2, 0, -alpha, 0], 2e-12);
    }
  });
});

describe("Painlevé's rod", () => {
  const theta = 1.1071487177940904;
  const [s, c] = [Math.sin(theta), Math.cos(theta)];
  const slide = (mu: number, rate: number, v: number, angle = theta) => {
    const [s, c] = [Math.sin(angle), Math.cos(angle)];
    const world = new World({ gravity: [0, 0, -10] });
    world.addBody({ shape: createPlane({ normal: [0, 0, 1] }), fixed: true, friction: mu });
    const motion = { velocity: [v - rate * s, 0, rate * c], angularVelocity: [0, -rate, 0] };
    const given = { mass: 1, inertia: [1 / 3, 1 / 3, 0.1], position: [0, 0, s], rotation: raise(angle), ...motion };
    return { world, body: world.addBody({ shape: createBar(0), ...given, friction: mu }) };
  };

  test.each([
    [1, 0, -1, 25, 25, 15, 33.54101966249684],
    [2, 1, 1, 2.276393202250021, -4.552786404500042, -7.723606797749979, -15.270509831248424],
  ])("μ = %d, turns with %d rad/s, slides with %d m/s", (mu, rate, v, N, ax, az, alpha) => {
    const { world, body } = slide(mu, rate, v);
    expectNear(accelerationOf(world, body), [ax, 0, az, 0, -alpha, 0], 2e-13);
    expectNear([world.getContacts()[0].force], [N], 2e-13);
    const report = world.advanceTo(0.5);
    expect(report.message).toMatch(/reached/);
    expect(report.worst.energyError).toBeLessThan(1e-9);
  });

  /**
   * All cases at once, with r = (−c, −s) from the middle to the end that touches, and u its direction:
   *
   *   N̈ = b + A N,  A = 1 + 3 r_x (r_x + μ u r_z),  b = −g − ω² r_z
   *   A > 0, b < 0  slides with N = −b/A      A > 0, b > 0  parts
   *   A < 0, b < 0  nothing: an impact        A < 0, b > 0  parts, or slides, or jams: it parts, and that is told
   */
  test("in all its cases", () => {
    const seen = { slides: 0, parts: 0, jams: 0, several: 0 };
    for (const mu of [0.5, 1.4, 2.5]) {
      for (const angle of [0.3, 0.9, 1.1, 1.3]) {
        for (const rate of [-4, -2, 0, 4]) {
          for (const u of [-1, 1]) {
            const [rx, rz] = [-Math.cos(angle), -Math.sin(angle)];
            const A = 1 + 3 * rx * (rx + mu * u * rz);
            const b = -10 - rate * rate * rz;
            const kind = A > 0 ? (b < 0 ? "slides" : "parts") : b < 0 ? "jams" : "several";
            seen[kind]++;
            const { world, body } = slide(mu, rate, u, angle);
            const a = accelerationOf(world, body);
            const { fallbacks, unique } = world.worst;
            const told = {
              slides: [],
              parts: [],
              jams: [/impact without a collision/],
              several: [/more than one motion/],
            };
            expect(fallbacks.length, kind).toBe(told[kind].length);
            told[kind].forEach((what, k) => {
              expect(fallbacks[k]).toMatch(what);
            });
            if (kind === "several") expect(unique).toBe(false);
            if (kind === "slides") expectNear([world.getContacts()[0].force * A], [-b], 1e-11);
            if (kind === "parts" || kind === "several") expectNear(a, [0, 0, -10, 0, 0, 0], 1e-12);
          }
        }
      }
    }
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(3);
  });

  test("no force holds it: an impact without a collision stops its end", () => {
    const { world, body } = slide(2, 1, -1);
    const energyOf = ({ kinetic, potential } = world.getEnergy()) => kinetic + potential;
    const before = energyOf();
    world.settle();
    const [event] = world.events;
    expect(event).toMatchObject({ type: "collision", law: "jamming" });
    // K p = −u with K = [3.4 −1.2; −1.2 1.6] and u = (−1, 0): p = (0.4, 0.3), which is within the cone
    expectNear([event.impulse], [0.3], 1e-12);
    const { velocity, angularVelocity } = world.system;
    const w = angularVelocity[3 * body + 1];
    expectNear([velocity[3 * body] - s * w, velocity[3 * body + 2] + c * w], [0, 0], 1e-12);
    expectNear([before - energyOf()], [0.2], 1e-12);
    const report = world.advanceTo(1);
    expect(report.message).toMatch(/reached/);
    expect(report.worst.energyError).toBeLessThan(1e-9);
    expect(energyOf()).toBeLessThan(before - 0.2);
  });
});
