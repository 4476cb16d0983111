/** Two boxes whose edges all but touch, 1e-14 m apart: their gap was told as 0.22 m, since the direction between points so
 * close tells nothing of which features are level. */
import { expect, test } from "vitest";
import { collideShapes, createBox, PairCache, PairResult } from "../../src/collide/index.js";

/** Position and rotation matrix of each, row by row. */
const frames = Float64Array.of(
  -1.9672171761008108,
  1.8159973094720727,
  1.5488799489398082,
  0.9849448486516861,
  -0.15463297097665007,
  0.0772805887752002,
  0.07203136755072495,
  -0.03927452928396565,
  -0.9966288142725434,
  0.15714683325883305,
  0.9871910431301826,
  -0.027544820933582105,
  -1.9539549342717406,
  2.563476621454289,
  1.754628129302187,
  -0.15032372613245412,
  0.268845237997943,
  -0.9513805838713993,
  0.8057633237660468,
  0.5909078426523563,
  0.039665949697835934,
  0.5728422500437169,
  -0.7606248480675395,
  -0.30545310125628855,
);

test("the gap of edges that all but touch is none", () => {
  const A = createBox({ size: [0.6188517213576815, 0.39450411930217244, 0.6335002217577259] });
  const B = createBox({ size: [0.6904525860548987, 0.6220690367589381, 0.46219509734103803] });
  const result = new PairResult();
  collideShapes(result, A, frames, 0, B, frames, 12, new PairCache(1), 0, 0);
  // coordinates of size 2
  expect(Math.abs(result.values[0])).toBeLessThan(2e-14);
});
