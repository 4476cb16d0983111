import {
  acos,
  asin,
  atan,
  atan2,
  cbrt,
  cos,
  cosh,
  createHash,
  createRng,
  decomposeSymmetric,
  exp,
  expm1,
  hypot,
  log,
  log1p,
  mat3,
  nextInRange,
  nextInteger,
  nextNormalPair,
  nextOnSphere,
  nextRotation,
  nextUint32,
  nextUniform,
  orient3,
  pow,
  quat,
  sin,
  sinCos,
  sinh,
  tan,
  tanh,
  updateHash,
  vec3,
} from "@rigor/engine/math";
import { describe, expect, test } from "vitest";
import { bytesPerCall } from "../support/allocation.js";

/** Nothing in math makes garbage: 0 bytes a call, exactly, once warm. */
const w = new Float64Array(64);
const rng = createRng(1);
const hash = createHash();
const integers = new Int32Array([1, 2, 3]);

function refill(): void {
  for (let k = 0; k < 48; k++) w[k] = 0.25 + 0.015 * ((k * 7) % 48);
  mat3.set(w, 0, 4, 0.5, 0.25, 0.5, 3, 0.125, 0.25, 0.125, 2);
}

/**
 * A float that goes into or comes out of a call is boxed unless the call is inlined: so one call a closure, as in a
 * kernel.
 */
function expectNoGarbage(calls: Record<string, () => void>): void {
  for (const [name, call] of Object.entries(calls)) {
    test(name, () => {
      refill();
      expect(bytesPerCall(call, 10_000, [vec3.angleBetween, quat.angleBetween, quat.fromAxisAngle])).toBe(0);
    });
  }
}

describe("elementary functions", () => {
  const unary = { sin, cos, tan, asin, acos, atan, exp, expm1, log, log1p, sinh, cosh, tanh, cbrt };
  for (const [name, f] of Object.entries(unary)) {
    test(`${name}, small, large, huge and subnormal`, () => {
      // a loop of its own each, so that the call is monomorphic, as in user code
      const loop = new Function(
        "f",
        "w",
        "return () => { for (let k = 9; k < 16; k++) w[k + 8] = f(w[k] * w[60 + (k & 3)]); }",
      );
      refill();
      w.set([1, 1e-3, 1e10, 1e-310], 60);
      expect(bytesPerCall(loop(f, w) as () => void, 2000)).toBe(0);
    });
  }
  expectNoGarbage({
    pow: () => {
      w[50] = pow(w[10], w[11]);
    },
    atan2: () => {
      w[50] = atan2(w[10], w[11]);
    },
    hypot: () => {
      w[50] = hypot(w[10], w[11]);
    },
    sinCos: () => {
      sinCos(w, 50, w, 10);
    },
  });
});

describe("vec3", () => {
  expectNoGarbage({
    set: () => vec3.set(w, 9, w[1], w[2], w[3]),
    copy: () => vec3.copy(w, 12, w, 9),
    add: () => vec3.add(w, 15, w, 9, w, 20),
    subtract: () => vec3.subtract(w, 18, w, 9, w, 20),
    scale: () => vec3.scale(w, 12, w, 9, w[3]),
    addScaled: () => vec3.addScaled(w, 15, w, 9, w[3], w, 12),
    negate: () => vec3.negate(w, 9, w, 9),
    lerp: () => vec3.lerp(w, 9, w, 12, w, 15, w[3]),
    cross: () => vec3.cross(w, 30, w, 12, w, 15),
    normalize: () => {
      vec3.normalize(w, 30, w, 12);
    },
    anyPerpendicular: () => vec3.anyPerpendicular(w, 33, w, 12),
    "dot, length, distance": () => {
      w[40] = vec3.dot(w, 12, w, 15) + vec3.length(w, 12) + vec3.distance(w, 12, w, 15);
    },
    tripleProduct: () => {
      w[40] = vec3.tripleProduct(w, 9, w, 12, w, 15);
    },
    squares: () => {
      w[40] = vec3.lengthSquared(w, 9) + vec3.distanceSquared(w, 9, w, 12);
    },
    angleBetween: () => {
      w[40] = vec3.angleBetween(w, 9, w, 12);
    },
  });
});

describe("mat3", () => {
  expectNoGarbage({
    products: () => {
      mat3.multiply(w, 9, w, 0, w, 0);
      mat3.multiplyTransposed(w, 9, w, 0, w, 0);
      mat3.transposeMultiply(w, 9, w, 0, w, 0);
      mat3.transpose(w, 9, w, 9);
      mat3.transformVector(w, 30, w, 9, w, 33);
      mat3.transformVectorTransposed(w, 30, w, 9, w, 33);
    },
    sums: () => {
      mat3.addScaled(w, 18, w, 9, w[40], w, 0);
      mat3.scale(w, 18, w, 18, w[40]);
    },
    builders: () => {
      mat3.setStar(w, 9, w, 30);
      mat3.setOuterProduct(w, 9, w, 30, w, 33);
      mat3.copy(w, 9, w, 0);
      mat3.setIdentity(w, 9);
    },
    similarity: () => {
      mat3.rotateSymmetric(w, 18, w, 9, w, 0);
      mat3.rotateDiagonal(w, 18, w, 9, w, 30);
    },
    solvers: () => {
      mat3.invert(w, 9, w, 0);
      mat3.solveSymmetric(w, 30, w, 0, w, 33);
      mat3.orthonormalize(w, 18, w, 0);
      decomposeSymmetric(w, 40, w, 43, w, 0);
    },
    numbers: () => {
      w[55] = mat3.determinant(w, 9) + mat3.trace(w, 9);
    },
  });
});

describe("quat", () => {
  expectNoGarbage({
    fromAxisAngle: () => quat.fromAxisAngle(w, 9, w, 20, w[3]),
    maps: () => {
      quat.fromRotationVector(w, 13, w, 23);
      quat.toRotationVector(w, 43, w, 9);
      quat.toAxisAngle(w, 43, w, 9);
      quat.toMatrix(w, 30, w, 17);
      quat.fromMatrix(w, 9, w, 30);
      quat.fromVectors(w, 43, w, 20, w, 23);
    },
    products: () => {
      quat.multiply(w, 17, w, 9, w, 13);
      quat.normalize(w, 17, w, 17);
      quat.conjugate(w, 9, w, 9);
      quat.rotateVector(w, 40, w, 9, w, 20);
      quat.rotateVectorInverse(w, 40, w, 9, w, 20);
      quat.setDerivative(w, 43, w, 30, w, 9);
    },
    slerp: () => quat.slerp(w, 43, w, 9, w, 13, w[3]),
    numbers: () => {
      w[50] = quat.angleBetween(w, 9, w, 13) + quat.length(w, 9) + quat.dot(w, 9, w, 13);
    },
  });
});

describe("random numbers and hash", () => {
  // angles near a quarter turn come once in a hundred draws: what reduces these must be optimised too
  for (let k = 0; k < 100_000; k++) w[0] = sin((k % 5) * (Math.PI / 2) + ((k % 7) - 3) * 1e-5);
  expectNoGarbage({
    nextUniform: () => {
      w[0] = nextUniform(rng);
    },
    nextInRange: () => {
      w[0] = nextInRange(rng, w[9], 2.5);
    },
    integers: () => {
      w[1] = nextInteger(rng, 0, 99) + nextUint32(rng);
    },
    points: () => {
      nextNormalPair(w, 2, rng);
      nextOnSphere(w, 4, rng);
      nextRotation(w, 8, rng);
    },
    updateHash: () => {
      updateHash(hash, w);
      updateHash(hash, integers);
    },
  });
});

describe("orient3", () => {
  const clear = Float64Array.of(0.1, 0.2, 0.3, 1.1, 0, 0, 0, 1.2, 0, 0, 0, 1.3);
  const flat = Float64Array.of(0.1, 0.2, 0.3, 1.1, 0.7, 0.4, 0.6, 1.2, 0.9, 0.6, 0.7, 0.55);
  // the fourth point is about the mean of the others, put into their plane but for rounding
  for (let k = 0; k < 3; k++) flat[9 + k] = (flat[k] + flat[3 + k] + flat[6 + k]) / 3;

  test("in floating point", () => {
    expect(bytesPerCall(() => orient3(clear, 0, clear, 3, clear, 6, clear, 9))).toBe(0);
  });

  test("exactly", () => {
    expect(bytesPerCall(() => orient3(flat, 0, flat, 3, flat, 6, flat, 9), 1000)).toBe(0);
  });
});
