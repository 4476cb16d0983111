import { expect, test } from "vitest";
import { runInOtherEngine, runInThisEngine } from "../support/other-engine.js";

/** The whole surface of math over seeded inputs; the result is one hash a group. */
const program = `
import * as M from "@rigor/engine/math";
const { vec3, mat3, quat } = M;
const rng = M.createRng(20240229, 1);
const double = new Float64Array(1);
const word = new Uint32Array(double.buffer);
const anyDouble = () => {
  word[0] = M.nextUint32(rng);
  word[1] = M.nextUint32(rng);
  return double[0];
};
const argument = (n: number) => {
  if (n % 4 === 0) return anyDouble();
  if (n % 4 === 1) return M.nextInRange(rng, -1, 1);
  if (n % 4 === 2) return M.nextInRange(rng, -30, 30);
  return M.nextInRange(rng, -800, 800);
};
const N = 2000;
const out = new Float64Array(64);
const result: Record<string, string> = {};

const unary = {
  sin: M.sin, cos: M.cos, tan: M.tan, asin: M.asin, acos: M.acos, atan: M.atan, exp: M.exp, expm1: M.expm1,
  log: M.log, log1p: M.log1p, sinh: M.sinh, cosh: M.cosh, tanh: M.tanh, cbrt: M.cbrt,
};
for (const [name, f] of Object.entries(unary)) {
  const hash = M.createHash();
  for (let n = 0; n < N; n++) {
    out[0] = f(argument(n));
    M.updateHash(hash, out, 0, 1);
  }
  result[name] = M.digestHash(hash);
}
for (const [name, f] of Object.entries({ pow: M.pow, hypot: M.hypot, atan2: M.atan2 })) {
  const hash = M.createHash();
  for (let n = 0; n < N; n++) {
    out[0] = f(argument(n), argument(n >> 2));
    out[1] = f(Math.abs(argument(n)), argument(n >> 2));
    M.updateHash(hash, out, 0, 2);
  }
  result[name] = M.digestHash(hash);
}

const random = M.createHash();
const list = new Int32Array(20);
for (let n = 0; n < N; n++) {
  M.nextNormalPair(out, 0, rng);
  M.nextOnSphere(out, 2, rng);
  M.nextRotation(out, 5, rng);
  out[9] = M.nextUniform(rng);
  out[10] = M.nextInteger(rng, -5, 1000);
  M.updateHash(random, out, 0, 11);
}
for (let k = 0; k < 20; k++) list[k] = k;
M.shuffle(list, rng);
M.jumpRng(rng);
M.updateHash(random, list);
M.updateHash(random, M.splitRng(rng));
M.updateHash(random, rng);
result.random = M.digestHash(random);

const space = M.createHash();
const a = new Float64Array(9);
const w = new Float64Array(120);
for (let n = 0; n < N; n++) {
  for (let k = 0; k < 9; k++) a[k] = M.nextInRange(rng, -2, 2);
  vec3.normalize(w, 0, a, 0);
  vec3.anyPerpendicular(w, 3, a, 0);
  vec3.cross(w, 6, a, 0, a, 3);
  vec3.lerp(w, 9, a, 0, a, 3, 0.3);
  w[12] = vec3.angleBetween(a, 0, a, 3);
  w[13] = vec3.length(a, 0);
  w[14] = vec3.distance(a, 0, a, 3);
  w[15] = mat3.invert(w, 16, a, 0);
  mat3.multiplyTransposed(w, 25, a, 0, a, 0);
  w[34] = mat3.solveSymmetric(w, 35, w, 25, a, 0);
  w[38] = mat3.orthonormalize(w, 39, a, 0);
  w[48] = M.decomposeSymmetric(w, 49, w, 52, a, 0);
  mat3.rotateSymmetric(w, 61, w, 52, a, 0);
  mat3.rotateDiagonal(w, 70, w, 52, a, 0);
  quat.fromRotationVector(w, 79, a, 0);
  quat.fromVectors(w, 83, a, 0, a, 3);
  quat.fromAxisAngle(w, 87, a, 0, a[8]);
  quat.toAxisAngle(w, 91, w, 79);
  quat.toRotationVector(w, 95, w, 83);
  quat.toMatrix(w, 98, w, 79);
  quat.fromMatrix(w, 107, w, 98);
  quat.slerp(w, 111, w, 79, w, 83, 0.7);
  w[115] = quat.angleBetween(w, 79, w, 83);
  M.updateHash(space, w);
}
result.space = M.digestHash(space);
export default result;
`;

/** Changes here mean that results of every simulation change: to be done knowingly, and said in the change log. */
const golden = {
  sin: "82b81a39787e42a1",
  cos: "43be6093e7159d88",
  tan: "d1bcc21e5c9b641e",
  asin: "0fb5776c711ed9bf",
  acos: "6773166d3f822512",
  atan: "6185bf3402498e3c",
  exp: "5e6050bc8088f307",
  expm1: "659d18f9817bc3b1",
  log: "536698ee3fbcd1e3",
  log1p: "9a4d06963770b6c2",
  sinh: "822450e5cc26726a",
  cosh: "504753bbe338a0db",
  tanh: "d1e26cab454cc5b5",
  cbrt: "d859d36577d311a3",
  pow: "d8f41dff1af92637",
  hypot: "65d5217e37372996",
  atan2: "5cffce63bf9d4590",
  random: "de1cca493d9a7e96",
  space: "4b8b6a81452f31db",
};

test("the same bits here, in QuickJS, and as written down", async () => {
  const here = await runInThisEngine(program);
  expect(here).toEqual(golden);
  expect(await runInOtherEngine(program)).toEqual(golden);
});

/** What it is all for: the engines' own functions do differ. */
const builtIn = `
import { createHash, createRng, digestHash, nextInRange, updateHash } from "@rigor/engine/math";
const rng = createRng(1);
const out = new Float64Array(4);
const hash = createHash();
for (let n = 0; n < 2000; n++) {
  const x = nextInRange(rng, -30, 30);
  out[0] = Math.sin(x);
  out[1] = Math.exp(x);
  out[2] = Math.tanh(x);
  out[3] = Math.cbrt(x);
  updateHash(hash, out);
}
export default digestHash(hash);
`;

test("the functions of Math do not agree between the engines", async () => {
  expect(await runInOtherEngine(builtIn)).not.toBe(await runInThisEngine(builtIn));
});
