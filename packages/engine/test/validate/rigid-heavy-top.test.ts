/** Symmetric bodies: the free rod, and the heavy top on its tip, with nutation and without. */
import { cos, quat } from "@rigor/engine/math";
import { dopri5, integrate, rk4, type Stepper } from "@rigor/engine/ode";
import { createBodyFrameProblem, gravity, RigidSystem, Slot, splitting, totalEnergy } from "@rigor/engine/rigid";
import { freeRod, lagrangeTop, type RigidRow, steadyPrecession, worstError } from "@rigor/scenes";
import { describe, expect, test } from "vitest";
import { adaptiveMethods, maxDifference, measureAngle, readOmega } from "../support/rigid.js";

describe("a free rod", () => {
  const I1 = 0.6866666666666666;
  const moments = [I1, I1, 0.04];
  const rows: readonly Required<Omit<RigidRow, "omegaWorld">>[] = [
    {
      t: 1,
      rotation: [-0.4523037360103637, -0.0033028857989097003, -0.521701732122751, -0.7233517291308482],
      omegaBody: [0.9998933566932207, 0.014603946068233535, 20],
    },
    {
      t: 10,
      rotation: [0.6394081767060471, 0.04677423945581052, 0.7320832843754449, 0.23026814548009092],
      omegaBody: [0.989354421630543, 0.14552604028177804, 20],
    },
    {
      t: 100,
      rotation: [0.47548514174534035, 0.4257112030573087, 0.4208597199550028, 0.6446401691566459],
      omegaBody: [0.11012598391957586, 0.9939176362585309, 20],
    },
  ];

  function measure(system: RigidSystem, stepper: Stepper): number[] {
    return rows.map(({ t, rotation, omegaBody }) => {
      integrate(stepper, t);
      const omega = readOmega(system.state, moments);
      return Math.max(measureAngle(system.state, rotation), maxDifference(omega, omegaBody));
    });
  }

  test("turns exactly by splitting, whatever the step", () => {
    for (const step of [0.5, 0.02]) {
      const system = freeRod.build();
      const [at1, at10, at100] = measure(system, splitting(system, { step }));
      // rounding makes RᵀL wander, and the angle after it as t^1.5 (measured: 1.1e-14, 3.3e-13, 8.3e-12)
      expect(at1).toBeLessThan(2e-14);
      expect(at10).toBeLessThan(7e-13);
      expect(at100).toBeLessThan(1.6e-11);
    }
  });

  test.each(["dopri5", "adams"])("by %s, in proportion to the tolerance asked", (name) => {
    for (const tolerance of [1e-7, 1e-10]) {
      const system = freeRod.build();
      measure(system, adaptiveMethods[name](system, tolerance)).forEach((error, k) => {
        const { t } = rows[k];
        // 200 steps a second, and a few tolerances times t² (measured: 93)
        expect(error / tolerance / (1 + t * t)).toBeLessThan(200);
      });
    }
  });

  test("precesses about L at |L|/I₁, and wobbles in its own axes", () => {
    const system = freeRod.build();
    integrate(dopri5(system, { tolerance: 1e-13 }), 1);
    // a hundred tolerances (measured: 1.5e-11)
    const wobble = -18.83495145631068;
    const omega = readOmega(system.state, moments);
    expect(maxDifference(omega, [Math.cos(wobble), Math.sin(wobble), 20])).toBeLessThan(3e-11);
    // L is what it was, to the bit
    const L = system.state.subarray(Slot.L, Slot.L + 3);
    expect(Math.abs(Math.hypot(...L) / I1 - 1.5353625334599663)).toBeLessThan(4e-16);
  });
});

/** Angle between the axis of body 0 and the vertical, from a state. */
function readTilt(state: Float64Array): number {
  const axis = Float64Array.of(0, 0, 1);
  quat.rotateVector(axis, 0, state, Slot.q, axis, 0);
  return Math.atan2(Math.hypot(axis[0], axis[1]), axis[2]);
}

/** θ̇ sin θ = −d/dt cos θ = −(ω × axis)_z, from a state. */
function readNod(state: Float64Array, moments: ArrayLike<number>): number {
  const axis = Float64Array.of(0, 0, 1);
  quat.rotateVector(axis, 0, state, Slot.q, axis, 0);
  const omega = readOmega(state, moments);
  quat.rotateVector(omega, 0, state, Slot.q, omega, 0);
  return omega[1] * axis[0] - omega[0] * axis[1];
}

describe("a heavy top that nods", () => {
  const methods: Record<string, (system: RigidSystem, tolerance: number) => Stepper> = {
    ...adaptiveMethods,
    "dopri5 in the body frame": (system, tolerance) => dopri5(createBodyFrameProblem(system), { tolerance }),
  };
  /** Tolerances, in 200 rad of spin at 40 rad/s; what is measured at the worst, and half as much again. */
  const bounds: Record<string, number> = {
    dopri5: 2200,
    adams: 2000,
    radau5: 4700,
    "rk4 with step doubling": 1320,
    "splitting with step doubling": 730,
    "dopri5 in the body frame": 2030,
  };

  test.each(Object.keys(bounds))("attitude, ω, energy, L_z and ω₃ at t = 0.5, 1, 2, 5 by %s", (name) => {
    for (const tolerance of [1e-8, 1e-11]) {
      const system = lagrangeTop.build();
      const stepper = methods[name](system, tolerance);
      for (const { t } of lagrangeTop.rows ?? []) {
        integrate(stepper, t);
        expect(worstError(lagrangeTop.check(system)) / tolerance, `${tolerance} at ${t}`).toBeLessThan(bounds[name]);
      }
    }
  });

  test("as far as doubles go", () => {
    const system = lagrangeTop.build();
    const stepper = dopri5(system, { tolerance: 1e-15 });
    for (const { t } of lagrangeTop.rows ?? []) {
      integrate(stepper, t);
      // the rounding of ω, of 40 rad/s, and some of 5000 steps (measured: 1.1e-12)
      expect(worstError(lagrangeTop.check(system))).toBeLessThan(2.5e-12);
    }
  });

  test("its axis goes from 1 rad to 1.437 rad and back in a nutation period", () => {
    const [thetaMin, thetaMax, period] = [1, 1.4371465582865621, 0.4317678591448976];
    const system = lagrangeTop.build();
    const stepper = dopri5(system, { tolerance: 1e-14 });
    const events = [{ value: (state: Float64Array) => readNod(state, [0.1, 0.1, 0.04]) }];
    const { events: turns } = integrate(stepper, 10.1 * period, { events });
    // it starts at an extreme
    const later = turns.filter(({ t }) => t > 0.1);
    expect(later.length).toBe(20);
    later.forEach(({ t, state }, k) => {
      // twenty tolerances (measured: 1.9e-13 and 2e-13)
      expect(Math.abs(t - ((k + 1) * period) / 2)).toBeLessThan(4e-13);
      expect(Math.abs(readTilt(state) - (k % 2 === 0 ? thetaMax : thetaMin))).toBeLessThan(4e-13);
    });
  });

  test("its energy stays bounded by splitting, and drifts by rk4", () => {
    const drift = (make: (system: RigidSystem) => Stepper) => {
      const system = lagrangeTop.build();
      const start = totalEnergy(system);
      const stepper = make(system);
      return [2, 8].map((end) => {
        let worst = 0;
        const onStep = () => {
          worst = Math.max(worst, Math.abs(totalEnergy(system) - start));
        };
        integrate(stepper, end, { onStep });
        return worst;
      });
    };
    const [early, late] = drift((system) => splitting(system, { step: 0.01 }));
    // the same extremes again and again (measured: 1.00004)
    expect(late / early).toBeLessThan(1.0002);
    const [first, last] = drift((system) => rk4(system, { step: 0.01 }));
    // four times the time, four times the error (measured: 4.04); and a thousand times that of splitting
    expect(last / first).toBeGreaterThan(3.9);
    expect(early / first).toBeLessThan(2e-3);
  });
});

describe("a heavy top that does not nod", () => {
  const [I1, I3, omega3, M, l, g, theta] = [0.3, 0.02, 150, 1, 0.5, 9.81, 0.7];

  test("two rates of precession, both as the closed form has them", () => {
    const system = steadyPrecession.build();
    integrate(dopri5(system, { tolerance: 1e-12 }), 3);
    for (const [i, rate] of [1.9156857568834638, 11.158906840452476].entries()) {
      const axis = Float64Array.of(0, 0, 1);
      quat.rotateVector(axis, 0, system.state, 13 * i + Slot.q, axis, 0);
      const turned = Math.atan2(axis[0], -axis[1]);
      const whole = Math.round((3 * rate - turned) / (2 * Math.PI));
      // in 450 rad of spin (measured: 1.7e-11, and 2.2e-10)
      expect(Math.abs((turned + 2 * Math.PI * whole) / 3 / rate - 1)).toBeLessThan(4e-11);
      expect(Math.abs(axis[2] - cos(theta))).toBeLessThan(5e-10);
    }
  });

  test("a rate that is neither makes it nod", () => {
    const tilt = (factor: number) => {
      const system = steadyPrecession.build();
      // ω across the axis, times a factor
      const L = system.state.subarray(Slot.L, Slot.L + 3);
      quat.rotateVectorInverse(L, 0, system.state, Slot.q, L, 0);
      L[1] *= factor;
      quat.rotateVector(L, 0, system.state, Slot.q, L, 0);
      system.derive();
      let swing = 0;
      const onStep = () => {
        swing = Math.max(swing, Math.abs(readTilt(system.state) - theta));
      };
      integrate(dopri5(system, { tolerance: 1e-11 }), 1, { onStep });
      return swing;
    };
    // 4.5e-11 and 0.034 rad
    expect(tilt(1)).toBeLessThan(1e-10);
    expect(tilt(1.1)).toBeGreaterThan(0.03);
  });

  /** ω₃ = √(4 M g l I₁ cos θ)/I₃, below which I₁ cos θ Ω² − I₃ω₃Ω + M g l has no zero. */
  const critical = Math.sqrt(4 * M * g * l * I1 * Math.cos(theta)) / I3;

  /** The top at θ, its axis going round at `rate` and not nodding at first. */
  function buildTop(spin: number, rate: number): RigidSystem {
    const system = new RigidSystem();
    const omega = Float64Array.of(0, rate * Math.sin(theta), spin);
    const tilt = Float64Array.of(Math.sin(theta / 2), 0, 0, Math.cos(theta / 2));
    quat.rotateVector(omega, 0, tilt, 0, omega, 0);
    const inertia = [I1 - M * l * l, I1 - M * l * l, I3];
    const pose = { center: [0, 0, l], pivot: [0, 0, 0], rotation: tilt };
    system.addBody({ mass: M, inertia, ...pose, angularVelocity: omega });
    system.addForce(gravity([0, 0, -g]));
    return system;
  }

  /** The largest tilt within two seconds, of those at which the axis turns back. */
  function measureLowest(system: RigidSystem): number {
    const events = [{ value: (state: Float64Array) => readNod(state, [I1, I1, I3]) }];
    const { events: turns } = integrate(dopri5(system, { tolerance: 1e-13 }), 2, { events });
    return Math.max(...turns.map(({ state }) => readTilt(state)));
  }

  /**
   * Where an axis that starts at θ without nodding turns back below it: the other zero in u = cos θ of
   * 2 I₁ (1 − u²)(E′ − M g l u) − (b − a u)², with a = I₃ω₃, b = L_z, E′ the energy less ½I₃ω₃². By bisection.
   */
  function findOtherTilt(spin: number, rate: number): number {
    const u0 = Math.cos(theta);
    const a = I3 * spin;
    const b = I1 * rate * Math.sin(theta) ** 2 + a * u0;
    const energy = 0.5 * I1 * (rate * Math.sin(theta)) ** 2 + M * g * l * u0;
    const f = (u: number) => 2 * I1 * (1 - u * u) * (energy - M * g * l * u) - (b - a * u) ** 2;
    let [low, high] = [-1, u0 - 1e-6];
    for (let k = 0; k < 60; k++) {
      const middle = 0.5 * (low + high);
      if (f(middle) > 0) high = middle;
      else low = middle;
    }
    return Math.acos(high);
  }

  test("the critical spin is that of the reference", () => {
    // to rounding
    expect(Math.abs(critical / 106.08794835367138 - 1)).toBeLessThan(4e-16);
    expect(omega3).toBeGreaterThan(critical);
  });

  test("just above the critical spin there are two rates, and the axis keeps its tilt", () => {
    const spin = 1.01 * critical;
    const root = Math.sqrt((I3 * spin) ** 2 - 4 * I1 * Math.cos(theta) * M * g * l);
    for (const sign of [-1, 1]) {
      const system = buildTop(spin, (I3 * spin + sign * root) / (2 * I1 * Math.cos(theta)));
      let swing = 0;
      const onStep = () => {
        swing = Math.max(swing, Math.abs(readTilt(system.state) - theta));
      };
      integrate(dopri5(system, { tolerance: 1e-13 }), 2, { onStep });
      // a hundred tolerances and more, in 200 rad of spin (measured: 1.5e-11)
      expect(swing).toBeLessThan(3e-11);
    }
  });

  test("just below it there is none: whatever the rate, the axis sinks, as far as energy and L allow", () => {
    const spin = 0.99 * critical;
    // the rate at which it is pulled down least, half of it, none, and twice as much
    const best = (I3 * spin) / (2 * I1 * Math.cos(theta));
    for (const factor of [1, 0.5, 0, 2]) {
      const lowest = measureLowest(buildTop(spin, factor * best));
      // at the least 0.047 rad
      expect(lowest - theta).toBeGreaterThan(0.04);
      // some sixty tolerances, in 200 rad of spin (measured: 6.6e-12)
      expect(Math.abs(lowest - findOtherTilt(spin, factor * best))).toBeLessThan(1.5e-11);
    }
  });
});
