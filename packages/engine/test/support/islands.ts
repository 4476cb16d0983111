/** The insides of a world, for tests that look there: what its islands share, its islands, its schedule. */
import { Burst, ImpactSolver, RestingSolver } from "@rigor/engine/contact";
import type { World } from "@rigor/engine/world";
import { Audit } from "../../src/world/audit.js";
import { EventLog } from "../../src/world/events.js";
import { Island } from "../../src/world/island.js";
import { Neighbours } from "../../src/world/neighbours.js";
import { Partition } from "../../src/world/partition.js";
import { createWorst } from "../../src/world/report.js";
import { IslandRun, type Kit } from "../../src/world/run.js";
import { Schedule } from "../../src/world/schedule.js";
import { Ties } from "../../src/world/ties.js";

/** What islands share, with a log of its own. */
function createKit({ mechanism, parts, detector, settings, limits, frictions }: World): Kit {
  mechanism.prepare();
  return {
    mechanism,
    parts,
    detector,
    impact: new ImpactSolver({ law: settings.collisions }),
    burst: new Burst(settings.collisions),
    resting: new RestingSolver({ method: settings.resting === "lp-1989" ? "auto" : settings.resting }),
    settings,
    log: new EventLog(),
    worst: createWorst(),
    swing: new Float64Array(1),
    ties: new Ties(),
    audit: new Audit(),
    limits,
    frictions,
  };
}

/** A schedule of its own for a world, settled. Only one of the two is to be moved on. */
export function createSchedule(world: World): {
  readonly kit: Kit;
  readonly schedule: Schedule;
  readonly neighbours: Neighbours;
} {
  const kit = createKit(world);
  const neighbours = new Neighbours(world.parts, world.detector);
  const schedule = new Schedule(kit, neighbours);
  schedule.rebuild();
  const fault = schedule.settle();
  if (fault !== null) throw new Error(fault);
  return { kit, schedule, neighbours };
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
  island.hold([]);
  return island;
}

/** The same on its way, with the pairs that may meet and the contacts of those that touch. */
export function createRun(world: World): IslandRun {
  const kit = createKit(world);
  const run = new IslandRun(kit, createIsland(world));
  const { detector, parts } = kit;
  const neighbours = new Neighbours(parts, detector);
  detector.placeParts();
  for (let p = 0; p < parts.count; p++) neighbours.fit(p, 1e-3);
  detector.update();
  neighbours.collect(run);
  for (let k = 0; k < 3 * run.pairCount; k += 3) {
    detector.addContactsOf(run.contacts, run.pairs[k], run.pairs[k + 1], run.pairs[k + 2]);
  }
  return run;
}

/** The islands of a world as its forces and joints make them: the bodies of each that move. */
export function listIslands({ mechanism }: World, driven: readonly number[] = []): readonly number[][] {
  mechanism.prepare();
  return new Partition(mechanism).collect(driven).map(({ moving }) => [...moving]);
}
