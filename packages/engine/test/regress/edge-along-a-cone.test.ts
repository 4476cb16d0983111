/**
 * The edge of a box that comes down on the side of a cone, all but along one of its lines: the point where they touch runs to the
 * rim within 40 µs. Features that crossed by less than 0.05 rad were left to the narrow phase, which holds the point at the rim
 * where it leaves the side, and bent as the side; d̈ was off by 4e5 m/s², and the books by 2e-6 J. Straight ones are followed in
 * closed form, and lost where they end.
 */
import { advanceModel, buildScene, type SceneFile } from "@rigor/engine/scene";
import { expect, test } from "vitest";

const file: SceneFile = {
  rigor: 1,
  gravity: [0, -9.81, 0],
  bodies: [
    {
      id: "turntable",
      friction: 0.5,
      shape: { type: "cylinder", radius: 0.2176045394672415, height: 0.043520907893448306 },
      position: [0, -0.021760453946724153, 0],
      motion: { type: "rotate", axis: [0, 1, 0], rate: 0.3706741499858355 },
    },
    {
      id: "capsule",
      friction: 0.5,
      shape: { type: "capsule", radius: 0.027196352381246913, height: 0.027334128212529098 },
      density: 7387.237410704152,
      position: [0.03979517625643509, 0.12978682273741346, -0.00021318205759000147],
      rotation: [-0.33827490556648815, -0.6539631134455163, 0.5424997104976993, 0.404470516387218],
      velocity: [-0.09849175762464142, 0.04306446718721606, 0.04266613062193762],
      angularVelocity: [0.2645347312987589, -0.5496115259627065, -0.001195181783194011],
    },
    {
      id: "cone",
      friction: 0.5,
      staticFriction: 0.65,
      shape: { type: "cone", radius: 0.04135987432956477, height: 0.035585269441416476 },
      density: 1761.7934230466074,
      position: [0.004210022310680309, 0.2221035437488758, 0.04107781632400353],
      rotation: [0.19521637122545452, 0.7077482249817346, -0.28819480359333155, -0.6147574917173199],
      velocity: [0.07553728508546206, -0.1196269039358436, -0.051826942143316235],
      angularVelocity: [-0.002980731300848331, -0.018480993033688962, -0.00588588813039064],
    },
    {
      id: "box",
      friction: 0.5,
      shape: { type: "box", size: [0.09367212445944875, 0.058693973766416364, 0.0670243805425907] },
      density: 102.76659661279395,
      position: [0.011673755152520914, 0.341770346140622, 0.02122613550261821],
      rotation: [0.5514634603980649, 0.4340881884142991, 0.20311251494516858, -0.682788988485925],
      velocity: [-0.0004133806623124726, 0.02377381548416548, 0.010476288221526239],
      angularVelocity: [1.5951355753381378, -1.02710895940746, 0.03909655573673391],
    },
  ],
};

test("the books are closed where an edge runs along the side of a cone and over its rim", () => {
  const model = buildScene(file);
  const { status, worst } = advanceModel(model, 0.23);
  expect(status).toBe("done");
  expect(worst.fallbacks).toEqual([]);
  expect(worst.energyError).toBe(0);
  expect(worst.penetration).toBeLessThan(1e-12);
});
