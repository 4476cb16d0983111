/** Islands that are taken along step by step, without what answers to contacts. */
import { createBox, createPlane, createSphere } from "@rigor/engine/collide";
import { dopri5, type Stepper, StepStatus } from "@rigor/engine/ode";
import { createRotatePath } from "@rigor/engine/rigid";
import { World } from "@rigor/engine/world";
import type { IslandContext } from "../../src/world/context/island-context.js";
import { Clearance } from "../../src/world/detection/clearance.js";
import { Neighbours } from "../../src/world/detection/neighbours.js";
import { createStateLayout } from "../../src/world/island/state-layout.js";
import { StepPath } from "../../src/world/trajectory/path.js";
import { createRun } from "./islands.js";

/** Two balls that fly towards each other, a floor, a turning bar, a ball that is far away. */
export function createMeetingWorld(): World {
  const world = new World({ gravity: [0, -1, 0] });
  const shape = createSphere({ radius: 0.2 });
  world.addBody({ shape, mass: 1, position: [0, 1, 0], velocity: [3, 0, 0] });
  world.addBody({
    shape: createBox({ size: [1, 0.2, 0.3] }),
    mass: 1,
    position: [2, 1, 0],
    angularVelocity: [0, 2, 3],
  });
  world.addBody({ shape: createPlane({ normal: [0, 1, 0] }), fixed: true });
  const path = createRotatePath({ axis: [0, 1, 0], rate: 1, position: [0, 0.2, 2], center: [0, 0, 0] });
  world.addBody({ shape: createBox({ size: [2, 0.2, 0.2] }), path });
  world.addBody({ shape, mass: 1, position: [20, 9, 0] });
  return world;
}

/** An island on its way, step by step. */
export interface Walk {
  readonly context: IslandContext;
  readonly stepper: Stepper;
  readonly path: StepPath;
  readonly neighbours: Neighbours;
  readonly clearance: Clearance;
}

export function startWalk(world: World): Walk {
  const context = createRun(world);
  const { parts, detector } = context.world;
  const neighbours = new Neighbours(parts, detector);
  for (let p = 0; p < parts.count; p++) neighbours.fit(p, 1e-3);
  detector.update();
  neighbours.collect(context);
  const stepper = dopri5(context.island, { tolerance: 1e-8 });
  return {
    context,
    stepper,
    path: new StepPath(world.system),
    neighbours,
    clearance: new Clearance(neighbours.clearances, 1e-7),
  };
}

/** One step, and its ways and boxes. */
export function stepWalk({ context, stepper, path, neighbours, clearance }: Walk): void {
  if (stepper.step() !== StepStatus.ok) throw new Error("the step failed");
  path.record(stepper, createStateLayout(context.island.model));
  clearance.begin(context, path);
  neighbours.cover(context, path, clearance.ways);
}
