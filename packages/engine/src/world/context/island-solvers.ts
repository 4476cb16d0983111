/** Rows, cones and solvers of one island, each made when it is first used: most islands have neither contacts nor joints. */
import { FrictionContactSolver } from "../../linalg/index.js";
import { BallSearch, IslandCones, IslandRows } from "../assembly/index.js";
import type { FlowContext } from "../smooth/index.js";
import { FrictionFlow, FrictionMemory } from "../smooth/index.js";

/** Rows, cones and solvers of one island. */
export class IslandSolvers {
  private readonly context: FlowContext;
  private ownRows: IslandRows | null = null;
  private ownBalls: BallSearch | null = null;
  private ownCones: IslandCones | null = null;
  private ownConeSolver: FrictionContactSolver | null = null;
  private ownFriction: FrictionFlow | null = null;
  /** Modes and forces of contacts at the last event and in the last impact, from which solvers start. */
  readonly frictionMemory: FrictionMemory;

  constructor(context: FlowContext) {
    this.context = context;
    this.frictionMemory = new FrictionMemory(context.memory.contacts);
  }

  /** Joints and contacts as rows. */
  get rows(): IslandRows {
    const { island, limits } = this.context;
    this.ownRows ??= new IslandRows(island, limits);
    return this.ownRows;
  }

  /** Joints and contacts with friction as rows and cones. */
  get cones(): IslandCones {
    const { island, jointFriction } = this.context;
    this.ownCones ??= new IslandCones(this.rows, island, jointFriction);
    return this.ownCones;
  }

  /** Solver of friction at events and in impacts. */
  get coneSolver(): FrictionContactSolver {
    this.ownConeSolver ??= new FrictionContactSolver();
    return this.ownConeSolver;
  }

  /** Search for the directions in which ball joints begin to slip. */
  get balls(): BallSearch {
    this.ownBalls ??= new BallSearch();
    return this.ownBalls;
  }

  /** Forces between events in an island with friction. */
  get friction(): FrictionFlow {
    if (this.ownFriction === null) {
      const { island, limits, jointFriction } = this.context;
      const own = new IslandRows(island, limits);
      this.ownFriction = new FrictionFlow(
        this.context,
        new IslandCones(own, island, jointFriction),
        this.frictionMemory,
      );
    }
    return this.ownFriction;
  }

  /** Whether there has been friction in the island so far. */
  get hasHadFriction(): boolean {
    return this.ownFriction !== null;
  }

  /** Number of factorisations for problems with friction. */
  get factorizations(): number {
    return (this.ownConeSolver?.factorizations ?? 0) + (this.ownFriction?.factorizations ?? 0);
  }
}
