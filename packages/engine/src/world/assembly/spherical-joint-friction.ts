/**
 * The direction in which a ball joint at rest begins to slip. Its moment M lies in a ball, |M| ≤ T, while the cones of the solver
 * are discs.
 *
 *   1  the joint is solved sticking in all directions: if |M| ≤ T it sticks
 *   2  else it slips along some d. As long as no other mode changes, Ω̇ = b + A M: four M near by give A and b
 *   3  (T A + κ) d = b with |d| = 1, κ ≥ 0: then M = −T d and Ω̇ = κ d. |d| falls as κ grows: the root is unique
 *   4  the problem is solved with this d; if Ω̇ does not go along it, as modes have changed, again from 2
 *
 * Joints are treated one after the other, until all are right. A joint about to slip has a slightly smaller T meanwhile, so that
 * Ω̇ is far from rounding (friction-modes.ts). A Moreau–Jean time step has velocities and impulses in the place of Ω̇ and M.
 */
import type { ContactTable } from "../../contact/index.js";
import { ContactMode, FrictionContactFigure, type FrictionContactResult, TangentialState } from "../../linalg/index.js";
import { mat3, vec3 } from "../../math/index.js";
import type { IslandCones } from "./island-cones.js";
import { asideOfSlip, maxSearches, outsideBall, probeDistance, restingAcceleration } from "./parameters.js";
import { Secular } from "./secular-equation.js";

/** M, Ω̇ and d. */
const v = new Float64Array(9);
const A = new Float64Array(9);
/** Inverse of the differences of M. */
const inverse = new Float64Array(9);
/** Differences of M, then of Ω̇, as columns. */
const steps = new Float64Array(2 * 9);

/** Number of moments that are tried: one, and one for each column of A. */
const probes = 4;

/** Search for the directions in which ball joints begin to slip. */
export class BallSearch {
  /** Entry of the joint under search among the cones, or −1. */
  private k = -1;
  /** Number of moments that have been tried for this joint. */
  private count = 0;
  /** Number of searches that have been begun. */
  private tries = 0;
  /** Part of T that each joint that has begun to slip has for the time being; 1 in the end. */
  private readonly begun = new Map<number, number>();
  /** Moments M that have been tried, the Ω̇ found with them, and the first d with two directions ⟂ to it. */
  private readonly M = new Float64Array(3 * probes);
  private readonly rates = new Float64Array(3 * probes);
  private readonly axes = new Float64Array(9);
  private readonly secular = new Secular();

  /** Begins with a new problem. */
  begin(): void {
    this.k = -1;
    this.tries = 0;
    this.begun.clear();
  }

  /**
   * Checks the ball joints of a solution, and changes the problem where one slips another way. Returns whether the problem is to be
   * solved anew. In a time step of length `duration` > 0, s, moments are impulses.
   */
  goOn(cones: IslandCones, contacts: ContactTable, result: FrictionContactResult, duration = 0): boolean {
    const unit = duration > 0 ? duration : 1;
    if (this.k < 0) {
      for (let k = cones.jointStart; k < cones.count && this.k < 0; k++) {
        if (cones.isBall(k) && this.tries < maxSearches && this.isOff(cones, k, result))
          this.start(cones, contacts, k, duration > 0);
      }
      if (this.k < 0) return this.end(cones, result);
    } else {
      cones.writeTangential(this.M, 3 * this.count, this.k, result.f);
      cones.writeTangential(this.rates, 3 * this.count, this.k, result.a);
      this.count++;
    }
    const T = contacts.friction[cones.list[this.k]] * (this.begun.get(this.k) as number) * unit;
    if (this.count < probes) this.tryNext(T);
    else this.findDirection(T);
    const size = Math.sqrt(vec3.lengthSquared(v, 6));
    cones.aimBall(contacts, this.k, v, 6, T * size, duration === 0);
    if (this.count === probes) this.k = -1;
    return true;
  }

  /** Whether joint k is to slip another way than it does. Writes its M and Ω̇ to v. */
  private isOff(cones: IslandCones, k: number, result: FrictionContactResult): boolean {
    const { problem } = cones;
    const i = cones.cone[k];
    const isResting = problem.motion[i] === TangentialState.resting;
    // a joint that slipped before keeps its direction
    if (!isResting && !this.begun.has(k)) return false;
    cones.writeTangential(v, 0, k, result.f);
    cones.writeTangential(v, 3, k, result.a);
    const size = Math.sqrt(vec3.lengthSquared(v, 0));
    const speed = Math.sqrt(vec3.lengthSquared(v, 3));
    const isSlow = this.isSlow(result);
    if (isResting) return !isSlow || size > problem.mu[i] * (1 + outsideBall);
    if (isSlow || !(size > 0)) return false;
    const along = -vec3.dot(v, 3, v, 0) / size;
    let square = 0;
    for (let x = 0; x < 3; x++) {
      const across = v[3 + x] + (along * v[x]) / size;
      square += across * across;
    }
    return (
      !(along > 0) ||
      Math.sqrt(square) > asideOfSlip * speed + restingAcceleration * result.figures[FrictionContactFigure.scale]
    );
  }

  /**
   * All joints slip the right way: those with less than T have all of it from here on. Returns whether there were any. A joint that
   * has begun to slip and does not move is stopped by others, with M on the edge of its ball.
   */
  private end(cones: IslandCones, result: FrictionContactResult): boolean {
    const { problem, cone } = cones;
    let isOther = false;
    for (const [k, part] of this.begun) {
      if (part < 1) isOther = true;
      problem.mu[cone[k]] /= part;
      this.begun.set(k, 1);
    }
    for (const k of isOther ? [] : this.begun.keys()) {
      cones.writeTangential(v, 3, k, result.a);
      if (this.isSlow(result)) result.mode[cone[k]] = ContactMode.edge;
    }
    return isOther;
  }

  /** Whether Ω̇ in v is rounding. */
  private isSlow({ figures }: FrictionContactResult): boolean {
    return Math.sqrt(vec3.lengthSquared(v, 3)) <= restingAcceleration * figures[FrictionContactFigure.scale];
  }

  /** Begins the search for joint k, from the M in v. */
  private start({ problem, cone, list }: IslandCones, contacts: ContactTable, k: number, isTimeStep: boolean): void {
    const { axes } = this;
    const part = isTimeStep ? 1 : Math.min(1, problem.mu[cone[k]] / contacts.staticFriction[list[k]]);
    if (!this.begun.has(k)) this.begun.set(k, part);
    this.k = k;
    this.count = 0;
    this.tries++;
    if (!vec3.normalize(axes, 0, v, 0)) vec3.set(axes, 0, -1, 0, 0);
    vec3.negate(axes, 0, axes, 0);
    vec3.anyPerpendicular(axes, 3, axes, 0);
    vec3.cross(axes, 6, axes, 0, axes, 3);
  }

  /** Writes the next −M/T to be tried to v[6 …]. */
  private tryNext(T: number): void {
    const { axes, count } = this;
    vec3.scale(v, 6, axes, 0, count === 3 && T > 0 ? 1 - probeDistance : 1);
    if (count === 1 || count === 2) vec3.addScaled(v, 6, v, 6, probeDistance, axes, 3 * count);
  }

  /** Writes d from the moments that have been tried to v[6 …]; the first d where A cannot be found. */
  private findDirection(T: number): void {
    const { M, rates, axes } = this;
    vec3.copy(v, 6, axes, 0);
    // ΔΩ̇ = A ΔM, differences as columns
    for (let j = 0; j < 3; j++) {
      for (let x = 0; x < 3; x++) {
        steps[3 * x + j] = M[3 * j + 3 + x] - M[x];
        steps[9 + 3 * x + j] = rates[3 * j + 3 + x] - rates[x];
      }
    }
    if (mat3.invert(inverse, 0, steps, 0) !== mat3.MatrixStatus.ok) return;
    mat3.multiply(A, 0, steps, 9, inverse, 0);
    // b = Ω̇ − A M
    mat3.transformVector(v, 0, A, 0, M, 0);
    vec3.subtract(v, 0, rates, 0, v, 0);
    if (this.secular.solve(A, 0, T, v, 0)) vec3.normalize(v, 6, this.secular.d, 0);
  }
}
