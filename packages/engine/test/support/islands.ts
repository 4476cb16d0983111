/** The insides of a world, for tests that look there: what its islands share, its islands, its schedule. */
import { ImpactSolver, RestingSolver, ZenoModel } from "@rigor/engine/contact";
import type { World } from "@rigor/engine/world";
import { Audit } from "../../src/world/audit/audit.js";
import { FrozenInterface } from "../../src/world/contact-state/frozen-interface.js";
import type { WorldContext } from "../../src/world/contact-state/world-context.js";
import { IslandContext } from "../../src/world/context/island-context.js";
import { Neighbours } from "../../src/world/detection/neighbours.js";
import { Island } from "../../src/world/island/island.js";
import { Partition } from "../../src/world/island/partition.js";
import { EventLog } from "../../src/world/record/events.js";
import { createWorst } from "../../src/world/record/report.js";
import { TimewarpScheduler } from "../../src/world/scheduling/timewarp-scheduler.js";

/** What islands share, with a log of its own. */
function createKit({ mechanism, parts, detector, settings, limits, frictions }: World): WorldContext {
  mechanism.prepare();
  return {
    mechanism,
    parts,
    detector,
    solvers: {
      impact: new ImpactSolver({ law: settings.collisions }),
      zeno: new ZenoModel(settings.collisions),
      contradiction: new Float64Array(1),
      resting: new RestingSolver({ method: settings.resting === "lp-1989" ? "auto" : settings.resting }),
    },
    settings,
    log: new EventLog(),
    worst: createWorst(),
    swing: new Float64Array(1),
    frozenInterface: new FrozenInterface(),
    audit: new Audit(),
    limits,
    frictions,
  };
}

/** A schedule of its own for a world, settled. Only one of the two is to be moved on. */
export function createSchedule(world: World): {
  readonly shared: WorldContext;
  readonly schedule: TimewarpScheduler;
  readonly neighbours: Neighbours;
} {
  const shared = createKit(world);
  const neighbours = new Neighbours(world.parts, world.detector);
  const schedule = new TimewarpScheduler(shared, neighbours);
  schedule.rebuild();
  const fault = schedule.handleEvents();
  if (fault !== null) throw new Error(fault);
  return { shared, schedule, neighbours };
}

/** All that moves in a world, as one island, with nothing held but the joints. */
export function createIsland(world: World): Island {
  const { mechanism } = world;
  mechanism.prepare();
  const { system, constraints, coordinates, forces } = mechanism;
  const [moving, still] = [true, false].map((answers) =>
    Array.from({ length: system.count }, (_, i) => i).filter((i) => (system.answers[i] !== 0) === answers),
  );
  const island = new Island(mechanism, {
    moving,
    still,
    withParticles: system.particles.count > 0,
    coordinates: coordinates.map((_, g) => g),
    joints: constraints,
    separable: system.forces.filter(({ applyTo }) => applyTo !== undefined),
    bound: system.forces.filter(({ applyTo }) => applyTo === undefined),
    jointForces: forces,
    bounds: [],
    frictions: [],
  });
  island.activate([]);
  return island;
}

/** The same on its way, with the pairs that may meet and the contacts of those that touch. */
export function createRun(world: World): IslandContext {
  const shared = createKit(world);
  const context = new IslandContext(shared, createIsland(world));
  const { detector, parts } = shared;
  const neighbours = new Neighbours(parts, detector);
  detector.placeParts();
  for (let p = 0; p < parts.count; p++) neighbours.fit(p, 1e-3);
  detector.update();
  neighbours.collect(context);
  for (let k = 0; k < 3 * context.candidates.pairCount; k += 3) {
    detector.addContactsOf(
      context.contactSet.contacts,
      context.candidates.pairs[k],
      context.candidates.pairs[k + 1],
      context.candidates.pairs[k + 2],
    );
  }
  return context;
}

/** The islands of a world as its forces and joints make them: the bodies of each that move. */
export function listIslands({ mechanism }: World, driven: readonly number[] = []): readonly number[][] {
  mechanism.prepare();
  return new Partition(mechanism).collect(driven).map(({ moving }) => [...moving]);
}
