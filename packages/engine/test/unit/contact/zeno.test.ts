import { BurstFigure, judgeBurst, judgeTail, Tail, TailFigure, TailVerdict, Witness } from "@rigor/engine/contact";
import { createRng, nextInRange } from "@rigor/engine/math";
import { describe, expect, test } from "vitest";

interface TailNumbers {
  speed: number;
  restitution: number;
  acceleration: number;
  response?: number;
  force?: number;
  spin?: number;
  jerk?: number;
}

function makeTail(numbers: TailNumbers): Float64Array {
  const { speed, restitution, acceleration, response = 1, force = 1, spin = 0, jerk = 0 } = numbers;
  return Float64Array.of(speed, restitution, acceleration, response, force, spin, jerk);
}

const none = new Float64Array(0);

/**
 * Two corners of a body above the floor, scaled so that both fall with 1: gaps and rates; an impulse at one that changes
 * its rate by 1 changes the other's by κ.
 */
class Corners {
  readonly gap = [0, 0];
  readonly rate = [0, 0];
  readonly e: number;
  readonly kappa: number;
  time = 0;

  constructor(e: number, kappa: number) {
    this.e = e;
    this.kappa = kappa;
  }

  /** Flies to the next impact, answers it, and returns the corner. */
  bounce(): number {
    const landing = [0, 1].map((k) => this.rate[k] + Math.sqrt(this.rate[k] ** 2 + 2 * this.gap[k]));
    const corner = landing[0] <= landing[1] ? 0 : 1;
    const t = landing[corner];
    for (const k of [0, 1]) {
      this.gap[k] += t * (this.rate[k] - 0.5 * t);
      this.rate[k] -= t;
    }
    this.time += t;
    this.gap[corner] = 0;
    const change = -(1 + this.e) * this.rate[corner];
    this.rate[corner] += change;
    this.rate[1 - corner] += this.kappa * change;
    return corner;
  }

  /** The bounces to come of a corner, and the other as witness. */
  judge(out: Float64Array, corner: number): TailVerdict {
    const other = 1 - corner;
    const tail = makeTail({ speed: this.rate[corner], restitution: this.e, acceleration: 1 });
    const witness = new Float64Array(Witness.size);
    witness[Witness.gap] = this.gap[other];
    witness[Witness.rate] = this.rate[other];
    witness[Witness.ratio] = this.kappa;
    witness[Witness.bound] = 1;
    return judgeTail(out, tail, witness, 1);
  }

  /** Twice the largest height times the acceleration: the square of the fastest landing. */
  get liveliness(): number {
    return Math.max(...[0, 1].map((k) => this.rate[k] ** 2 + 2 * this.gap[k]));
  }
}

function drop(seed: number, e: number, kappa: number): Corners {
  const rng = createRng(seed);
  const corners = new Corners(e, kappa);
  for (const k of [0, 1]) {
    corners.gap[k] = nextInRange(rng, 0, 1);
    corners.rate[k] = nextInRange(rng, -1, 1);
  }
  return corners;
}

describe("one ball", () => {
  test("from 1 m it rests when the series says so", () => {
    const g = 9.81;
    const out = new Float64Array(5);
    for (const [e, expected] of [
      [0.5, 1.354570922957193],
      [0.8, 4.063712768871578],
    ]) {
      const fall = Math.sqrt(2 / g);
      const mass = 3;
      const tail = makeTail({ speed: e * g * fall, restitution: e, acceleration: g, response: 1 / mass });
      expect(judgeTail(out, tail, none, 0)).toBe(TailVerdict.jump);
      expect(Math.abs(fall + out[TailFigure.time] - expected)).toBeLessThan(2e-15);
      // gravity's push over the tail, and what stops the ball: m g T = Σj − m u
      const u = tail[Tail.speed];
      expect(Math.abs(out[TailFigure.impulse] - mass * (g * out[TailFigure.time] - u))).toBeLessThan(6e-14);
      expect(Math.abs(out[TailFigure.energy] - 0.5 * mass * u * u)).toBeLessThan(2e-14);
      expect(out[TailFigure.margin]).toBe(Infinity);
    }
  });

  test("the sums of the series, bounce by bounce", () => {
    const out = new Float64Array(5);
    for (const e of [0, 0.1, 0.5, 0.9]) {
      const [u, alpha, A] = [0.7, 3, 0.4];
      let [time, impulse] = [0, 0];
      for (let speed = u; speed > 1e-18; speed *= e) {
        time += (2 * speed) / alpha;
        impulse += ((1 + e) * speed) / A;
      }
      judgeTail(out, makeTail({ speed: u, restitution: e, acceleration: alpha, response: A }), none, 0);
      // the sums are rounded 400 times
      expect(Math.abs(out[TailFigure.time] / time - 1)).toBeLessThan(2e-15);
      expect(Math.abs(out[TailFigure.impulse] / impulse - 1)).toBeLessThan(2e-15);
    }
  });
});

describe("what forbids the jump", () => {
  const out = new Float64Array(5);
  const good: TailNumbers = { speed: 1e-3, restitution: 0.5, acceleration: 10 };

  test("it does not come to rest", () => {
    const bad: Partial<TailNumbers>[] = [
      { restitution: 1 },
      { acceleration: 0 },
      { acceleration: -1 },
      { force: 0 },
      { force: Number.NaN },
      { speed: Number.NaN },
      { response: 0 },
    ];
    for (const change of bad) {
      expect(judgeTail(out, makeTail({ ...good, ...change }), none, 0)).toBe(TailVerdict.goesOn);
    }
  });

  test("what is held to be constant changes within T = 0.4 ms", () => {
    for (const [change, verdict] of [
      [{ spin: 2.4e-3 }, TailVerdict.jump],
      [{ spin: 2.6e-3 }, TailVerdict.changes],
      [{ jerk: 2.4e-2 }, TailVerdict.jump],
      [{ jerk: 2.6e-2 }, TailVerdict.changes],
    ] as const) {
      expect(judgeTail(out, makeTail({ ...good, ...change }), none, 0)).toBe(verdict);
    }
  });

  test("a witness that may reach: by itself, or pushed by the bounces", () => {
    const judge = (gap: number, rate: number, ratio: number, bound: number) =>
      judgeTail(out, makeTail(good), Float64Array.of(1, 0, 0, 0, gap, rate, ratio, bound), 2);
    const T = 4e-4;
    // free fall from rest covers ½ M T²
    expect(judge(0.51 * 10 * T * T, 0, 0, 10)).toBe(TailVerdict.jump);
    expect(judge(0.49 * 10 * T * T, 0, 0, 10)).toBe(TailVerdict.obstructed);
    // touching, and parting fast enough or not
    expect(judge(0, 0.51 * 10 * T, 0, 10)).toBe(TailVerdict.jump);
    expect(judge(0, 0.49 * 10 * T, 0, 10)).toBe(TailVerdict.obstructed);
    // bounces push with the mean (1 + e) α/2 = 7.5 times κ; those that pull away are not counted on
    expect(judge(0.51 * 3.75 * T * T, 0, -0.5, 0)).toBe(TailVerdict.jump);
    expect(judge(0.49 * 3.75 * T * T, 0, -0.5, 0)).toBe(TailVerdict.obstructed);
    expect(judge(0.49 * 10 * T * T, 0, 5, 10)).toBe(TailVerdict.obstructed);
    expect(judge(-1e-9, 1, 0, 0)).toBe(TailVerdict.obstructed);
    expect(judge(Number.NaN, 1, 0, 0)).toBe(TailVerdict.obstructed);
  });
});

describe("two corners that chatter", () => {
  test("a jump that is allowed is never cut short by the other corner", () => {
    const out = new Float64Array(5);
    let [runs, fired, naive, wrong, latest] = [0, 0, 0, 0, 0];
    for (const kappa of [-0.5, -0.3, -0.2, 0, 0.3, 0.6]) {
      for (const e of [0.1, 0.3, 0.5, 0.7, 0.9]) {
        for (let seed = 0; seed < 80; seed++) {
          runs++;
          const corners = drop(1000 * seed + 7, e, kappa);
          let same = 0;
          let last = -1;
          for (let impact = 0; impact < 300; impact++) {
            const corner = corners.bounce();
            same = corner === last ? same + 1 : 0;
            last = corner;
            const verdict = corners.judge(out, corner);
            const isNaive = same === 2 && verdict !== TailVerdict.jump;
            if (verdict !== TailVerdict.jump && !isNaive) continue;
            const T = out[TailFigure.time];
            // on a copy, 150 bounces further: does the other corner come in?
            const later = new Corners(e, kappa);
            for (const k of [0, 1]) {
              later.gap[k] = corners.gap[k];
              later.rate[k] = corners.rate[k];
            }
            let cut = false;
            for (let k = 0; k < 150 && later.liveliness > 0; k++) {
              const next = later.bounce();
              if (later.time > T) break;
              if (next !== corner) {
                cut = true;
                break;
              }
              latest = Math.max(latest, Math.abs(later.time) / T);
            }
            if (isNaive) {
              naive++;
              if (cut) wrong++;
              continue;
            }
            fired++;
            expect(cut).toBe(false);
            break;
          }
        }
      }
    }
    // most runs end with one corner; the rest take turns to the end
    expect(fired).toBeGreaterThan(0.85 * runs);
    // three bounces in a row say little: most jumps on that ground alone would have been wrong
    expect(wrong).toBeGreaterThan(0.5 * naive);
    // and the bounces of those that were allowed do fill the time T
    expect(latest).toBeGreaterThan(1 - 1e-6);
  });

  test("a burst is closed when all of it is below a hundredth of the tolerance", () => {
    const out = new Float64Array(3);
    const limit = Float64Array.of(1e-7);
    const member = (u: number, alpha: number) =>
      makeTail({ speed: u, restitution: 0.5, acceleration: alpha, response: 2 });
    const tails = Float64Array.from([...member(1e-4, 10), ...member(9e-5, 4.1)]);
    // u²/2α: 5e-10 and 9.9e-10
    expect(judgeBurst(out, tails, 2, limit)).toBe(true);
    expect(Math.abs(out[BurstFigure.height] - 8.1e-9 / 8.2)).toBeLessThan(1e-24);
    expect(Math.abs(out[BurstFigure.time] - (4e-5 + 3.6e-4 / 4.1))).toBeLessThan(1e-19);
    expect(Math.abs(out[BurstFigure.energy] - (1e-8 + 8.1e-9) / 4)).toBeLessThan(1e-24);
    tails[Tail.size + Tail.speed] = 9.1e-5;
    expect(judgeBurst(out, tails, 2, limit)).toBe(false);
    tails[Tail.size + Tail.speed] = 9e-5;
    tails[Tail.size + Tail.acceleration] = -4.1;
    expect(judgeBurst(out, tails, 2, limit)).toBe(false);
  });

  test("corners that do not push each other: all are closed within the sum of the tails", () => {
    const out = new Float64Array(3);
    let fullest = 0;
    for (let seed = 0; seed < 200; seed++) {
      const e = nextInRange(createRng(seed + 500), 0, 0.95);
      const corners = drop(seed, e, 0);
      corners.bounce();
      const speeds = [0, 1].map((k) => Math.sqrt(corners.rate[k] ** 2 + 2 * corners.gap[k]));
      const tails = speeds.flatMap((speed) => [...makeTail({ speed, restitution: e, acceleration: 1 })]);
      judgeBurst(out, Float64Array.from(tails), 2, Float64Array.of(1));
      // each for itself: what is left of its flight, then the bounces
      const ends = [0, 1].map((k) => corners.rate[k] + speeds[k] + (2 * e * speeds[k]) / (1 - e));
      fullest = Math.max(fullest, Math.max(...ends) / out[BurstFigure.time]);
      const energy = [0, 1].reduce((sum, k) => sum + 0.5 * corners.rate[k] ** 2 + corners.gap[k], 0);
      expect(Math.abs(out[BurstFigure.energy] / energy - 1)).toBeLessThan(1e-15);
    }
    expect(fullest).toBeLessThanOrEqual(1);
    expect(fullest).toBeGreaterThan(0.8);
  });
});
