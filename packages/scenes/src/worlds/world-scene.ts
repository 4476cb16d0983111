/**
 * A scene of the exact engine: builds a world, and says what must hold of it at any time, with the exact value beside what
 * was found. In every scene the energy balance must close, nothing may penetrate and joints must be satisfied. Tests,
 * benchmarks, the command line and the docs all run the same scenes.
 */
import { bodySize } from "@rigor/engine/rigid";
import type { World, WorldOptions, WorldReport } from "@rigor/engine/world";
import type { Check } from "../particles/particle-scene.js";
import { checkVector } from "../rigid/rigid-scene.js";

export interface WorldScene {
  /** Kebab-case. */
  readonly name: string;
  /** One line. */
  readonly summary: string;
  /** The usual duration, s. */
  readonly duration: number;
  /** The times of known states, s; at others `check` says what holds of them all. Default none. */
  readonly times?: readonly number[];
  /** The reference of `check`: a known motion or known forces, or a conserved quantity. */
  readonly answer: "known" | "conserved";
  build(options?: WorldOptions): WorldModel;
}

export interface WorldModel {
  readonly world: World;
  /** The checks of the world at its present time. */
  check(): Check[];
}

/** A scene that runs. Its `check` has the energy balance, the worst penetration and the joints beside the checks of the scene. */
export interface WorldRun extends WorldModel {
  /** Moves on. Throws if it does not get there. */
  advanceTo(t: number): WorldReport;
}

export function startWorldScene(scene: WorldScene, options: WorldOptions = {}): WorldRun {
  const { world, check } = scene.build(options);
  const start = world.getEnergy();
  let [depth, error] = [0, 0];
  return {
    world,
    advanceTo(t) {
      const report = world.advanceTo(t);
      if (report.status !== "done") throw new Error(`scene ${scene.name}: ${report.message}`);
      depth = Math.max(depth, report.worst.penetration);
      error = Math.max(error, report.worst.constraintError);
      return report;
    },
    check() {
      const { kinetic, dissipated, work, total } = world.getEnergy();
      const scale = Math.max(1, start.kinetic, kinetic, dissipated, Math.abs(work));
      return [
        ...check(),
        { what: "energy balance", exact: 0, got: (total - start.total) / scale },
        { what: "penetration", exact: 0, got: depth },
        { what: "|C| of joints", exact: 0, got: error },
      ];
    },
  };
}

/** Builds a scene and runs it to the end of its duration. Throws if it does not get there. */
export function runWorldScene(scene: WorldScene, options: WorldOptions = {}): WorldRun {
  const run = startWorldScene(scene, options);
  run.advanceTo(scene.duration);
  return run;
}

/** The centre of mass of a body. */
export function readCenter({ system }: World, body: number): number[] {
  return Array.from(system.state.subarray(bodySize * body, bodySize * body + 3));
}

/** The checks of the centre of mass of a body and its velocity; `name` stands for the body. */
export function checkMotion(world: World, body: number, name: string, x: readonly number[], v: readonly number[]) {
  const { state, velocity } = world.system;
  return [
    ...checkVector(`x of ${name}`, x, state, bodySize * body),
    ...checkVector(`v of ${name}`, v, velocity, 3 * body),
  ];
}

/** v̇ and ω̇ of a body, by the forces at the present time. */
export function findAcceleration(world: World, body: number): number[] {
  const out = new Float64Array(6);
  world.settle();
  world.readAcceleration(out, 0, body);
  return Array.from(out);
}

/** The sum of the contact forces between two bodies, N, of contacts that pass a test. */
export function sumForces(world: World, a: number, b: number, test = (_point: readonly number[]) => true): number {
  world.settle();
  return world
    .getContacts()
    .filter((contact) => (contact.a === a && contact.b === b) || (contact.a === b && contact.b === a))
    .reduce((sum, { point, force }) => sum + (test(point) ? force : 0), 0);
}

/** The momentum of all bodies along one axis. */
export function sumMomentum({ system }: World, axis: number): number {
  let sum = 0;
  for (let i = 0; i < system.count; i++) sum += system.state[bodySize * i + 7 + axis];
  return sum;
}
