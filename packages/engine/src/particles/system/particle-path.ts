/**
 * Controlled particles: motion that is prescribed, not governed by forces. A path gives position and velocity at any time, so
 * that velocity-dependent forces (dampers) see the particle move; the acceleration serves the error estimates of integrators.
 *
 * Follows: Particle System Dynamics, section 5.
 */
import { requireFinite, requirePositive, requireVector, sinCos } from "../../math/index.js";
import { pathSpacing } from "./parameters.js";

/**
 * A prescribed motion: reads the time, s, from `time[0]`; writes x into `out[0 … 2]`, v = ẋ into `out[3 … 5]`, ẍ into `out[6 …
 * 8]`.
 */
export type Path = (time: Float64Array, out: Float64Array) => void;

/** Creates the path of a uniform motion: x = from + t·velocity. */
export function createLinePath(from: ArrayLike<number>, velocity: ArrayLike<number>): Path {
  checkVectors({ from, velocity });
  return (time, out) => {
    const t = time[0];
    for (let k = 0; k < 3; k++) {
      out[k] = from[k] + t * velocity[k];
      out[3 + k] = velocity[k];
      out[6 + k] = 0;
    }
  };
}

/**
 * Creates the path of an ellipse: x = center + cos(ωt + φ)·a + sin(ωt + φ)·b. With |a| = |b|, a ⊥ b it is a circle; with b = 0 an
 * oscillation along a.
 */
export function createEllipsePath(options: {
  readonly center: ArrayLike<number>;
  readonly a: ArrayLike<number>;
  readonly b: ArrayLike<number>;
  /** Angular frequency ω, rad/s. */
  readonly rate: number;
  /** Phase φ, rad. Default 0. */
  readonly phase?: number;
}): Path {
  const { center, a, b, rate, phase = 0 } = options;
  checkVectors({ center, a, b });
  requireFinite("path.rate", rate);
  requireFinite("path.phase", phase);
  return (time, out) => {
    turn[0] = rate * time[0] + phase;
    sinCos(turn, 1, turn, 0);
    const s = turn[1];
    const c = turn[2];
    for (let k = 0; k < 3; k++) {
      const offset = c * a[k] + s * b[k];
      out[k] = center[k] + offset;
      out[3 + k] = rate * (c * b[k] - s * a[k]);
      out[6 + k] = -rate * rate * offset;
    }
  };
}

/** Angle, sine and cosine of an evaluation: numbers pass through arrays where a call may not be inlined. */
const turn = new Float64Array(3);

/**
 * Creates a path from a function of time alone. Velocity and acceleration are found by sixth-order central differences over
 * `spacing` seconds (velocity good to about 1e-12 relative for motion on the scale of a second). It allocates what the
 * function returns.
 */
export function createFunctionPath(position: (t: number) => ArrayLike<number>, spacing: number = pathSpacing): Path {
  requirePositive("path.spacing", spacing);
  requireVector("path.position(0)", position(0), "the function must return the position, [x, y, z]");
  return (time, out) => {
    const t = time[0];
    const x = position(t);
    const samples = offsets.map((k) => position(t + k * spacing));
    for (let c = 0; c < 3; c++) {
      let v = 0;
      let a = accelerationCenter * x[c];
      for (let k = 0; k < offsets.length; k++) {
        v += velocityWeights[k] * samples[k][c];
        a += accelerationWeights[k] * samples[k][c];
      }
      out[c] = x[c];
      out[3 + c] = v / spacing;
      out[6 + c] = a / (spacing * spacing);
    }
  };
}

// central differences of order six: ẋ ≈ Σ wₖ x(t + k·s)/s and ẍ ≈ Σ wₖ x(t + k·s)/s²
const offsets = [-3, -2, -1, 1, 2, 3];
const velocityWeights = [-1 / 60, 3 / 20, -3 / 4, 3 / 4, -3 / 20, 1 / 60];
const accelerationWeights = [1 / 90, -3 / 20, 3 / 2, 3 / 2, -3 / 20, 1 / 90];
const accelerationCenter = -49 / 18;

function checkVectors(vectors: Record<string, ArrayLike<number>>): void {
  for (const [name, vector] of Object.entries(vectors)) requireVector(`path.${name}`, vector);
}
