/**
 * The exact answer once the modes are known: linear but for the directions of incipient slip, and the limit of vanishing
 * compliance where forces are not unique.
 *
 *   f = P(w − S a),   w ← w − S a          from w = 0, with S the same for all rows
 *
 * The first round is the problem of compliance 1/S; the others take its error away, a factor 1/(1 + S λ₁) each. w is a sum
 * of accelerations J (y − y*), so w = J λ stays in the range of J: no round adds a force that compliance would not have
 * caused. So one factor and a few substitutions give the limit itself, without extrapolation: where all laws are linear a round
 * is one of them, and the next takes away what its rounding has left (`ConeNewton.takeRound`). Tangents on the edge of
 * their disc that do not slip keep their memory unprojected for the same reason; those that slip have none. A warm start
 * takes w = J λ with the λ of the time before: in the range of the new J, and all but right.
 */

import { RowKind } from "../complementarity/index.js";
import { multiplyCones } from "./cone-kernel.js";
import { NormalLaw, TangentLaw } from "./cone-law.js";
import type { ConeNewton } from "./cone-newton.js";
import type { ConeProblem } from "./cone-problem.js";
import { type ConeScale, Scale } from "./cone-scale.js";

/** Stiffness times the mean of d of a warm start, and the largest. The rounding of a, 1e-16 of it, comes out S times. */
const firstSigma = 1e4;
const lastSigma = 1e10;
/** What is held has no acceleration, but for this part of the size of all. */
const heldPart = 1e-10;
const rounds = 40;
/** What breaks the law by less, beside the size of all, is kept: see `best`. */
const near = 1e-9;
/**
 * Rows that depend on one another but for how exactly positions are known, as of flush faces, contradict each other by as
 * much, however stiff they are: so much is no violation of the law.
 */
const contradiction = 1e-8;
const stiffer = 30;
/** Rounds that leave more than that of what is held are slow. */
const slow = 0.03;
const better = 0.9;
/**
 * Joints agree with one another, and those of a closed chain that is nearly flat are all but singular: where what is stiffer by
 * `stiffer` is so much quicker, it is worth to be stiffer yet; and once it may be no quicker, as in the first rounds others fall too.
 */
const quicker = 5;
const stallsOfJoints = 2;
/** Violations of the law within this many tolerances are rounding, and as small as they ever get. */
const settled = 3;
const exact = 3e-3;

export class ConePolish {
  /** After a run that succeeded: f = P(J λ) wherever a cone or row is held. */
  lambda = new Float64Array(0);
  /** Stiffness times the mean of d that `runFrom` begins with. */
  readonly sigma = new Float64Array(1);
  /** Whether what is held had no acceleration at the end, but for rounding; whatever the cones. */
  isHeld = false;
  /** That acceleration. */
  readonly held = new Float64Array(1);
  private first = new Float64Array(0);
  private sum = new Float64Array(0);
  private readonly total = new Float64Array(1);
  private readonly control = new Float64Array(5);
  /** The best that rounds of a run that failed came to, near the law: forces, and how far it breaks the law, or ∞. */
  bestForces = new Float64Array(0);
  readonly best = new Float64Array(1);
  private bestLambda = new Float64Array(0);
  private bestMotion = new Float64Array(0);
  /** Whether that is as good as can be. */
  private isContradiction = false;
  /** Or satisfied the law. */
  private isLawful = false;
  /** Whether one factor serves for all rounds of a stiffness, and a round is but a substitution. */
  private isQuick = false;
  private isMeasured = true;
  /** Whether rounds that are slow go on stiffer, see `quicker`. */
  private isPatient = false;
  /** The rows that are held, and how many. */
  private rows = new Int32Array(0);
  private count = 0;

  /**
   * Solves with the laws in `newton`, from w = J λ and the forces in `newton.f`; whether the law holds. The base of
   * `newton` is then the answer, and the measures are in `scale`. Where it need not be lawful, it goes on to the end even
   * if forces leave their cones.
   */
  runWarm(
    problem: ConeProblem,
    newton: ConeNewton,
    scale: ConeScale,
    lambda: Float64Array,
    isLawful: boolean,
  ): boolean {
    multiplyCones(newton.memory, problem, lambda);
    newton.setBase(problem);
    newton.isFactored = false;
    this.setUp(problem, newton);
    for (let j = 0; j < problem.rows.dimension; j++) this.lambda[j] = lambda[j];
    this.sigma[0] = firstSigma;
    this.isQuick = newton.hasLinearLaws(problem);
    return this.run(problem, newton, scale, isLawful);
  }

  /** The same from w = 0 and no forces, with all modes taken for granted; the law is measured if that is asked for. */
  runFree(problem: ConeProblem, newton: ConeNewton, scale: ConeScale, isMeasured: boolean): void {
    this.isPatient = hasJoints(problem);
    this.sigma[0] = firstSigma;
    this.runAtOnce(problem, newton, scale, isMeasured);
    if (!this.isHeld && this.isPatient) {
      // what contradicts itself is the worse for it
      this.isPatient = false;
      this.sigma[0] = firstSigma;
      this.runAtOnce(problem, newton, scale, isMeasured);
    }
    if (this.isHeld || !scale.masses.isSpread) return;
    // light nodes that carry heavy ones: as stiff beside these as rows are else beside their own
    this.sigma[0] = firstSigma * scale.figures[Scale.spread];
    this.runAtOnce(problem, newton, scale, isMeasured);
  }

  /** One run of `runFree`, with the stiffness in `sigma`. */
  private runAtOnce(problem: ConeProblem, newton: ConeNewton, scale: ConeScale, isMeasured: boolean): void {
    for (let i = 0; i < problem.rows.rowCount; i++) newton.memory[i] = 0;
    newton.setFree(problem, scale.free);
    newton.isFactored = false;
    this.setUp(problem, newton);
    for (let j = 0; j < problem.rows.dimension; j++) this.lambda[j] = 0;
    this.isQuick = newton.hasLinearLaws(problem);
    this.isMeasured = isMeasured;
    this.run(problem, newton, scale, false);
    this.isMeasured = true;
    if (this.isHeld) this.isPatient = false;
  }

  /** The same from w = 0, S = sigma[0]/mean and the base of `newton`, which may solve the problem of this compliance. */
  runFrom(problem: ConeProblem, newton: ConeNewton, scale: ConeScale): boolean {
    for (let i = 0; i < problem.rows.rowCount; i++) newton.memory[i] = 0;
    this.setUp(problem, newton);
    for (let j = 0; j < problem.rows.dimension; j++) this.lambda[j] = 0;
    // rounding of large forces on light nodes is the next round's to take away
    this.isQuick = newton.keepsMotion && newton.hasLinearLaws(problem);
    if (this.isQuick) newton.isFactored = false;
    return this.run(problem, newton, scale, true);
  }

  /** As `runWarm`, with what stands in the memory of `newton` added to w: a disturbance. */
  runDisturbed(problem: ConeProblem, newton: ConeNewton, scale: ConeScale, lambda: Float64Array): boolean {
    multiplyCones(newton.a, problem, lambda);
    for (let i = 0; i < problem.rows.rowCount; i++) newton.memory[i] += newton.a[i];
    newton.setBase(problem);
    newton.isFactored = false;
    this.setUp(problem, newton);
    this.sigma[0] = firstSigma;
    this.isQuick = false;
    return this.run(problem, newton, scale, false);
  }

  private setUp(problem: ConeProblem, newton: ConeNewton): void {
    const n = problem.rows.dimension;
    if (problem.rows.rowCount > this.bestForces.length) this.bestForces = new Float64Array(2 * problem.rows.rowCount);
    if (n > this.lambda.length) {
      this.lambda = new Float64Array(2 * n);
      this.bestLambda = new Float64Array(2 * n);
      this.bestMotion = new Float64Array(2 * n);
      this.first = new Float64Array(2 * n);
      this.sum = new Float64Array(2 * n);
    }
    this.total[0] = 0;
    for (let j = 0; j < n; j++) {
      this.first[j] = newton.yBase[j];
      this.sum[j] = 0;
    }
  }

  private run(problem: ConeProblem, newton: ConeNewton, scale: ConeScale, isLawful: boolean): boolean {
    const { stiffness, control: goal } = newton;
    const { control } = this;
    const { figures } = scale;
    this.listHeld(problem, newton);
    let sigma = this.sigma[0];
    let isStiffer = false;
    let stalls = 0;
    const last = Math.max(lastSigma, stiffer * firstSigma * figures[Scale.spread]);
    const maxStalls = this.isPatient ? stallsOfJoints : 0;
    control[1] = Infinity;
    control[4] = 0;
    this.held[0] = Infinity;
    this.best[0] = Infinity;
    this.isHeld = false;
    for (let round = 0; round < rounds; round++) {
      const S = sigma / figures[Scale.mean];
      for (let i = 0; i < problem.rows.rowCount; i++) stiffness[i] = S;
      if (this.isQuick) {
        if (!newton.takeRound(problem, round === 0)) return this.takeBest(problem, newton, scale);
      } else {
        this.measureForces(problem, newton, scale);
        goal[0] = 1e-15 * (figures[Scale.motion] + control[3]);
        const done = newton.run(problem, 20);
        if (!done && !(goal[1] <= 1e-7 * figures[Scale.motion])) return this.takeBest(problem, newton, scale);
        this.remember(problem, newton);
        newton.acceptRun(problem);
      }
      this.addRound(problem, newton);
      this.measureHeld(newton);
      if (!Number.isFinite(control[0])) return this.takeBest(problem, newton, scale);
      const least = 1e-14 * figures[Scale.size];
      let isSlow = round > 0 && control[0] > slow * control[1];
      if (this.isQuick && (isSlow || control[0] <= least)) {
        // the motion that the forces give, instead of that which was solved for
        newton.endRounds(problem);
        this.measureHeld(newton);
        if (control[0] > least && round > 0 && control[0] > slow * control[1]) isSlow = true;
      }
      this.isHeld = control[0] <= heldPart * figures[Scale.size];
      this.held[0] = control[0];
      // rounding of large forces on light nodes may end the rounds that follow
      if (isLawful && !this.isQuick && newton.keepsMotion && this.isHeld) {
        scale.measure(problem, newton.fBase, newton.aBase);
        if (scale.holds) this.keepBest(problem, newton, scale);
      }
      if (!isSlow && !this.isMeasured && control[0] <= least) {
        figures[Scale.residual] = Number.NaN;
        this.closeSum(problem, newton);
        return true;
      }
      if (isSlow || control[0] <= least) {
        scale.measure(problem, newton.fBase, newton.aBase);
        this.compareHeld(newton, scale);
        // a round leaves 1/(1 + S λ₁): of rows that contradict each other as much as before, however stiff; of what is all but singular less
        const pace = control[1] / control[0] - 1;
        if (isStiffer) stalls = pace > quicker * control[4] ? 0 : stalls + 1;
        control[4] = Math.max(0, pace);
        const isStagnant =
          isStiffer && control[0] > 0.5 * control[1] && (isLawful ? control[2] <= settled : stalls >= maxStalls);
        const isSettled = figures[Scale.worst] <= exact || isStagnant;
        // what no further round would mend: the modes are others
        const isOther = isLawful && figures[Scale.residual] > 10 * sigma * control[0];
        if (isSettled || !isSlow || sigma >= last || isOther) {
          this.closeSum(problem, newton);
          return scale.holds || this.takeBest(problem, newton, scale);
        }
        if (isLawful) this.keepBest(problem, newton, scale);
        sigma *= stiffer;
        isStiffer = true;
        newton.isFactored = false;
      }
      control[1] = control[0];
    }
    return this.takeBest(problem, newton, scale);
  }

  /** Keeps where the rounds are, if it is better than before and near enough to the law. */
  private keepBest(problem: ConeProblem, newton: ConeNewton, scale: ConeScale): void {
    const { figures } = scale;
    const residual = figures[Scale.residual];
    // forces of rows that contradict each other grow with their stiffness: the first of those alike
    if (!(residual < better * this.best[0]) || figures[Scale.force] > figures[Scale.forceLimit]) return;
    const held = this.held[0];
    const isContradiction = held <= contradiction * figures[Scale.size] && residual <= 2 * held;
    if (residual > near * figures[Scale.size] && !isContradiction) return;
    this.best[0] = residual;
    this.isContradiction = isContradiction;
    this.isLawful = newton.keepsMotion && scale.holds;
    for (let i = 0; i < problem.rows.rowCount; i++) this.bestForces[i] = newton.fBase[i];
    const { lambda, bestLambda, bestMotion } = this;
    for (let j = 0; j < problem.rows.dimension; j++) {
      bestLambda[j] = lambda[j];
      bestMotion[j] = newton.yBase[j];
    }
    this.closeSum(problem, newton);
    for (let j = 0; j < problem.rows.dimension; j++) {
      const kept = bestLambda[j];
      bestLambda[j] = lambda[j];
      lambda[j] = kept;
    }
  }

  /** Goes back to the best that there was, where rows contradict each other: stiffer ones made it worse, by rounding. */
  private takeBest(problem: ConeProblem, newton: ConeNewton, scale: ConeScale): boolean {
    if (this.best[0] === Infinity || !(this.isContradiction || this.isLawful)) return false;
    for (let i = 0; i < problem.rows.rowCount; i++) newton.f[i] = this.bestForces[i];
    for (let j = 0; j < problem.rows.dimension; j++) this.lambda[j] = this.bestLambda[j];
    newton.setBaseAt(problem, this.bestMotion);
    scale.measure(problem, newton.fBase, newton.aBase);
    this.measureHeld(newton);
    this.held[0] = this.control[0];
    return this.isContradiction || scale.holds;
  }

  /** w ← w − S a wherever there is a memory. */
  private remember(problem: ConeProblem, newton: ConeNewton): void {
    const { memory, stiffness, a, tangent } = newton;
    const { coneOf, coneRow, rows } = problem;
    for (let i = 0; i < rows.rowCount; i++) {
      const c = coneOf[i];
      if (c >= 0 && i !== coneRow[c] && !hasMemory(tangent[c])) continue;
      memory[i] -= stiffness[i] * a[i];
    }
  }

  /** λ = λ₀ − Σ S (y − y*), the sum taken from the first base. */
  private addRound(problem: ConeProblem, newton: ConeNewton): void {
    const y = newton.yBase;
    const S = newton.stiffness[0];
    this.total[0] += S;
    for (let j = 0; j < problem.rows.dimension; j++) this.sum[j] += S * (y[j] - this.first[j]);
  }

  private closeSum(problem: ConeProblem, newton: ConeNewton): void {
    const total = this.total[0];
    const { lambda, sum, first } = this;
    const y = newton.yBase;
    for (let j = 0; j < problem.rows.dimension; j++) lambda[j] += total * (y[j] - first[j]) - sum[j];
  }

  /** Rows whose acceleration is to be zero. */
  private listHeld(problem: ConeProblem, { normal, tangent }: ConeNewton): void {
    const { coneOf, coneRow, rows } = problem;
    if (this.rows.length < rows.rowCount) this.rows = new Int32Array(2 * rows.rowCount);
    let count = 0;
    for (let i = 0; i < rows.rowCount; i++) {
      const c = coneOf[i];
      const isHeld = c >= 0 && i !== coneRow[c] ? hasMemory(tangent[c]) : normal[i] === NormalLaw.held;
      if (isHeld) this.rows[count++] = i;
    }
    this.count = count;
  }

  /** control[0]: the largest acceleration that is held at zero. */
  private measureHeld({ aBase }: ConeNewton): void {
    const { rows, count } = this;
    let most = 0;
    for (let k = 0; k < count; k++) {
      const size = Math.abs(aBase[rows[k]]);
      // written so that a NaN stays
      if (!(size <= most)) most = size;
    }
    this.control[0] = most;
  }

  /** control[2]: the same, beside the tolerances of the rows. */
  private compareHeld({ aBase }: ConeNewton, { tolerance }: ConeScale): void {
    const { rows, count } = this;
    let most = 0;
    for (let k = 0; k < count; k++) most = Math.max(most, Math.abs(aBase[rows[k]]) / tolerance[rows[k]]);
    this.control[2] = most;
  }

  /** control[3]: the largest f √d, what forces add to the motion. */
  private measureForces(problem: ConeProblem, newton: ConeNewton, scale: ConeScale): void {
    let most = 0;
    for (let i = 0; i < problem.rows.rowCount; i++) {
      const f = newton.fBase[i];
      most = Math.max(most, f * f * scale.d[i]);
    }
    this.control[3] = Math.sqrt(most);
  }
}

/** Whether there are equalities besides the tangents of cones. */
function hasJoints({ rows, coneOf }: ConeProblem): boolean {
  for (let i = 0; i < rows.rowCount; i++) if (rows.kind[i] === RowKind.equality && coneOf[i] < 0) return true;
  return false;
}

function hasMemory(law: number): boolean {
  return law === TangentLaw.held || law === TangentLaw.projected;
}
