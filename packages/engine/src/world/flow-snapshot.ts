/** An island on its way as plain data, and back. */
import { Control } from "../ode/index.js";
import type { IslandFlow } from "./advance.js";
import { type IslandSnapshot, listNumbers } from "./snapshot.js";

export function saveFlow(flow: IslandFlow): IslandSnapshot {
  const { run, stepper } = flow;
  const { parts, ledger, spin } = run.island;
  return {
    moving: [...parts.moving],
    withParticles: parts.withParticles,
    coordinates: [...parts.coordinates],
    step: stepper.control[Control.step],
    isAsleep: flow.isAsleep,
    ledger: listNumbers(ledger),
    spin: listNumbers(spin),
    touching: flow.listTouching(),
    limits: flow.listLimits(),
    sliding: flow.listSliding(),
    slipping: run.listSlipping(),
    held: [...run.wasHeld].sort(),
    storm: flow.leap.storm.save(flow.time),
  };
}

/** Takes over what `saveFlow` has told of this island. */
export function resumeFlow(flow: IslandFlow, snapshot: IslandSnapshot): void {
  const { run, stepper } = flow;
  const { step, isAsleep, ledger, spin, storm } = snapshot;
  run.island.ledger.set(ledger);
  run.island.spin.set(spin);
  run.isSettled = true;
  run.resume(snapshot);
  stepper.control[Control.step] = step;
  stepper.restart();
  flow.leap.storm.resume(storm, flow.time);
  flow.isAsleep = isAsleep;
}
