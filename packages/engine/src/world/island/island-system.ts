/** An island as its forces see it. */
import type { ActiveSystem } from "./active-system.js";
import type { IslandBalance } from "./island-balance.js";
import type { IslandModel } from "./island-model.js";
import type { Load } from "./loads.js";

/** Island as its forces see it: its structure, its rows, the integrals beside its motion, and the loads of a frozen interface. */
export interface IslandSystem {
  /** Members, and their places in the state and in the columns of q̇. */
  readonly model: IslandModel;
  /** Rows of joints and active contacts. */
  readonly active: ActiveSystem;
  /** Integrals beside the motion. */
  readonly balance: IslandBalance;
  /** Forces of contacts with sleeping bodies. */
  readonly loads: readonly Load[];
}
