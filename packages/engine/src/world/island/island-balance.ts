/**
 * The integrals of an island beside its motion: work and dissipated energy, the angular momentum H where no force from outside acts
 * (angular-momentum.ts), and the measure of loads that depend explicitly on time (explicit-time-loads.ts).
 */
import { Carrier, type End } from "../../constrain/index.js";
import { createArrays } from "../../math/index.js";
import { hasSpin } from "./angular-momentum.js";
import { isDrivenByClock } from "./explicit-time-loads.js";
import type { IslandModel } from "./island-model.js";
import { countNodes } from "./nodes.js";

/** Entries of the energy balance: see `LedgerSlot`. */
export const ledgerSize = 2;

/** Entries of the angular momentum H. */
export const spinSize = 3;

/** Integrals beside the motion of an island, with their rates. */
export class IslandBalance {
  /** Integrals of the energy balance, J: see `LedgerSlot`. */
  readonly ledger: Float64Array;
  /** H of angular-momentum.ts, where no force from outside acts on the island, kg m²/s. */
  readonly spin: Float64Array;
  /** Integral of the measure of the loads: explicit-time-loads.ts. */
  readonly push: Float64Array;
  /** Power of work and of dissipation, W; then two work entries. */
  readonly power: Float64Array;
  /** Ḣ, N m. */
  readonly torque: Float64Array;
  /** Rate of `push`. */
  readonly pushRate: Float64Array;
  /** P and L of moving bodies, P of particles, u and u̇ of coordinates at the end of the last step, before its projection. */
  readonly raw: Float64Array;
  /** Whether the loads may depend explicitly on time: load-clock.ts. `push` is then an entry of the state. */
  readonly isByClock: boolean;
  /** 1 for each body that does not respond to forces, and is touched or joined. */
  readonly isDriver: Uint8Array;
  /** Whether H can be corrected: see `hasSpin`. */
  readonly mayBeAlone: boolean;
  /** Whether no force from outside acts on the island, so that H is corrected. */
  isAlone = false;

  constructor(model: IslandModel) {
    this.isByClock = isDrivenByClock(model);
    this.isDriver = new Uint8Array(model.bodyCount);
    this.mayBeAlone = hasSpin(model);
    const arrays = createArrays([ledgerSize, spinSize, 1, 4, spinSize, 1, 6 * countNodes(model) + model.ownCount]);
    [this.ledger, this.spin, this.push, this.power, this.torque, this.pushRate, this.raw] = arrays;
  }

  /** Decides by the loads and the ends of the rows whether a force from outside acts on the island. */
  judgeAlone(model: IslandModel, ends: readonly End[], isUnloaded: boolean): void {
    this.torque.fill(0);
    this.isAlone = this.mayBeAlone && isUnloaded && areOwn(model, ends);
  }
}

/** Returns whether all ends are on bodies and particles that move with the island. */
function areOwn(model: IslandModel, ends: readonly End[]): boolean {
  for (let e = 0; e < ends.length; e++) {
    const { carrier, index } = ends[e];
    const isFree = carrier === Carrier.particle && model.system.particles.inverseMass[index] > 0;
    if (!isFree && !(carrier === Carrier.body && model.moves(index))) return false;
  }
  return true;
}
