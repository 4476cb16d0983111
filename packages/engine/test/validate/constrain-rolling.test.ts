/** Rolling without slipping against closed forms. */
import { Mechanism, rollingBall, rollingWheel, totalEnergy } from "@rigor/engine/constrain";
import { quat, vec3 } from "@rigor/engine/math";
import { dopri5, integrate } from "@rigor/engine/ode";
import { addTorque, createRotatePath, discMass, gravity, RigidSystem, sphereMass } from "@rigor/engine/rigid";
import { describe, expect, test } from "vitest";
import { maxDifference } from "../support/rigid.js";

const g = 9.81;
const r = 0.4;

/** A disc of 2 kg whose axis is its z, on the plane z = 0 of the world, under the given gravity. */
function createDisc(options: {
  readonly gravity: readonly number[];
  readonly position: readonly number[];
  readonly rotation: ArrayLike<number>;
  readonly velocity?: readonly number[];
  readonly angularVelocity?: readonly number[];
}): Mechanism {
  const { gravity: down, ...motion } = options;
  const system = new RigidSystem();
  system.addForce(gravity(down));
  system.addBody({ mass: discMass({ radius: r, mass: 2, axis: "z" }), ...motion });
  const mechanism = new Mechanism(system);
  mechanism.add(rollingWheel({ a: { body: 0 }, axis: [0, 0, 1], radius: r, normal: [0, 0, 1] }));
  return mechanism;
}

/** A rotation that takes z to the given unit vector. */
function turnTo(axis: readonly number[]): Float64Array {
  const q = new Float64Array(4);
  const turn = Float64Array.of(0, 0, 1, ...axis, 0, 0, 0);
  vec3.cross(turn, 6, turn, 0, turn, 3);
  const angle = vec3.angleBetween(turn, 0, turn, 3);
  vec3.normalize(turn, 6, turn, 6);
  vec3.scale(turn, 6, turn, 6, angle);
  quat.fromRotationVector(q, 0, turn, 6);
  return q;
}

const readPosition = ({ system }: Mechanism) => Array.from(system.state.subarray(0, 3));
const solve = (mechanism: Mechanism, t: number) => integrate(dopri5(mechanism, { tolerance: 1e-12 }), t);

describe("a disc", () => {
  test("rolls round a circle, leaning inwards", () => {
    // Ω² cos β (A sin β + (C/r + m r) ρ) = m g r sin β, C = 2A = m r²/2: the torque of weight and friction about the centre
    // turns the angular momentum; it spins at −Ω (ρ + r sin β)/r against the frame that goes round with it
    const beta = 0.3;
    const rho = 1.5;
    const [s, c] = [Math.sin(beta), Math.cos(beta)];
    const omega = Math.sqrt((g * s) / (c * ((r * s) / 4 + 1.5 * rho)));
    const spin = (-omega * (rho + r * s)) / r;
    const mechanism = createDisc({
      gravity: [0, 0, -g],
      position: [rho, 0, r * c],
      rotation: turnTo([c, 0, s]),
      velocity: [0, rho * omega, 0],
      angularVelocity: [spin * c, 0, omega + spin * s],
    });
    expect(mechanism.measureError().velocity).toBeLessThan(1e-15);
    // almost two rounds
    const t = 10;
    solve(mechanism, t);
    const expected = [rho * Math.cos(omega * t), rho * Math.sin(omega * t), r * c];
    expect(maxDifference(readPosition(mechanism), expected)).toBeLessThan(2e-11);
  });

  test("rolls straight down a slope", () => {
    // a = g sin α/(1 + C/m r²) = ⅔ g sin α
    const alpha = 0.4;
    const mechanism = createDisc({
      gravity: [g * Math.sin(alpha), 0, -g * Math.cos(alpha)],
      position: [0, 0, r],
      rotation: turnTo([0, 1, 0]),
    });
    solve(mechanism, 2);
    const a = (2 / 3) * g * Math.sin(alpha);
    // roundings: the motion is a polynomial
    expect(maxDifference(readPosition(mechanism), [2 * a, 0, r])).toBeLessThan(2e-14);
    expect(maxDifference(mechanism.system.angularVelocity.subarray(0, 3), [0, (2 * a) / r, 0])).toBeLessThan(5e-14);
  });

  test("is spun up by a torque", () => {
    // v̇ = τ r/(C + m r²)
    const mechanism = createDisc({ gravity: [0, 0, -g], position: [0, 0, r], rotation: turnTo([0, 1, 0]) });
    const { system } = mechanism;
    system.addForce({ name: "torque", apply: () => addTorque(system, 0, Float64Array.of(0, 3, 0), 0) });
    solve(mechanism, 1);
    expect(maxDifference(readPosition(mechanism), [(0.5 * 3 * r) / (1.5 * 2 * r * r), 0, r])).toBeLessThan(2e-15);
  });

  test("keeps its energy and does not slip, however it wobbles", () => {
    const mechanism = createDisc({
      gravity: [0, 0, -g],
      position: [0, 0, r],
      rotation: turnTo([0.8, 0, 0.6]),
      velocity: [0, 1, 0],
      angularVelocity: [-4, 1, 3],
    });
    mechanism.assemble();
    const before = totalEnergy(mechanism);
    solve(mechanism, 5);
    // some 2000 steps of 1e-12
    expect(Math.abs(totalEnergy(mechanism) / before - 1)).toBeLessThan(1e-11);
    expect(mechanism.measureError().position).toBeLessThan(1e-13);
    expect(mechanism.measureError().velocity).toBeLessThan(1e-15);
  });
});

describe("a ball", () => {
  /** On a turntable that may be tilted by α about y; its axis runs through the origin. */
  function createTurntable(rate: number, alpha: number, position: readonly number[], velocity: readonly number[]) {
    const system = new RigidSystem();
    system.addForce(gravity([g * Math.sin(alpha), 0, -g * Math.cos(alpha)]));
    const [x, y] = position;
    // v − ω × r n = Ω n × x
    const slip = [velocity[0] + rate * y, velocity[1] - rate * x];
    system.addBody({
      mass: sphereMass({ radius: r, mass: 3 }),
      position: [x, y, r],
      velocity: [...velocity, 0],
      angularVelocity: [-slip[1] / r, slip[0] / r, 0.7],
    });
    system.addBody({ path: createRotatePath({ axis: [0, 0, 1], rate, position: [0, 0, 0] }) });
    const mechanism = new Mechanism(system);
    mechanism.add(rollingBall({ a: { body: 0 }, b: { body: 1 }, normal: [0, 0, 1] }));
    return mechanism;
  }

  test.each([0, 0.1])("moves in circles on a turntable tilted by %d rad, which drift across the slope", (alpha) => {
    // v̇ = k Ω n × v + (1 − k) g∥, k = I/(I + m r²) = 2/7
    const rate = 3;
    const w = (2 / 7) * rate;
    const pull = (5 / 7) * g * Math.sin(alpha);
    const [x, y] = [0.5, 0.2];
    const [vx, vy] = [0.3, -0.4];
    const mechanism = createTurntable(rate, alpha, [x, y], [vx, vy]);
    expect(mechanism.measureError().velocity).toBeLessThan(1e-15);
    const t = 8;
    solve(mechanism, t);
    // v = drift + a turning part; the drift is (0, pull/w)
    const drift = pull / w;
    const [s, c] = [Math.sin(w * t), Math.cos(w * t)];
    const [ux, uy] = [vx, vy - drift];
    const expected = [x + (ux * s + uy * (c - 1)) / w, y + drift * t + (ux * (1 - c) + uy * s) / w, r];
    expect(maxDifference(readPosition(mechanism), expected)).toBeLessThan(1e-13);
    expect(mechanism.measureError().velocity).toBeLessThan(5e-15);
  });

  test("rolls on a plate that tips over at a constant rate", () => {
    // along the plate ξ̈ = κ² ξ + (5/7) g sin Ωt, κ² = (5/7) Ω²; the plate turns about y, and starts level
    const rate = 1.5;
    const [xi, speed] = [0.2, 0.1];
    const system = new RigidSystem();
    system.addForce(gravity([0, 0, -g]));
    system.addBody({
      mass: sphereMass({ radius: r, mass: 3 }),
      position: [xi, 0, r],
      velocity: [speed + r * rate, 0, -xi * rate],
      angularVelocity: [0, rate + speed / r, 0],
    });
    system.addBody({ path: createRotatePath({ axis: [0, 1, 0], rate }) });
    const mechanism = new Mechanism(system);
    mechanism.add(rollingBall({ a: { body: 0 }, b: { body: 1 }, normal: [0, 0, 1], radius: r }));
    expect(mechanism.measureError().velocity).toBeLessThan(1e-15);
    const t = 2;
    solve(mechanism, t);
    const kappa = rate * Math.sqrt(5 / 7);
    const forced = (-5 * g) / (12 * rate * rate);
    const grown = ((speed - forced * rate) / kappa) * Math.sinh(kappa * t);
    const expected = xi * Math.cosh(kappa * t) + grown + forced * Math.sin(rate * t);
    const [s, c] = [Math.sin(rate * t), Math.cos(rate * t)];
    expect(maxDifference(readPosition(mechanism), [expected * c + r * s, 0, r * c - expected * s])).toBeLessThan(1e-13);
  });

  test("rolls down a slope and keeps its energy", () => {
    const alpha = 0.3;
    const mechanism = createTurntable(0, alpha, [0, 0], [0, 0]);
    const before = totalEnergy(mechanism);
    solve(mechanism, 2);
    expect(maxDifference(readPosition(mechanism), [(10 / 7) * g * Math.sin(alpha), 0, r])).toBeLessThan(1e-14);
    expect(Math.abs(totalEnergy(mechanism) / before - 1)).toBeLessThan(1e-14);
  });
});
