/**
 * A basis of the active rows: independent ones that can carry everything alone. With them (and the equalities) as equalities the
 * motion is the same, and all of their forces are ≥ 0. The forces start from those of the solution, and are transferred from rows
 * that depend on others (working-set.ts), first among rows on the same nodes, then among all.
 *
 * Active rows without force join where a self-stress v, Jᵀ v = 0, v ≥ 0 on them, could load them as well (a fourth leg; a wedge
 * that is stuck): these cannot open. By Farkas' lemma such a v exists just if no motion z has J z = 0 on the rows of the basis
 * and J z > 0 on the others, a problem of unilateral rows whose proof is v. They join with f = 0. Most such v are of rows on the
 * same nodes, as those of a box on a box that stands on two of its corners, and found there.
 *
 * So no row that can carry a force is independent of the basis. Which of several equivalent rows it has depends on their order:
 * those that span most come first, then those that come first; rows to be avoided come last.
 */
import { resize } from "../../math/index.js";
import { QrResult } from "../dense/index.js";
import type { ActiveRank } from "./active-rank.js";
import { absentRow, type GoldfarbIdnani } from "./goldfarb-idnani.js";
import type { NormalMatrix } from "./normal-matrix.js";
import { basisFarther, basisForceTolerance, basisProofTolerance } from "./parameters.js";
import { RowGroups } from "./row-groups.js";
import { RowKind, type UnilateralProblem } from "./unilateral-problem.js";
import { UnilateralFigure, type UnilateralResult, UnilateralStatus } from "./unilateral-result.js";
import type { WorkingSet } from "./working-set.js";

/** The selection of a basis of the active rows of a solution, with its scratch arrays. */
export class ActiveBasis {
  private readonly groups = new RowGroups();
  private inside = new Uint8Array(0);
  /** Marks, 1 or 0, of active rows without force that are not known to depend on the set. */
  private candidate = new Uint8Array(0);
  private kind = new Uint8Array(0);
  private f = new Float64Array(0);
  private c = new Float64Array(0);
  private a = new Float64Array(0);
  private v = new Float64Array(0);
  private zero = new Float64Array(0);
  /** Marks of the rows that come last. */
  private avoided = new Uint8Array(0);
  /** 0, 1, 2, … */
  private all = new Int32Array(0);
  private y = new Float64Array(0);

  setUp(problem: UnilateralProblem): void {
    const m = problem.rowCount;
    const n = problem.dimension;
    if (m > this.inside.length) {
      this.inside = resize(this.inside, m);
      this.candidate = resize(this.candidate, m);
      this.avoided = resize(this.avoided, m);
      this.all = Int32Array.from({ length: m }, (_, i) => i);
      this.kind = resize(this.kind, m);
      this.f = resize(this.f, m);
      this.c = resize(this.c, m);
      this.a = resize(this.a, m);
      this.v = resize(this.v, m);
    }
    if (n > this.y.length) {
      this.y = new Float64Array(n);
      this.zero = new Float64Array(n);
    }
  }

  /**
   * Writes 1 for the inequalities of the basis and 0 for all other rows, and returns how many they are. `rank` knows which rows
   * are active. Rows with a 1 in `avoid` are left out where others can do without them. Of a reduced problem, `source` is the
   * problem that it was made of and `rows` are its rows there.
   */
  select(
    problem: UnilateralProblem,
    normal: NormalMatrix,
    dual: GoldfarbIdnani,
    rank: ActiveRank,
    d: Float64Array,
    result: UnilateralResult,
    out: Uint8Array,
    avoid: Uint8Array | null = null,
    source: UnilateralProblem | null = null,
    rows: Int32Array | null = null,
  ): number {
    this.setUp(problem);
    if (source === null || rows === null) this.groups.find(problem);
    else this.groups.findAmong(source, rows, problem.rowCount);
    const { inside } = this;
    const { rowCount: m, kind } = problem;
    this.begin(problem, rank, d, result, avoid);
    dual.setUp(problem);
    this.reduceGroups(problem, dual.set, d);
    let size = 0;
    for (let i = 0; i < m; i++) size += inside[i];
    let isIndependent = rank.count(problem, normal, d, inside) === size;
    if (!isIndependent) size = this.reduceAll(problem, dual.set, d);
    const most = rank.count(problem, normal, d, rank.active);
    if (most > size && isIndependent) {
      size += this.extendGroups(problem, dual, d);
      isIndependent = rank.count(problem, normal, d, inside) === size;
      // the factor of all is dense, and dear
      if (!isIndependent || most > size) size = this.reduceAll(problem, dual.set, d);
    }
    if (most > size) this.extend(problem, dual, d, this.all, 0, m);
    let count = 0;
    for (let i = 0; i < m; i++) {
      out[i] = kind[i] === RowKind.equality ? 0 : inside[i];
      count += out[i];
    }
    return count;
  }

  /** Takes the rows that carry force to begin with, and those that are active without force as candidates. */
  private begin(
    { rowCount: m, kind }: UnilateralProblem,
    rank: ActiveRank,
    d: Float64Array,
    result: UnilateralResult,
    avoid: Uint8Array | null,
  ): void {
    const { inside, f, candidate, avoided } = this;
    const limit = basisForceTolerance * result.figures[UnilateralFigure.scale];
    for (let i = 0; i < m; i++) {
      f[i] = result.f[i];
      const isLoaded = rank.active[i] === 1 && (kind[i] === RowKind.equality || f[i] * d[i] > limit);
      inside[i] = isLoaded ? 1 : 0;
      candidate[i] = rank.active[i] - inside[i];
      avoided[i] = avoid === null ? 0 : avoid[i];
    }
  }

  /** Leaves independent rows in each group. */
  private reduceGroups(problem: UnilateralProblem, set: WorkingSet, d: Float64Array): void {
    const { groups, inside } = this;
    const { order, start, width } = groups;
    const { kind } = problem;
    set.reset(problem, 0);
    for (let g = 0; g < groups.count; g++) {
      let rows = 0;
      for (let k = start[g]; k < start[g + 1]; k++) if (kind[order[k]] !== RowKind.equality) rows += inside[order[k]];
      if (rows < 2) continue;
      set.restart(problem.dimension, Math.min(rows, width[g]));
      for (let pass = 0; pass < 2; pass++) this.enterFarthest(problem, set, d, start[g], start[g + 1], pass);
      for (let k = start[g]; k < start[g + 1]; k++) {
        const i = order[k];
        if (inside[i] === 1 && kind[i] !== RowKind.equality && set.place[i] < 0) this.include(problem, set, d, i);
      }
    }
  }

  /** Takes independent rows of a group into the set, always the one that is farthest from those before. */
  private enterFarthest(
    problem: UnilateralProblem,
    set: WorkingSet,
    d: Float64Array,
    from: number,
    to: number,
    pass: number,
  ): void {
    const { inside, avoided } = this;
    const { order } = this.groups;
    for (;;) {
      let widest = -1;
      let most = 0;
      for (let k = from; k < to; k++) {
        const i = order[k];
        if (inside[i] === 0 || problem.kind[i] === RowKind.equality || set.place[i] >= 0 || avoided[i] !== pass)
          continue;
        if (set.project(problem, i, d)) continue;
        const rest = set.qr.result[QrResult.rest] / d[i];
        if (rest > basisFarther * most) {
          most = rest;
          widest = i;
        }
      }
      if (widest < 0) return;
      set.project(problem, widest, d);
      set.enter(widest);
    }
  }

  /** Leaves independent rows among all, equalities first; their number, with the independent ones of the equalities. */
  private reduceAll(problem: UnilateralProblem, set: WorkingSet, d: Float64Array): number {
    const { inside, avoided } = this;
    const { rowCount: m, kind } = problem;
    set.reset(problem, Math.min(m, problem.dimension));
    for (let pass = 0; pass < 3; pass++) {
      for (let i = 0; i < m; i++) {
        const turn = kind[i] === RowKind.equality ? 0 : 1 + avoided[i];
        if (inside[i] === 1 && turn === pass) this.include(problem, set, d, i);
      }
    }
    return set.size;
  }

  /** Takes row i into the set, or passes its force on, and the rows that then have none leave. */
  private include(problem: UnilateralProblem, set: WorkingSet, d: Float64Array, i: number): void {
    const { inside, f } = this;
    while (set.project(problem, i, d)) {
      set.solveRow();
      if (set.transferForce(i, problem.kind, d, f)) {
        inside[i] = 0;
        return;
      }
      inside[set.released] = 0;
    }
    set.enter(i);
  }

  /** Adds active rows without force that a self-stress of their own group could load; returns how many. */
  private extendGroups(problem: UnilateralProblem, dual: GoldfarbIdnani, d: Float64Array): number {
    const { groups, inside, candidate, kind, c } = this;
    const { order, start, width } = groups;
    const { set } = dual;
    kind.fill(absentRow, 0, problem.rowCount);
    c.fill(0, 0, problem.rowCount);
    set.reset(problem, 0);
    let added = 0;
    for (let g = 0; g < groups.count; g++) {
      let rows = 0;
      let open = 0;
      for (let k = start[g]; k < start[g + 1]; k++) {
        if (problem.kind[order[k]] === RowKind.equality) continue;
        rows += inside[order[k]];
        open += candidate[order[k]];
      }
      if (open === 0 || rows + open < 2) continue;
      set.restart(problem.dimension, Math.min(rows + open, width[g]));
      for (let k = start[g]; k < start[g + 1]; k++) {
        const i = order[k];
        if (inside[i] === 1 && problem.kind[i] !== RowKind.equality && !set.project(problem, i, d)) set.enter(i);
      }
      added -= set.size;
      this.extend(problem, dual, d, order, start[g], start[g + 1]);
      added += set.size;
      for (let k = start[g]; k < start[g + 1]; k++) {
        kind[order[k]] = absentRow;
        c[order[k]] = 0;
      }
    }
    return added;
  }

  /** Adds active rows without force of a list that a self-stress could load. All other rows are absent. */
  private extend(
    problem: UnilateralProblem,
    dual: GoldfarbIdnani,
    d: Float64Array,
    list: Int32Array,
    from: number,
    to: number,
  ): void {
    const { inside, kind, c, v } = this;
    const { set, certificate } = dual;
    while (this.poseOpening(problem, set, d, list, from, to) > 0) {
      const status = dual.resume(problem, this.zero, c, kind, d, v, this.y, this.a);
      for (let j = set.size - 1; j >= 0; j--) if (kind[set.active[j]] === RowKind.inequality) set.leave(j);
      if (status !== UnilateralStatus.infeasible) return;
      let most = 0;
      for (let k = from; k < to; k++) {
        const i = list[k];
        if (kind[i] === RowKind.inequality) most = Math.max(most, certificate[i] * Math.sqrt(d[i]));
      }
      for (let k = from; k < to; k++) {
        const i = list[k];
        if (kind[i] !== RowKind.inequality || !(certificate[i] * Math.sqrt(d[i]) > basisProofTolerance * most))
          continue;
        if (set.project(problem, i, d)) continue;
        set.enter(i);
        inside[i] = 1;
      }
    }
  }

  /** Poses the problem of opening all candidates of a list that are independent of the set; their number. */
  private poseOpening(
    problem: UnilateralProblem,
    set: WorkingSet,
    d: Float64Array,
    list: Int32Array,
    from: number,
    to: number,
  ): number {
    const { kind, c, candidate } = this;
    let open = 0;
    for (let k = from; k < to; k++) {
      const i = list[k];
      if (candidate[i] === 1 && (set.place[i] >= 0 || set.project(problem, i, d))) candidate[i] = 0;
      kind[i] = set.place[i] >= 0 ? RowKind.equality : candidate[i] === 1 ? RowKind.inequality : absentRow;
      c[i] = candidate[i] === 1 ? -Math.sqrt(d[i]) : 0;
      open += candidate[i];
    }
    return open;
  }
}
