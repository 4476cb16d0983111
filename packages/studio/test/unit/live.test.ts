/** A scene simulated live, and the mouse spring, against what is known of them. */
import { buildScene, type SceneFile, SceneRun } from "@rigor/engine/scene";
import { describe, expect, test } from "vitest";
import { Live, type LiveStep, Rehearsal } from "../../src/worker/live.js";

const scene: SceneFile = {
  rigor: 1,
  run: { duration: 0.5, sampleRate: 60 },
  bodies: [
    { id: "floor", shape: { type: "plane", normal: [0, 1, 0] }, fixed: true },
    { id: "box", shape: { type: "box", size: [0.4, 0.2, 0.3] }, mass: 3, position: [0, 0.8, 0] },
  ],
  particles: [{ id: "pea", mass: 0.1, position: [1, 0.5, 0] }],
};

/** ω² of the mouse spring, 1/s². */
const stiffness = 14 ** 2;
const sag = 9.81 / stiffness;

/** Goes on to a time, and returns the last sample. */
function simulate(live: Live, until: number): LiveStep["sample"] {
  let last: LiveStep["sample"] | null = null;
  while (live.time < until || last === null) last = live.next()?.sample ?? last;
  return last;
}

describe("a live scene", () => {
  test("that nobody touches ends in the bits of a run, and goes on from there", () => {
    const live = new Live(scene);
    const run = new SceneRun(buildScene(scene));
    while (!live.isOver) live.next();
    while (run.next() !== null);
    expect(live.conclude()).toMatchObject({ status: "complete", stateHash: run.summarize().stateHash });
    expect(live.conclude()).not.toHaveProperty("pulls");
    expect(simulate(live, 0.7).t).toBeCloseTo(0.7, 12);
  });

  test("goes where its rehearsal went, to the bit", () => {
    const [live, rehearsal] = [new Live(scene), new Rehearsal(scene)];
    while (!rehearsal.isOver) {
      const ahead = rehearsal.next();
      if (ahead !== null) expect(simulate(live, ahead.t)).toEqual(ahead);
    }
    expect(live.isOver).toBe(true);
  });

  test("tells the masses, and the largest weight", () => {
    expect(new Live(scene).weight).toBeCloseTo(3 * 9.81, 12);
    expect(Array.from(new Live(scene).listMasses())).toContain(3);
  });
});

describe("the mouse spring", () => {
  test("holds a body by its middle, lower by g/ω², and the books stay closed", () => {
    const live = new Live(scene);
    const first = simulate(live, 0);
    live.grab(1, [0, 0, 0]);
    live.drag([0.3, 1, 0]);
    const { bodies, energy } = simulate(live, 3);
    // what is left of the swing after 3 s is e^(−0.8 · 14 · 3); the rest is the tolerance of the integrator
    expect(bodies.box.p[0]).toBeCloseTo(0.3, 9);
    expect(bodies.box.p[1]).toBeCloseTo(1 - sag, 9);
    // the hand's work is the energy that was gained
    expect(energy.work).toBeCloseTo(3 * 9.81 * (1 - sag - 0.8), 8);
    expect(energy.total).toBeCloseTo(first.energy.total, 8);
  });

  test("holds a body by a corner, which then hangs above the middle", () => {
    const live = new Live({ ...scene, forces: [{ type: "drag", on: ["box"], angular: 1 }] });
    simulate(live, 0);
    live.grab(1, [0.2, 0.1, 0.15]);
    const { bodies } = simulate(live, 12);
    const { p } = bodies.box;
    // the diagonal hangs straight down from where the hand is
    const arm = Math.hypot(0.2, 0.1, 0.15);
    expect(p[0]).toBeCloseTo(0.2, 6);
    expect(p[1]).toBeCloseTo(0.9 - sag - arm, 6);
    expect(p[2]).toBeCloseTo(0.15, 6);
  });

  test("lets go", () => {
    const live = new Live(scene);
    simulate(live, 0);
    live.grab(1, [0, 0, 0]);
    simulate(live, 1);
    live.release();
    // it has fallen to the floor
    expect(simulate(live, 3).bodies.box.p[1]).toBeCloseTo(0.1, 9);
  });

  test("holds a particle, and lets it go", () => {
    const live = new Live(scene);
    simulate(live, 0);
    live.grab(-1, [0, 0, 0]);
    live.drag([1, 2, 0]);
    expect(simulate(live, 3).particles.pea.p[1]).toBeCloseTo(2 - sag, 9);
    live.release();
    const before = simulate(live, 3).particles.pea;
    const after = simulate(live, 3.5).particles.pea;
    expect(after.v[1]).toBeLessThan(before.v[1] - 4);
  });

  test("does not move what is fixed", () => {
    const live = new Live(scene);
    simulate(live, 0);
    live.grab(0, [0, 0, 0]);
    live.drag([0, 5, 0]);
    expect(simulate(live, 0.3).bodies.floor.p[1]).toBe(0);
    expect(live.listPulls()).toEqual([]);
  });

  test("is told: who was pulled, and from when to when", () => {
    const live = new Live(scene);
    const { t: from } = simulate(live, 0.1);
    live.grab(1, [0, 0, 0]);
    live.drag([0, 1, 0]);
    const { t: to } = simulate(live, 0.2);
    live.release();
    simulate(live, 0.3);
    live.grab(-1, [0, 0, 0]);
    while (!live.isOver) live.next();
    expect(live.conclude().pulls).toEqual([
      { id: "box", from, to },
      { id: "pea", from: 0.3, to: live.time },
    ]);
  });
});
