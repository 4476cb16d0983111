/**
 * Key frames against independent oracles: the glTF formula, closed-form motions that the pieces must keep, differences
 * of what is reported (Richardson), and what a change of coordinates must do.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type BodyPath, pathFrameLength } from "../../src/rigid/path/body-path.js";
import { createKeyFramePath, type KeyFrameOptions } from "../../src/rigid/path/key-frames.js";

const seed = 20;
type Keys = { times: number[]; positions: number[][]; rotations: number[][] };

function evaluate(path: BodyPath, t: number): number[] {
  const frame = new Float64Array(pathFrameLength).fill(Number.NaN);
  path(Float64Array.of(t), frame);
  return Array.from(frame);
}
const position = (frame: number[]) => frame.slice(0, 3);
const rotation = (frame: number[]) => frame.slice(3, 7);
const rates = (frame: number[]) => frame.slice(7, 13);
const accelerations = (frame: number[]) => frame.slice(13);

function distance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return Math.max(...Array.from(a, (x, k) => Math.abs(x - b[k])));
}
/** Between rotations: q and −q are the same. */
function turnDistance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return Math.min(
    distance(a, b),
    distance(
      Array.from(a, (x) => -x),
      b,
    ),
  );
}

/** The product of quaternions, and the vector p turned by q, written out anew. */
function multiply([ax, ay, az, aw]: number[], [bx, by, bz, bw]: number[]): number[] {
  return [
    aw * bx + bw * ax + ay * bz - az * by,
    aw * by + bw * ay + az * bx - ax * bz,
    aw * bz + bw * az + ax * by - ay * bx,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}
const conjugate = ([x, y, z, w]: number[]) => [-x, -y, -z, w];
const turn = (q: number[], p: number[]) => multiply(multiply(q, [...p, 0]), conjugate(q)).slice(0, 3);
const normalize = (q: ArrayLike<number>) => Array.from(q, (x) => x / Math.hypot(...Array.from(q)));
const about = (axis: number[], angle: number) => [
  ...normalize(axis).map((u) => u * Math.sin(angle / 2)),
  Math.cos(angle / 2),
];

const times = [-1, 0, 0.5, 2, 2.75, 4];
const scattered: Keys = {
  times,
  positions: [
    [1, 0, 0],
    [0, 2, 1],
    [0, 2, 1],
    [-1, 1, 3],
    [2, 2, 2],
    [0, -1, 0],
  ],
  rotations: [
    [0, 0, 0, 1],
    [1, 0, 0, 1],
    [-1, -2, 0, 1],
    [3, 1, -2, -1],
    [3, 1, -2, -1],
    [0, 4, 0, 1],
  ],
};
const modes: KeyFrameOptions[] = (["linear", "smooth"] as const).flatMap((interpolation) => [
  { ...scattered, interpolation },
  { ...scattered, interpolation, repeat: "loop" as const },
  ...(interpolation === "smooth" ? [{ ...scattered, interpolation, ends: "rest" as const }] : []),
]);
const label = (o: KeyFrameOptions) => `${o.interpolation} ${o.repeat ?? "hold"} ${o.ends ?? "free"}`;

describe("keys", () => {
  test.each(modes.map((o) => [label(o), o] as const))("%s passes through every one", (_name, options) => {
    const path = createKeyFramePath(options);
    for (const [i, t] of times.entries()) {
      if (options.repeat === "loop" && i === times.length - 1) continue;
      const frame = evaluate(path, t);
      // a piece begins with its key itself; the quaternion was normalised
      expect(position(frame)).toEqual(scattered.positions[i]);
      expect(turnDistance(rotation(frame), normalize(scattered.rotations[i]))).toBeLessThan(2e-16);
      // and ends, 1e-15 s before the next, within rounding of it: coefficients up to 20 in size
      if (i === 0) continue;
      const before = evaluate(path, t - 4e-16 * Math.abs(t || 1));
      const gap = [distance(position(before), position(frame)), turnDistance(rotation(before), rotation(frame))];
      expect(Math.max(...gap)).toBeLessThan(2e-14);
    }
  });

  test("quaternions stay of unit length, and change without a jump of sign", () => {
    for (const options of modes) {
      const path = createKeyFramePath(options);
      let last = rotation(evaluate(path, -1));
      for (let t = -1; t < 4; t += 1 / 64) {
        const q = rotation(evaluate(path, t));
        // four products of unit quaternions
        expect(Math.abs(Math.hypot(...q) - 1)).toBeLessThan(1e-15);
        expect(distance(q, last)).toBeLessThan(0.5);
        last = q;
      }
    }
  });

  test("one key is a constant pose; outside of the keys the ends hold, at rest", () => {
    const rest = new Array(12).fill(0);
    for (const interpolation of ["linear", "smooth"] as const) {
      const single = createKeyFramePath({
        times: [3],
        positions: [[1, 2, 3]],
        rotations: [[0, 0, 0, -2]],
        interpolation,
      });
      for (const t of [-9, 3, 9])
        expect(evaluate(single, t)).toEqual([1, 2, 3, -0, -0, -0, -1, ...rest].map((x) => x + 0));
      const path = createKeyFramePath({ ...scattered, interpolation });
      for (const t of [-1.001, -50]) expect(evaluate(path, t)).toEqual([1, 0, 0, 0, 0, 0, 1, ...rest]);
      for (const t of [4, 50]) {
        const frame = evaluate(path, t);
        expect(frame.slice(7)).toEqual(rest);
        expect(position(frame)).toEqual([0, -1, 0]);
        expect(turnDistance(rotation(frame), normalize([0, 4, 0, 1]))).toBeLessThan(2e-16);
      }
    }
  });

  test("positions alone keep the rotation, rotations alone the position", () => {
    const { positions, rotations } = scattered;
    for (const interpolation of ["linear", "smooth"] as const) {
      const both = evaluate(createKeyFramePath({ ...scattered, interpolation }), 1.1);
      const moved = evaluate(createKeyFramePath({ times, positions, rotation: [0, 0, 1, 0], interpolation }), 1.1);
      const turned = evaluate(createKeyFramePath({ times, rotations, position: [7, 8, 9], interpolation }), 1.1);
      expect([0, 1, 2, 7, 8, 9, 13, 14, 15].map((k) => moved[k] - both[k])).toEqual(new Array(9).fill(0));
      expect([...moved.slice(3, 7), ...moved.slice(10, 13)]).toEqual([0, 0, 1, 0, 0, 0, 0]);
      expect([3, 4, 5, 6, 10, 11, 12, 16, 17, 18].map((k) => turned[k] - both[k])).toEqual(new Array(10).fill(0));
      expect([...position(turned), ...turned.slice(7, 10)]).toEqual([7, 8, 9, 0, 0, 0]);
    }
  });
});

describe("linear, as in glTF", () => {
  /** The formula of the glTF specification, appendix C, word for word. */
  function slerp(a: number[], b: number[], t: number): number[] {
    const d = a.reduce((sum, x, k) => sum + x * b[k], 0);
    const angle = Math.acos(Math.abs(d));
    const s = d < 0 ? -1 : 1;
    return a.map((x, k) => (Math.sin(angle * (1 - t)) * x + s * Math.sin(angle * t) * b[k]) / Math.sin(angle));
  }

  test("great arcs at constant speed, the short way, and straight lines", () => {
    const path = createKeyFramePath(scattered);
    for (let i = 0; i + 1 < times.length; i++) {
      const [a, b] = [normalize(scattered.rotations[i]), normalize(scattered.rotations[i + 1])];
      const h = times[i + 1] - times[i];
      const first = evaluate(path, times[i]);
      for (const s of [0.1, 0.5, 0.9]) {
        const frame = evaluate(path, times[i] + s * h);
        // the rounding of s, of the oracle's acos and of x
        const x = Array.from(scattered.positions[i], (p, k) => p + s * (scattered.positions[i + 1][k] - p));
        expect(distance(position(frame), x)).toBeLessThan(1e-15);
        const q = i === 3 ? a : slerp(a, b, s);
        expect(turnDistance(rotation(frame), q)).toBeLessThan(1e-15);
        expect(distance(rates(frame), rates(first))).toBe(0);
        expect(accelerations(frame)).toEqual(new Array(6).fill(0));
      }
    }
  });
});

describe("derivatives are those of the motion", () => {
  /** ẏ(t) by central differences at h, h/2, h/4, extrapolated: error O(h⁶), rounding about 10 ulp(y)/h. */
  function differentiate(y: (t: number) => number[], t: number, h: number): number[] {
    const [d1, d2, d4] = [h, h / 2, h / 4].map((e) => {
      const [plus, minus] = [y(t + e), y(t - e)];
      return plus.map((p, k) => (p - minus[k]) / (2 * e));
    });
    return d1.map((d, k) => (64 * d4[k] - 20 * d2[k] + d) / 45);
  }

  test.each(modes.map((o) => [label(o), o] as const))("%s", (_name, options) => {
    const path = createKeyFramePath(options);
    let [velocity, acceleration] = [0, 0];
    for (let i = 0; i + 1 < times.length; i++) {
      const h = times[i + 1] - times[i];
      for (const s of [0.05, 0.3, 0.5, 0.77, 0.95]) {
        const t = times[i] + s * h;
        const frame = evaluate(path, t);
        const dx = differentiate((u) => evaluate(path, u).slice(0, 7), t, h / 128);
        // q̇ = ½ ω q, so ω = 2 q̇ q⁻¹
        const omega = multiply(dx.slice(3), conjugate(rotation(frame))).map((x) => 2 * x);
        velocity = Math.max(velocity, distance(rates(frame), [...dx.slice(0, 3), ...omega.slice(0, 3)]));
        const dv = differentiate((u) => rates(evaluate(path, u)), t, h / 128);
        acceleration = Math.max(acceleration, distance(accelerations(frame), dv));
      }
    }
    // (h/128)⁶ times the seventh derivatives of q and, of ω, those divided by h; rounding is 3e-13 and less
    expect(velocity).toBeLessThan(8e-13);
    expect(acceleration).toBeLessThan(2e-11);
  });
});

describe("smooth pieces meet", () => {
  const smooth = modes.filter(({ interpolation }) => interpolation === "smooth");

  const e = 2 ** -26;
  /** v, and ω in body axes, since the last pose of a loop need not be the first. */
  const own = (frame: number[]) => [...frame.slice(7, 10), ...turn(conjugate(rotation(frame)), frame.slice(10, 13))];
  /** What they jump by at t: the limit from the left is 2 f(t − e) − f(t − 2e) + O(e²). */
  const jump = (path: BodyPath, t: number) => {
    const [near, far] = [own(evaluate(path, t - e)), own(evaluate(path, t - 2 * e))];
    const left = near.map((x, k) => 2 * x - far[k]);
    return distance(own(evaluate(path, t)), left);
  };

  test.each(smooth.map((o) => [label(o), o] as const))("%s: v and ω have no jump at the keys", (_name, options) => {
    const path = createKeyFramePath(options);
    const inner = times.slice(1, -1);
    const keys = { hold: options.ends === "rest" ? times : inner, loop: [...inner, -1, 4, 9, -6] };
    for (const t of keys[options.repeat ?? "hold"]) {
      // e² times a second derivative of up to 200, and rounding of 10 ulp of 8
      expect(jump(path, t)).toBeLessThan(5e-14);
    }
  });

  test("the linear ones do jump, and free ends do", () => {
    expect(jump(createKeyFramePath(scattered), 0.5)).toBeGreaterThan(0.1);
    expect(jump(createKeyFramePath({ ...scattered, interpolation: "smooth" }), 4)).toBeGreaterThan(0.1);
  });
});

describe("smooth keeps", () => {
  const uneven = [-1, 0, 0.5, 2, 2.75, 4];
  const even = [0, 0.5, 1, 1.5, 2, 2.5];
  const samples = (list: number[]) => Array.from({ length: 97 }, (_, k) => list[0] + (k / 97) * (list[5] - list[0]));

  test.each([
    ["even", even],
    ["uneven", uneven],
  ])("uniform motion on a line, %s times", (_name, list) => {
    const line = (t: number) => [3 - 2 * t, 0.1 * t, 1 + t / 3];
    const path = createKeyFramePath({ times: list, positions: list.map(line), interpolation: "smooth" });
    let [x, v, a] = [0, 0, 0];
    for (const t of samples(list)) {
      const frame = evaluate(path, t);
      x = Math.max(x, distance(position(frame), line(t)));
      v = Math.max(v, distance(frame.slice(7, 10), [-2, 0.1, 1 / 3]));
      a = Math.max(a, distance(frame.slice(13, 16), [0, 0, 0]));
    }
    // an ulp or two of the largest coordinate (4); of it over h and over h², h = ½
    expect(x).toBeLessThan(1e-15);
    expect(v).toBeLessThan(2e-15);
    expect(a).toBeLessThan(8e-15);
  });

  test("free fall, uneven times", () => {
    const fall = (t: number) => [2 * t, 10 - 4.905 * t * t, 0];
    const path = createKeyFramePath({ times: uneven, positions: uneven.map(fall), interpolation: "smooth" });
    let [x, v, a] = [0, 0, 0];
    for (const t of samples(uneven)) {
      const frame = evaluate(path, t);
      x = Math.max(x, distance(position(frame), fall(t)));
      v = Math.max(v, distance(frame.slice(7, 10), [2, -9.81 * t, 0]));
      a = Math.max(a, distance(frame.slice(13, 16), [0, -9.81, 0]));
    }
    // the coordinate goes to 68, whose ulp is 1.4e-14; divided by h and h², h ≥ ½
    expect(x).toBeLessThan(3e-14);
    expect(v).toBeLessThan(4e-14);
    expect(a).toBeLessThan(1e-13);
  });

  // a rate at which the longest piece turns by 3.0 < π
  test.each([
    ["even", even, 6],
    ["uneven", uneven, 2],
  ] as const)("rotation at a constant rate, %s times", (_name, list, rate) => {
    const axis = [2, -1, 2];
    const spin = (t: number) => multiply(about(axis, rate * t), normalize([1, 2, 3, 4]));
    const path = createKeyFramePath({ times: list, rotations: list.map(spin), interpolation: "smooth" });
    const omega = axis.map((u) => (u / 3) * rate);
    let [q, w, a] = [0, 0, 0];
    for (const t of samples([...list])) {
      const frame = evaluate(path, t);
      q = Math.max(q, turnDistance(rotation(frame), spin(t)));
      w = Math.max(w, distance(frame.slice(10, 13), omega));
      a = Math.max(a, distance(frame.slice(16), [0, 0, 0]));
    }
    // the angles are good to 4 ulp; divided by h and h², with factors 3 and 12 from the cubics
    expect(q).toBeLessThan(2e-15);
    expect(w).toBeLessThan(2e-14);
    expect(a).toBeLessThan(3e-14);
  });

  test("constant angular acceleration about an axis", () => {
    const angle = (t: number) => 0.3 * t + 0.2 * t * t;
    const path = createKeyFramePath({
      times: uneven,
      rotations: uneven.map((t) => about([0, 3, 4], angle(t))),
      interpolation: "smooth",
    });
    let [q, w, a] = [0, 0, 0];
    for (const t of samples(uneven)) {
      const frame = evaluate(path, t);
      const rate = 0.3 + 0.4 * t;
      q = Math.max(q, turnDistance(rotation(frame), about([0, 3, 4], angle(t))));
      w = Math.max(w, distance(frame.slice(10, 13), [0, 0.6 * rate, 0.8 * rate]));
      a = Math.max(a, distance(frame.slice(16), [0, 0.6 * 0.4, 0.8 * 0.4]));
    }
    // as above, at a lower rate
    expect(q).toBeLessThan(1e-15);
    expect(w).toBeLessThan(3e-15);
    expect(a).toBeLessThan(6e-15);
  });

  test("rotations about one axis blend as the angles would as positions, also through more than a turn", () => {
    // a quick turn before a long wait: the parabola throws the body round more than twice
    const list = [0, 0.1, 2.5, 3, 3.2];
    const angles = [0, 2, 2.5, 0, 3];
    const turned = createKeyFramePath({
      times: list,
      rotations: angles.map((u) => about([0, 0, 1], u)),
      interpolation: "smooth",
    });
    const moved = createKeyFramePath({ times: list, positions: angles.map((u) => [0, 0, u]), interpolation: "smooth" });
    let [q, w, most] = [0, 0, 0];
    for (let k = 0; k < 200; k++) {
      const [a, b] = [evaluate(turned, 0.016 * k), evaluate(moved, 0.016 * k)];
      q = Math.max(q, turnDistance(rotation(a), about([0, 0, 1], b[2])));
      w = Math.max(w, Math.abs(a[12] - b[9]), Math.abs(a[18] - b[15]));
      most = Math.max(most, b[2]);
    }
    expect(most).toBeGreaterThan(2 * Math.PI);
    // coefficients of 40 rad that nearly cancel; divided by h² = 0.01 in α
    expect(q).toBeLessThan(2e-14);
    expect(w).toBeLessThan(5e-13);
  });
});

test("smooth converges to a smooth motion at the third order", () => {
  // x on an ellipse, q tumbling about two axes at once
  const q = (t: number) => multiply(about([0, 0, 1], Math.sin(t)), about([1, 0, 0], t * t * 0.3));
  const x = (t: number) => [Math.cos(t), 2 * Math.sin(t), t * t * t];
  const errors = [20, 40].map((n) => {
    // steps that alternate as 2 to 1
    const list = Array.from({ length: n + 1 }, (_, k) => (3 * (k + (k % 2) / 3)) / n);
    const path = createKeyFramePath({
      times: list,
      positions: list.map(x),
      rotations: list.map(q),
      interpolation: "smooth",
    });
    let [ex, eq] = [0, 0];
    for (let t = 0.5; t < 2.5; t += 0.001) {
      const frame = evaluate(path, t);
      ex = Math.max(ex, distance(position(frame), x(t)));
      eq = Math.max(eq, turnDistance(rotation(frame), q(t)));
    }
    return [ex, eq];
  });
  const orders = [0, 1].map((k) => Math.log2(errors[0][k] / errors[1][k]));
  for (const order of orders) expect(Math.abs(order - 3)).toBeLessThan(0.03);
});

describe("a loop", () => {
  test("repeats itself, in both directions", () => {
    for (const interpolation of ["linear", "smooth"] as const) {
      const path = createKeyFramePath({ ...scattered, interpolation, repeat: "loop" });
      for (const t of [-1, -0.5, 0, 0.625, 2, 3.75]) {
        // periods and times are short binary fractions: the remainder is exact, so the frames are equal
        for (const k of [-7, -1, 1, 1000]) expect(evaluate(path, t + 5 * k)).toEqual(evaluate(path, t));
      }
    }
  });

  test("shows the keys themselves where the times are no short fractions", () => {
    const odd = { ...scattered, times: [-40 / 7, -1.7, -1.6, -1.2, -0.9, 0.3] };
    const [once, again] = [createKeyFramePath(odd), createKeyFramePath({ ...odd, repeat: "loop" })];
    for (const t of odd.times.slice(0, -1)) expect(evaluate(again, t)).toEqual(evaluate(once, t));
    // a time so little before the first key that adding the period gives the last
    const round = createKeyFramePath({ ...scattered, times: [0, 1, 2, 3, 4, 5], repeat: "loop" });
    expect(evaluate(round, -1e-20)).toEqual(evaluate(round, 0));
  });

  test("a closed one is smooth all round, and does not know where it begins", () => {
    const ring = [
      [0, 0, 0],
      [1, 0, 0],
      [1, 2, 0],
      [0, 1, 1],
    ];
    const spins = [
      [0, 0, 0, 1],
      [1, 0, 0, 2],
      [1, 1, 0, 2],
      [0, 1, 1, 3],
    ];
    const steps = [0.5, 1, 0.25, 0.75];
    const paths = [0, 1, 2, 3].map((first) => {
      const order = [0, 1, 2, 3, 0].map((k) => (k + first) % 4);
      const list = [steps.slice(0, first).reduce((a, b) => a + b, 0)];
      for (const k of order.slice(0, 4)) list.push(list[list.length - 1] + steps[k]);
      return createKeyFramePath({
        times: list,
        positions: order.map((k) => ring[k]),
        rotations: order.map((k) => spins[k]),
        interpolation: "smooth",
        repeat: "loop",
      });
    });
    for (let t = -3; t < 3; t += 0.0371) {
      const frame = evaluate(paths[0], t);
      for (const path of paths.slice(1)) {
        const other = evaluate(path, t);
        expect(turnDistance(rotation(other), rotation(frame))).toBeLessThan(2e-15);
        expect(distance([...position(other), ...rates(other)], [...position(frame), ...rates(frame)])).toBeLessThan(
          5e-14,
        );
      }
    }
  });
});

describe("the motion moves with its keys", () => {
  const finite = (size: number) => fc.double({ min: -size, max: size, noNaN: true });
  const vector = fc.tuple(finite(3), finite(3), finite(3));
  const quaternion = fc.tuple(finite(1), finite(1), finite(1), finite(1)).filter((q) => Math.hypot(...q) > 0.1);
  const key = fc.record({ step: fc.double({ min: 0.25, max: 1, noNaN: true }), x: vector, q: quaternion });
  const keyList = fc.array(key, { minLength: 2, maxLength: 6 });

  function build(list: { step: number; x: number[]; q: number[] }[]): Keys {
    return {
      times: list.map((_, i) => list.slice(0, i + 1).reduce((sum, { step }) => sum + step, 0)),
      positions: list.map(({ x }) => x),
      rotations: list.map(({ q }) => normalize(q)),
    };
  }

  test("the quaternion has no jump at the keys, not even of sign", () => {
    // steps so uneven that bodies are thrown round several times, and keys half a turn apart
    const halves = [
      [1, 0, 0, 0],
      [0, 0.6, 0.8, 0],
      [0, 0, -1, 0],
    ];
    const half = fc.tuple(quaternion, fc.constantFrom(...halves));
    fc.assert(
      fc.property(keyList, half, fc.integer({ min: 0, max: 2 }), (list, [q, by], thin) => {
        const ends = [q, multiply(q, by)].map((end) => ({ step: 0.5, x: [0, 0, 0], q: end }));
        const keys = build([...ends, ...list.map((k, i) => ({ ...k, step: i % 3 === thin ? 0.05 : k.step }))]);
        for (const interpolation of ["linear", "smooth"] as const) {
          const path = createKeyFramePath({ ...keys, interpolation });
          for (const t of keys.times.slice(1)) {
            const [before, at] = [evaluate(path, t * (1 - 2e-16)), evaluate(path, t)];
            // 1e-15 s at up to 60 rad/s, and the rounding of angles of up to 40 rad
            expect(distance(rotation(before), rotation(at))).toBeLessThan(1e-13);
          }
        }
      }),
      { seed, numRuns: 100 },
    );
  });

  test("turned and shifted in space; turned in the body; reversed in sign", () => {
    fc.assert(
      fc.property(
        keyList,
        vector,
        quaternion,
        quaternion,
        fc.constantFrom("linear", "smooth"),
        (list, shift, g, b, mode) => {
          const keys = build(list);
          const [G, B] = [normalize(g), normalize(b)];
          // where two keys are half a turn apart rounding decides the way
          const near = keys.rotations
            .slice(1)
            .some((q, i) => Math.abs(multiply(conjugate(keys.rotations[i]), q)[3]) < 1e-3);
          fc.pre(!near);
          const interpolation = mode as "linear" | "smooth";
          const path = createKeyFramePath({ ...keys, interpolation });
          const moved = createKeyFramePath({
            times: keys.times,
            positions: keys.positions.map((x) => turn(G, x).map((y, k) => y + shift[k])),
            rotations: keys.rotations.map((q, i) => multiply(multiply(G, q), B).map((y) => (i % 2 ? -y : y))),
            interpolation,
          });
          const [first, last] = [keys.times[0], keys.times[keys.times.length - 1]];
          for (const s of [0.01, 0.3, 0.6, 0.99]) {
            const t = first + s * (last - first);
            const [frame, other] = [evaluate(path, t), evaluate(moved, t)];
            const expected = [7, 10, 13, 16].flatMap((o) => turn(G, frame.slice(o, o + 3)));
            const x = turn(G, position(frame)).map((y, k) => y + shift[k]);
            const scale = 1 + Math.max(...frame.map(Math.abs));
            const error =
              Math.max(
                distance(position(other), x),
                turnDistance(rotation(other), multiply(multiply(G, rotation(frame)), B)),
                distance(other.slice(7), expected),
              ) / scale;
            // relative to the largest number in the frame: some 50 roundings
            expect(error).toBeLessThan(4e-14);
          }
        },
      ),
      { seed, numRuns: 80 },
    );
  });
});
