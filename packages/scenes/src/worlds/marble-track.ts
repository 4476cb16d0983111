/**
 * Ramps that slope to and fro, and the exact motion of a marble on them: straight on the ramps, a parabola between. What v
 * has along the normal of a ramp is lost where the marble lands.
 *
 *   p   its centre        u, n   down the ramp and off it
 */

export const [radius, g, length] = [0.02, 9.81, 1.4];
/** Of all ramps. */
const [sin, cos] = [0.28, 0.96];

export interface Ramp {
  /** The lower end of its upper face. */
  readonly end: readonly number[];
  readonly u: readonly number[];
  readonly n: readonly number[];
}

/** `way` is +1 if it goes down towards +x, −1 towards −x. */
const placeRamp = (x: number, y: number, way: number): Ramp => {
  return { end: [x, y], u: [way * cos, -sin], n: [way * sin, cos] };
};

export const ramps = [placeRamp(0, 1.5, 1), placeRamp(-0.4, 1, -1), placeRamp(-0.1, 0.5, 1)];

const dot = (a: readonly number[], b: readonly number[]) => a[0] * b[0] + a[1] * b[1];
const along = (p: readonly number[], { end, u }: Ramp) => dot(u, p) - dot(u, end);

/** The later t of A t² + B t = C. */
const solve = (A: number, B: number, C: number) => (-B + Math.sqrt(B * B + 4 * A * C)) / (2 * A);

interface Marble {
  readonly p: readonly number[];
  readonly v: readonly number[];
  /** The time that is left. */
  readonly left: number;
}

/** Moves on with constant acceleration for t seconds, or for as long as is left. */
function move({ p, v, left }: Marble, a: readonly number[], t: number): Marble {
  const dt = Math.min(t, left);
  return {
    p: p.map((x, k) => x + dt * (v[k] + 0.5 * dt * a[k])),
    v: v.map((x, k) => x + dt * a[k]),
    left: left - dt,
  };
}

/** At rest on the first ramp, so far from its end. */
export function startMarble(distance: number): number[] {
  const { end, u, n } = ramps[0];
  return end.map((x, k) => x - distance * u[k] + radius * n[k]);
}

/** The position and the velocity of the marble t seconds after its release. */
export function followMarble(distance: number, t: number): { p: readonly number[]; v: readonly number[] } {
  const fall = [0, -g];
  let marble: Marble = { p: startMarble(distance), v: [0, 0], left: t };
  for (const ramp of ramps) {
    const { end, u, n } = ramp;
    const gap = dot(n, marble.p) - dot(n, end) - radius;
    if (ramp !== ramps[0]) marble = move(marble, fall, solve(0.5 * g * n[1], -dot(n, marble.v), gap));
    if (marble.left === 0) return marble;
    const s = dot(u, marble.v);
    marble = move(
      { ...marble, v: u.map((x) => s * x) },
      u.map((x) => g * sin * x),
      solve(0.5 * g * sin, s, -along(marble.p, ramp)),
    );
  }
  marble = move(marble, fall, solve(0.5 * g, -marble.v[1], marble.p[1] - radius));
  return marble.left === 0 ? marble : move({ ...marble, v: [marble.v[0], 0] }, [0, 0], Infinity);
}
