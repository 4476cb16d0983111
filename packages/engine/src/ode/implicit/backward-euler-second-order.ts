/**
 * Backward Euler for ẍ = f(x, ẋ, t) in the n×n form: half the size of (3–2), with an equal result. Linearised, the step is
 *
 *   Δx = h (v₀ + Δv),     Δv = h (f₀ + ∂f/∂x Δx + ∂f/∂v Δv)                              (4–4)
 *
 * and with the first substituted in the second, multiplied by the weights W, which make it symmetric,
 *
 *   (W − h D − h² K) Δv = h (W f₀ + h K v₀)                                              (4–5)
 *
 * with K = W ∂f/∂x and D = W ∂f/∂v; for particles W is the masses. As in backward-euler.ts, f₀, K and D are taken at
 * the old x and v and the new time. Prescribed coordinates (weight 0) are set to their new x and v first, so that f₀ is
 * taken there; they are not unknowns: Δv is 0, and they do not enter K v₀.
 *
 * Conjugate gradients need A positive definite: forces should leave out the terms that would make K or D positive, as
 * springs under pressure do. If they do not, or if the iterations run out, the step fails with `solveFailed` and the
 * state stays. For LDLᵀ, A need only be regular.
 *
 * Follows: Implicit Methods, section 4.
 */
import {
  BlockDiagonalPreconditioner,
  BlockMatrix,
  ConjugateGradients,
  DiagonalPreconditioner,
  SolveStatus,
  SparseBlockLdl,
} from "../../linalg/index.js";
import { fail, requireInteger, requireLength, requirePositive } from "../../math/index.js";
import type { SecondOrderProblem } from "../problem/index.js";
import {
  Count,
  createCounts,
  createFixedControl,
  createPlan,
  type FixedStepOptions,
  findNotFinite,
  fixedKeys,
  Plan,
  planStep,
  requireDimension,
  requireInput,
  type Stepper,
  StepStatus,
} from "../stepper/index.js";
import { assembleImplicitMatrix, createImplicitMatrix, type ImplicitMatrix } from "./backward-euler-matrix.js";
import { interpolateTrial, restartTrial, type TrialWork, takeTrial, undoTrial } from "./backward-euler-trial.js";
import { gradientTolerance, mostIterations } from "./parameters.js";

/** The options of `backwardEulerSecondOrder`. */
export interface BackwardEulerSecondOrderOptions extends FixedStepOptions {
  /**
   * The linear solver: "cg", conjugate gradients with a block-diagonal preconditioner, or "ldl", a sparse factorisation. Default
   * "cg".
   */
  readonly solver?: "cg" | "ldl";
  /** The residual at which "cg" stops, in parts of the right side. Default 1e-8. */
  readonly tolerance?: number;
  /** The largest number of iterations of "cg". Default: ten times the number of coordinates, at least 100. */
  readonly maxIterations?: number;
}

/** Returns a stepper of backward Euler for a problem of second order: implicit, of order 1, with a fixed step. */
export function backwardEulerSecondOrder(
  problem: SecondOrderProblem,
  options: BackwardEulerSecondOrderOptions,
): Stepper {
  requireInput(problem, options, [...fixedKeys, "solver", "tolerance", "maxIterations"]);
  requireSecondOrder(problem);
  const { step, solver = "cg", tolerance = gradientTolerance, maxIterations } = options;
  const control = createFixedControl(step);
  if (solver !== "cg" && solver !== "ldl") fail("unknown", "options.solver", 'must be "cg" or "ldl"', solver);
  requirePositive("options.tolerance", tolerance);
  if (maxIterations !== undefined) requireInteger("options.maxIterations", maxIterations, 1, mostIterations);
  const limit = maxIterations === undefined ? {} : { maxIterations };
  const cg = solver === "cg" ? new ConjugateGradients(problem.coordinates, { tolerance, ...limit }) : undefined;
  return new BackwardEulerSecondOrder(problem, control, cg);
}

class BackwardEulerSecondOrder implements Stepper, TrialWork {
  readonly name = "backward-euler-second-order";
  readonly order = 1;
  readonly adaptive = false;
  readonly problem: SecondOrderProblem;
  readonly state: Float64Array;
  readonly previous: Float64Array;
  readonly control: Float64Array;
  readonly counts = createCounts();
  offender = -1;

  readonly plan = createPlan();
  readonly end: Float64Array;
  readonly trial: Float64Array;
  private readonly K: BlockMatrix;
  private readonly D: BlockMatrix;
  private readonly A: ImplicitMatrix;
  private readonly cg: ConjugateGradients | undefined;
  private readonly preconditioner: DiagonalPreconditioner | BlockDiagonalPreconditioner;
  private readonly ldl: SparseBlockLdl | undefined;
  /** The values of ẏ at the trial, the right side, Δv and v₀ of the free coordinates. */
  private readonly slope: Float64Array;
  private readonly side: Float64Array;
  private readonly change: Float64Array;
  private readonly velocity: Float64Array;

  /** Without `cg`, the linear systems are solved by LDLᵀ. */
  constructor(problem: SecondOrderProblem, control: Float64Array, cg: ConjugateGradients | undefined) {
    const n = problem.coordinates;
    this.problem = problem;
    this.control = control;
    this.K = new BlockMatrix(n, n);
    this.D = new BlockMatrix(n, n);
    problem.addBlocks(this.K, this.D);
    this.A = createImplicitMatrix(this.K, this.D);
    this.cg = cg;
    this.ldl = cg === undefined ? new SparseBlockLdl(this.A.lower) : undefined;
    this.preconditioner = this.A.size === 3 ? new BlockDiagonalPreconditioner(n) : new DiagonalPreconditioner(n);
    this.state = new Float64Array(2 * n + 1);
    this.previous = new Float64Array(2 * n + 1);
    this.end = new Float64Array(2 * n + 1);
    this.trial = new Float64Array(2 * n + 1);
    this.slope = new Float64Array(2 * n);
    this.side = new Float64Array(n);
    this.change = new Float64Array(n);
    this.velocity = new Float64Array(n);
    this.restart();
  }

  step(): StepStatus {
    const { problem, state, trial, plan, counts, slope } = this;
    this.offender = -1;
    if (!planStep(plan, this.control, state)) return StepStatus.stepTooSmall;
    trial.set(state);
    trial[trial.length - 1] = plan[Plan.end];
    problem.setState(trial);
    // prescribed coordinates are at the new time from here on
    problem.getState(trial);
    problem.derivative(slope);
    counts[Count.evaluations]++;
    this.offender = findNotFinite(slope, slope.length);
    if (this.offender >= 0) return undoTrial(this, StepStatus.notFinite);
    problem.linearise(this.K, this.D);
    counts[Count.jacobians]++;
    assembleImplicitMatrix(this.A, problem.weights, this.K, this.D, plan, Plan.step);
    this.formRightSide();
    const status = this.solve();
    if (status !== SolveStatus.ok) {
      this.offender = this.findBadCoordinate();
      return undoTrial(this, this.offender >= 0 ? StepStatus.notFinite : StepStatus.solveFailed);
    }
    this.moveTrial();
    this.offender = findNotFinite(trial, trial.length);
    if (this.offender >= 0) return undoTrial(this, StepStatus.notFinite);
    return takeTrial(this);
  }

  interpolate(out: Float64Array): void {
    interpolateTrial(out, this);
  }

  restart(): void {
    restartTrial(this);
    this.change.fill(0);
    this.offender = -1;
  }

  /** Computes side = h (W f₀ + h K v₀) where a coordinate is free, else 0. */
  private formRightSide(): void {
    const { side, velocity, trial, slope, plan } = this;
    const { weights, velocityIndex } = this.problem;
    const n = side.length;
    const h = plan[Plan.step];
    for (let i = 0; i < n; i++) velocity[i] = weights[i] === 0 ? 0 : trial[velocityIndex[i]];
    this.K.multiply(side, velocity);
    for (let i = 0; i < n; i++) {
      side[i] = weights[i] === 0 ? 0 : h * (weights[i] * slope[velocityIndex[i]] + h * side[i]);
    }
  }

  /** Solves A Δv = side. */
  private solve(): SolveStatus {
    const { A, cg, ldl, side, change, counts } = this;
    if (cg !== undefined) {
      let status: SolveStatus = this.preconditioner.update(A.lower);
      if (status === SolveStatus.ok) {
        change.fill(0);
        status = cg.solve(A, side, change, this.preconditioner);
        counts[Count.solves] += cg.iterations;
      }
      return status;
    }
    if (ldl === undefined) return SolveStatus.singular;
    change.set(side);
    counts[Count.factorisations]++;
    counts[Count.solves]++;
    const status = ldl.factor(A.lower);
    return status === SolveStatus.ok ? ldl.solve(change) : status;
  }

  /** Computes v = v₀ + Δv and x = x₀ + h v where a coordinate is free. */
  private moveTrial(): void {
    const { trial, change, plan } = this;
    const { weights, positionIndex, velocityIndex } = this.problem;
    const h = plan[Plan.step];
    for (let i = 0; i < change.length; i++) {
      if (weights[i] === 0) continue;
      const v = trial[velocityIndex[i]] + change[i];
      trial[velocityIndex[i]] = v;
      trial[positionIndex[i]] += h * v;
    }
  }

  /** Returns the index of the velocity of the first coordinate whose row of A, or right side, is not finite; −1 if all are. */
  private findBadCoordinate(): number {
    const { lower, rowStart, size } = this.A;
    const { velocityIndex } = this.problem;
    const inSide = findNotFinite(this.side, this.side.length);
    if (inSide >= 0) return velocityIndex[inSide];
    const at = findNotFinite(lower.values, lower.valueCount);
    if (at < 0) return -1;
    let r = 0;
    while (rowStart[r + 1] * size * size <= at) r++;
    return velocityIndex[r * size];
  }
}

function requireSecondOrder(problem: SecondOrderProblem): void {
  const n = problem.coordinates;
  if (!Number.isInteger(n) || typeof problem.linearise !== "function") {
    const cure = "use backwardEuler or radau5";
    fail("not-second-order", "problem", "must have coordinates and linearise its forces", problem.dimension, cure);
  }
  if (requireDimension(problem) !== 2 * n) {
    fail("wrong-length", "problem.dimension", `must be twice problem.coordinates, ${2 * n}`, problem.dimension);
  }
  requireLength("problem.positionIndex", problem.positionIndex, n);
  requireLength("problem.velocityIndex", problem.velocityIndex, n);
  requireLength("problem.weights", problem.weights, n);
  const { weights } = problem;
  for (let i = 0; i < n; i++) {
    if (!(weights[i] >= 0 && weights[i] < Infinity)) {
      fail("negative", `problem.weights[${i}]`, "must be a finite number >= 0", weights[i]);
    }
  }
}
