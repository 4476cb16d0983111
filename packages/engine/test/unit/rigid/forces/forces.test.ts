import { createRng } from "@rigor/engine/math";
import { dopri5, integrate } from "@rigor/engine/ode";
import {
  type AppliedForceOptions,
  addBodyForceAtBodyPoint,
  addBodyTorque,
  addForce,
  addForceAtBodyPoint,
  addForceAtPoint,
  addTorque,
  appliedForce,
  applyAngularImpulse,
  applyImpulse,
  type BodyForce,
  computePointPosition,
  damping,
  gravity,
  kineticEnergy,
  RigidSystem,
  Slot,
  totalEnergy,
  wind,
} from "@rigor/engine/rigid";
import { describe, expect, test } from "vitest";
import { maxDifference } from "../../../support/particles.js";
import {
  add,
  cross,
  dot,
  randomBody,
  randomVector,
  read,
  rotate,
  scale,
  stateOf,
} from "../../../support/rigid-worlds.js";

const rng = createRng(11);

/** One random body, and its options. */
function randomSystem() {
  const body = randomBody(rng);
  const system = new RigidSystem();
  system.addBody(body);
  const center = add(body.position, rotate(body.rotation, body.center));
  return { system, body, center };
}

const array = (v: readonly number[]) => Float64Array.from(v);

/** F and τ in the accumulators, after what `apply` adds. */
function accumulated(system: RigidSystem, apply: () => void): number[] {
  system.force.fill(0);
  system.torque.fill(0);
  apply();
  return [...read(system.force, 0), ...read(system.torque, 0)];
}

const forceOf = (system: RigidSystem, force: BodyForce) => accumulated(system, () => force.apply(system));

/** The largest difference over so many random bodies, forces and points. */
function worstOf(compare: (f: number[], p: number[]) => [ArrayLike<number>, ArrayLike<number>]): number {
  let worst = 0;
  for (let trial = 0; trial < 100; trial++) {
    const [a, b] = compare(randomVector(rng), randomVector(rng));
    worst = Math.max(worst, maxDifference(a, b));
  }
  return worst;
}

describe("forces and torques in either frame: Chaney 5.1.1 to 5.1.3", () => {
  test("force and point in world coordinates: F += f, τ += (p − x) × f, (2–18)", () => {
    const worst = worstOf((f, p) => {
      const { system, center } = randomSystem();
      const found = accumulated(system, () => addForceAtPoint(system, 0, array(f), 0, array(p), 0));
      return [found, [...f, ...cross(add(p, scale(-1, center)), f)]];
    });
    // x is known to an ulp of 3, the arm and the products to as much (measured: 8.9e-16)
    expect(worst).toBeLessThan(1.8e-15);
  });

  test("force in world axes, point of the body", () => {
    const worst = worstOf((f, p) => {
      const { system, body, center } = randomSystem();
      const found = accumulated(system, () => addForceAtBodyPoint(system, 0, array(f), 0, array(p), 0));
      const point = add(body.position, rotate(body.rotation, p));
      return [found, [...f, ...cross(add(point, scale(-1, center)), f)]];
    });
    // measured: 2.5e-15
    expect(worst).toBeLessThan(4.9e-15);
  });

  test("force and point in coordinates of the body", () => {
    const worst = worstOf((f, p) => {
      const { system, body } = randomSystem();
      const found = accumulated(system, () => addBodyForceAtBodyPoint(system, 0, array(f), 0, array(p), 0));
      // the cross product in the body's own frame, turned afterwards
      const torque = rotate(body.rotation, cross(add(p, scale(-1, body.center)), f));
      return [found, [...rotate(body.rotation, f), ...torque]];
    });
    // measured: 1.6e-15
    expect(worst).toBeLessThan(3.2e-15);
  });

  test("torques in world axes and in the body's", () => {
    const worst = worstOf((f, t) => {
      const { system, body } = randomSystem();
      const found = accumulated(system, () => {
        addTorque(system, 0, array(f), 0);
        addBodyTorque(system, 0, array(t), 0);
      });
      return [found, [0, 0, 0, ...add(f, rotate(body.rotation, t))]];
    });
    // measured: 8.9e-16
    expect(worst).toBeLessThan(1.8e-15);
  });

  test("through the centre of mass there is no torque; a couple is a torque and no force", () => {
    const { system, body } = randomSystem();
    const f = randomVector(rng);
    expect(accumulated(system, () => addForce(system, 0, array(f), 0))).toEqual([...f, 0, 0, 0]);
    const arm = randomVector(rng);
    const found = accumulated(system, () => {
      addForceAtBodyPoint(system, 0, array(f), 0, array(add(body.center, arm)), 0);
      addForceAtBodyPoint(system, 0, array(scale(-1, f)), 0, array(add(body.center, scale(-1, arm))), 0);
    });
    const couple = scale(2, cross(rotate(body.rotation, arm), f));
    // measured: 4.5e-16
    expect(maxDifference(found, [0, 0, 0, ...couple])).toBeLessThan(8.9e-16);
  });

  test("offsets are offsets", () => {
    const system = new RigidSystem();
    for (let i = 0; i < 3; i++) system.addBody(randomBody(rng));
    const numbers = array([...randomVector(rng), ...randomVector(rng), ...randomVector(rng)]);
    const calls = [addForceAtPoint, addForceAtBodyPoint, addBodyForceAtBodyPoint];
    for (const call of calls) {
      system.force.fill(0);
      system.torque.fill(0);
      call(system, 2, numbers, 1, numbers, 5);
      const [force, torque] = [read(system.force, 6), read(system.torque, 6)];
      call(system, 2, array(scale(-1, read(numbers, 1))), 0, numbers.slice(5, 8), 0);
      expect(Math.abs(force[0]) + Math.abs(torque[0])).toBeGreaterThan(0.01);
      expect(read(system.force, 6)).toEqual([0, 0, 0]);
      expect(read(system.torque, 6)).toEqual([0, 0, 0]);
      expect(read(system.force, 0)).toEqual([0, 0, 0]);
    }
  });
});

describe("impulses", () => {
  test("ΔP = J, ΔL = (p − x) × J, and v, ω and the anchors follow", () => {
    const worst = worstOf((J, p) => {
      const { system, center } = randomSystem();
      const anchor = system.addAnchor(0, [1, 2, 3]);
      const before = stateOf(system);
      applyImpulse(system, 0, array(J), 0, array(p), 0);
      applyAngularImpulse(system, 0, array([3, 2, 1]), 0);
      const after = stateOf(system);
      const velocities = [...read(system.velocity, 0), ...read(system.particles.state, 6 * anchor + 3)];
      system.derive();
      expect([...read(system.velocity, 0), ...read(system.particles.state, 6 * anchor + 3)]).toEqual(velocities);
      expect(velocities).not.toEqual([...read(before, 0), ...read(before, bodyEnd + 3)]);
      const change = add(cross(add(p, scale(-1, center)), J), [3, 2, 1]);
      return [after.slice(Slot.P, bodyEnd), [...add(read(before, Slot.P), J), ...add(read(before, Slot.L), change)]];
    });
    // measured: 8.9e-16
    expect(worst).toBeLessThan(1.8e-15);
  });

  const bodyEnd = 13;

  test("on a pivot only the turning, on a fixed body nothing", () => {
    const system = new RigidSystem();
    system.addBody({ mass: 2, inertia: [1, 1, 1], pivot: [0, 1, 0] });
    system.addBody({ fixed: true });
    for (const body of [0, 1]) applyImpulse(system, body, array([1, 0, 0]), 0, array([0, 0, 0]), 0);
    for (const body of [0, 1]) applyAngularImpulse(system, body, array([0, 5, 0]), 0);
    // about the pivot at (0, 1, 0): (0, −1, 0) × (1, 0, 0) = (0, 0, 1)
    expect([...system.state.slice(Slot.P, bodyEnd)]).toEqual([0, 0, 0, 0, 5, 1]);
    expect([...system.state.slice(bodyEnd + Slot.P, 2 * bodyEnd)]).toEqual([0, 0, 0, 0, 0, 0]);
  });
});

describe("gravity", () => {
  test("m g on bodies and particles, no torque about the centre of mass, energy −m g·x", () => {
    const { system, body, center } = randomSystem();
    const grain = system.particles.addParticle({ mass: 3, position: [1, 2, 3] });
    const g = [0.5, -9, 1];
    const force = system.addForce(gravity(g));
    system.computeForces();
    expect(read(system.force, 0)).toEqual(scale(body.mass, g));
    expect(read(system.torque, 0)).toEqual([0, 0, 0]);
    expect(read(system.particles.force, 3 * grain)).toEqual(scale(3, g));
    const energy = -body.mass * dot(g, center) - 3 * dot(g, [1, 2, 3]);
    // measured: 0
    expect(Math.abs((force.energy?.(system) ?? 0) - energy)).toBeLessThan(1e-15);
  });

  test("anchors weigh nothing, and fixed bodies have no energy", () => {
    const { system } = randomSystem();
    const force = system.addForce(gravity());
    const energy = force.energy?.(system);
    system.addAnchor(0, [1, 2, 3]);
    system.addBody({ mass: 1, inertia: [1, 1, 1], position: [0, 7, 0], fixed: true });
    const F = read(system.force, 0);
    system.computeForces();
    expect(force.energy?.(system)).toBe(energy);
    expect(F).toEqual([0, 0, 0]);
    expect(read(system.force, 0)).toEqual([0, -9.81 * system.mass[0], 0]);
  });

  test("on a pivot the weight has an arm: minus the gradient of the energy", () => {
    const { mass, inertia, center, position, rotation } = randomBody(rng);
    const system = new RigidSystem();
    system.addBody({ mass, inertia, center, position, rotation, pivot: [0.3, 0.2, 0.1] });
    const force = system.addForce(gravity([1, -3, 2]));
    system.computeForces();
    const torque = read(system.torque, 0);
    const slopes = [0, 1, 2].map((axis) => {
      const at = (angle: number) => {
        // a small turn about a world axis: q ← [½θ, 1] q, normalised
        const turned = new RigidSystem();
        const half = [0, 0, 0, 1];
        half[axis] = Math.tan(angle / 2);
        const q = multiplyQuaternions(half, system.state.slice(Slot.q, Slot.P));
        turned.addBody({ mass, inertia, center, position, rotation, pivot: [0.3, 0.2, 0.1] });
        turned.state.set(q, Slot.q);
        turned.derive();
        return force.energy?.(turned) ?? 0;
      };
      return -(at(1e-4) - at(-1e-4)) / 2e-4;
    });
    // differences of order h², h = 1e-4, and their cancellation (measured: 9.4e-10)
    expect(maxDifference(slopes, torque)).toBeLessThan(1.9e-9);
    expect(Math.hypot(...torque)).toBeGreaterThan(0.1);
  });
});

function multiplyQuaternions(a: ArrayLike<number>, b: ArrayLike<number>): number[] {
  const vector = add(scale(a[3], b), scale(b[3], a), cross(a, b));
  return [...vector, a[3] * b[3] - dot(a, b)];
}

describe("damping and wind", () => {
  /** A sphere of 2 kg and 0.3 kg·m² that flies and spins. */
  function sphere(): RigidSystem {
    const system = new RigidSystem();
    system.addBody({ mass: 2, inertia: [0.3, 0.3, 0.3], velocity: [1, -2, 3], angularVelocity: [4, 5, -6] });
    return system;
  }

  test("v and ω of a sphere decay as exp(−kt/m) and exp(−κt/I)", () => {
    const system = sphere();
    system.addForce(damping({ linear: 0.8, angular: 0.2 }));
    integrate(dopri5(system, { tolerance: 1e-13 }), 3);
    const v = scale(Math.exp((-0.8 * 3) / 2), [1, -2, 3]);
    const omega = scale(Math.exp((-0.2 * 3) / 0.3), [4, 5, -6]);
    // the solver damps its own errors as the motion is damped (measured: 5.6e-16, 8.3e-15, 1.8e-15)
    expect(maxDifference(read(system.velocity, 0), v)).toBeLessThan(1.2e-15);
    expect(maxDifference(read(system.angularVelocity, 0), omega)).toBeLessThan(1.7e-14);
    // x = v₀ m/k (1 − exp(−kt/m))
    const x = scale((2 / 0.8) * (1 - Math.exp(-1.2)), [1, -2, 3]);
    expect(maxDifference(read(system.state, 0), x)).toBeLessThan(3.6e-15);
  });

  test("in the wind v goes to u, with gravity to u + m g/k; ω does not change", () => {
    const system = sphere();
    system.addForce(wind({ velocity: [5, 0, 1], drag: 4 }));
    system.addForce(gravity([0, -10, 0]));
    integrate(dopri5(system, { tolerance: 1e-12 }), 25);
    // exp(−kt/m) = exp(−50) is nothing (measured: 0; an ulp is 9e-16)
    expect(maxDifference(read(system.velocity, 0), [5, -5, 1])).toBeLessThan(1e-15);
    expect(maxDifference(read(system.angularVelocity, 0), [4, 5, -6])).toBeLessThan(1e-15);
  });

  test("only on those named", () => {
    const system = new RigidSystem();
    for (let i = 0; i < 3; i++) system.addBody(randomBody(rng));
    system.addForce(damping({ linear: 1, angular: 1, on: [2, 0] }));
    system.addForce(wind({ velocity: [1, 0, 0], drag: 1, on: [2] }));
    system.computeForces();
    expect(read(system.force, 3)).toEqual([0, 0, 0]);
    expect(read(system.torque, 3)).toEqual([0, 0, 0]);
    expect(read(system.force, 0)).toEqual(scale(-1, read(system.velocity, 0)));
    expect(read(system.torque, 6)).toEqual(scale(-1, read(system.angularVelocity, 6)));
    const v = read(system.velocity, 6);
    expect(maxDifference(read(system.force, 6), add([1, 0, 0], scale(-2, v)))).toBeLessThan(1e-15);
  });

  test("on a pivot the centre of mass feels them, with its arm", () => {
    const { mass, inertia, center, position, rotation, angularVelocity } = randomBody(rng);
    const pivot = [0.4, -0.3, 0.2];
    const system = new RigidSystem();
    system.addBody({ mass, inertia, center, position, rotation, angularVelocity, pivot });
    const r = rotate(rotation, add(center, scale(-1, pivot)));
    const v = cross(angularVelocity, r);
    const u = [1, 2, 3];
    const torque = add(cross(r, scale(0.7, add(u, scale(-1, v)))), [0, 0, 0]);
    const found = forceOf(system, wind({ velocity: u, drag: 0.7 })).slice(3);
    // measured: 2.3e-16
    expect(maxDifference(found, torque)).toBeLessThan(4.6e-16);
    // it takes energy at the rate k v² + κ ω²
    const out = forceOf(system, damping({ linear: 0.7, angular: 0.2 })).slice(3);
    const power = -0.7 * dot(v, v) - 0.2 * dot(angularVelocity, angularVelocity);
    expect(Math.abs(dot(out, angularVelocity) - power)).toBeLessThan(1.8e-15);
  });
});

describe("appliedForce", () => {
  const f = [1, -2, 0.5];
  const t = [0.3, 0.2, -1];
  const p = [0.4, 0.5, -0.6];

  test("constant, in every combination of frames", () => {
    const { system, body, center } = randomSystem();
    const turn = (v: number[]) => rotate(body.rotation, v);
    const onBody = add(add(body.position, turn(p)), scale(-1, center));
    const cases: [Partial<AppliedForceOptions>, number[], number[]][] = [
      [{}, f, [0, 0, 0]],
      [{ at: p }, f, cross(onBody, f)],
      [{ at: p, pointFrame: "world" }, f, cross(add(p, scale(-1, center)), f)],
      [{ frame: "body" }, turn(f), [0, 0, 0]],
      [{ frame: "body", at: p }, turn(f), cross(onBody, turn(f))],
      [{ torque: t }, f, t],
      [{ torque: t, at: p }, f, add(cross(onBody, f), t)],
      [{ torque: t, frame: "body" }, turn(f), turn(t)],
      [{ torque: t, frame: "body", at: p }, turn(f), add(cross(onBody, turn(f)), turn(t))],
    ];
    for (const [options, force, torque] of cases) {
      const found = forceOf(system, appliedForce({ body: 0, force: f, ...options }));
      // measured: 1.8e-15
      expect(maxDifference(found, [...force, ...torque]), JSON.stringify(options)).toBeLessThan(3.6e-15);
    }
  });

  test("varying in time: the same combinations give the same as constants, at every time", () => {
    const { system } = randomSystem();
    const sway = (v: number[]) => (time: Float64Array, out: Float64Array) => {
      for (let k = 0; k < 3; k++) out[k] = v[k] * (1 + time[0] * time[0]);
    };
    const cases: Partial<AppliedForceOptions>[] = [
      {},
      { at: p },
      { at: p, pointFrame: "world" },
      { frame: "body" },
      { frame: "body", at: p },
    ];
    for (const time of [0, 1.5]) {
      system.particles.state[0] = time;
      const factor = 1 + time * time;
      for (const options of cases) {
        const moving = appliedForce({ body: 0, force: sway(f), torque: sway(t), ...options });
        const constant = { force: scale(factor, f), torque: scale(factor, t) };
        expect(forceOf(system, moving)).toEqual(forceOf(system, appliedForce({ body: 0, ...constant, ...options })));
      }
    }
  });

  test("what the function does not write is zero", () => {
    const { system } = randomSystem();
    const kick = (time: Float64Array, out: Float64Array) => {
      if (time[0] < 1) out[0] = 5;
    };
    const force = appliedForce({ body: 0, force: kick, torque: kick });
    expect(forceOf(system, force)).toEqual([5, 0, 0, 5, 0, 0]);
    system.particles.state[0] = 2;
    expect(forceOf(system, force)).toEqual([0, 0, 0, 0, 0, 0]);
  });

  test("a push without a torque to speak of keeps its potential", () => {
    const system = new RigidSystem();
    system.addBody({ mass: 1, inertia: [1, 1, 1], position: [1, 2, 3] });
    const force = [4, 5, 6];
    const energies = [
      { torque: [0, 0, 0] },
      { pointFrame: "world" } as const,
      { torque: [0, 1, 0] },
      { at: [0, 0, 0], pointFrame: "world" } as const,
    ].map((options) => appliedForce({ body: 0, force, ...options }).energy?.(system));
    expect(energies).toEqual([-32, -32, undefined, undefined]);
  });

  test("a constant push on a point of the body has a potential: energy is conserved", () => {
    const { system } = randomSystem();
    const push = system.addForce(appliedForce({ body: 0, force: [3, 2, -1], at: p }));
    const out = new Float64Array(3);
    computePointPosition(out, 0, system, 0, array(p), 0);
    expect(push.energy?.(system)).toBe(-dot([3, 2, -1], out));
    const [energy, kinetic] = [totalEnergy(system), kineticEnergy(system)];
    integrate(dopri5(system, { tolerance: 1e-12 }), 2);
    // of a kinetic energy that has grown to 40 (measured: 3.2e-11)
    expect(Math.abs(totalEnergy(system) - energy)).toBeLessThan(6.4e-11);
    expect(kineticEnergy(system)).toBeGreaterThan(2 * kinetic);
  });

  test("with a torque, in body axes or varying, there is none", () => {
    const { system } = randomSystem();
    const options: Partial<AppliedForceOptions>[] = [
      { torque: t },
      { frame: "body" },
      { pointFrame: "world", at: p },
      { force: () => {} },
    ];
    for (const option of options) {
      expect(appliedForce({ body: 0, force: f, ...option }).energy, JSON.stringify(option)).toBeUndefined();
    }
    const fixed = new RigidSystem();
    fixed.addBody({ fixed: true, position: [1, 2, 3] });
    expect(appliedForce({ body: 0, force: f }).energy?.(fixed)).toBe(0);
    expect(system.count).toBe(1);
  });

  test("the motion under F(t) through the centre of mass is the double integral", () => {
    const system = new RigidSystem();
    system.addBody({ mass: 2, inertia: [1, 2, 3] });
    const force = (time: Float64Array, out: Float64Array) => {
      out[0] = 6 * time[0];
      out[1] = 4;
    };
    system.addForce(appliedForce({ body: 0, force }));
    integrate(dopri5(system, { tolerance: 1e-12 }), 2);
    // x = t³/2, y = t²: polynomials of less than the method's order (measured: 2.3e-15)
    expect(maxDifference(read(system.state, 0), [4, 4, 0])).toBeLessThan(4.6e-15);
  });
});
