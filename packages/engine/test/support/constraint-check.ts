/**
 * Holds C, Ċ, J and γ of constraints against differences along a curve. Everything moves along
 *
 *   δq(s) = q̇ s + ½ q̈ s²        positions by a sum, rotations by the rotation vector δ, world axes
 *
 * with the velocities that belong to it, so that at s = 0 those are q̇ and their rates q̈. Then Ċ must be dC/ds, and J q̈ + γ
 * both d²C/ds² and dĊ/ds: central differences of order eight.
 */
import type { Mechanism } from "@rigor/engine/constrain";
import { createRng, mat3, nextInRange, quat, type Rng, vec3 } from "@rigor/engine/math";
import { bodySize, Slot } from "@rigor/engine/rigid";

/** The largest differences found, relative to the size of what is compared, or to 1 if that is smaller. */
export interface ConstraintErrors {
  /** Ċ against dC/ds; 0 where rows bind velocities alone. */
  readonly rate: number;
  /** J q̈ + γ against d²C/ds²; 0 where rows bind velocities alone. */
  readonly acceleration: number;
  /** J q̈ + γ against dĊ/ds. */
  readonly rateOfRate: number;
}

/**
 * Checks all constraints of a mechanism at its state, for its velocities and random accelerations. The state is as
 * before afterwards. `spacing` is that of the differences, s.
 */
export function checkConstraints(mechanism: Mechanism, rng: Rng = createRng(1), spacing = 0.02): ConstraintErrors {
  mechanism.derive();
  mechanism.prepare();
  mechanism.evaluate();
  const { table } = mechanism;
  const { rows } = table;
  const velocity = mechanism.velocity.slice();
  const acceleration = velocity.map(() => nextInRange(rng, -1, 1));
  writePathAccelerations(mechanism, acceleration);
  const claimed = new Float64Array(rows);
  table.multiply(claimed, acceleration);
  for (let r = 0; r < rows; r++) claimed[r] += table.gamma[r];
  const rate = table.rate.slice();
  const [first, second, firstOfRate] = [0, 1, 2].map(() => new Float64Array(rows));
  const before = new Float64Array(mechanism.dimension + 1);
  mechanism.getState(before);
  const center = table.value.slice();
  for (let m = -4; m <= 4; m++) {
    if (m === 0) continue;
    moveAlong(mechanism, before, velocity, acceleration, m * spacing);
    mechanism.evaluate();
    for (let r = 0; r < rows; r++) {
      const change = table.value[r] - center[r];
      first[r] += (firstWeights[m + 4] * change) / spacing;
      second[r] += (secondWeights[m + 4] * change) / (spacing * spacing);
      firstOfRate[r] += (firstWeights[m + 4] * table.rate[r]) / spacing;
    }
  }
  mechanism.setState(before);
  mechanism.evaluate();
  const isHolonomic = (r: number) => table.holonomic[r] === 1;
  return {
    rate: compare(rate, first, isHolonomic),
    acceleration: compare(claimed, second, isHolonomic),
    rateOfRate: compare(claimed, firstOfRate, () => true),
  };
}

/**
 * Moves every free body, particle and coordinate by a random amount, up to `size` along and about each axis, and gives it a
 * random velocity up to `size`.
 */
export function scatter(mechanism: Mechanism, rng: Rng, size = 0.5): void {
  mechanism.prepare();
  const before = new Float64Array(mechanism.dimension + 1);
  mechanism.getState(before);
  const random = () => Float64Array.from(mechanism.velocity, () => nextInRange(rng, -size, size));
  moveAlong(mechanism, before, random(), new Float64Array(mechanism.count), 1);
  // from the new place, by nothing, with other velocities
  mechanism.getState(before);
  before[before.length - 1] -= 1;
  mechanism.setState(before);
  moveAlong(mechanism, before, random(), new Float64Array(mechanism.count), 0);
  for (const constraint of mechanism.constraints) constraint.finishStep?.();
}

function compare(a: Float64Array, b: Float64Array, counts: (r: number) => boolean): number {
  let worst = 0;
  for (let r = 0; r < a.length; r++) {
    if (!counts(r)) continue;
    const error = Math.abs(a[r] - b[r]) / Math.max(1, Math.abs(a[r]));
    worst = Number.isNaN(error) ? Number.NaN : Math.max(worst, error);
  }
  return worst;
}

/** What follows a path has its own accelerations; what stands still has none. */
function writePathAccelerations({ system, particleStart }: Mechanism, acceleration: Float64Array): void {
  const { kinematics, particles } = system;
  for (let i = 0; i < system.count; i++) {
    if (system.answers[i] !== 0) continue;
    acceleration.fill(0, 6 * i, 6 * i + 6);
    if (!kinematics.isDriven(i)) continue;
    kinematics.readAcceleration(acceleration, 6 * i, i);
    kinematics.readAngularAcceleration(acceleration, 6 * i + 3, i);
  }
  for (let j = 0; j < particles.count; j++) {
    if (particles.inverseMass[j] === 0) acceleration.fill(0, particleStart + 3 * j, particleStart + 3 * j + 3);
  }
  particles.writePathAccelerations(acceleration, particleStart, 3);
}

/** Puts everything where it is at s, with the velocity that it has there. */
function moveAlong(
  mechanism: Mechanism,
  before: Float64Array,
  velocity: Float64Array,
  acceleration: Float64Array,
  s: number,
): void {
  const { system, own, ownStart, coordinates, particleStart, coordinateStart } = mechanism;
  const { particles } = system;
  const state = before.slice();
  state[state.length - 1] += s;
  mechanism.setState(state);
  const delta = velocity.map((v, k) => v * s + 0.5 * acceleration[k] * s * s);
  const speed = velocity.map((v, k) => v + acceleration[k] * s);
  for (let i = 0; i < system.count; i++) if (system.answers[i] !== 0) moveBody(mechanism, i, delta, speed);
  for (let j = 0; j < particles.count; j++) {
    if (particles.inverseMass[j] === 0) continue;
    const o = particleStart + 3 * j;
    for (let x = 0; x < 3; x++) {
      particles.state[6 * j + x] += delta[o + x];
      particles.state[6 * j + 3 + x] = speed[o + x];
    }
  }
  coordinates.forEach(({ width }, g) => {
    for (let k = 0; k < width; k++) {
      own[ownStart[g] + k] += delta[coordinateStart[g] + k];
      own[ownStart[g] + width + k] = speed[coordinateStart[g] + k];
    }
  });
  mechanism.derive();
}

/** x += δx, q ← exp(δθ) q; ω from δθ and its rate, and P and L from v and ω. */
function moveBody({ system }: Mechanism, i: number, delta: Float64Array, speed: Float64Array): void {
  const { state, mass, moments } = system;
  const y = bodySize * i;
  const turn = new Float64Array(4);
  vec3.add(state, y + Slot.x, state, y + Slot.x, delta, 6 * i);
  quat.fromRotationVector(turn, 0, delta, 6 * i + 3);
  quat.multiply(state, y + Slot.q, turn, 0, state, y + Slot.q);
  quat.normalize(state, y + Slot.q, state, y + Slot.q);
  // ω = ṙ + (1 − cos θ)/θ² r × ṙ + (θ − sin θ)/θ³ r × (r × ṙ),  r the rotation vector of length θ
  const r = delta.slice(6 * i + 3, 6 * i + 6);
  const omega = speed.slice(6 * i + 3, 6 * i + 6);
  const theta = vec3.length(r, 0);
  const square = theta * theta;
  const b = theta < 0.01 ? 0.5 - square / 24 + (square * square) / 720 : (1 - Math.cos(theta)) / square;
  const c = theta < 0.01 ? 1 / 6 - square / 120 : (theta - Math.sin(theta)) / (square * theta);
  const [once, twice] = [new Float64Array(3), new Float64Array(3)];
  vec3.cross(once, 0, r, 0, omega, 0);
  vec3.cross(twice, 0, r, 0, once, 0);
  for (let k = 0; k < 3; k++) omega[k] += b * once[k] + c * twice[k];
  // L = R I Rᵀ ω
  const R = new Float64Array(9);
  quat.toMatrix(R, 0, state, y + Slot.q);
  mat3.transformVectorTransposed(omega, 0, R, 0, omega, 0);
  for (let k = 0; k < 3; k++) {
    omega[k] *= moments[3 * i + k];
    state[y + Slot.P + k] = mass[i] * speed[6 * i + k];
  }
  mat3.transformVector(state, y + Slot.L, R, 0, omega, 0);
}

const firstWeights = [1 / 280, -4 / 105, 1 / 5, -4 / 5, 0, 4 / 5, -1 / 5, 4 / 105, -1 / 280];
const secondWeights = [-1 / 560, 8 / 315, -1 / 5, 8 / 5, 0, 8 / 5, -1 / 5, 8 / 315, -1 / 560];
