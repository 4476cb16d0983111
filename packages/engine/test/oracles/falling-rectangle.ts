/**
 * A rectangle that falls on a smooth floor in the plane and comes to rest on its lower side: a program of its own, from
 * impact to impact. What it keeps are the gaps and the rates of the two lower corners, not the place, so that bounces are as
 * exact when they are low.
 *
 *   in the air     φ̈ = 0, ÿ = −g: both in closed form, written without differences of near numbers
 *   on corner k    φ̈ = m x (g − ẋ φ̇)/(I + m x²), x where the corner is seen from the middle; by Runge and Kutta's method
 *   at corner k    j = −(1 + e) v/A; the other one, where it rests, is lifted, or held by an impulse of its own
 */
const { sin, cos, asin, sqrt, abs } = Math;

export interface Rectangle {
  readonly width: number;
  readonly height: number;
  /** How far it is turned, rad, less than the diagonal; and how high the lowest corner is. */
  readonly tilt: number;
  readonly drop: number;
  readonly restitution: number;
  readonly gravity: number;
}

export interface Landing {
  readonly t: number;
  readonly corner: number;
  readonly speed: number;
}

/** Speeds below this, m/s, are none. */
const least = 1e-12;

class Falling {
  readonly gap = [0, 0];
  readonly rate = [0, 0];
  readonly rests = [false, false];
  t = 0;
  private readonly box: Rectangle;
  /** I/m. */
  private readonly inertia: number;

  constructor(box: Rectangle) {
    this.box = box;
    this.inertia = (box.width ** 2 + box.height ** 2) / 12;
    const rise = box.width * sin(abs(box.tilt));
    this.gap[0] = box.drop + (box.tilt > 0 ? 0 : rise);
    this.gap[1] = box.drop + (box.tilt > 0 ? rise : 0);
    // let go where it stands on a corner
    if (box.drop === 0) this.rests[box.tilt > 0 ? 0 : 1] = true;
  }

  get angle(): number {
    return asin((this.gap[1] - this.gap[0]) / this.box.width);
  }

  /** Where corner k is, from the middle, along the floor. */
  arm(k: number, angle = this.angle): number {
    const { width, height } = this.box;
    return (k - 0.5) * width * cos(angle) + 0.5 * height * sin(angle);
  }

  get spin(): number {
    return (this.rate[1] - this.rate[0]) / (this.arm(1) - this.arm(0));
  }

  /** Gap and rate of corner k after a flight of t. */
  fly(k: number, t: number): [number, number] {
    const { width, height, gravity: g } = this.box;
    const [angle, spin] = [this.angle, this.spin];
    const half = 0.5 * spin * t;
    const up = (k - 0.5) * width * 2 * cos(angle + half) * sin(half) + height * sin(angle + half) * sin(half);
    const turned = this.arm(k, angle + 2 * half);
    const rate = this.rate[k] - g * t + (turned - this.arm(k, angle)) * spin;
    return [this.gap[k] + this.rate[k] * t - 0.5 * g * t * t + (up - 2 * half * this.arm(k, angle)), rate];
  }

  /** How long until corner k lands, in the air. */
  findFlight(k: number): number {
    const { gravity: g } = this.box;
    const top = this.rate[k] / g;
    const guess = top + sqrt(top * top + (2 * this.gap[k]) / g);
    if (guess > 1e-3) return this.search(k, guess);
    // from above: the gap bends down
    let t = 1.01 * guess;
    for (let round = 0; round < 60; round++) {
      const [gap, rate] = this.fly(k, t);
      const next = t - gap / rate;
      if (!(abs(next - t) > 1e-16 * t)) break;
      t = next;
    }
    return t;
  }

  /** The same in small steps, and halving. */
  private search(k: number, guess: number): number {
    const step = guess / 2000;
    let a = step;
    while (this.fly(k, a)[0] <= 0) a /= 2;
    let b = a;
    while (this.fly(k, b)[0] > 0) {
      a = b;
      b += step;
    }
    for (let round = 0; round < 60; round++) {
      const middle = 0.5 * (a + b);
      if (this.fly(k, middle)[0] > 0) a = middle;
      else b = middle;
    }
    return b;
  }

  /** Turns about corner k until the other one is down. */
  turn(k: number): number {
    const { height, gravity: g, width } = this.box;
    const other = 1 - k;
    const bend = (angle: number, spin: number): number => {
      const x = this.arm(k, angle);
      const drift = (-(k - 0.5) * width * sin(angle) + 0.5 * height * cos(angle)) * spin;
      return (x * (g - drift * spin)) / (this.inertia + x * x);
    };
    const advance = (angle: number, spin: number, h: number): [number, number] => {
      const [a1, s1] = [bend(angle, spin), spin];
      const [a2, s2] = [bend(angle + 0.5 * h * s1, spin + 0.5 * h * a1), spin + 0.5 * h * a1];
      const [a3, s3] = [bend(angle + 0.5 * h * s2, spin + 0.5 * h * a2), spin + 0.5 * h * a2];
      const [a4, s4] = [bend(angle + h * s3, spin + h * a3), spin + h * a3];
      return [angle + (h / 6) * (s1 + 2 * s2 + 2 * s3 + s4), spin + (h / 6) * (a1 + 2 * a2 + 2 * a3 + a4)];
    };
    let [angle, spin] = [this.angle, this.spin];
    const sign = k === 0 ? 1 : -1;
    // down from a turn of `angle`, by the acceleration it has
    const fall = abs(bend(angle, spin));
    const whole = abs(spin) / fall + sqrt((spin / fall) ** 2 + (2 * abs(angle)) / fall);
    const h = whole / 400;
    let t = 0;
    for (;;) {
      const [nextAngle, nextSpin] = advance(angle, spin, h);
      if (sign * nextAngle <= 0) break;
      [angle, spin] = [nextAngle, nextSpin];
      t += h;
    }
    let [a, b] = [0, h];
    for (let round = 0; round < 60; round++) {
      const middle = 0.5 * (a + b);
      if (sign * advance(angle, spin, middle)[0] > 0) a = middle;
      else b = middle;
    }
    const [, last] = advance(angle, spin, b);
    this.gap[0] = this.gap[1] = 0;
    this.rate[k] = 0;
    this.rate[other] = (this.arm(other) - this.arm(k)) * last;
    this.t += t + b;
    return other;
  }

  /** Corner k is struck. */
  strike(k: number): void {
    const other = 1 - k;
    const [x, y] = [this.arm(k), this.arm(other)];
    const own = 1 + (x * x) / this.inertia;
    const both = 1 + (x * y) / this.inertia;
    const its = 1 + (y * y) / this.inertia;
    const e = -this.rate[k] > least ? this.box.restitution : 0;
    const change = -(1 + e) * this.rate[k];
    const isPressed = this.rests[other] && both < 0;
    const j = change / (isPressed ? own - (both * both) / its : own);
    this.rate[k] = e === 0 ? 0 : -e * this.rate[k];
    if (!isPressed) this.rate[other] += both * j;
    this.rests[k] = e === 0;
    this.rests[other] &&= isPressed;
  }
}

/** When each corner lands, up to the end of infinitely many bounces, and when that is. */
export function followRectangle(box: Rectangle): { landings: Landing[]; end: number } {
  const falling = new Falling(box);
  const landings: Landing[] = [];
  for (let count = 0; count < 100000; count++) {
    const { rests, gap, rate } = falling;
    const speeds = [0, 1].map((c) => Math.max(abs(rate[c]), sqrt(2 * box.gravity * gap[c])));
    if (count > 0 && Math.max(...speeds) <= least) return { landings, end: falling.t };
    let k = rests[0] ? 1 : 0;
    if (rests[0] || rests[1]) k = falling.turn(1 - k);
    else {
      const flights = [falling.findFlight(0), falling.findFlight(1)];
      k = flights[0] <= flights[1] ? 0 : 1;
      const ends = [falling.fly(0, flights[k]), falling.fly(1, flights[k])];
      for (const c of [0, 1]) [gap[c], rate[c]] = ends[c];
      gap[k] = 0;
      falling.t += flights[k];
    }
    landings.push({ t: falling.t, corner: k, speed: -rate[k] });
    falling.strike(k);
  }
  return { landings, end: Number.NaN };
}
