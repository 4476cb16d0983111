/**
 * The implicit methods against what is known: order of accuracy, stiff problems with 15-digit references, and a heat
 * equation with a closed form at a thousand unknowns and more.
 */
import {
  backwardEuler,
  Count,
  createProblem,
  dopri5,
  integrate,
  type Pattern,
  radau5,
  type Stepper,
} from "@rigor/engine/ode";
import {
  createReferenceProblem,
  hires,
  type ReferenceProblem,
  type ReferenceRow,
  robertson,
  robertsonLong,
  vanDerPol,
} from "@rigor/scenes";
import { describe, expect, test } from "vitest";

/** The largest error of an entry, relative to that entry, at every row. */
function measureWorst(reference: ReferenceProblem, stepper: Stepper): number {
  let worst = 0;
  for (const row of reference.rows as ReferenceRow[]) {
    expect(integrate(stepper, row.t).status).toBe("done");
    for (let i = 0; i < row.y.length; i++) worst = Math.max(worst, Math.abs(stepper.state[i] / row.y[i] - 1));
  }
  return worst;
}

/** log₂ of the ratio of successive errors. */
function measureOrders(errors: readonly number[]): number[] {
  return errors.slice(1).map((error, k) => Math.log2(errors[k] / error));
}

describe("measured order", () => {
  // the logistic equation, which is not linear, and ẏ = −ty, which is not autonomous
  const logistic = () =>
    createProblem([0.1, 1], (y, out) => {
      out[0] = y[0] * (1 - y[0]);
      out[1] = -y[1] * y[2];
    });
  const exact = (t: number) => [1 / (1 + 9 * Math.exp(-t)), Math.exp((-t * t) / 2)];

  function runTo(stepper: Stepper): number {
    integrate(stepper, 2);
    const y = exact(2);
    return Math.max(Math.abs(stepper.state[0] - y[0]), Math.abs(stepper.state[1] - y[1]));
  }

  test("backward Euler: 1, linearised and by Newton", () => {
    for (const newton of [false, true]) {
      const errors = [0.02, 0.01, 0.005].map((step) => runTo(backwardEuler(logistic(), { step, newton })));
      // measured: 0.01
      for (const order of measureOrders(errors)) expect(Math.abs(order - 1)).toBeLessThan(0.02);
    }
  });

  test("Radau IIA: 5", () => {
    const errors = [0.2, 0.1, 0.05].map((step) => {
      const stepper = radau5(logistic(), { step, maxStep: step, relative: 0.1, absolute: 0.1, newtonTolerance: 1e-10 });
      const error = runTo(stepper);
      // every step was taken, none was cut: the step is fixed
      expect(stepper.counts[Count.steps]).toBe(Math.round(2 / step));
      return error;
    });
    // measured: 0.04
    for (const order of measureOrders(errors)) expect(Math.abs(order - 5)).toBeLessThan(0.1);
  });

  test("Radau IIA: error in proportion to the tolerance", () => {
    for (const tolerance of [1e-4, 1e-6, 1e-8, 1e-10, 1e-12]) {
      const error = runTo(radau5(logistic(), { tolerance }));
      // between the tolerance and a tenth of it, or so (measured: 0.12 to 1.1): neither careless nor wasteful
      expect(error).toBeLessThan(2 * tolerance);
      expect(error).toBeGreaterThan(0.1 * tolerance);
    }
  });
});

/** (2–1) of the notes. */
function createStiff(k: number) {
  return createProblem([1, 1], (y, out) => {
    out[0] = -y[0];
    out[1] = -k * y[1];
  });
}

describe("stiff problems to 8 digits in every component, at every row", () => {
  test("k = 1e6, the notes' (2–1)", () => {
    const stepper = radau5(createStiff(1e6), { relative: 1e-9, absolute: 1e-12 });
    for (const t of [0.1, 1, 5]) {
      integrate(stepper, t);
      // what "8 digits" means (measured: 7e-10)
      expect(Math.abs(stepper.state[0] / Math.exp(-t) - 1)).toBeLessThan(1e-8);
      // y is e^(−kt), zero for all purposes (measured: 2e-27)
      expect(Math.abs(stepper.state[1])).toBeLessThan(4e-27);
    }
    // an explicit method needs t k / 3.3 = 1.5 million
    expect(stepper.counts[Count.steps]).toBeLessThan(260);
  });

  const cases: [ReferenceProblem, { relative: number; absolute: number }, number][] = [
    // steps: measured (413, 1813, 127 and 444), and one in a hundred to spare
    [hires, { relative: 3e-10, absolute: 3e-14 }, 418],
    [vanDerPol, { relative: 5e-10, absolute: 5e-14 }, 1832],
    [robertson, { relative: 3e-8, absolute: 3e-14 }, 129],
    [robertsonLong, { relative: 1e-7, absolute: 1e-21 }, 449],
  ];
  for (const [reference, options, steps] of cases) {
    test(reference.name, () => {
      const stepper = radau5(createReferenceProblem(reference), options);
      // what "8 digits" means; the tolerances are chosen for it
      expect(measureWorst(reference, stepper)).toBeLessThan(1e-8);
      expect(stepper.counts[Count.steps]).toBeLessThan(steps);
      // the same without the analytic Jacobian, to the same 8 digits in as many steps
      const differenced = radau5(createProblem(reference.initial, reference.derivative), options);
      expect(measureWorst(reference, differenced)).toBeLessThan(1e-8);
      expect(differenced.counts[Count.steps]).toBeLessThan(steps);
    });
  }

  /**
   * The table of docs/ode.md, which takes the explicit method some seconds:
   *
   *   RIGOR_STIFF=1 npx vitest run --project engine ode-stiff -t "as the documents say"
   */
  test.runIf(process.env.RIGOR_STIFF !== undefined)("against the explicit method, as the documents say", () => {
    const explicit = { relative: 1e-9, absolute: 1e-13 };
    const print = (name: string, stepper: Stepper, error: number) =>
      console.log(name, stepper.name, ...stepper.counts.slice(0, Count.jacobians + 1), error.toExponential(0));
    for (const stepper of [
      radau5(createStiff(1e6), { relative: 1e-9, absolute: 1e-12 }),
      dopri5(createStiff(1e6), explicit),
    ]) {
      integrate(stepper, 5);
      print("(2–1)", stepper, Math.abs(stepper.state[0] / Math.exp(-5) - 1));
    }
    for (const [reference, options] of cases) {
      const implicit = radau5(createReferenceProblem(reference), options);
      print(reference.name, implicit, measureWorst(reference, implicit));
      if (reference === robertsonLong) continue;
      const stepper = dopri5(createReferenceProblem(reference), explicit);
      print(reference.name, stepper, measureWorst(reference, stepper));
    }
  });

  test("tightening the tolerance tightens the answer, down to 12 digits", () => {
    for (const reference of [hires, vanDerPol, robertson]) {
      const errors = [1e-6, 1e-8, 1e-10, 1e-12].map((tolerance) =>
        measureWorst(
          reference,
          radau5(createReferenceProblem(reference), { relative: tolerance, absolute: 1e-6 * tolerance }),
        ),
      );
      // a factor of 100 in the tolerance is worth a factor of 10 at least
      for (let k = 1; k < errors.length; k++) expect(errors[k]).toBeLessThan(errors[k - 1] / 10);
      // what the problem makes of 1e-12 a step (measured: 1.6e-10, 2.4e-11 and 4e-13)
      expect(errors[3]).toBeLessThan(3.2e-10);
    }
  });

  test("the explicit method needs thirty times the steps on HIRES, which is only mildly stiff", () => {
    const explicit = dopri5(createReferenceProblem(hires), { relative: 1e-9, absolute: 1e-13 });
    // both to 8 digits
    expect(measureWorst(hires, explicit)).toBeLessThan(1e-8);
    const implicit = radau5(createReferenceProblem(hires), { relative: 3e-10, absolute: 3e-14 });
    expect(measureWorst(hires, implicit)).toBeLessThan(1e-8);
    expect(explicit.counts[Count.steps]).toBeGreaterThan(30 * implicit.counts[Count.steps]);
  });
});

describe("large sparse problems", () => {
  /** u_t = u_xx on n inner points of (0, 1), u = 0 at the ends. */
  function createHeat(n: number) {
    const s = (n + 1) * (n + 1);
    const columnStart = new Int32Array(n + 1);
    const rows: number[] = [];
    for (let j = 0; j < n; j++) {
      for (let i = Math.max(0, j - 1); i <= Math.min(n - 1, j + 1); i++) rows.push(i);
      columnStart[j + 1] = rows.length;
    }
    const pattern: Pattern = { columnStart, rowIndex: Int32Array.from(rows) };
    const f = (y: Float64Array, out: Float64Array) => {
      for (let i = 0; i < n; i++) out[i] = s * ((i > 0 ? y[i - 1] : 0) - 2 * y[i] + (i < n - 1 ? y[i + 1] : 0));
    };
    // modes 1 and 4
    const initial = Float64Array.from({ length: n }, (_, i) => mode(1, i, n) + 0.5 * mode(4, i, n));
    return createProblem(initial, f, { pattern });
  }

  const mode = (m: number, i: number, n: number) => Math.sin((m * Math.PI * (i + 1)) / (n + 1));
  /** The eigenvalue of mode m of the discrete operator. */
  const rate = (m: number, n: number) => -4 * (n + 1) ** 2 * Math.sin((m * Math.PI) / (2 * (n + 1))) ** 2;

  test("heat on 1000 and 4000 points: the closed form, in the same number of steps and evaluations", () => {
    const costs = [1000, 4000].map((n) => {
      const stepper = radau5(createHeat(n), { relative: 1e-8, absolute: 1e-10 });
      expect(integrate(stepper, 0.1).status).toBe("done");
      for (let i = 0; i < n; i++) {
        const exact = mode(1, i, n) * Math.exp(rate(1, n) * 0.1) + 0.5 * mode(4, i, n) * Math.exp(rate(4, n) * 0.1);
        // the tolerance of 1e-10 and 1e-8 of amplitudes of 0.37 and 1e-8 (measured: 2.2e-10)
        expect(Math.abs(stepper.state[i] - exact)).toBeLessThan(4.5e-10);
      }
      return Array.from(stepper.counts);
    });
    // nothing depends on n but the length of the vectors: 3 groups of columns, a band without fill
    expect(costs[1][Count.steps]).toBe(costs[0][Count.steps]);
    expect(costs[1][Count.evaluations]).toBe(costs[0][Count.evaluations]);
    // measured: 56
    expect(costs[0][Count.steps]).toBeLessThan(57);
  });

  test("Brusselator on 60 points: sparse and dense agree to rounding", () => {
    // u_t = 1 + u²v − 4u + α u_xx, v_t = 3u − u²v + α v_xx, α = 1/50, interleaved (Hairer and Wanner II, IV.10)
    const points = 60;
    const n = 2 * points;
    const diffusion = (points + 1) ** 2 / 50;
    const f = (y: Float64Array, out: Float64Array) => {
      for (let i = 0; i < points; i++) {
        const u = y[2 * i];
        const v = y[2 * i + 1];
        const uLeft = i > 0 ? y[2 * i - 2] : 1;
        const uRight = i < points - 1 ? y[2 * i + 2] : 1;
        const vLeft = i > 0 ? y[2 * i - 1] : 3;
        const vRight = i < points - 1 ? y[2 * i + 3] : 3;
        out[2 * i] = 1 + u * u * v - 4 * u + diffusion * (uLeft - 2 * u + uRight);
        out[2 * i + 1] = 3 * u - u * u * v + diffusion * (vLeft - 2 * v + vRight);
      }
    };
    const columnStart = new Int32Array(n + 1);
    const rows: number[] = [];
    for (let j = 0; j < n; j++) {
      for (let i = Math.max(0, j - 2); i <= Math.min(n - 1, j + 2); i++) rows.push(i);
      columnStart[j + 1] = rows.length;
    }
    const pattern: Pattern = { columnStart, rowIndex: Int32Array.from(rows) };
    const initial = Float64Array.from({ length: n }, (_, k) =>
      k % 2 === 0 ? 1 + Math.sin((2 * Math.PI * (k / 2 + 1)) / (points + 1)) : 3,
    );
    const options = { tolerance: 1e-6 };
    const dense = radau5(createProblem(initial, f), options);
    const sparse = radau5(createProblem(initial, f, { pattern }), options);
    integrate(dense, 10);
    integrate(sparse, 10);
    expect(sparse.counts[Count.steps]).toBe(dense.counts[Count.steps]);
    // five groups instead of n columns (measured: 0.098)
    expect(sparse.counts[Count.evaluations]).toBeLessThan(0.1 * dense.counts[Count.evaluations]);
    // the pivots differ, and so do last bits, amplified by the steps (seen: 1.7e-14)
    for (let i = 0; i < n; i++) expect(Math.abs(sparse.state[i] - dense.state[i])).toBeLessThan(1e-13);
  });
});
