/**
 * Which way a turning that is at rest begins to slip. Its moment M lies in a ball, |M| ≤ T, and cones know discs.
 *
 *   1  it is held in all directions: if |M| ≤ T it sticks
 *   2  else it slips along some d. As long as no other mode changes, Ω̇ = b + A M: four M near by tell A and b
 *   3  (T A + κ) d = b with |d| = 1, κ ≥ 0: then M = −T d and Ω̇ = κ d. |d| falls as κ grows: the root is unique
 *   4  with the d found; if Ω̇ does not go along it, as modes have changed, again from 2
 *
 * One turning after the other, until all are right. What is about to slip has a T that is a little less meanwhile, so that Ω̇ is
 * far from rounding (friction-modes.ts). The same with velocities, for a leap.
 */
import type { ContactTable } from "../../contact/index.js";
import { ConeFigure, ConeMode, ConeMotion, type ConeResult } from "../../linalg/index.js";
import { mat3, vec3 } from "../../math/index.js";
import type { IslandCones } from "./island-cones.js";
import { Secular } from "./secular-equation.js";

/** M outside of its ball by this part is inside. */
const outside = 1e-12;
/** Ω̇ aside of d by less than this part goes along it; accelerations below the second, of what drives them, are none. */
const aside = 1e-12;
const none = 1e-13;
/** How far the M that are tried are from each other, as a part of T; and how often all is begun again. */
const tilt = 0.1;
const maxTries = 6;

/** M, Ω̇ and d. */
const v = new Float64Array(9);
/** A, differences of M and of Ω̇, and the inverse of the first. */
const A = new Float64Array(9);
const inverse = new Float64Array(9);
const steps = new Float64Array(18);

export class BallSearch {
  /** Which turning is looked at, among the cones, or −1; how many M have been tried; how often that was begun. */
  private k = -1;
  private count = 0;
  private tries = 0;
  /** Those that were at rest and slip, by what part of T is taken for all of it; in the end all of it is. */
  private readonly begun = new Map<number, number>();
  /** The M and Ω̇ that have been tried; d to begin with and two directions across it. */
  private readonly M = new Float64Array(12);
  private readonly rates = new Float64Array(12);
  private readonly axes = new Float64Array(9);
  private readonly secular = new Secular();

  /** A problem is looked at for the first time. */
  begin(): void {
    this.k = -1;
    this.tries = 0;
    this.begun.clear();
  }

  /**
   * Looks at the turnings of a solution; tells whether it is to be solved anew, with what has been written into the problem.
   * Impulses are forces times `duration`, where that is not 0.
   */
  goOn(cones: IslandCones, contacts: ContactTable, result: ConeResult, duration = 0): boolean {
    const unit = duration > 0 ? duration : 1;
    if (this.k < 0) {
      for (let k = cones.jointStart; k < cones.count && this.k < 0; k++) {
        if (cones.isBall(k) && this.tries < maxTries && this.isOff(cones, k, result))
          this.start(cones, contacts, k, duration > 0);
      }
      if (this.k < 0) return this.end(cones, result);
    } else {
      cones.writeTangential(this.M, 3 * this.count, this.k, result.f);
      cones.writeTangential(this.rates, 3 * this.count, this.k, result.a);
      this.count++;
    }
    const T = contacts.friction[cones.list[this.k]] * (this.begun.get(this.k) as number) * unit;
    if (this.count < 4) this.tryNext(T);
    else this.findDirection(T);
    const size = Math.sqrt(vec3.lengthSquared(v, 6));
    cones.aimBall(contacts, this.k, v, 6, T * size, duration === 0);
    if (this.count === 4) this.k = -1;
    return true;
  }

  /** Whether turning k is to slip another way than it does; v has its M and Ω̇. */
  private isOff(cones: IslandCones, k: number, result: ConeResult): boolean {
    const { problem } = cones;
    const i = cones.cone[k];
    const isResting = problem.motion[i] === ConeMotion.resting;
    // what slides goes on as it does
    if (!isResting && !this.begun.has(k)) return false;
    cones.writeTangential(v, 0, k, result.f);
    cones.writeTangential(v, 3, k, result.a);
    const size = Math.sqrt(vec3.lengthSquared(v, 0));
    const speed = Math.sqrt(vec3.lengthSquared(v, 3));
    const isSlow = this.isSlow(result);
    if (isResting) return !isSlow || size > problem.mu[i] * (1 + outside);
    if (isSlow || !(size > 0)) return false;
    const along = -vec3.dot(v, 3, v, 0) / size;
    let square = 0;
    for (let x = 0; x < 3; x++) {
      const across = v[3 + x] + (along * v[x]) / size;
      square += across * across;
    }
    return !(along > 0) || Math.sqrt(square) > aside * speed + none * result.figures[ConeFigure.scale];
  }

  /**
   * All go the right way: what had a little less than T has all of it from here on. Tells whether any had. What does not move then
   * is held by others, and on the edge of its ball.
   */
  private end(cones: IslandCones, result: ConeResult): boolean {
    const { problem, cone } = cones;
    let isOther = false;
    for (const [k, part] of this.begun) {
      if (part < 1) isOther = true;
      problem.mu[cone[k]] /= part;
      this.begun.set(k, 1);
    }
    for (const k of isOther ? [] : this.begun.keys()) {
      cones.writeTangential(v, 3, k, result.a);
      if (this.isSlow(result)) result.mode[cone[k]] = ConeMode.edge;
    }
    return isOther;
  }

  /** Whether Ω̇ at v is none. */
  private isSlow({ figures }: ConeResult): boolean {
    return Math.sqrt(vec3.lengthSquared(v, 3)) <= none * figures[ConeFigure.scale];
  }

  /** Begins with turning k, from the M at v. */
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

  /** The next −M/T to be tried, to v[6 …]. */
  private tryNext(T: number): void {
    const { axes, count } = this;
    vec3.scale(v, 6, axes, 0, count === 3 && T > 0 ? 1 - tilt : 1);
    if (count === 1 || count === 2) vec3.addScaled(v, 6, v, 6, tilt, axes, 3 * count);
  }

  /** d from what has been tried, to v[6 …]; that to begin with where it cannot be found. */
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
