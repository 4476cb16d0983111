/**
 * Arguments that are hard on elementary functions, drawn from a seed: everyday ones, every exponent, every bit pattern,
 * subnormals, the neighbourhoods of branch points and of multiples of π/2.
 */
import { createRng, nextInteger, nextUint32, nextUniform } from "@rigor/engine/math";

type Draw = () => number;

const view = new DataView(new ArrayBuffer(8));
const rng = createRng(20_061);

const within = (low: number, high: number): number => low + (high - low) * nextUniform(rng);
const sign = (): number => (nextUint32(rng) & 1 ? 1 : -1);

/** Any finite double, all bit patterns alike. */
function anyBits(): number {
  view.setUint32(0, nextUint32(rng));
  view.setUint32(4, nextUint32(rng));
  const x = view.getFloat64(0);
  return Number.isFinite(x) ? x : anyBits();
}

/** Either sign, exponent from low to high − 1, all alike. */
function anyExponent(low: number, high: number): number {
  return sign() * (1 + nextUniform(rng)) * 2 ** nextInteger(rng, low, high - 1);
}

function subnormal(): number {
  view.setUint32(0, nextUint32(rng) & 0x800fffff);
  view.setUint32(4, nextUint32(rng));
  return view.getFloat64(0);
}

/** The double n places further from 0. */
export function shiftUlps(x: number, n: number): number {
  view.setFloat64(0, x);
  view.setBigInt64(0, view.getBigInt64(0) + BigInt(n));
  return view.getFloat64(0);
}

/** Close to c: from a half to 2⁻ᵈᵉᵖᵗʰ away, on either side. */
function near(c: number, depth: number): number {
  return c + sign() * within(1, 2) * 2 ** -nextInteger(rng, 2, depth);
}

/** The doubles next to a multiple of π/2. */
const nearQuarterTurn = (most: number): number =>
  shiftUlps(nextInteger(rng, 1, most) * (Math.PI / 2), nextInteger(rng, -3, 3));

/** The double that is nearest to a multiple of π/2 in all the range (at 2⁷⁹⁷), and its relatives at other exponents. */
const WORST = 6381956970095103;

const angles: Draw[] = [
  () => within(-1, 1),
  () => within(-10, 10),
  () => within(-2e6, 2e6),
  anyBits,
  () => anyExponent(-1022, 1024),
  () => anyExponent(-30, 60),
  subnormal,
  () => nearQuarterTurn(20),
  () => nearQuarterTurn(1e6),
  () => nearQuarterTurn(1e9),
  () => WORST * 2 ** nextInteger(rng, 0, 900),
  () => WORST * 2 ** 797,
  () => near(0.125, 50),
  () => near(Math.PI / 4, 50),
  () => near(nextInteger(rng, 4, 25) / 32 + 1 / 64, 50),
  () => near(1_647_099, 30),
];

const exponents: Draw[] = [
  () => within(-1, 1),
  () => within(-745.2, 709.8),
  () => within(-45, 45),
  () => anyExponent(-60, 9),
  () => within(-745.2, -708),
  () => within(709, 709.8),
  () => near((nextInteger(rng, -1000, 1000) * Math.LN2) / 128, 45),
  () => near(sign() * 0.17, 50),
  () => near(sign() * 0.35, 50),
  () => near(sign() * 22, 40),
  () => near(sign() * 40, 40),
];

const positive: Draw[] = [
  () => Math.abs(anyBits()),
  () => within(0, 10),
  () => near(1, 53),
  () => Math.abs(anyExponent(-1022, 1024)),
  () => Math.abs(subnormal()),
  () => near(1 + nextInteger(rng, 0, 128) / 128 + 1 / 256, 50),
  () => near(Math.SQRT2, 50),
];

const aboveMinusOne: Draw[] = [
  () => Math.abs(anyBits()),
  () => within(-1, 1),
  () => anyExponent(-1022, -1),
  () => Math.abs(anyExponent(-60, 70)),
  () => near(0, 60),
  () => -1 + 2 ** -53 * Math.ceil(2 ** within(0, 53)),
  () => near(1, 50),
];

const unit: Draw[] = [
  () => within(-1, 1),
  () => anyExponent(-1022, -1),
  () => anyExponent(-60, -1),
  () => sign() * (1 - 2 ** -53 * Math.ceil(2 ** within(0, 51))),
  () => sign() * Math.min(near(0.5, 52), 0.75),
  () => sign() * Math.min(near(Math.SQRT1_2, 52), 0.75),
  subnormal,
];

const anything: Draw[] = [
  anyBits,
  () => within(-2, 2),
  () => anyExponent(-60, 60),
  () => near(1, 52),
  () => near(0.125, 50),
  () => near(8, 45),
  () => near(nextInteger(rng, 8, 64) / 64 + 1 / 128, 50),
  subnormal,
  () => nextInteger(rng, -1000, 1000) ** 3,
];

/** For each function of one argument, families of arguments. */
export const unaryPoints = {
  sin: angles,
  cos: angles,
  tan: angles,
  asin: unit,
  acos: unit,
  atan: anything,
  exp: exponents,
  expm1: exponents,
  log: positive,
  log1p: aboveMinusOne,
  sinh: exponents,
  cosh: exponents,
  tanh: exponents,
  cbrt: anything,
};

type DrawPair = () => [number, number];

/** A base, and an exponent that leaves the result within the doubles. */
function powerOf(x: number): [number, number] {
  return [x, within(-745, 709.7) / Math.log(x)];
}

/** For each function of two arguments, families of pairs. */
export const binaryPoints: Record<"pow" | "hypot" | "atan2", DrawPair[]> = {
  pow: [
    () => [within(0, 10), within(-10, 10)],
    () => powerOf(Math.abs(anyExponent(-1022, 1024))),
    () => powerOf(near(1, 52)),
    () => powerOf(within(0.5, 2)),
    () => powerOf(Math.abs(subnormal())),
    () => [nextInteger(rng, -30, 30) || 1, nextInteger(rng, -30, 30)],
    () => [within(0.01, 100), anyExponent(-60, 3)],
    () => [10, within(-323.5, -307)],
  ],
  hypot: [
    () => [anyBits(), anyBits()],
    () => [within(-1, 1), within(-1, 1)],
    () => scaled(anyExponent(-30, 30)),
    () => [subnormal(), subnormal()],
    () => [anyExponent(-1022, -1000), subnormal()],
    () => [anyExponent(1000, 1023), anyExponent(1000, 1023)],
    () => [nextInteger(rng, 0, 1000), nextInteger(rng, 1, 1000)],
  ],
  atan2: [
    () => [anyBits(), anyBits()],
    () => [within(-1, 1), within(-1, 1)],
    () => scaled(anyExponent(-60, 60)),
    () => scaled(sign() * near(1, 52)),
    () => scaled(near(0.125, 50)),
    () => [subnormal(), subnormal()],
    () => [subnormal(), anyExponent(-1022, 0)],
    () => [anyExponent(-1022, -900), anyExponent(0, 100)],
  ],
};

/** A pair of the given quotient, of any size. */
function scaled(quotient: number): [number, number] {
  const x = anyExponent(-1022, 1024);
  const y = quotient * x;
  return Number.isFinite(y) && y !== 0 ? [y, x] : scaled(quotient);
}
