/**
 * Solves friction contact problems: the front of all methods. The answer is the limit of equal, vanishing compliance; whatever
 * the method, it is certified by its residual, against the size of the data.
 *
 *   warm    the modes of `result`, fixed and solved for, and corrected where they violate the Signorini–Coulomb conditions
 *           (active-set-correction.ts): one factorisation where they do not and no cone begins to slip
 *           else the homotopy from its last levels, from the forces of `result`: the branch that the motion is on
 *   cold    the homotopy of vanishing compliance from f = 0
 *   else    enumeration where all cones slip; proximal rounds, repeated with a stiffness that is lower and grows more slowly
 *   again   where the residual is above 1e-9: any forces that satisfy the conditions better (solution-search.ts)
 *
 * A problem with velocities for y⁰, impulses for f and c = e v_n⁻ on normals is that of an impact.
 */

import { multiplyRows, RowKind } from "../complementarity/index.js";
import { ActiveSetCorrection } from "./active-set-correction.js";
import { NormalMode, releaseModes, TangentMode } from "./alart-curnier.js";
import { ComplianceHomotopy } from "./compliance-homotopy.js";
import { type FrictionContactProblem, TangentialState } from "./friction-contact-problem.js";
import {
  ContactMode,
  FrictionContactFigure,
  FrictionContactMethod,
  FrictionContactResult,
  FrictionContactStatus,
} from "./friction-contact-result.js";
import { ModeEnumeration } from "./mode-enumeration.js";
import { MultiplierMethod } from "./multipliers.js";

import { setMeasuredBase } from "./newton-state.js";
import {
  easyHomotopyFactorizations,
  edgePart,
  restAcceleration,
  solvedResidual,
  unlimited,
  unsolvableResidual,
  warmHomotopyFactorizations,
  warmLevel,
} from "./parameters.js";
import { ProblemScale, Scale } from "./problem-scale.js";
import { RowEquilibration } from "./row-equilibration.js";
import { SemismoothNewton } from "./semismooth-newton.js";
import { SolutionSearch } from "./solution-search.js";
import { UniquenessCheck } from "./uniqueness-check.js";

/** A solver of friction contact problems; its methods are in the header of the file. */
export class FrictionContactSolver {
  /** The result of the last solve. Its modes and forces are the guess of a warm start, and may be written before one. */
  readonly result = new FrictionContactResult();
  private readonly newton = new SemismoothNewton();
  private readonly units = new RowEquilibration();
  private readonly scale = new ProblemScale();
  private readonly homotopy = new ComplianceHomotopy();
  private readonly multipliers = new MultiplierMethod();
  private readonly correction = new ActiveSetCorrection();
  private readonly search = new SolutionSearch();
  private readonly enumeration = new ModeEnumeration();
  private readonly nothing = new Float64Array(1);
  /** Of rounds that did not end: the least residual, and the largest f d. */
  private readonly figures = new Float64Array(2);
  /**
   * The number of factorisations after which a solve is given up; it may go on to the end of the method at hand, and so take some
   * times as many. For callers that have another method.
   */
  limit = unlimited;

  /** The number of factorisations in all solves: a measure of work that is the same everywhere. */
  get factorizations(): number {
    return this.newton.matrix.total;
  }

  /**
   * Whether masses differ so much that the motion y of the result is known better than y⁰ + Jᵀ f, which is rounding of large
   * forces where light nodes carry heavy ones: node-masses.ts.
   */
  get keepsMotion(): boolean {
    return this.newton.keepsSolvedMotion;
  }

  /** Forgets what problems before have left: answers from here on depend on the problem alone, to the last bit. */
  reset(): void {
    this.newton.matrix.reset();
  }

  /**
   * Solves the problem; where `warm`, from `mode`, `active` and `f` of the result, which belong to its cones and rows; where
   * `isBudgeted`, without the last methods, which take long: for callers that can pose something easier.
   */
  solve(problem: FrictionContactProblem, warm = false, isBudgeted = false): FrictionContactStatus {
    const { result } = this;
    if (this.begin(problem)) {
      result.status = this.find(problem, warm, isBudgeted);
      if (!isBudgeted) this.improve(problem);
      this.store(problem);
      this.end(problem);
    }
    return result.status;
  }

  /**
   * Solves the problem from a guess in `mode`, `active` and `f` of the result, which may be far off: its modes are corrected, and
   * if that does not lead to a solution the problem is solved as if nothing were known.
   */
  solveFrom(problem: FrictionContactProblem): FrictionContactStatus {
    const { result } = this;
    if (this.begin(problem)) {
      result.method = FrictionContactMethod.warm;
      result.status = this.correctModes(problem, null)
        ? FrictionContactStatus.solved
        : this.find(problem, false, false);
      this.improve(problem);
      this.store(problem);
      this.end(problem);
    }
    return result.status;
  }

  /** Takes the modes of the result, and corrects those that violate the conditions; returns whether that gave an answer. */
  private correctModes(problem: FrictionContactProblem, lambda: Float64Array | null): boolean {
    const { newton, scale, multipliers, correction } = this;
    this.fixModes(problem);
    this.guessDirections(problem);
    return correction.run(problem, newton, scale, multipliers, lambda);
  }

  /** Searches for another solution where the residual of the one found is above `solvedResidual`. */
  private improve(problem: FrictionContactProblem): void {
    const { result, newton, scale, multipliers, search, homotopy, correction } = this;
    const isNear = scale.figures[Scale.residual] <= solvedResidual * scale.figures[Scale.size];
    if (result.status !== FrictionContactStatus.solved || isNear || this.isExhausted) return;
    search.improve(problem, newton, scale, homotopy, multipliers, correction);
    // λ of the multipliers is no longer that of these forces
    result.method = FrictionContactMethod.proximal;
  }

  /** The problem is as it was again, and the result says what it took. */
  private end(problem: FrictionContactProblem): void {
    const { result, newton } = this;
    this.units.end(problem, result.f, result.a);
    result.iterations = newton.iterations;
    result.factorizations = newton.matrix.factorizations;
  }

  /** Takes over the problem. False, with the status, if its numbers are not finite. */
  private begin(problem: FrictionContactProblem): boolean {
    const { result, newton, scale } = this;
    const { rows } = problem;
    result.reserve(rows.rowCount, rows.dimension, problem.coneCount);
    this.units.begin(problem, result.f, result.a);
    result.isProven = false;
    newton.setUp(problem);
    newton.iterations = 0;
    newton.matrix.factorizations = 0;
    newton.measureTies(problem);
    if (scale.setUp(problem)) {
      newton.setSpread(scale.masses, rows);
      return true;
    }
    this.end(problem);
    result.status = FrictionContactStatus.notFinite;
    result.figures[FrictionContactFigure.residual] = Number.NaN;
    return false;
  }

  /**
   * Finds forces with a residual of 1e-10, or 8e-10 where it gets no nearer, from the forces of `result`. These are improved if
   * they are near; else an interior point method guesses others (coulomb-interior-point.ts), and if that does not lead to a
   * solution the homotopy is followed roughly. So it takes few factorisations where `solve` takes many, and modes at which
   * rounding decides need not be distinguished. Of forces that are not unique it may find others.
   *
   * With a `budget`, a number of factorisations, the search is given up if the first guess does not lead to a solution within it:
   * for callers that can pose something easier, or take the nearest forces. 0 is no budget. Where `fine` is given, in units of a,
   * the guess distinguishes accelerations of that size from rest.
   */
  approach(problem: FrictionContactProblem, budget = 0, fine = 0): FrictionContactStatus {
    const { result, newton, scale } = this;
    if (!this.begin(problem)) return result.status;
    result.method = FrictionContactMethod.proximal;
    const { multipliers, correction, homotopy } = this;
    const isNear = this.search.run(problem, newton, scale, result.f, homotopy, multipliers, correction, budget, fine);
    result.status = isNear ? FrictionContactStatus.solved : FrictionContactStatus.stalled;
    this.store(problem);
    this.end(problem);
    return result.status;
  }

  /**
   * Solves with the modes of `result` fixed, whether or not forces then stay in their cones. Returns whether the active rows are
   * at rest; the residual says how far the forces are from the Signorini–Coulomb conditions. Only the modes of the result are
   * read, unless a cone that begins to slip, or is on its edge, needs its forces to begin with. Without `isMeasured` the residual
   * is not measured, unless rounds are slow.
   */
  follow(problem: FrictionContactProblem, isMeasured = true): boolean {
    const { result, newton, scale, multipliers } = this;
    const { rows } = problem;
    result.reserve(rows.rowCount, rows.dimension, problem.coneCount);
    this.units.begin(problem, result.f, result.a);
    newton.setUp(problem);
    newton.iterations = 0;
    newton.matrix.factorizations = 0;
    if (!scale.setUp(problem)) {
      // nothing of the result is of this problem
      newton.keepsSolvedMotion = false;
      result.status = FrictionContactStatus.notFinite;
      result.figures[FrictionContactFigure.drift] = Number.NaN;
      result.figures[FrictionContactFigure.residual] = Number.NaN;
      this.end(problem);
      return false;
    }
    newton.setSpread(scale.masses, rows);
    this.fixModes(problem);
    this.start(problem, false);
    multipliers.runFree(problem, newton, scale, isMeasured);
    if (!multipliers.isConverged) {
      this.start(problem, true);
      multipliers.runWarm(problem, newton, scale, result.lambda, false);
    }
    result.method = FrictionContactMethod.warm;
    result.status = multipliers.isConverged ? FrictionContactStatus.solved : FrictionContactStatus.stalled;
    this.store(problem);
    if (!multipliers.isConverged) this.returnToRange(problem);
    this.end(problem);
    return multipliers.isConverged;
  }

  /** Goes back to f = J λ, which moves the same, where active rows are inconsistent and forces have grown by that. */
  private returnToRange(problem: FrictionContactProblem): void {
    const { result, newton, multipliers } = this;
    const { rows, coneCount, coneRow, tangentRow, mu, shift, direction } = problem;
    const { f } = result;
    multiplyRows(newton.a, rows, multipliers.lambda);
    for (let i = 0; i < rows.rowCount; i++) if (newton.normal[i] === NormalMode.closed) f[i] = newton.a[i];
    for (let c = 0; c < coneCount; c++) {
      if (newton.tangent[c] !== TangentMode.prescribedSlip) continue;
      const n = coneRow[c];
      for (let t = 0; t < 2; t++) f[tangentRow[c] + t] = -mu[c] * (f[n] + shift[c]) * direction[2 * c + t];
    }
  }

  /**
   * Looks for other answers of the problem that was solved last, and writes `unique` and `uniqueForces`: false is certain,
   * true says that none was found. As much work as some cold solves; allocates.
   */
  judge(problem: FrictionContactProblem): void {
    const { result, newton, scale, multipliers, homotopy, enumeration } = this;
    if (result.status !== FrictionContactStatus.solved) return;
    this.units.begin(problem, result.f, result.a);
    newton.setUp(problem);
    newton.measureTies(problem);
    scale.setUp(problem);
    new UniquenessCheck().run(problem, result, newton, scale, multipliers, homotopy, enumeration, () =>
      this.fixModes(problem),
    );
    this.units.end(problem, result.f, result.a);
  }

  /** Tries the methods one after the other, see above; the status, with the base of `newton` as the answer. */
  private find(problem: FrictionContactProblem, warm: boolean, isBudgeted: boolean): FrictionContactStatus {
    const { result, newton, scale, homotopy, multipliers } = this;
    homotopy.limit = this.limit;
    if (warm && this.findWarm(problem)) return FrictionContactStatus.solved;
    if (scale.masses.isSpread && this.findWithMassRatio(problem)) return FrictionContactStatus.solved;
    this.start(problem, false);
    result.method = FrictionContactMethod.homotopy;
    const isFound = homotopy.run(problem, newton, scale, multipliers, this.correction);
    if (isFound || homotopy.restoreNearest(problem, newton, scale)) return FrictionContactStatus.solved;
    if (this.enumeration.canRun(problem)) return this.enumerate(problem);
    if (isBudgeted || this.isExhausted) {
      setMeasuredBase(problem, newton, scale);
      return FrictionContactStatus.stalled;
    }
    return this.findByRounds(problem);
  }

  /** From the modes and forces of the result: these modes, corrected; else the last levels of the path. */
  private findWarm(problem: FrictionContactProblem): boolean {
    const { result, newton, scale, homotopy } = this;
    result.method = FrictionContactMethod.warm;
    if (this.correctModes(problem, result.lambda)) return true;
    this.start(problem, true);
    result.method = FrictionContactMethod.homotopy;
    // where masses differ the cold path is shorter than what the last levels may take
    if (scale.masses.isSpread)
      homotopy.limit = Math.min(this.limit, newton.matrix.factorizations + warmHomotopyFactorizations);
    if (homotopy.run(problem, newton, scale, this.multipliers, this.correction, warmLevel)) return true;
    homotopy.limit = this.limit;
    return false;
  }

  /** Tries all active sets: a solution, or the proof that there is none. */
  private enumerate(problem: FrictionContactProblem): FrictionContactStatus {
    const { result, newton, scale } = this;
    result.method = FrictionContactMethod.enumeration;
    if (this.enumeration.run(problem, newton, scale, this.multipliers)) return FrictionContactStatus.solved;
    result.isProven = true;
    this.start(problem, false);
    setMeasuredBase(problem, newton, scale);
    return FrictionContactStatus.none;
  }

  /**
   * Proximal rounds, repeated with a stiffness that is lower and grows more slowly; the best of them, if none led to a solution.
   */
  private findByRounds(problem: FrictionContactProblem): FrictionContactStatus {
    const { result, newton, scale, figures } = this;
    result.method = FrictionContactMethod.proximal;
    figures[0] = Infinity;
    figures[1] = this.homotopy.force[0];
    if (this.runRounds(problem, 100, 10)) return FrictionContactStatus.solved;
    if (!this.isExhausted && this.startRounds(problem, 1, 10)) return FrictionContactStatus.solved;
    if (!this.isExhausted && this.startRounds(problem, 1, 2)) return FrictionContactStatus.solved;
    this.start(problem, true);
    setMeasuredBase(problem, newton, scale);
    const isNone = figures[1] > scale.figures[Scale.forceLimit] || !this.isWithin(unsolvableResidual);
    if (isNone && !this.isExhausted) return FrictionContactStatus.none;
    return this.isWithin(solvedResidual) ? FrictionContactStatus.solved : FrictionContactStatus.stalled;
  }

  /**
   * Searches where masses differ. Levels at which heavy nodes still fall through light ones may be hard to pass, and say nothing
   * of the end: so the homotopy is followed as long as it is easy, then one of its last levels is solved at once
   * (compliant-interior-point.ts), then the modes of a start where every contact is active and sticks are corrected. Returns
   * whether that gave an answer.
   */
  private findWithMassRatio(problem: FrictionContactProblem): boolean {
    const { result, newton, scale, homotopy, multipliers } = this;
    homotopy.limit = Math.min(this.limit, newton.matrix.factorizations + easyHomotopyFactorizations);
    this.start(problem, false);
    result.method = FrictionContactMethod.homotopy;
    const isFound = homotopy.run(problem, newton, scale, multipliers, this.correction);
    homotopy.limit = this.limit;
    if (isFound) return true;
    if (!this.isExhausted && this.search.compliant.run(problem, newton, scale, multipliers, this.correction))
      return true;
    for (let i = 0; i < problem.rows.rowCount; i++) newton.normal[i] = NormalMode.closed;
    for (let c = 0; c < problem.coneCount; c++) {
      if (problem.mu[c] === 0) newton.tangent[c] = TangentMode.frictionless;
      else
        newton.tangent[c] =
          problem.motion[c] === TangentialState.slipping ? TangentMode.prescribedSlip : TangentMode.stick;
    }
    this.start(problem, false);
    return this.correction.run(problem, newton, scale, multipliers);
  }

  /** Returns whether the residual of the best forces of all rounds is that part of the size. */
  private isWithin(part: number): boolean {
    return this.figures[0] <= part * this.scale.figures[Scale.size];
  }

  /** Forces to begin with: those of the result, or none. */
  private start(problem: FrictionContactProblem, warm: boolean): void {
    const { newton, result } = this;
    for (let i = 0; i < problem.rows.rowCount; i++) newton.f[i] = warm ? result.f[i] : 0;
  }

  /** Whether the solve at hand, or the last, has used up its factorisations. */
  get isExhausted(): boolean {
    return this.newton.matrix.factorizations >= this.limit;
  }

  private startRounds(problem: FrictionContactProblem, sigma: number, grow: number): boolean {
    this.start(problem, false);
    return this.runRounds(problem, sigma, grow);
  }

  /** Proximal rounds without compliance, from the forces there are; the best of what they lead to is kept in the result. */
  private runRounds(problem: FrictionContactProblem, sigma: number, grow: number): boolean {
    const { newton, scale, homotopy, result } = this;
    releaseModes(newton.normal, newton.tangent, problem);
    const left = this.limit - newton.matrix.factorizations;
    homotopy.runProximalRounds(problem, newton, scale, this.nothing, sigma, grow, 1, left);
    setMeasuredBase(problem, newton, scale);
    this.figures[1] = Math.max(this.figures[1], scale.figures[Scale.force]);
    if (scale.figures[Scale.residual] < this.figures[0]) {
      this.figures[0] = scale.figures[Scale.residual];
      for (let i = 0; i < problem.rows.rowCount; i++) result.f[i] = newton.fBase[i];
    }
    return scale.satisfiesCoulomb;
  }

  /** Fixes the modes of the result. */
  private fixModes(problem: FrictionContactProblem): void {
    const { newton, result } = this;
    const { rows, coneCount, coneRow, motion, mu, shift } = problem;
    this.start(problem, true);
    for (let i = 0; i < rows.rowCount; i++) {
      const isHeld = rows.kind[i] === RowKind.equality || result.active[i] !== 0;
      newton.normal[i] = isHeld ? NormalMode.closed : NormalMode.open;
    }
    for (let c = 0; c < coneCount; c++) {
      const isLoose = newton.normal[coneRow[c]] === NormalMode.open && shift[c] === 0;
      const mode = result.mode[c];
      if (mu[c] === 0 || isLoose) newton.tangent[c] = TangentMode.frictionless;
      else if (motion[c] === TangentialState.slipping) newton.tangent[c] = TangentMode.prescribedSlip;
      else if (mode === ContactMode.slip) newton.tangent[c] = TangentMode.slip;
      else newton.tangent[c] = mode === ContactMode.stick ? TangentMode.stick : TangentMode.projected;
    }
  }

  /** Lets cones that begin to slip go against their force. */
  private guessDirections(problem: FrictionContactProblem): void {
    const { newton, result } = this;
    const { coneCount, tangentRow, direction } = problem;
    for (let c = 0; c < coneCount; c++) {
      if (newton.tangent[c] !== TangentMode.slip) continue;
      const f1 = result.f[tangentRow[c]];
      const f2 = result.f[tangentRow[c] + 1];
      const size = Math.sqrt(f1 * f1 + f2 * f2);
      if (size === 0) continue;
      newton.tangent[c] = TangentMode.prescribedSlip;
      direction[2 * c] = -f1 / size;
      direction[2 * c + 1] = -f2 / size;
    }
  }

  private store(problem: FrictionContactProblem): void {
    const { result, newton, scale } = this;
    const { rows, coneCount } = problem;
    const { fBase, aBase, yBase } = newton;
    for (let i = 0; i < rows.rowCount; i++) {
      result.f[i] = fBase[i];
      result.a[i] = aBase[i];
      const law = newton.normal[i];
      const isPressed = law === NormalMode.closed || (law === NormalMode.projected && fBase[i] > 0);
      result.active[i] = isPressed && rows.kind[i] === RowKind.inequality ? 1 : 0;
    }
    const { lambda } = this.multipliers;
    const isPolished =
      result.status === FrictionContactStatus.solved && result.method !== FrictionContactMethod.proximal;
    for (let j = 0; j < rows.dimension; j++) {
      result.y[j] = yBase[j];
      result.lambda[j] = isPolished ? lambda[j] : 0;
    }
    for (let c = 0; c < coneCount; c++) this.storeMode(problem, c);
    const size = scale.figures[Scale.size];
    result.figures[FrictionContactFigure.scale] = size;
    result.figures[FrictionContactFigure.residual] = size > 0 ? scale.figures[Scale.residual] / size : 0;
    result.figures[FrictionContactFigure.force] = size > 0 ? scale.figures[Scale.force] / size : 0;
    result.figures[FrictionContactFigure.drift] = size > 0 ? this.multipliers.drift[0] / size : 0;
  }

  /** Reads the mode of a cone off its branch of the projection, and off the numbers where that is not decided. */
  private storeMode(problem: FrictionContactProblem, c: number): void {
    const { result, newton, scale } = this;
    const { aBase, fBase } = newton;
    const n = problem.coneRow[c];
    const isGiven = problem.motion[c] === TangentialState.slipping;
    const law = newton.tangent[c];
    const t = problem.tangentRow[c];
    const a1 = aBase[t];
    const a2 = aBase[t + 1];
    const speed = Math.sqrt(a1 * a1 + a2 * a2);
    const r = problem.mu[c] * (fBase[n] + problem.shift[c]);
    let mode: ContactMode = ContactMode.stick;
    if (result.active[n] === 0 && problem.shift[c] === 0) mode = ContactMode.open;
    else if (isGiven || law === TangentMode.slip) mode = ContactMode.slip;
    else if (law === TangentMode.projected || law === TangentMode.frictionless || law === TangentMode.prescribedSlip) {
      const f1 = fBase[t];
      const f2 = fBase[t + 1];
      if (speed > restAcceleration * scale.figures[Scale.size]) mode = ContactMode.slip;
      else if (problem.mu[c] > 0 && Math.sqrt(f1 * f1 + f2 * f2) >= r * (1 - edgePart)) mode = ContactMode.edge;
    }
    result.mode[c] = mode;
    const isFree = mode === ContactMode.slip && !isGiven && speed > 0;
    result.direction[2 * c] = isFree ? a1 / speed : problem.direction[2 * c];
    result.direction[2 * c + 1] = isFree ? a2 / speed : problem.direction[2 * c + 1];
  }
}
