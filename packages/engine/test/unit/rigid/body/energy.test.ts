import { createRng, nextUniform, vec3 } from "@rigor/engine/math";
import { dopri5, integrate } from "@rigor/engine/ode";
import { Springs } from "@rigor/engine/particles";
import {
  angularMomentum,
  bodyKineticEnergy,
  createRotatePath,
  gravity,
  kineticEnergy,
  linearMomentum,
  potentialEnergy,
  RigidSystem,
  totalEnergy,
} from "@rigor/engine/rigid";
import { describe, expect, test } from "vitest";
import { maxDifference } from "../../../support/particles.js";
import { add, cross, dot, randomRotation, randomVector, rotate, scale } from "../../../support/rigid-worlds.js";

/** Matter of eight points at random: its masses and places, and what a body of it is given. */
function randomMatter(seed: number) {
  const rng = createRng(seed);
  const points = Array.from({ length: 8 }, () => ({ m: 0.1 + nextUniform(rng), p: randomVector(rng) }));
  const mass = points.reduce((sum, { m }) => sum + m, 0);
  const center = scale(1 / mass, add(...points.map(({ m, p }) => scale(m, p))));
  // Σ m (r² 1 − r rᵀ), seen from the centre
  const inertia = new Float64Array(9);
  for (const { m, p } of points) {
    const r = add(p, scale(-1, center));
    for (let k = 0; k < 9; k++) inertia[k] += m * ((k % 4 === 0 ? dot(r, r) : 0) - r[Math.floor(k / 3)] * r[k % 3]);
  }
  const pose = { position: randomVector(rng, 2), rotation: randomRotation(rng) };
  return { points, mass, center, inertia, pose, velocity: randomVector(rng), angularVelocity: randomVector(rng, 2) };
}

/** ½ Σ m v², Σ m v and Σ m p × v over the points, about a center that moves at v₀. */
function sumPoints(matter: ReturnType<typeof randomMatter>, about: number[], v0: number[], omega: number[]) {
  const { points, pose } = matter;
  let energy = 0;
  const momentum = new Float64Array(6);
  for (const { m, p } of points) {
    const r = rotate(pose.rotation, add(p, scale(-1, about)));
    const v = add(v0, cross(omega, r));
    const x = add(pose.position, rotate(pose.rotation, p));
    energy += 0.5 * m * dot(v, v);
    const L = cross(x, v);
    for (let k = 0; k < 3; k++) {
      momentum[k] += m * v[k];
      momentum[3 + k] += m * L[k];
    }
  }
  return { energy, momentum };
}

function momentaOf(system: RigidSystem): Float64Array {
  const out = new Float64Array(6);
  linearMomentum(out, 0, system);
  angularMomentum(out, 3, system);
  return out;
}

describe("a body has the energy and the momenta of its points", () => {
  test("free: T = ½(vᵀMv + ωᵀIω), (C–3)", () => {
    const worst = { energy: 0, momentum: 0 };
    for (let seed = 0; seed < 50; seed++) {
      const matter = randomMatter(seed);
      const { mass, center, inertia, pose, velocity, angularVelocity } = matter;
      const system = new RigidSystem();
      system.addBody({ mass, center, inertia, ...pose, velocity, angularVelocity });
      const { energy, momentum } = sumPoints(matter, center, velocity, angularVelocity);
      worst.energy = Math.max(worst.energy, Math.abs(bodyKineticEnergy(system, 0) - energy));
      worst.momentum = Math.max(worst.momentum, maxDifference(momentaOf(system), momentum));
    }
    // of an energy up to 20, through principal axes and back (measured: 2.2e-14)
    expect(worst.energy).toBeLessThan(4.4e-14);
    // of momenta up to 20 (measured: 1.1e-14)
    expect(worst.momentum).toBeLessThan(2.2e-14);
  });

  test("on a pivot: T = ½ ω·L about the pivot, and P = m ω × r of the centre of mass", () => {
    const worst = { energy: 0, momentum: 0 };
    for (let seed = 0; seed < 50; seed++) {
      const matter = randomMatter(seed);
      const { mass, center, inertia, pose, angularVelocity } = matter;
      const pivot = randomVector(createRng(seed + 1000));
      const system = new RigidSystem();
      system.addBody({ mass, center, inertia, ...pose, angularVelocity, pivot });
      const { energy, momentum } = sumPoints(matter, pivot, [0, 0, 0], angularVelocity);
      worst.energy = Math.max(worst.energy, Math.abs(kineticEnergy(system) - energy));
      worst.momentum = Math.max(worst.momentum, maxDifference(momentaOf(system), momentum));
    }
    // of an energy up to 50 (measured: 1.2e-13)
    expect(worst.energy).toBeLessThan(2.4e-13);
    // measured: 7.2e-14
    expect(worst.momentum).toBeLessThan(1.5e-13);
  });

  test("bodies and particles add up; what is held does not count", () => {
    const matter = randomMatter(1);
    const { mass, center, inertia, pose, velocity, angularVelocity } = matter;
    const system = new RigidSystem();
    system.addBody({ mass, center, inertia, ...pose, velocity, angularVelocity });
    const [energy, momenta] = [kineticEnergy(system), momentaOf(system)];
    system.addBody({ mass, inertia, fixed: true, position: [1, 2, 3] });
    system.addBody({ mass, inertia, path: createRotatePath({ axis: [0, 1, 0], rate: 3, center: [5, 0, 0] }) });
    system.addAnchor(0, [1, 1, 1]);
    expect(kineticEnergy(system)).toBe(energy);
    expect(momentaOf(system)).toEqual(momenta);
    system.particles.addParticle({ mass: 2, position: [0, 1, 0], velocity: [3, 0, 0] });
    expect(kineticEnergy(system) - 9).toBeCloseTo(energy, 12);
    // p = m v, L = x × p = (0, 1, 0) × (6, 0, 0)
    const change = momentaOf(system).map((value, k) => value - momenta[k]);
    // measured: 0; an ulp of the sum is 2e-15
    expect(maxDifference(change, [6, 0, 0, 0, 0, -6])).toBeLessThan(2e-15);
  });

  test("potential energy is the sum over the forces of bodies and of particles", () => {
    const system = new RigidSystem();
    system.addBody({ mass: 2, inertia: [1, 1, 1], position: [0, 3, 0] });
    const nail = system.particles.addParticle({ position: [0, 5, 0], fixed: true });
    const springs = system.particles.addForce(new Springs());
    springs.connect(system.particles, system.addAnchor(0), nail, { stiffness: 10, length: 1 });
    system.addForce(gravity([0, -10, 0]));
    system.addForce({ name: "of no potential", apply() {} });
    expect(potentialEnergy(system)).toBe(2 * 10 * 3 + 0.5 * 10);
    expect(totalEnergy(system)).toBe(65);
  });
});

describe("a physical pendulum", () => {
  /** K(m) by the arithmetic-geometric mean. */
  function completeK(m: number): number {
    let [a, b] = [1, Math.sqrt(1 - m)];
    for (let k = 0; k < 40 && a !== b; k++) [a, b] = [(a + b) / 2, Math.sqrt(a * b)];
    return Math.PI / (a + b);
  }

  const [mass, d, g] = [2, 0.7, 9.81];
  /** About the pivot and the axis it swings round. */
  const moment = 0.9 + mass * d * d;

  /** At rest, out of its hanging position by so much about z. */
  function pendulum(angle: number): RigidSystem {
    const system = new RigidSystem();
    const rotation = [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)];
    system.addBody({ mass, inertia: [0.5, 0.6, 0.9], center: [1, 2 - d, 3], pivot: [1, 2, 3], rotation });
    system.addForce(gravity([0, -g, 0]));
    return system;
  }

  test("its period is 4 √(I/mgd) K(sin² θ₀/2), and its energy stays", () => {
    for (const angle of [0.1, 1, 2.5]) {
      const system = pendulum(angle);
      const quarter = Math.sqrt(moment / (mass * g * d)) * completeK(Math.sin(angle / 2) ** 2);
      const energy = totalEnergy(system);
      const stepper = dopri5(system, { tolerance: 1e-12 });
      // it passes the lowest point when the centre of mass is below the pivot
      const below = (y: Float64Array, values: Float64Array) => {
        values[0] = y[5];
      };
      const { events } = integrate(stepper, 3.5 * quarter, { events: { count: 1, evaluate: below } });
      expect(events.length).toBe(2);
      // the tolerance, over some hundred steps (measured: 6.8e-12, 6.9e-12)
      expect(Math.abs(events[0].t / quarter - 1)).toBeLessThan(1.4e-11);
      expect(Math.abs(events[1].t / (3 * quarter) - 1)).toBeLessThan(1.4e-11);
      // of an energy of some ten joules (measured: 3.3e-10)
      expect(Math.abs(totalEnergy(system) - energy)).toBeLessThan(7e-10);
      // the other end of the swing, after half a period
      const other = pendulum(angle);
      integrate(dopri5(other, { tolerance: 1e-12 }), 2 * quarter);
      const mirrored = [0, 0, -Math.sin(angle / 2), Math.cos(angle / 2)];
      // measured: 9.3e-12
      expect(maxDifference(other.getPose(0).rotation, mirrored)).toBeLessThan(2e-11);
    }
  });

  test("small swings have the period of the linear theory, to θ²/16", () => {
    const angle = 1e-4;
    const system = pendulum(angle);
    const period = 2 * Math.PI * Math.sqrt(moment / (mass * g * d));
    integrate(dopri5(system, { tolerance: 1e-13, absolute: 1e-17 }), period / 4);
    // sin(θ/2) passes zero, to ½θ₀ times θ₀²/16 · π/2 = 5e-14 (measured: 5e-14)
    expect(Math.abs(system.state[5])).toBeLessThan(1e-13);
    // kinetic energy is now all there was: m g d (1 − cos θ₀)
    const T = mass * g * d * 2 * Math.sin(angle / 2) ** 2;
    // (measured: 2.1e-13)
    expect(Math.abs(kineticEnergy(system) / T - 1)).toBeLessThan(4.2e-13);
    expect(vec3.length(system.velocity, 0)).toBe(0);
  });
});
