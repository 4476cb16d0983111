/**
 * Tightening the tolerance tightens the answer, through impacts and changes of contact: every scene is run at several
 * tolerances against a closed form, or against the tightest run.
 */
import { createBox, createCapsule, createSphere } from "@rigor/engine/collide";
import { describe, expect, test } from "vitest";
import { boxPairs } from "../oracles/bounce.js";
import { ballOnBall, planarCases, rodFalls } from "../oracles/resting.js";
import { quarterPeriod, rockingImpacts } from "../oracles/swings.js";
import { maxDifference } from "../support/rigid.js";
import { impactsOf, posesOf, runInParts } from "../support/world-measures.js";
import { throwTogether } from "../support/world-structures.js";
import { addLedge, addRod, dropBox, hangCradle, Stage, tiltBlock, turnY } from "../support/worlds.js";

const tolerances = [1e-6, 1e-8, 1e-10];

interface Claim {
  readonly name: string;
  /** From the loosest to the tightest, each error is no more than the tolerance times this. */
  readonly factor: number;
  readonly run: (tolerance: number) => number;
}

const timed: Claim[] = [
  {
    name: "when a rod lies",
    factor: 1e-4, // measured 2.7e-5
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
    factor: 1e-3, // measured 3.6e-4
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
    factor: 5e-3, // measured 2.2e-3
    run: (tolerance) => {
      const t = rockingImpacts(0.4, 1, 9.81, 0.2, 4)[3];
      const { body, floor, stage } = tiltAt(tolerance);
      runInParts(stage, t + 1e-4, 1, () => {});
      return impactsOf(stage, body, floor)[3].t - t;
    },
  },
  {
    name: "the third blow of a cradle",
    factor: 2e-3, // measured 7.7e-4
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
  /** Differences of places, m and 1, and of the times of events, s, are below the tolerance times these. */
  readonly factor: number;
  readonly timeFactor: number;
  /** So many collisions at least must be come through. */
  readonly collisions: number;
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
    // measured 7e-3, and 0.58 where they all but graze
    factor: 0.02,
    timeFactor: 1.5,
    collisions: 10,
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
    // measured 6e-4 and 2.4e-4
    factor: 2e-3,
    timeFactor: 1e-3,
    collisions: 4,
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
    // measured 3.6e-4 and 0.035
    factor: 1e-3,
    timeFactor: 0.1,
    collisions: 10,
  },
  {
    name: "five bodies thrown together",
    build: (tolerance) => throwTogether({ seed: 5, count: 5, e: 0.5, world: { tolerance } }),
    end: 1.2,
    // measured 6.7e-3 and 1.7e-3
    factor: 0.02,
    timeFactor: 5e-3,
    collisions: 5,
  },
  {
    name: "a box tumbles and bounces, and loses nothing",
    build: (tolerance) =>
      dropBox(
        { size: [0.3, 0.5, 0.8], mass: 1, z: 1.5, rotation: [1, 2, 3, 7], angularVelocity: [2, 3, 1], e: 1 },
        9.81,
        { tolerance },
      ).stage,
    end: 1,
    // measured 0.015 and 4.4e-5
    factor: 0.05,
    timeFactor: 1e-4,
    collisions: 2,
  },
  {
    name: "a capsule falls on a ball and slides on it",
    build: (tolerance) => {
      const stage = new Stage(9.81, { tolerance });
      stage.add({ shape: createSphere({ radius: 1 }), fixed: true });
      const rotation = turnY(0.5 * Math.PI + 0.08);
      stage.add({ shape: createCapsule({ radius: 0.2, height: 0.5 }), mass: 1, position: [0.1, 0.05, 1.2], rotation });
      return stage;
    },
    end: 0.9,
    // measured 2.3e-3 and none
    factor: 7e-3,
    timeFactor: 1e-5,
    collisions: 1,
  },
  {
    name: "a ladder slides down a wall",
    build: (tolerance) => {
      const stage = new Stage(9.81, { tolerance });
      stage.addFloor();
      stage.addFloor(0, [1, 0, 0]);
      const [a, L, h] = [0.9, 2, 0.1];
      const position = [0.5 * (L * Math.cos(a) + h * Math.sin(a)), 0, 0.5 * (L * Math.sin(a) + h * Math.cos(a))];
      stage.add({ shape: createBox({ size: [L, 0.3, h] }), mass: 1, position, rotation: turnY(a) });
      return stage;
    },
    end: 0.8,
    // measured 1.8e-4 and 5.7e-5
    factor: 6e-4,
    timeFactor: 2e-4,
    collisions: 4,
  },
];

/** What happened between whom and when, but for what touches without a blow: that has no moment of its own. */
function eventsOf({ world }: Stage) {
  return world.events.filter(({ type }) => type !== "touch");
}

describe("whole runs against the tightest", () => {
  test.each(scenes)("$name", ({ build, end, factor, timeFactor, collisions }) => {
    const runs = [...tolerances, 1e-12].map((tolerance) => {
      const stage = build(tolerance);
      runInParts(stage, end, 1, () => {});
      return { poses: posesOf(stage), events: eventsOf(stage) };
    });
    const exact = runs.at(-1)!;
    expect(exact.events.filter(({ type }) => type === "collision").length).toBeGreaterThanOrEqual(collisions);
    tolerances.forEach((tolerance, k) => {
      const { events, poses } = runs[k];
      expect(events.map(({ type }) => type)).toEqual(exact.events.map(({ type }) => type));
      const late = events.map(({ t }, i) => Math.abs(t - exact.events[i].t));
      expect(Math.max(...late)).toBeLessThan(timeFactor * tolerance + 1e-12);
      expect(maxDifference(poses, exact.poses)).toBeLessThan(factor * tolerance);
    });
  });
});
