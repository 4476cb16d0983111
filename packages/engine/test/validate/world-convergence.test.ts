/**
 * Tightening the tolerance tightens the answer, through impacts and changes of contact: every scene is run at several
 * tolerances against a closed form, or against the tightest run.
 */
import { createBox, createSphere } from "@rigor/engine/collide";
import { describe, expect, test } from "vitest";
import { boxPairs } from "../oracles/bounce.js";
import { ballOnBall, planarCases, rodFalls } from "../oracles/resting.js";
import { quarterPeriod, rockingImpacts } from "../oracles/swings.js";
import { maxDifference } from "../support/rigid.js";
import { impactsOf, posesOf, runInParts } from "../support/world-measures.js";
import { throwTogether } from "../support/world-structures.js";
import { addLedge, addRod, dropBox, hangCradle, Stage, tiltBlock } from "../support/worlds.js";

const tolerances = [1e-6, 1e-8, 1e-10];

/** From the loosest to the tightest, each error is no more than the tolerance times this. */
interface Claim {
  readonly name: string;
  readonly factor: number;
  readonly run: (tolerance: number) => number;
}

const timed: Claim[] = [
  {
    name: "when a rod lies",
    factor: 10,
    run: (tolerance) => {
      const { angle, t } = rodFalls[0];
      const stage = new Stage(10, { tolerance });
      addLedge(stage, -0.1);
      addRod(stage, { mass: 1, length: 2, z: Math.sin(angle), angle });
      runInParts(stage, t + 1e-4, 1, () => {});
      return stage.world.events.find(({ type }) => type === "collision")!.t - t;
    },
  },
  {
    name: "when a ball leaves another",
    factor: 10,
    run: (tolerance) => {
      const { radii, cos, gravity, mass, t } = ballOnBall;
      const stage = new Stage(gravity, { tolerance });
      stage.add({ shape: createSphere({ radius: radii[1] }), fixed: true });
      stage.add({ shape: createSphere({ radius: radii[0] }), mass, position: [Math.sqrt(1 - cos * cos), 0, cos] });
      runInParts(stage, t + 0.01, 1, () => {});
      return stage.world.events.find(({ type }) => type === "separate")!.t - t;
    },
  },
  {
    name: "the fourth impact of a rocking block",
    factor: 10,
    run: (tolerance) => {
      const t = rockingImpacts(0.4, 1, 9.81, 0.2, 4)[3];
      const { body, floor, stage } = tiltAt(tolerance);
      runInParts(stage, t + 1e-4, 1, () => {});
      return impactsOf(stage, body, floor)[3].t - t;
    },
  },
  {
    name: "the third blow of a cradle",
    factor: 20,
    run: (tolerance) => {
      const t = 5 * quarterPeriod(1, 9.81, 0.5);
      const stage = hangCradle(3, 0.5, 1, { tolerance, collisions: "propagation" });
      runInParts(stage, t + 1e-3, 1, () => {});
      return impactsOf(stage, stage.bodies[0], stage.bodies[1])[2].t - t;
    },
  },
];

function tiltAt(tolerance: number) {
  return tiltBlock(0.4, 1, 0.2, 9.81, { tolerance });
}

describe("times against closed forms", () => {
  test.each(timed)("$name", ({ run, factor }) => {
    const errors = tolerances.map((tolerance) => Math.abs(run(tolerance)));
    errors.forEach((error, k) => {
      // collision times are found to 1e-13 s or so
      expect(error).toBeLessThan(factor * tolerances[k] + 1e-12);
    });
  });
});

interface Scene {
  readonly name: string;
  readonly build: (tolerance: number) => Stage;
  readonly end: number;
  /** Growth of an error along the run, measured: difference over tolerance is below it. */
  readonly factor: number;
}

const scenes: readonly Scene[] = [
  {
    name: "two boxes that spin and meet",
    build: (tolerance) => {
      const { sizeA, massA, rotationA, rotationB, sizeB, massB, xA, xB, vA, vB, omegaA, omegaB } = boxPairs[2];
      const stage = new Stage(0, { tolerance });
      const sides = [
        [sizeA, massA, rotationA, xA, vA, omegaA],
        [sizeB, massB, rotationB, xB, vB, omegaB],
      ] as const;
      for (const [size, mass, rotation, x, velocity, angularVelocity] of sides) {
        const position = x.map((s, k) => s - 0.6 * velocity[k]);
        stage.add({
          shape: createBox({ size }),
          mass,
          rotation,
          position,
          velocity,
          angularVelocity,
          restitution: 0.5,
        });
      }
      return stage;
    },
    end: 1.5,
    factor: 100,
  },
  {
    name: "a spinning box falls on its corners",
    build: (tolerance) =>
      dropBox(
        { size: [1, 2, 3], mass: 6, z: 3, rotation: [2, -1, 3, 7], angularVelocity: [1, -2, 0.5], e: 0.5 },
        9.81,
        { tolerance },
      ).stage,
    end: 1,
    factor: 100,
  },
  {
    name: "an overbalanced stack tips",
    build: (tolerance) => {
      const planar = planarCases.find(({ name }) => name.startsWith("3 bricks, a tenth"))!;
      const stage = new Stage(planar.gravity, { tolerance });
      addLedge(stage);
      for (const { mass, size, x, z } of planar.blocks) {
        stage.add({ shape: createBox({ size: [size[0], 1, size[1]] }), mass, position: [x, 0, z] });
      }
      return stage;
    },
    end: 0.4,
    factor: 100,
  },
  {
    name: "five bodies thrown together",
    build: (tolerance) => throwTogether({ seed: 5, count: 5, e: 0.5, world: { tolerance } }),
    end: 1.2,
    factor: 1000,
  },
];

describe("whole runs against the tightest", () => {
  test.each(scenes)("$name", ({ build, end, factor }) => {
    const states = [...tolerances, 1e-12].map((tolerance) => {
      const stage = build(tolerance);
      runInParts(stage, end, 1, () => {});
      return { poses: posesOf(stage), events: stage.world.events.filter(({ type }) => type === "collision").length };
    });
    const exact = states.at(-1)!;
    expect(exact.events).toBeGreaterThanOrEqual(0);
    tolerances.forEach((tolerance, k) => {
      expect(states[k].events).toBe(exact.events);
      expect(maxDifference(states[k].poses, exact.poses)).toBeLessThan(factor * tolerance);
    });
  });
});
