import { describe, expect, test } from "vitest";
import {
  createTurnWork,
  differentiateChebyshev,
  evaluateChebyshev,
  findTurns,
  finest,
  fitChebyshev,
  nodeAt,
} from "../../../../src/ode/events/chebyshev.js";

const sample = (f: (theta: number) => number, m: number) =>
  Float64Array.from({ length: m + 1 }, (_, k) => f(nodeAt((k * finest) / m)));

describe("chebyshev", () => {
  test("nodes are those of the cosine", () => {
    for (let k = 0; k <= finest; k++) {
      // a square root of a square root … six deep
      expect(Math.abs(nodeAt(k) - (1 - Math.cos((Math.PI * k) / finest)) / 2)).toBeLessThan(5e-16);
    }
  });

  test.each([4, 8, 16, 32, 64])("a polynomial of degree %d is met exactly, derivative included", (m) => {
    const f = (x: number) => 3 - 2 * x + 5 * (2 * x - 1) ** 4 - x ** 3;
    const df = (x: number) => -2 + 40 * (2 * x - 1) ** 3 - 3 * x ** 2;
    const c = new Float64Array(m + 1);
    const d = new Float64Array(m + 1);
    fitChebyshev(c, sample(f, m), m);
    differentiateChebyshev(d, c, m);
    for (let i = 0; i <= 20; i++) {
      // m coefficients, an ulp or two of the largest value each (measured: 2.7e-15)
      expect(Math.abs(evaluateChebyshev(c, m, i / 20) - f(i / 20))).toBeLessThan(1e-14);
      // x = 1 − 2θ, so dP/dθ = −2 dP/dx; rounding of the coefficients counts up to m² times
      expect(Math.abs(-2 * evaluateChebyshev(d, m - 1, i / 20) - df(i / 20))).toBeLessThan(2e-15 * (40 + m * m));
    }
  });

  test("turns of a wave", () => {
    const m = 32;
    const c = new Float64Array(m + 1);
    const work = createTurnWork();
    const wave = sample((x) => Math.sin(20 * x), m);
    fitChebyshev(c, wave, m);
    const count = findTurns(work, c, m);
    const turns = work.places[0];
    expect(count).toBe(6);
    // sin is flat there: an error ε of the fit moves the turn by ε m² / 400 (measured: 3.3e-15)
    for (let i = 0; i < count; i++) expect(Math.abs(turns[i] - ((i + 0.5) * Math.PI) / 20)).toBeLessThan(6.6e-15);
  });

  test("two turns close together are both seen", () => {
    const m = 8;
    const c = new Float64Array(m + 1);
    const work = createTurnWork();
    // (θ − 0.37)³ − 3·10⁻⁶ (θ − 0.37) turns at 0.37 ± 10⁻³
    const cubic = sample((x) => (x - 0.37) ** 3 - 3e-6 * (x - 0.37), m);
    fitChebyshev(c, cubic, m);
    expect(findTurns(work, c, m)).toBe(2);
    // a derivative that changes by 0.002 over the gap: rounding of 1e-17 moves its zero by 1e-14
    expect(Math.abs(work.places[0][0] - 0.369)).toBeLessThan(2e-14);
    expect(Math.abs(work.places[0][1] - 0.371)).toBeLessThan(2e-14);
  });
});
