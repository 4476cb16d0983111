/**
 * The elementary functions to 40 digits, and errors in ulp: the oracle of math/elementary.
 *
 * A double enters exactly, as M 2ᵉ. Angles are reduced in whole numbers with π to 1400 bits. decimal.js does the rest,
 * with series of our own where its formulas would cancel for tiny arguments.
 */
import { Decimal } from "decimal.js";

const D = Decimal.clone({ precision: 40, minE: -9e15, maxE: 9e15 });

/** π to 1400 bits, as a whole number of 2⁻¹⁴⁰⁰. */
const PI_BITS = 1400n;
const PI = computePi(PI_BITS);
const HALF_PI = toDecimal(PI, -1401);

const bits = new DataView(new ArrayBuffer(8));

/** The double as M 2ᵉ. */
function split(x: number): { M: bigint; e: number } {
  bits.setFloat64(0, x);
  const word = bits.getBigUint64(0);
  const exponent = Number((word >> 52n) & 0x7ffn);
  const fraction = word & 0xfffffffffffffn;
  const M = exponent === 0 ? fraction : fraction | 0x10000000000000n;
  return { M: word >> 63n ? -M : M, e: Math.max(exponent, 1) - 1075 };
}

function toDecimal(M: bigint, e: number): Decimal {
  return new D(M.toString()).times(new D(2).pow(e));
}

/** The value of a double, to 40 digits. */
export function exact(x: number): Decimal {
  const { M, e } = split(x);
  return toDecimal(M, e);
}

/** One unit in the last place of the double nearest below |value|. */
function ulpOf(value: Decimal): Decimal {
  const { e } = split(value.abs().toNumber());
  let ulp = new D(2).pow(e);
  // value just below a power of two, which it was rounded to
  if (e > -1074 && value.abs().lessThan(ulp.times(new D(2).pow(52)))) ulp = ulp.div(2);
  return ulp;
}

/** |computed − reference| in units of the last place of the reference. */
export function ulpError(computed: number, reference: Decimal): number {
  if (Number.isNaN(computed)) return Infinity;
  const largest = exact(Number.MAX_VALUE);
  const ulp = reference.abs().greaterThan(largest) ? new D(2).pow(971) : ulpOf(reference);
  const value = Number.isFinite(computed)
    ? exact(computed)
    : largest.plus(new D(2).pow(970)).times(Math.sign(computed));
  if (!Number.isFinite(computed) && reference.abs().greaterThan(value.abs())) return 0;
  return value.minus(reference).abs().div(ulp).toNumber();
}

/** x − k π/2, |·| ≤ π/4, and k mod 4. */
function reduce(x: number): { r: Decimal; quadrant: number } {
  const { M, e } = split(x);
  // in units of 2⁻¹⁴⁰⁰
  const scaled = M << (PI_BITS + BigInt(e));
  const half = PI >> 1n;
  let k = scaled / half;
  let rest = scaled - k * half;
  if (rest * 2n > half) {
    k += 1n;
    rest -= half;
  } else if (rest * -2n > half) {
    k -= 1n;
    rest += half;
  }
  return { r: toDecimal(rest, -Number(PI_BITS)), quadrant: Number(((k % 4n) + 4n) % 4n) };
}

function sine(r: Decimal): Decimal {
  return r.abs().lessThan(1e-10)
    ? sum(r, (n) =>
        r
          .times(r)
          .neg()
          .div(2 * n * (2 * n + 1)),
      )
    : D.sin(r);
}

/** first + first·ratio(1) + first·ratio(1)·ratio(2) + …, until it no longer matters */
function sum(first: Decimal, ratio: (n: number) => Decimal): Decimal {
  let term = first;
  let total = first;
  for (let n = 1; n < 30 && !term.isZero(); n++) {
    term = term.times(ratio(n));
    total = total.plus(term);
  }
  return total;
}

function expMinusOne(x: Decimal): Decimal {
  return x.abs().lessThan(1e-10) ? sum(x, (n) => x.div(n + 1)) : D.exp(x).minus(1);
}

function arcTangent(t: Decimal): Decimal {
  if (!t.abs().lessThan(1e-10)) return D.atan(t);
  return t.minus(t.pow(3).div(3)).plus(t.pow(5).div(5)).minus(t.pow(7).div(7));
}

/** π to so many bits, by Machin's formula 16 atan(1/5) − 4 atan(1/239). */
function computePi(size: bigint): bigint {
  const guard = 64n;
  const one = 1n << (size + guard);
  const inverse = (n: bigint): bigint => {
    let term = one / n;
    let total = term;
    for (let k = 3n, sign = -1n; term !== 0n; k += 2n, sign = -sign) {
      term /= n * n;
      total += (sign * term) / k;
    }
    return total;
  };
  return (16n * inverse(5n) - 4n * inverse(239n)) >> guard;
}

/** Functions of one argument. */
export const unary = {
  sin(x: number): Decimal {
    const { r, quadrant } = reduce(x);
    const value = quadrant & 1 ? D.cos(r) : sine(r);
    return quadrant > 1 ? value.neg() : value;
  },
  cos(x: number): Decimal {
    const { r, quadrant } = reduce(x);
    const value = quadrant & 1 ? sine(r) : D.cos(r);
    return quadrant === 1 || quadrant === 2 ? value.neg() : value;
  },
  tan(x: number): Decimal {
    const { r, quadrant } = reduce(x);
    return quadrant & 1 ? D.cos(r).div(sine(r)).neg() : sine(r).div(D.cos(r));
  },
  asin: (x: number): Decimal => arcTangent(exact(x).div(D.sqrt(new D(1).minus(exact(x).pow(2))))),
  acos(x: number): Decimal {
    const t = D.sqrt(new D(1).minus(exact(x)).div(exact(x).plus(1)));
    return arcTangent(t).times(2);
  },
  atan: (x: number): Decimal => (Math.abs(x) > 1e20 ? farAtan(x) : arcTangent(exact(x))),
  exp: (x: number): Decimal => D.exp(exact(x)),
  expm1: (x: number): Decimal => expMinusOne(exact(x)),
  log: (x: number): Decimal => D.ln(exact(x)),
  log1p(x: number): Decimal {
    const t = exact(x);
    if (!t.abs().lessThan(1e-10)) return D.ln(t.plus(1));
    return t.minus(t.pow(2).div(2)).plus(t.pow(3).div(3)).minus(t.pow(4).div(4)).plus(t.pow(5).div(5));
  },
  sinh(x: number): Decimal {
    const m = expMinusOne(exact(Math.abs(x)));
    return m.plus(m.div(m.plus(1))).times(Math.sign(x) / 2);
  },
  cosh(x: number): Decimal {
    const e = D.exp(exact(x));
    return e.plus(new D(1).div(e)).div(2);
  },
  tanh(x: number): Decimal {
    const m = expMinusOne(exact(Math.abs(x)).times(2));
    return m.div(m.plus(2)).times(Math.sign(x));
  },
  cbrt: (x: number): Decimal => D.cbrt(exact(x)),
};

/** Functions of two arguments. */
export const binary = {
  pow(x: number, y: number): Decimal {
    const size = D.exp(D.ln(exact(Math.abs(x))).times(exact(y)));
    return x < 0 && Math.abs(y) % 2 === 1 ? size.neg() : size;
  },
  hypot: (x: number, y: number): Decimal => D.sqrt(exact(x).pow(2).plus(exact(y).pow(2))),
  atan2(y: number, x: number): Decimal {
    const t = exact(y).div(exact(x));
    if (t.abs().greaterThan(1)) {
      const side = HALF_PI.times(Math.sign(y));
      return side.minus(arcTangent(new D(1).div(t)));
    }
    const angle = arcTangent(t);
    return x > 0 ? angle : angle.plus(HALF_PI.times(2 * Math.sign(y)));
  },
};

function farAtan(x: number): Decimal {
  return HALF_PI.times(Math.sign(x)).minus(new D(1).div(exact(x)));
}
