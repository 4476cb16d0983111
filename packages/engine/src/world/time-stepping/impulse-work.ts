/**
 * Work and energy of a time step (moreau-step.ts). The work of the impulses p of joints and contacts is
 *
 *   on the driven side   −p · c, with c the rates of the rows by what is driven
 *   on the bodies        p · ½ (v + v⁺)
 *
 * The difference is dissipated. Newton's law of restitution may gain energy, with friction and among several contacts: a step that
 * gains more than rounding is rejected.
 */
import { totalEnergy } from "../../constrain/index.js";
import { vec3 } from "../../math/index.js";
import type { Island } from "../island/index.js";
import { LedgerSlot } from "../model/index.js";
import type { SteppingContext } from "./context.js";
import { gainRounding } from "./parameters.js";

/** Slots of `ImpulseWork.values`, J. */
const WorkSlot = {
  /** The total energy at the beginning of the step. */
  energy: 0,
  /** The work of what is driven. */
  work: 1,
} as const;

const noNumbers = new Float64Array(0);

/** Velocities, impulses and energies of one time step. */
export class ImpulseWork {
  /** v and ω of the moving bodies after the impulses, six numbers each. */
  after: Float64Array = noNumbers;
  /** c of the rows without the additions by gaps and restitution. */
  driven: Float64Array = noNumbers;
  private before: Float64Array = noNumbers;
  /** The impulses on the moving bodies, six numbers each. */
  private passed: Float64Array = noNumbers;
  private readonly values = new Float64Array(2);

  /** Reads the energy and the velocities at the beginning of a step. */
  begin({ world, island }: SteppingContext): void {
    this.values[WorkSlot.energy] = totalEnergy(world.mechanism);
    this.before = readVelocities(island);
  }

  /** Measures the work of what is driven by the impulses f of the rows. */
  measure(f: Float64Array): void {
    const { driven } = this;
    let work = 0;
    for (let r = 0; r < driven.length; r++) work -= f[r] * driven[r];
    this.values[WorkSlot.work] = work;
  }

  /** Keeps the impulses on the moving bodies, from the impulses on all that the island moves. */
  keepImpulses(island: Island, total: Float64Array): void {
    this.passed = total.slice(0, 6 * island.model.movingCount);
  }

  /** Reads the velocities after the impulses. */
  readAfter(island: Island): void {
    this.after = readVelocities(island);
  }

  /** Reduces the work to the part of the step that is taken. */
  scale(part: number): void {
    this.values[WorkSlot.work] *= part;
  }

  /** Returns whether the mechanism has gained more energy than work and rounding explain. */
  isGained({ world }: SteppingContext): boolean {
    const before = this.values[WorkSlot.energy];
    const gained = totalEnergy(world.mechanism) - before - this.values[WorkSlot.work];
    return gained > gainRounding * Math.abs(before);
  }

  /** Adds work and dissipated energy to the ledger of the island; a part of the step is taken. */
  record({ balance: { ledger } }: Island, part: number): void {
    const work = this.values[WorkSlot.work];
    ledger[LedgerSlot.work] += work;
    ledger[LedgerSlot.dissipated] += work - this.measureOnBodies(part);
  }

  /** Returns the work of the impulses on the bodies, J: each times the mean of the velocities before and after. */
  private measureOnBodies(part: number): number {
    const { passed, before, after } = this;
    let sum = 0;
    for (let k = 0; k < passed.length; k++) sum += passed[k] * (before[k] + 0.5 * part * (after[k] - before[k]));
    return part * sum;
  }
}

/** Returns v and ω of the moving bodies, six numbers each. */
function readVelocities({ model: { system, bodies, movingCount } }: Island): Float64Array {
  const out = new Float64Array(6 * movingCount);
  for (let b = 0; b < movingCount; b++) {
    vec3.copy(out, 6 * b, system.velocity, 3 * bodies[b]);
    vec3.copy(out, 6 * b + 3, system.angularVelocity, 3 * bodies[b]);
  }
  return out;
}
