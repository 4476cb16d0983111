import { createRng } from "@rigor/engine/math";
import { dopri5, integrate } from "@rigor/engine/ode";
import { angularSprings, attraction, drag, MouseSpring, Springs } from "@rigor/engine/particles";
import {
  addForceAtPoint,
  angularMomentum,
  appliedForce,
  computeAngularAcceleration,
  computePointAcceleration,
  computePointPosition,
  computePointVelocity,
  damping,
  gravity,
  kineticEnergy,
  linearMomentum,
  RigidSystem,
  totalEnergy,
} from "@rigor/engine/rigid";
import { describe, expect, test } from "vitest";
import { maxDifference } from "../../../support/particles.js";
import {
  add,
  cross,
  mixedWorld,
  randomBody,
  randomVector,
  read,
  rotate,
  scale,
  stateOf,
} from "../../../support/rigid-worlds.js";

const array = (v: ArrayLike<number>) => Float64Array.from(v);

function momentaOf(system: RigidSystem): number[] {
  const out = new Float64Array(6);
  linearMomentum(out, 0, system);
  angularMomentum(out, 3, system);
  return [...out];
}

describe("an anchor is a point of its body", () => {
  test("it is where the point is, and moves as it does, (2–17)", () => {
    const rng = createRng(21);
    let place = 0;
    let speed = 0;
    for (let trial = 0; trial < 100; trial++) {
      const body = randomBody(rng);
      const system = new RigidSystem();
      system.addBody(body);
      const p = randomVector(rng);
      const anchor = system.addAnchor(0, p);
      const r = rotate(body.rotation, add(p, scale(-1, body.center)));
      const position = add(body.position, rotate(body.rotation, p));
      const velocity = add(body.velocity, cross(body.angularVelocity, r));
      place = Math.max(place, maxDifference(read(system.particles.state, 6 * anchor), position));
      speed = Math.max(speed, maxDifference(read(system.particles.state, 6 * anchor + 3), velocity));
      // and the functions for any point say the same
      const out = new Float64Array(6);
      computePointPosition(out, 0, system, 0, array(p), 0);
      computePointVelocity(out, 3, system, 0, out, 0);
      place = Math.max(place, maxDifference(read(out, 0), position));
      speed = Math.max(speed, maxDifference(read(out, 3), velocity));
    }
    // a few ulp of numbers up to 4 (measured: 1.4e-15)
    expect(place).toBeLessThan(3e-15);
    // L lies between ω and ω (measured: 6.7e-15)
    expect(speed).toBeLessThan(1.4e-14);
  });

  test("the default is the origin of the user's frame", () => {
    const system = new RigidSystem();
    system.addBody({ mass: 1, inertia: [1, 1, 1], center: [1, 2, 3], position: [4, 5, 6] });
    expect(read(system.particles.state, 6 * system.addAnchor(0))).toEqual([4, 5, 6]);
  });

  test("many anchors on many bodies, in any order", () => {
    const rng = createRng(22);
    const system = new RigidSystem();
    const points: { body: number; point: number[]; anchor: number }[] = [];
    for (let i = 0; i < 12; i++) {
      system.addBody(randomBody(rng));
      for (const body of [i, i >> 1, 0]) {
        const point = randomVector(rng);
        points.push({ body, point, anchor: system.addAnchor(body, point) });
      }
    }
    integrate(dopri5(system, { tolerance: 1e-8 }), 0.3);
    const out = new Float64Array(3);
    let worst = 0;
    for (const { body, point, anchor } of points) {
      computePointPosition(out, 0, system, body, array(point), 0);
      worst = Math.max(worst, maxDifference(out, read(system.particles.state, 6 * anchor)));
    }
    // two ways from the same x and q (measured: 6.7e-16)
    expect(worst).toBeLessThan(1.4e-15);
  });
});

describe("accelerations", () => {
  /** Central differences of order four of what `sample` tells at time t, over the motion of a fresh world. */
  function differences(build: () => RigidSystem, sample: (system: RigidSystem) => number[], t: number): number[] {
    const h = 1 / 256;
    const at = (time: number) => {
      const system = build();
      integrate(dopri5(system, { tolerance: 1e-13 }), time);
      return sample(system);
    };
    const [a, b, c, d] = [-2, -1, 1, 2].map((m) => at(t + m * h));
    return a.map((value, k) => (value - 8 * b[k] + 8 * c[k] - d[k]) / (12 * h));
  }

  function build(): RigidSystem {
    const { system } = mixedWorld({ springDamping: 0.1, forces: true });
    const force = (time: Float64Array, out: Float64Array) => {
      out[0] = 2 * time[0];
      out[2] = 1;
    };
    system.addForce(appliedForce({ body: 1, force, at: [0.5, 0, 0], torque: [0, 1, 0], frame: "body" }));
    return system;
  }

  test("ω̇ (C–10) and p̈ (C–12) are the rates of ω and ṗ along the motion", () => {
    const t = 0.25;
    const system = build();
    integrate(dopri5(system, { tolerance: 1e-13 }), t);
    system.computeForces();
    const out = new Float64Array(3);
    let spin = 0;
    let point = 0;
    for (let body = 0; body < 3; body++) {
      computeAngularAcceleration(out, 0, system, body);
      const rate = differences(build, (later) => read(later.angularVelocity, 3 * body), t);
      spin = Math.max(spin, maxDifference(out, rate));
    }
    for (let a = 0; a < system.anchors.count; a++) {
      const o = 6 * system.anchors.particle[a];
      computePointAcceleration(out, 0, system, system.anchors.body[a], system.particles.state, o);
      const rate = differences(build, (later) => read(later.particles.state, o + 3), t);
      point = Math.max(point, maxDifference(out, rate));
    }
    // h⁴/30 times the fifth derivative, of order 1e4 (measured: 7.2e-8)
    expect(spin).toBeLessThan(1.5e-7);
    // measured: 2.3e-7
    expect(point).toBeLessThan(4.5e-7);
  });

  test("the derivative has them in the places of the anchors", () => {
    const system = build();
    const rates = new Float64Array(system.dimension);
    system.derivative(rates);
    const out = new Float64Array(3);
    for (let a = 0; a < system.anchors.count; a++) {
      const o = 6 * system.anchors.particle[a];
      computePointAcceleration(out, 0, system, system.anchors.body[a], system.particles.state, o);
      expect(read(rates, 39 + o + 3)).toEqual([...out]);
      expect(read(rates, 39 + o)).toEqual(read(system.particles.state, o + 3));
    }
  });

  test("of a pivot body: the pivot does not accelerate, a point of the axis of a spinning one falls inward", () => {
    const system = new RigidSystem();
    system.addBody({ mass: 2, inertia: [1, 1, 1], pivot: [0, 0, 0], angularVelocity: [0, 0, 3] });
    system.addForce(gravity());
    system.computeForces();
    const out = new Float64Array(6);
    computePointAcceleration(out, 0, system, 0, array([0, 0, 0]), 0);
    computePointAcceleration(out, 3, system, 0, array([2, 0, 0]), 0);
    // ω × (ω × r) = −9 r
    expect([...out].map((value) => value + 0)).toEqual([0, 0, 0, -18, 0, 0]);
  });
});

describe("the one spring object of particles, on bodies", () => {
  test("body to body, body to particle: momentum, angular momentum and energy stay", () => {
    const { system } = mixedWorld();
    const [momenta, energy] = [momentaOf(system), totalEnergy(system)];
    integrate(dopri5(system, { tolerance: 1e-12 }), 5);
    // forces cancel to rounding, and so do the changes of P (measured: 3.4e-16)
    expect(maxDifference(momentaOf(system).slice(0, 3), momenta.slice(0, 3))).toBeLessThan(1e-15);
    // L about the origin is x × P + L, with the x and q of the solver (measured: 2.1e-12)
    expect(maxDifference(momentaOf(system).slice(3), momenta.slice(3))).toBeLessThan(4e-12);
    // the tolerance in a few hundred steps, on an energy of some tens of joules (measured: 1.5e-10)
    expect(Math.abs(totalEnergy(system) - energy)).toBeLessThan(3e-10);
    expect(kineticEnergy(system)).toBeGreaterThan(1);
  });

  test("with dampers momenta stay, and energy goes", () => {
    const { system } = mixedWorld({ springDamping: 0.5 });
    const [momenta, energy] = [momentaOf(system), totalEnergy(system)];
    integrate(dopri5(system, { tolerance: 1e-12 }), 5);
    // measured: 1.3e-12
    expect(maxDifference(momentaOf(system), momenta)).toBeLessThan(2.6e-12);
    expect(totalEnergy(system)).toBeLessThan(0.9 * energy);
  });

  test("is the same as a force written by hand", () => {
    const build = () => {
      const rng = createRng(23);
      const system = new RigidSystem();
      for (let i = 0; i < 2; i++) system.addBody(randomBody(rng));
      const grain = system.particles.addParticle({ position: randomVector(rng, 2), mass: 2 });
      const nail = system.particles.addParticle({ position: [1, 1, 1], fixed: true });
      return { system, grain, nail, points: [0, 1, 2, 3].map(() => randomVector(rng)) };
    };
    const options = { stiffness: 7, damping: 0.4, length: 0.5 };
    const one = build();
    const springs = one.system.particles.addForce(new Springs());
    const anchors = one.points.map((point, k) => one.system.addAnchor(k % 2, point));
    springs.connect(one.system.particles, anchors[0], anchors[1], options);
    springs.connect(one.system.particles, anchors[2], one.grain, options);
    springs.connect(one.system.particles, anchors[3], one.nail, options);
    integrate(dopri5(one.system, { tolerance: 1e-12 }), 2);
    const other = build();
    other.system.addForce({
      name: "by hand",
      apply(system) {
        // a point is a place and a velocity, and how to push it
        const ofBody = (body: number, p: number[]) => {
          const out = new Float64Array(6);
          computePointPosition(out, 0, system, body, array(p), 0);
          computePointVelocity(out, 3, system, body, out, 0);
          return { out, push: (f: number[]) => addForceAtPoint(system, body, array(f), 0, out, 0) };
        };
        const ofParticle = (i: number) => ({
          out: system.particles.state.slice(6 * i, 6 * i + 6),
          push: (f: number[]) => {
            for (let k = 0; k < 3; k++) system.particles.force[3 * i + k] += f[k];
          },
        });
        const p = other.points;
        const pairs = [
          [ofBody(0, p[0]), ofBody(1, p[1])],
          [ofBody(0, p[2]), ofParticle(other.grain)],
          [ofBody(1, p[3]), ofParticle(other.nail)],
        ];
        for (const [a, b] of pairs) {
          const l = [0, 1, 2].map((k) => a.out[k] - b.out[k]);
          const rate = [0, 1, 2].map((k) => a.out[3 + k] - b.out[3 + k]);
          const size = Math.hypot(...l);
          const closing = (l[0] * rate[0] + l[1] * rate[1] + l[2] * rate[2]) / size;
          const f = scale(-(7 * (size - 0.5) + 0.4 * closing) / size, l);
          a.push(f);
          b.push(scale(-1, f));
        }
      },
    });
    integrate(dopri5(other.system, { tolerance: 1e-12 }), 2);
    const shared = 26 + 12;
    const error = maxDifference(stateOf(one.system).slice(0, shared), stateOf(other.system).slice(0, shared));
    // two runs at a tolerance of 1e-12, whose steps differ since one has anchors in its norm (measured: 2.6e-12)
    expect(error).toBeLessThan(5e-12);
  });

  test("to a fixed body it is as to a nail, and a body hung by its centre swings as a particle", () => {
    const build = (world: "particle" | "body") => {
      const system = new RigidSystem();
      const springs = system.particles.addForce(new Springs());
      system.addForce(gravity());
      let nail: number;
      let bob: number;
      if (world === "body") {
        system.addBody({ fixed: true, position: [1, 0, 0] });
        system.addBody({ mass: 2, inertia: [1, 2, 3], center: [1, 1, 1], angularVelocity: [1, 2, 3] });
        nail = system.addAnchor(0, [-1, 3, 0]);
        bob = system.addAnchor(1, [1, 1, 1]);
      } else {
        nail = system.particles.addParticle({ position: [0, 3, 0], fixed: true });
        bob = system.particles.addParticle({ position: [1, 1, 1], mass: 2 });
      }
      springs.connect(system.particles, nail, bob, { stiffness: 30 });
      integrate(dopri5(system, { tolerance: 1e-12 }), 2);
      return read(system.particles.state, 6 * bob);
    };
    // two runs at a tolerance of 1e-12 (measured: 1.8e-13)
    expect(maxDifference(build("body"), build("particle"))).toBeLessThan(4e-13);
  });
});

describe("other forces among particles", () => {
  test("angular springs over three bodies keep momenta and energy", () => {
    const { system, rng } = mixedWorld();
    const triple = [0, 1, 2].map((body) => system.addAnchor(body, randomVector(rng))) as [number, number, number];
    system.particles.addForce(angularSprings({ triples: [triple], angle: 2, stiffness: 3 }));
    const [momenta, energy] = [momentaOf(system), totalEnergy(system)];
    integrate(dopri5(system, { tolerance: 1e-12 }), 2);
    // as above (measured: 1e-12, 7.4e-11)
    expect(maxDifference(momentaOf(system), momenta)).toBeLessThan(2e-12);
    expect(Math.abs(totalEnergy(system) - energy)).toBeLessThan(1.5e-10);
  });

  test("a mouse drags a body by a point, and it comes to rest there, hanging", () => {
    const system = new RigidSystem();
    system.addBody({ mass: 1, inertia: [0.1, 0.1, 0.1], position: [3, 0, 0] });
    const handle = system.addAnchor(0, [0, 0.5, 0]);
    const mouse = system.particles.addForce(new MouseSpring({ stiffness: 50, damping: 5 }));
    system.addForce(damping({ linear: 1, angular: 0.3 }));
    system.addForce(gravity([0, -10, 0]));
    mouse.grab(system.particles, handle);
    mouse.moveTo(0, 5, 1);
    integrate(dopri5(system, { tolerance: 1e-10 }), 60);
    // the spring is stretched by m g/k = 0.2; what is left after a minute (measured: 2.4e-12)
    expect(maxDifference(system.getPose(0).position, [0, 4.3, 1])).toBeLessThan(5e-12);
    mouse.release();
    system.computeForces();
    expect(read(system.particles.force, 3 * handle)).toEqual([0, 0, 0]);
  });

  test('forces on "all" particles pass anchors by, those added before and after', () => {
    const { system } = mixedWorld();
    const { particles } = system;
    particles.forces.length = 0;
    particles.addForce(drag({ coefficient: 1 }));
    particles.addForce(attraction({ strength: 1 }));
    const late = particles.addParticle({ position: [9, 9, 9], velocity: [1, 2, 3] });
    system.addAnchor(0, [1, 1, 1]);
    system.computeForces();
    expect([...system.force.subarray(0, 9)]).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0]);
    for (let a = 0; a < system.anchors.count; a++) {
      expect(read(particles.force, 3 * system.anchors.particle[a])).toEqual([0, 0, 0]);
    }
    expect(Math.abs(particles.force[3 * late])).toBeGreaterThan(0.5);
    // named, they are meant
    const anchor = system.anchors.particle[0];
    particles.addForce(drag({ coefficient: 1, on: [anchor] }));
    system.computeForces();
    expect(read(system.force, 0)).toEqual(scale(-1, read(particles.state, 6 * anchor + 3)));
  });
});
