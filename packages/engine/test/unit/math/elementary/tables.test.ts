import { Decimal } from "decimal.js";
import { expect, test } from "vitest";
import { atanTable, expTable, logTable, sineTable, twoOverPi } from "../../../../src/math/elementary/tables.js";
import { exact } from "../../../support/exact-functions.js";

/** Every entry of the tables, computed anew with decimal.js. */
const D = Decimal.clone({ precision: 60 });

/** high is the double nearest to the value, low the double nearest to what is left (+ 0: no −0). */
function expectPair(high: number, low: number, value: Decimal, what: string): void {
  expect(high, `${what}, high`).toBe(value.toNumber() + 0);
  expect(low, `${what}, low`).toBe(value.minus(new D(exact(high).toString())).toNumber() + 0);
}

test("2^(j/64)", () => {
  expect(expTable.length).toBe(128);
  for (let j = 0; j < 64; j++) {
    expectPair(expTable[2 * j], expTable[2 * j + 1], D.exp(D.ln(2).times(j).div(64)), `2^(${j}/64)`);
  }
});

test("logarithms", () => {
  expect(logTable.length).toBe(3 * 129);
  for (let i = 0; i <= 128; i++) {
    const v = logTable[3 * i];
    // short, and so near to 1/c that |r| stays below 1/200
    expect(Number.isInteger(v * 1024)).toBe(true);
    const c = 1 + i / 128;
    expect(Math.abs((c - 1 / 256) * v - 1)).toBeLessThan(1 / 200);
    expect(Math.abs((c + 1 / 256) * v - 1)).toBeLessThan(1 / 200);
    const value = D.ln(v)
      .neg()
      .minus(i >= 53 ? D.ln(2) : 0);
    expectPair(logTable[3 * i + 1], logTable[3 * i + 2], value, `log ${i}`);
  }
});

test("sines and cosines", () => {
  expect(sineTable.length).toBe(4 * 22);
  for (let j = 4; j <= 25; j++) {
    const k = 4 * (j - 4);
    expectPair(sineTable[k], sineTable[k + 1], D.sin(new D(j).div(32)), `sin(${j}/32)`);
    expectPair(sineTable[k + 2], sineTable[k + 3], D.cos(new D(j).div(32)), `cos(${j}/32)`);
  }
});

test("arc tangents", () => {
  expect(atanTable.length).toBe(2 * 57);
  for (let j = 8; j <= 64; j++) {
    expectPair(atanTable[2 * (j - 8)], atanTable[2 * (j - 8) + 1], D.atan(new D(j).div(64)), `atan(${j}/64)`);
  }
});

test("2/π to 1248 bits", () => {
  const wide = Decimal.clone({ precision: 420 });
  let rest = new wide(2).div(wide.acos(-1));
  for (const digit of twoOverPi) {
    rest = rest.times(2 ** 24);
    expect(digit).toBe(rest.floor().toNumber());
    rest = rest.minus(rest.floor());
  }
  expect(twoOverPi.length).toBe(52);
});
