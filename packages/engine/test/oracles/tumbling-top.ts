/**
 * A body with an axis of symmetry that falls and tumbles onto the plane y = 0 and bounces, without friction: in closed form but
 * for the roots of one function of time. The axis a goes round the angular momentum L, which stays as it is, with |L|/I₁; the
 * centre falls along a parabola; the lowest point is so deep below it:
 *
 *   cylinder   h/2 |a_y| + r √(1 − a_y²)          capsule   h/2 |a_y| + r          cone   max(−3/4 h a_y, h/4 a_y + r √(1 − a_y²))
 *
 * Impacts are those of a single point (8–18). Their arm across n is across the axis too, so that I₁ alone counts.
 */

type Vector = [number, number, number];

export interface Top {
  readonly kind: "cylinder" | "capsule" | "cone";
  /** Radius and height, m; mass, kg; moments across the axis and along it, kg m²; gravity, m/s². */
  readonly r: number;
  readonly h: number;
  readonly m: number;
  readonly I1: number;
  readonly I3: number;
  readonly g: number;
  /** Height and speed of the centre, the axis, the angular momentum. */
  y: number;
  v: number;
  a: Vector;
  L: Vector;
}

export interface TopImpact {
  /** s. */
  readonly t: number;
  /** N s. */
  readonly impulse: number;
  /** Rate of the gap before, m/s. */
  readonly rate: number;
}

function cross([a, b, c]: Vector, [d, e, f]: Vector): Vector {
  return [b * f - c * e, c * d - a * f, a * e - b * d];
}

function dot([a, b, c]: Vector, [d, e, f]: Vector): number {
  return a * d + b * e + c * f;
}

export function copyTop(top: Top): Top {
  return { ...top, a: [...top.a], L: [...top.L] };
}

function measureDepth({ kind, r, h }: Top, [x, y, z]: Vector): number {
  const across = r * Math.sqrt(x * x + z * z);
  if (kind === "cylinder") return (h / 2) * Math.abs(y) + across;
  return kind === "capsule" ? (h / 2) * Math.abs(y) + r : Math.max(-0.75 * h * y, 0.25 * h * y + across);
}

/** From the centre to the lowest point. */
function findArm({ kind, r, h, a }: Top): Vector {
  const [x, y, z] = a;
  const s = Math.sqrt(x * x + z * z);
  const isTip = kind === "cone" && -0.75 * h * y > 0.25 * h * y + r * s;
  const along = kind === "cone" ? (isTip ? 0.75 * h : -0.25 * h) : (-Math.sign(y) * h) / 2;
  const down: Vector = kind === "capsule" ? [0, -1, 0] : isTip ? [0, 0, 0] : [(x * y) / s, -s, (z * y) / s];
  return [along * x + r * down[0], along * y + r * down[1], along * z + r * down[2]];
}

/** a after t: turned about L by |L| t/I₁. */
function turnAxis({ a, L, I1 }: Top, t: number): Vector {
  const size = Math.sqrt(dot(L, L));
  if (size === 0) return [...a];
  const u: Vector = [L[0] / size, L[1] / size, L[2] / size];
  const angle = (size / I1) * t;
  const sine = Math.sin(angle);
  const versine = 2 * Math.sin(angle / 2) ** 2;
  const across = cross(u, a);
  const inward = cross(u, across);
  return [0, 1, 2].map((k) => a[k] + sine * across[k] + versine * inward[k]) as Vector;
}

function measureGap(top: Top, t: number): number {
  return top.y + top.v * t - 0.5 * top.g * t * t - measureDepth(top, turnAxis(top, t));
}

function halve(top: Top, high: number, low: number): number {
  let [a, b] = [high, low];
  for (;;) {
    const middle = 0.5 * (a + b);
    if (middle <= a || middle >= b) return b;
    if (measureGap(top, middle) > 0) a = middle;
    else b = middle;
  }
}

/** When it strikes first, later than `since`; ∞ if not before `until`. Looks a thirtieth of a radian apart, and where it turns. */
function findStrike(top: Top, since: number, until: number): number {
  const dt = Math.min((0.03 * top.I1) / Math.sqrt(dot(top.L, top.L)), 0.02 * Math.sqrt((top.r + top.h) / top.g));
  let [before, g0] = [Infinity, measureGap(top, since)];
  for (let t = since + dt; t < until; t += dt) {
    const g1 = measureGap(top, t);
    if (g1 <= 0 && g0 > 0) return halve(top, t - dt, t);
    if (g0 < before && g0 < g1 && g0 < 1e-3 * top.r && t - 2 * dt > since) {
      // by thirds to the lowest
      let [a, b] = [t - 2 * dt, t];
      for (let k = 0; k < 80; k++) {
        const [c, d] = [a + (b - a) / 3, b - (b - a) / 3];
        if (measureGap(top, c) < measureGap(top, d)) b = d;
        else a = c;
      }
      if (measureGap(top, a) < 0) return halve(top, t - 2 * dt, a);
    }
    [before, g0] = [g0, g1];
  }
  return Infinity;
}

/** Lets it strike where it is. */
function strike(top: Top, restitution: number): Omit<TopImpact, "t"> {
  const { m, I1, I3, a, L } = top;
  const arm = findArm(top);
  const lever = cross(arm, [0, 1, 0]);
  const spin = dot(L, a);
  const omega = [0, 1, 2].map((k) => (L[k] - spin * a[k]) / I1 + (spin * a[k]) / I3) as Vector;
  const rate = top.v + cross(omega, arm)[1];
  const impulse = (-(1 + restitution) * rate) / (1 / m + dot(lever, lever) / I1);
  top.v += impulse / m;
  for (let k = 0; k < 3; k++) L[k] += impulse * lever[k];
  return { impulse, rate };
}

/** The first `count` impacts before `until`; the top is left as it is. */
export function bounceTop(start: Top, restitution: number, count: number, until: number): TopImpact[] {
  const top = copyTop(start);
  const impacts: TopImpact[] = [];
  let [t, since] = [0, 0];
  for (let k = 0; k < count; k++) {
    const dt = findStrike(top, since, until - t);
    if (dt === Infinity) break;
    top.a = turnAxis(top, dt);
    top.y += top.v * dt - 0.5 * top.g * dt * dt;
    top.v -= top.g * dt;
    t += dt;
    impacts.push({ t, ...strike(top, restitution) });
    // it has left by then
    since = Math.min((-1e-6 * restitution * impacts[k].rate) / top.g, 1e-7 * Math.sqrt(top.r / top.g));
  }
  return impacts;
}
