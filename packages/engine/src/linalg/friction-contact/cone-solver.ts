/**
 * Solves cone problems: the front of all methods. The answer is the limit of equal, vanishing compliance; whatever the
 * method, it is certified by its residual, against the size of the data.
 *
 *   warm    the modes of `result`, frozen and polished, and mended where they break the law (cone-repair.ts): one
 *           factorisation where they do not and no cone begins to slip
 *           else the path from its last levels, from the forces of `result`: the branch that the motion is on
 *   cold    the path of vanishing compliance from f = 0
 *   else    enumeration where all cones slip; proximal rounds, more and more patient
 *   again   what leaves more than 1e-9 of the law open: any forces that satisfy it (cone-second.ts)
 *
 * The same problem with velocities for y⁰, impulses for f and c = e v_n⁻ on normals is that of an impact.
 */

import { multiplyRows, RowKind } from "../complementarity/index.js";
import { ConeEnumeration } from "./cone-enumeration.js";
import { ConeJudge } from "./cone-judge.js";
import { NormalLaw, releaseLaws, TangentLaw } from "./cone-law.js";
import { unlimited } from "./cone-matrix.js";
import { ConeNewton } from "./cone-newton.js";
import { ConePath } from "./cone-path.js";
import { ConePolish } from "./cone-polish.js";
import { ConeMotion, type ConeProblem } from "./cone-problem.js";
import { ConeRepair, noSlip } from "./cone-repair.js";
import { ConeFigure, ConeMethod, ConeMode, ConeResult, ConeStatus } from "./cone-result.js";
import { ConeScale, Scale } from "./cone-scale.js";
import { ConeSearch } from "./cone-search.js";
import { ConeSecond } from "./cone-second.js";
import { ConeUnits } from "./cone-units.js";

/** Level of the path, 1e-6, at which a warm start joins it. */
const warmLevel = 4;
/** Forces nearer than this to the law, beside the size of the data, satisfy it; where the best are farther than that, none do. */
const near = 1e-9;
const hopeless = 1e-3;
/** How often the path may factor where masses differ, from where it begins, before another way is tried: 300 stacks took at most 22. */
const easyFactors = 25;
/** The same for its last levels, from forces that there are. */
const warmFactors = 60;

export class ConeSolver {
  /** Of the last solve. Its modes and forces are the guess of a warm start, and may be written before one. */
  readonly result = new ConeResult();
  private readonly newton = new ConeNewton();
  private readonly units = new ConeUnits();
  private readonly scale = new ConeScale();
  private readonly path = new ConePath();
  private readonly polish = new ConePolish();
  private readonly repair = new ConeRepair();
  private readonly search = new ConeSearch();
  private readonly second = new ConeSecond();
  private readonly enumeration = new ConeEnumeration();
  private readonly nothing = new Float64Array(1);
  /** Of rounds that did not end: the least residual, and the largest f d. */
  private readonly figures = new Float64Array(2);
  /**
   * How often a solve may factor before it is given up; it may go on to the end of what it is at, and so take some times as
   * many. For those who have another way.
   */
  limit = unlimited;

  /** How often it has factored a matrix, in all of its solves: a measure of work that is the same everywhere. */
  get factorizations(): number {
    return this.newton.matrix.total;
  }

  /**
   * Whether masses differ so much that the motion y of the result is known better than y⁰ + Jᵀ f, which is rounding of large
   * forces where light nodes carry heavy ones: node-masses.ts.
   */
  get keepsMotion(): boolean {
    return this.newton.keepsMotion;
  }

  /** Forgets what problems before have left: answers from here on depend on the problem alone, to the last bit. */
  reset(): void {
    this.newton.matrix.reset();
  }

  /**
   * Solves the problem; where `warm`, from `mode`, `pressed` and `f` of the result, which belong to its cones and rows; where
   * hasty, not by all means: for those who can ask for something easier.
   */
  solve(problem: ConeProblem, warm = false, isHasty = false): ConeStatus {
    const { result } = this;
    if (this.begin(problem)) {
      result.status = this.find(problem, warm, isHasty);
      if (!isHasty) this.lookAgain(problem);
      this.store(problem);
      this.end(problem);
    }
    return result.status;
  }

  /**
   * Solves the problem from a guess in `mode`, `pressed` and `f` of the result, which may be far off: its modes are mended,
   * and if that leads nowhere it is solved as if nothing were known.
   */
  solveFrom(problem: ConeProblem): ConeStatus {
    const { result } = this;
    if (this.begin(problem)) {
      result.method = ConeMethod.warm;
      result.status = this.mend(problem, null) ? ConeStatus.solved : this.find(problem, false, false);
      this.lookAgain(problem);
      this.store(problem);
      this.end(problem);
    }
    return result.status;
  }

  /** Takes the modes of the result, and mends what of them breaks the law; whether that is an answer. */
  private mend(problem: ConeProblem, lambda: Float64Array | null): boolean {
    const { newton, scale, polish, repair } = this;
    this.holdModes(problem);
    this.guessDirections(problem);
    return repair.run(problem, newton, scale, polish, lambda);
  }

  /** Where what was found leaves more of the law open than it may, others are searched for. */
  private lookAgain(problem: ConeProblem): void {
    const { result, newton, scale, polish, second, search, path, repair } = this;
    const isNear = scale.figures[Scale.residual] <= near * scale.figures[Scale.size];
    if (result.status !== ConeStatus.solved || isNear || this.isSpent) return;
    second.run(problem, newton, scale, search, path, polish, repair);
    // λ of the polish is no longer that of these forces
    result.method = ConeMethod.proximal;
  }

  /** The problem is as it was again, and the result says what it took. */
  private end(problem: ConeProblem): void {
    const { result, newton } = this;
    this.units.end(problem, result.f, result.a);
    result.iterations = newton.iterations;
    result.factorizations = newton.matrix.factorizations;
  }

  /** Takes over the problem. False, with the status, if its numbers are not finite. */
  private begin(problem: ConeProblem): boolean {
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
    result.status = ConeStatus.notFinite;
    result.figures[ConeFigure.residual] = Number.NaN;
    return false;
  }

  /**
   * Finds forces that satisfy the law but for 1e-10, or 8e-10 where it gets no nearer, from the forces of
   * `result`. These are brought to the law if they are near; else an interior point method guesses others (cone-interior.ts),
   * and if that leads nowhere the path of vanishing compliance is followed roughly. So it takes few factorisations where
   * `solve` takes many, and modes at which rounding decides need not be told apart. Of forces that are not unique it may find
   * others. In haste, what is not found from the first guess in so many factorisations is given up: for those who can ask for
   * something easier, or take what is near. 0 is no haste. Where `fine` is given, what moves as fast as that is to be told from
   * rest by the guess.
   */
  approach(problem: ConeProblem, haste = 0, fine = 0): ConeStatus {
    const { result, newton, scale } = this;
    if (!this.begin(problem)) return result.status;
    result.method = ConeMethod.proximal;
    const { polish, repair, path } = this;
    const isNear = this.search.run(problem, newton, scale, result.f, path, polish, repair, haste, fine);
    result.status = isNear ? ConeStatus.solved : ConeStatus.stalled;
    this.store(problem);
    this.end(problem);
    return result.status;
  }

  /**
   * Solves with the modes of `result` taken for granted, whether or not forces then stay in their cones. Tells whether what
   * is held is at rest; the residual says how far the law is. Nothing but the modes is read of the result, unless some
   * cone that begins to slip, or is on its edge, needs its forces to begin with. Where the residual is not asked for it is not
   * measured, unless rounds are slow.
   */
  follow(problem: ConeProblem, isMeasured = true): boolean {
    const { result, newton, scale, polish } = this;
    const { rows } = problem;
    result.reserve(rows.rowCount, rows.dimension, problem.coneCount);
    this.units.begin(problem, result.f, result.a);
    newton.setUp(problem);
    newton.iterations = 0;
    newton.matrix.factorizations = 0;
    if (!scale.setUp(problem)) {
      // nothing of the result is of this problem
      newton.keepsMotion = false;
      result.status = ConeStatus.notFinite;
      result.figures[ConeFigure.held] = Number.NaN;
      result.figures[ConeFigure.residual] = Number.NaN;
      this.end(problem);
      return false;
    }
    newton.setSpread(scale.masses, rows);
    this.holdModes(problem);
    this.start(problem, false);
    polish.runFree(problem, newton, scale, isMeasured);
    if (!polish.isHeld) {
      this.start(problem, true);
      polish.runWarm(problem, newton, scale, result.lambda, false);
    }
    result.method = ConeMethod.warm;
    result.status = polish.isHeld ? ConeStatus.solved : ConeStatus.stalled;
    this.store(problem);
    if (!polish.isHeld) this.returnToRange(problem);
    this.end(problem);
    return polish.isHeld;
  }

  /** Where rows that are held contradict one another, forces have grown by that: back to f = J λ, which moves the same. */
  private returnToRange(problem: ConeProblem): void {
    const { result, newton, polish } = this;
    const { rows, coneCount, coneRow, tangentRow, mu, shift, direction } = problem;
    const { f } = result;
    multiplyRows(newton.a, rows, polish.lambda);
    for (let i = 0; i < rows.rowCount; i++) if (newton.normal[i] === NormalLaw.held) f[i] = newton.a[i];
    for (let c = 0; c < coneCount; c++) {
      if (newton.tangent[c] !== TangentLaw.given) continue;
      const n = coneRow[c];
      for (let t = 0; t < 2; t++) f[tangentRow[c] + t] = -mu[c] * (f[n] + shift[c]) * direction[2 * c + t];
    }
  }

  /**
   * Looks for other answers of the problem that was solved last, and writes `unique` and `uniqueForces`: false is certain,
   * true says that none was found. As much work as some cold solves; allocates.
   */
  judge(problem: ConeProblem): void {
    const { result, newton, scale, polish, path, enumeration } = this;
    if (result.status !== ConeStatus.solved) return;
    this.units.begin(problem, result.f, result.a);
    newton.setUp(problem);
    newton.measureTies(problem);
    scale.setUp(problem);
    new ConeJudge().run(problem, result, newton, scale, polish, path, enumeration, () => this.holdModes(problem));
    this.units.end(problem, result.f, result.a);
  }

  private find(problem: ConeProblem, warm: boolean, isHasty: boolean): ConeStatus {
    const { result, newton, scale, path, polish } = this;
    path.limit = this.limit;
    if (warm) {
      result.method = ConeMethod.warm;
      if (this.mend(problem, result.lambda)) return ConeStatus.solved;
      this.start(problem, true);
      result.method = ConeMethod.path;
      // where masses differ the cold path is shorter than what the last levels may take
      if (scale.masses.isSpread) path.limit = Math.min(this.limit, newton.matrix.factorizations + warmFactors);
      if (path.run(problem, newton, scale, polish, this.repair, warmLevel)) return ConeStatus.solved;
      path.limit = this.limit;
    }
    if (scale.masses.isSpread && this.findSpread(problem)) return ConeStatus.solved;
    this.start(problem, false);
    result.method = ConeMethod.path;
    if (path.run(problem, newton, scale, polish, this.repair) || path.takeNear(problem, newton, scale))
      return ConeStatus.solved;
    if (this.enumeration.canRun(problem)) {
      result.method = ConeMethod.enumeration;
      if (this.enumeration.run(problem, newton, scale, polish)) return ConeStatus.solved;
      result.isProven = true;
      this.start(problem, false);
      newton.setBase(problem);
      scale.measure(problem, newton.fBase, newton.aBase);
      return ConeStatus.none;
    }
    if (isHasty || this.isSpent) {
      newton.setBase(problem);
      scale.measure(problem, newton.fBase, newton.aBase);
      return ConeStatus.stalled;
    }
    result.method = ConeMethod.proximal;
    this.figures[0] = Infinity;
    this.figures[1] = path.force[0];
    if (this.runRounds(problem, 100, 10)) return ConeStatus.solved;
    if (!this.isSpent && this.startRounds(problem, 1, 10)) return ConeStatus.solved;
    if (!this.isSpent && this.startRounds(problem, 1, 2)) return ConeStatus.solved;
    this.start(problem, true);
    newton.setBase(problem);
    scale.measure(problem, newton.fBase, newton.aBase);
    const isNone = this.figures[1] > scale.figures[Scale.forceLimit] || !this.isWithin(hopeless);
    if (isNone && !this.isSpent) return ConeStatus.none;
    return this.isWithin(near) ? ConeStatus.solved : ConeStatus.stalled;
  }

  /**
   * Where masses differ, levels at which heavy things still fall through light ones may be hard to pass, and say nothing of the end:
   * the path as long as it is easy, else one of its last levels at once (cone-compliant.ts), else what it would end with if all
   * pressed and stuck. Whether that is an answer.
   */
  private findSpread(problem: ConeProblem): boolean {
    const { result, newton, scale, path, polish } = this;
    path.limit = Math.min(this.limit, newton.matrix.factorizations + easyFactors);
    this.start(problem, false);
    result.method = ConeMethod.path;
    const isFound = path.run(problem, newton, scale, polish, this.repair);
    path.limit = this.limit;
    if (isFound) return true;
    if (!this.isSpent && this.search.compliant.run(problem, newton, scale, polish, this.repair)) return true;
    for (let i = 0; i < problem.rows.rowCount; i++) newton.normal[i] = NormalLaw.held;
    for (let c = 0; c < problem.coneCount; c++) {
      if (problem.mu[c] === 0) newton.tangent[c] = TangentLaw.none;
      else newton.tangent[c] = problem.motion[c] === ConeMotion.slipping ? TangentLaw.given : TangentLaw.held;
    }
    this.start(problem, false);
    return this.repair.run(problem, newton, scale, polish);
  }

  /** Whether the best forces of all rounds are so near to the law. */
  private isWithin(part: number): boolean {
    return this.figures[0] <= part * this.scale.figures[Scale.size];
  }

  /** Forces to begin with: those of the result, or none. */
  private start(problem: ConeProblem, warm: boolean): void {
    const { newton, result } = this;
    for (let i = 0; i < problem.rows.rowCount; i++) newton.f[i] = warm ? result.f[i] : 0;
  }

  /** Whether the solve at hand, or the last, has factored as often as it may. */
  get isSpent(): boolean {
    return this.newton.matrix.factorizations >= this.limit;
  }

  private startRounds(problem: ConeProblem, sigma: number, grow: number): boolean {
    this.start(problem, false);
    return this.runRounds(problem, sigma, grow);
  }

  /** Proximal rounds without compliance, from the forces there are; the best of what they lead to is kept in the result. */
  private runRounds(problem: ConeProblem, sigma: number, grow: number): boolean {
    const { newton, scale, path, result } = this;
    releaseLaws(newton.normal, newton.tangent, problem);
    const left = this.limit - newton.matrix.factorizations;
    path.runRounds(problem, newton, scale, this.nothing, sigma, grow, 1, left);
    newton.setBase(problem);
    scale.measure(problem, newton.fBase, newton.aBase);
    this.figures[1] = Math.max(this.figures[1], scale.figures[Scale.force]);
    if (scale.figures[Scale.residual] < this.figures[0]) {
      this.figures[0] = scale.figures[Scale.residual];
      for (let i = 0; i < problem.rows.rowCount; i++) result.f[i] = newton.fBase[i];
    }
    return scale.holds;
  }

  /** Takes the modes of the result for granted. */
  private holdModes(problem: ConeProblem): void {
    const { newton, result } = this;
    const { rows, coneCount, coneRow, motion, mu, shift } = problem;
    this.start(problem, true);
    for (let i = 0; i < rows.rowCount; i++) {
      const isHeld = rows.kind[i] === RowKind.equality || result.pressed[i] !== 0;
      newton.normal[i] = isHeld ? NormalLaw.held : NormalLaw.open;
    }
    for (let c = 0; c < coneCount; c++) {
      const isLoose = newton.normal[coneRow[c]] === NormalLaw.open && shift[c] === 0;
      const mode = result.mode[c];
      if (mu[c] === 0 || isLoose) newton.tangent[c] = TangentLaw.none;
      else if (motion[c] === ConeMotion.slipping) newton.tangent[c] = TangentLaw.given;
      else if (mode === ConeMode.slip) newton.tangent[c] = TangentLaw.slip;
      else newton.tangent[c] = mode === ConeMode.stick ? TangentLaw.held : TangentLaw.projected;
    }
  }

  /** What begins to slip is taken to go against its force. */
  private guessDirections(problem: ConeProblem): void {
    const { newton, result } = this;
    const { coneCount, tangentRow, direction } = problem;
    for (let c = 0; c < coneCount; c++) {
      if (newton.tangent[c] !== TangentLaw.slip) continue;
      const f1 = result.f[tangentRow[c]];
      const f2 = result.f[tangentRow[c] + 1];
      const size = Math.sqrt(f1 * f1 + f2 * f2);
      if (size === 0) continue;
      newton.tangent[c] = TangentLaw.given;
      direction[2 * c] = -f1 / size;
      direction[2 * c + 1] = -f2 / size;
    }
  }

  private store(problem: ConeProblem): void {
    const { result, newton, scale } = this;
    const { rows, coneCount } = problem;
    const { fBase, aBase, yBase } = newton;
    for (let i = 0; i < rows.rowCount; i++) {
      result.f[i] = fBase[i];
      result.a[i] = aBase[i];
      const law = newton.normal[i];
      const isPressed = law === NormalLaw.held || (law === NormalLaw.projected && fBase[i] > 0);
      result.pressed[i] = isPressed && rows.kind[i] === RowKind.inequality ? 1 : 0;
    }
    const { lambda } = this.polish;
    const isPolished = result.status === ConeStatus.solved && result.method !== ConeMethod.proximal;
    for (let j = 0; j < rows.dimension; j++) {
      result.y[j] = yBase[j];
      result.lambda[j] = isPolished ? lambda[j] : 0;
    }
    for (let c = 0; c < coneCount; c++) this.storeMode(problem, c);
    const size = scale.figures[Scale.size];
    result.figures[ConeFigure.scale] = size;
    result.figures[ConeFigure.residual] = size > 0 ? scale.figures[Scale.residual] / size : 0;
    result.figures[ConeFigure.force] = size > 0 ? scale.figures[Scale.force] / size : 0;
    result.figures[ConeFigure.held] = size > 0 ? this.polish.held[0] / size : 0;
  }

  /** Reads the mode of a cone off its law, and off the numbers where that is open. */
  private storeMode(problem: ConeProblem, c: number): void {
    const { result, newton, scale } = this;
    const { aBase, fBase } = newton;
    const n = problem.coneRow[c];
    const isGiven = problem.motion[c] === ConeMotion.slipping;
    const law = newton.tangent[c];
    const t = problem.tangentRow[c];
    const a1 = aBase[t];
    const a2 = aBase[t + 1];
    const speed = Math.sqrt(a1 * a1 + a2 * a2);
    const r = problem.mu[c] * (fBase[n] + problem.shift[c]);
    let mode: ConeMode = ConeMode.stick;
    if (result.pressed[n] === 0 && problem.shift[c] === 0) mode = ConeMode.open;
    else if (isGiven || law === TangentLaw.slip) mode = ConeMode.slip;
    else if (law === TangentLaw.projected || law === TangentLaw.none || law === TangentLaw.given) {
      const f1 = fBase[t];
      const f2 = fBase[t + 1];
      if (speed > noSlip * scale.figures[Scale.size]) mode = ConeMode.slip;
      else if (problem.mu[c] > 0 && Math.sqrt(f1 * f1 + f2 * f2) >= r * (1 - 1e-9)) mode = ConeMode.edge;
    }
    result.mode[c] = mode;
    const isFree = mode === ConeMode.slip && !isGiven && speed > 0;
    result.direction[2 * c] = isFree ? a1 / speed : problem.direction[2 * c];
    result.direction[2 * c + 1] = isFree ? a2 / speed : problem.direction[2 * c + 1];
  }
}
