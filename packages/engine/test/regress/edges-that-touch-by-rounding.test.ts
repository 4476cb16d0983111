/**
 * Two wedges that touch edge to edge, as a run came to them: their edges were 1e-15 m apart, and a common point was found at the same
 * time. What can be better than that plane was then nothing at all, by rounding, and the answer was what another pair had left behind:
 * an overlap of 0.14 m, or NaN.
 */
import { expect, test } from "vitest";
import { collideShapes, createConvex, PairCache, PairResult, PairSlot, type Shape } from "../../src/collide/index.js";

const verticesA = [
  -0.028009554075846658, -0.02878286098850238, -0.03153487618067577, -0.028009554075846658, 0.02878286098850238,
  -0.03153487618067577, 0.028009554075846658, -0.02878286098850238, -0.03153487618067577, 0.028009554075846658,
  0.02878286098850238, -0.03153487618067577, -0.03921337570618531, -0.02878286098850238, 0.024930039719459618,
  -0.03921337570618531, 0.02878286098850238, 0.024930039719459618, 0.03921337570618531, -0.02878286098850238,
  0.024930039719459618, 0.03921337570618531, 0.02878286098850238, 0.024930039719459618,
];
const verticesB = [
  -0.028009554075846658, -0.02878286098850238, -0.03153487618067577, -0.028009554075846658, 0.02878286098850238,
  -0.03153487618067577, 0.028009554075846658, -0.02878286098850238, -0.03153487618067577, 0.028009554075846658,
  0.02878286098850238, -0.03153487618067577, -0.03921337570618531, -0.02878286098850238, 0.024930039719459618,
  -0.03921337570618531, 0.02878286098850238, 0.024930039719459618, 0.03921337570618531, -0.02878286098850238,
  0.024930039719459618, 0.03921337570618531, 0.02878286098850238, 0.024930039719459618,
];
/** x and R of A, then of B. */
const frames = Float64Array.from([
  0.10170380411861865, 0.08674099241912588, -0.10934645665292986, 0.16856223264921844, -0.7904219768542771,
  0.5889141467396478, -0.8425400776178655, 0.19454771720465236, 0.5022722402623301, -0.5115789199449016,
  -0.5808479011206249, -0.6331687961608443, 0.07642603465251091, 0.12807487331378548, -0.06130482150479325,
  0.3797645074165301, -0.7935222825012184, 0.4755011104936955, -0.5867233719383299, 0.19079250207700293,
  0.786990410343426, -0.7152164733337714, -0.5778586404348856, -0.3931218487272745,
]);

function build(numbers: readonly number[]): Shape {
  const vertices = Array.from({ length: numbers.length / 3 }, (_, k) => numbers.slice(3 * k, 3 * k + 3));
  return createConvex({ vertices });
}

/** What is known of the pair: edges 2 of A and 11 of B, and a simplex. */
function recall(): PairCache {
  const cache = new PairCache();
  cache.reserve(1);
  const { witnesses } = cache;
  witnesses.witness[0] = 3;
  witnesses.featureA[0] = 2;
  witnesses.featureB[0] = 11;
  witnesses.simplices.set([3, 0, 1, 1, 0, 7, 6, 3, 0]);
  return cache;
}

test.each([
  ["known from before", recall],
  ["seen for the first time", () => new PairCache()],
])("%s", (_, create) => {
  const result = new PairResult();
  const cache = create();
  cache.reserve(1);
  const [A, B] = [build(verticesA), build(verticesB)];
  collideShapes(result, A, frames, 0, B, frames, 12, cache, 0, 1e-7);
  // places of 0.1 m, rounded some ten times
  expect(Math.abs(result.values[PairSlot.gap])).toBeLessThan(2e-15);
  // across both edges, by an outer product made elsewhere
  const n = Array.from(result.values.subarray(PairSlot.normal, PairSlot.normal + 3));
  [0.279957252209, -0.728672977509, -0.625027702413].forEach((x, k) => {
    expect(Math.abs(n[k] - x)).toBeLessThan(1e-11);
  });
});
