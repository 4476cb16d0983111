/**
 * A thing with coordinates that no body is joined to is an island like any other. It was made anew in every window: its books
 * were lost, or it took those of the particles, and the world was taken for changed by hand at every call.
 */
import { createPlane, createSphere } from "@rigor/engine/collide";
import { jointSpring, limit } from "@rigor/engine/constrain";
import { createBodyCoordinate, createPendulum } from "@rigor/engine/lagrange";
import { drag } from "@rigor/engine/particles";
import { World } from "@rigor/engine/world";
import { describe, expect, test } from "vitest";

const [g, c] = [9.81, 0.4];

/** θ, θ̇ of a pendulum of 1 kg and 1 m with a damper, and what that took, by RK4: θ̈ = −g sin θ − c θ̇, Ẇ = c θ̇². */
function swing(theta: number, t: number): number[] {
  const rate = ([a, w]: readonly number[]) => [w, -g * Math.sin(a) - c * w, c * w * w];
  const move = (y: readonly number[], k: readonly number[], h: number) => y.map((x, i) => x + h * k[i]);
  let y: number[] = [theta, 0, 0];
  const steps = 4000;
  const h = t / steps;
  for (let n = 0; n < steps; n++) {
    const k1 = rate(y);
    const k2 = rate(move(y, k1, h / 2));
    const k3 = rate(move(y, k2, h / 2));
    const k4 = rate(move(y, k3, h));
    y = y.map((x, i) => x + (h / 6) * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]));
  }
  return y;
}

interface Company {
  readonly particles?: boolean;
  readonly bodies?: boolean;
}

function build({ particles = false, bodies = false }: Company) {
  const world = new World();
  const pendulum = world.addCoordinates(createPendulum({ lengths: [1], masses: [1], angles: [1] }));
  const theta = createBodyCoordinate(world.mechanism, pendulum, 0, "angle");
  world.mechanism.addForce(jointSpring(theta, { damping: c }));
  if (particles) {
    world.addParticle({ mass: 1, position: [5, 5, 0] });
    world.system.particles.addForce(drag({ coefficient: 0.3 }));
  }
  if (bodies) {
    world.addBody({ shape: createPlane({ normal: [0, 1, 0], offset: -3 }), fixed: true });
    for (const x of [3, 4]) {
      world.addBody({ shape: createSphere({ radius: 0.1 }), mass: 1, position: [x, 0.1 * x, 0], restitution: 1 });
    }
  }
  return { world, theta };
}

/** What drag takes of a particle that falls from rest, J, by v = (g/k)(1 − e^−kt): m ∫ k v² dt. */
function loseFalling(t: number): number {
  const k = 0.3;
  const e = Math.exp(-k * t);
  return (g * g * (t - (2 * (1 - e)) / k + (1 - e * e) / (2 * k))) / k;
}

const company: [string, Company][] = [
  ["alone", {}],
  ["beside particles", { particles: true }],
  ["beside bodies", { bodies: true }],
  ["beside both", { particles: true, bodies: true }],
];

describe.each(company)("a pendulum with a damper, %s", (_, others) => {
  test.each([1, 7])("has its own books, in %i calls", (calls) => {
    const { world } = build(others);
    world.advanceTo(0);
    const { total } = world.getEnergy();
    for (let k = 1; k <= calls; k++) {
      const { worst } = world.advanceTo((2 * k) / calls);
      expect(worst.fallbacks).toEqual([]);
      expect(worst.energyError).toBeLessThan(1e-9);
    }
    const [theta, rate, lost] = swing(1, 2);
    const { own } = world.mechanism;
    // the solver's tolerance is 1e-8; measured 1e-10
    expect(Math.abs(own[0] - theta)).toBeLessThan(2e-9);
    expect(Math.abs(own[1] - rate)).toBeLessThan(2e-9);
    const { dissipated, total: after } = world.getEnergy();
    const fallen = others.particles === true ? loseFalling(2) : 0;
    expect(Math.abs(dissipated - lost - fallen)).toBeLessThan(1e-8);
    expect(Math.abs(after - total)).toBeLessThan(1e-8);
  });

  test("falls against a stop, and is told to touch it once", () => {
    const { world, theta } = build(others);
    world.addLimit(limit(theta, { lower: 0.2, restitution: 0 }));
    world.advanceTo(1.5);
    const told = world.events.filter((event) => event.limit >= 0).map(({ type }) => type);
    expect(told).toEqual(["collision", "touch"]);
    const [{ force }] = world.getLimits();
    expect(Math.abs(force - g * Math.sin(0.2))).toBeLessThan(1e-9);
  });
});
