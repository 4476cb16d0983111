import { Decimal } from "decimal.js";
import { describe, expect, test } from "vitest";
import * as radau from "../../../../src/ode/implicit/radau-constants.js";

// everything is computed again from the definitions, in 40 digits
const D = Decimal.clone({ precision: 40 });
type Matrix = Decimal[][];

const root6 = new D(6).sqrt();
const c = [new D(4).minus(root6).div(10), new D(4).plus(root6).div(10), new D(1)];

/** Solves a x = b by elimination with exchanges. */
function solve(a: Matrix, b: Decimal[]): Decimal[] {
  const n = b.length;
  const m = a.map((row, i) => [...row, b[i]]);
  for (let k = 0; k < n; k++) {
    let best = k;
    for (let i = k; i < n; i++) if (m[i][k].abs().gt(m[best][k].abs())) best = i;
    [m[k], m[best]] = [m[best], m[k]];
    for (let i = 0; i < n; i++) {
      if (i === k) continue;
      const factor = m[i][k].div(m[k][k]);
      for (let j = k; j <= n; j++) m[i][j] = m[i][j].minus(factor.times(m[k][j]));
    }
  }
  return m.map((row, i) => row[n].div(row[i]));
}

function multiply(a: Matrix, b: Matrix): Matrix {
  return a.map((row) => b[0].map((_, j) => row.reduce((sum, v, k) => sum.plus(v.times(b[k][j])), new D(0))));
}

function invert(a: Matrix): Matrix {
  const columns = a.map((_, j) =>
    solve(
      a,
      a.map((_, i) => new D(i === j ? 1 : 0)),
    ),
  );
  return a.map((_, i) => columns.map((column) => column[i]));
}

/** The double nearest to the exact value. */
function expectRounded(value: number, exact: Decimal): void {
  expect(value).toBe(exact.toNumber());
}

/** Σⱼ aᵢⱼ cⱼ^(q−1) = cᵢ^q / q */
const powers: Matrix = [0, 1, 2].map((q) => c.map((x) => x.pow(q)));
const A: Matrix = c.map((x) =>
  solve(
    powers,
    [1, 2, 3].map((q) => x.pow(q).div(q)),
  ),
);
const inverse = invert(A);

/** γ is the real zero of the characteristic polynomial λ³ − 9λ² + 36λ − 60 of A⁻¹. */
let gamma = new D(3.6);
for (let round = 0; round < 10; round++) {
  const p = gamma.pow(3).minus(gamma.pow(2).times(9)).plus(gamma.times(36)).minus(60);
  gamma = gamma.minus(p.div(gamma.pow(2).times(3).minus(gamma.times(18)).plus(36)));
}
const alpha = new D(9).minus(gamma).div(2);
const beta = new D(60).div(gamma).minus(alpha.pow(2)).sqrt();

describe("the constants of Radau IIA", () => {
  test("nodes are zeros of d²/dx² (x² (x−1)³) = 20x³ − 36x² + 18x − 2", () => {
    for (const x of c) {
      const p = x.pow(3).times(20).minus(x.pow(2).times(36)).plus(x.times(18)).minus(2);
      // 40 digits, less the last (measured: 4e-39)
      expect(p.abs().toNumber()).toBeLessThan(1e-38);
    }
    expectRounded(radau.C1, c[0]);
    expectRounded(radau.C2, c[1]);
  });

  test("γ, α and β are the eigenvalues of A⁻¹", () => {
    const trace = inverse[0][0].plus(inverse[1][1]).plus(inverse[2][2]);
    // 40 digits, less the last (measured: 2e-39)
    expect(trace.minus(9).abs().toNumber()).toBeLessThan(1e-38);
    expectRounded(radau.GAMMA, gamma);
    expectRounded(radau.ALPHA, alpha);
    expectRounded(radau.BETA, beta);
  });

  test("T makes A⁻¹ block diagonal, and R inverts it", () => {
    // columns of T: A⁻¹ t₁ = γ t₁;  A⁻¹ t₂ = α t₂ + β t₃,  A⁻¹ t₃ = −β t₂ + α t₃;  last entries 1, 1, 0
    const [p, q] = solve(
      [
        [inverse[0][0].minus(gamma), inverse[0][1]],
        [inverse[1][0], inverse[1][1].minus(gamma)],
      ],
      [inverse[0][2].neg(), inverse[1][2].neg()],
    );
    const zero = new D(0);
    const [r, s, u, v] = solve(
      [
        [inverse[0][0].minus(alpha), inverse[0][1], beta.neg(), zero],
        [inverse[1][0], inverse[1][1].minus(alpha), zero, beta.neg()],
        [beta, zero, inverse[0][0].minus(alpha), inverse[0][1]],
        [zero, beta, inverse[1][0], inverse[1][1].minus(alpha)],
      ],
      [inverse[0][2].neg(), inverse[1][2].neg(), zero, zero],
    );
    const T: Matrix = [
      [p, r, u],
      [q, s, v],
      [new D(1), new D(1), zero],
    ];
    const lambda = multiply(invert(T), multiply(inverse, T));
    const expected = [
      [gamma, zero, zero],
      [zero, alpha, beta.neg()],
      [zero, beta, alpha],
    ];
    for (let i = 0; i < 3; i++) {
      // 40 digits, less the last (measured: 7e-39)
      for (let j = 0; j < 3; j++) expect(lambda[i][j].minus(expected[i][j]).abs().toNumber()).toBeLessThan(2e-38);
    }
    const t = [radau.T11, radau.T12, radau.T13, radau.T21, radau.T22, radau.T23];
    for (let k = 0; k < 6; k++) expectRounded(t[k], T[Math.floor(k / 3)][k % 3]);
    const R = invert(T);
    const rows = [radau.R11, radau.R12, radau.R13, radau.R21, radau.R22, radau.R23, radau.R31, radau.R32, radau.R33];
    for (let k = 0; k < 9; k++) expectRounded(rows[k], R[Math.floor(k / 3)][k % 3]);
  });

  test("e is the difference from the embedded formula of order 3, whose weight on f(y₀) is 1/γ", () => {
    // b̂₀ δ(q,1) + Σ b̂ᵢ cᵢ^(q−1) = 1/q for q = 1, 2, 3;  (b̂ − b) h F = (b̂ − b) A⁻¹ z
    const weight = new D(1).div(gamma);
    const embedded = solve(powers, [new D(1).minus(weight), new D(1).div(2), new D(1).div(3)]);
    const e = multiply([embedded.map((b, j) => b.minus(A[2][j]))], inverse)[0].map((x) => x.times(gamma));
    expectRounded(radau.E1, e[0]);
    expectRounded(radau.E2, e[1]);
    expectRounded(radau.E3, e[2]);
  });
});
