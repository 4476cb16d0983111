/**
 * Writes to derived quantities. Velocities follow from momenta, which are the state: a value written to `system.velocity` by hand
 * has no effect, and is therefore refused. The derived quantities are copied when a call ends; where they differ from the copy at
 * the next call, and from what the state gives, they were written by hand.
 */
import { fail, resize } from "../../math/index.js";
import type { RigidSystem } from "../../rigid/index.js";

/** Numbers of a body in the copy: v, ω and the rotation matrix. */
const size = 15;

/** Copy of the derived quantities of all bodies, by which writes to them are found. */
export class DerivedGuard {
  /** Number of the first rows that are in the copy. */
  private count = 0;
  private known = new Float64Array(0);
  private readonly found = new Float64Array(size);

  /** Copies the derived quantities of all rows. */
  remember(system: RigidSystem): void {
    const { count } = system;
    if (this.known.length < size * count) this.known = resize(this.known, 2 * size * count);
    for (let i = 0; i < count; i++) read(this.known, size * i, system, i);
    this.count = count;
  }

  /** Throws if a derived quantity was written by hand, after deriving it again from the state. */
  requireUntouched(system: RigidSystem): void {
    const { found, known } = this;
    for (let i = 0; i < system.count; i++) {
      read(found, 0, system, i);
      if (i < this.count && isSame(found, known, size * i)) continue;
      if (!system.hasBody(i)) continue;
      system.deriveBody(i);
      // a write to the state changes the velocity too, and is accepted
      if (this.known.length < size * (i + 1)) this.known = resize(this.known, 2 * size * (i + 1));
      read(this.known, size * i, system, i);
      if (!isSame(found, this.known, size * i)) refuse(system, i, found, this.known, size * i);
    }
  }
}

/** Writes the derived quantities of body i to out[o …]. */
function read(out: Float64Array, o: number, { velocity, angularVelocity, rotation }: RigidSystem, i: number): void {
  for (let k = 0; k < 3; k++) {
    out[o + k] = velocity[3 * i + k];
    out[o + 3 + k] = angularVelocity[3 * i + k];
  }
  for (let k = 0; k < 9; k++) out[o + 6 + k] = rotation[9 * i + k];
}

/** Returns whether the numbers of a body are those at b[o …], with NaN equal to itself. */
function isSame(a: Float64Array, b: Float64Array, o: number): boolean {
  for (let k = 0; k < size; k++) if (a[k] !== b[o + k] && !(Number.isNaN(a[k]) && Number.isNaN(b[o + k]))) return false;
  return true;
}

/** Throws the error for the first quantity of body i that differs from the copy. */
function refuse(system: RigidSystem, i: number, found: Float64Array, known: Float64Array, o: number): never {
  let k = 0;
  while (Object.is(found[k], known[o + k]) || found[k] === known[o + k]) k++;
  const name = system.names[i];
  const [what, at] =
    k < 3 ? ["velocity", 3 * i + k] : k < 6 ? ["angularVelocity", 3 * i + k - 3] : ["rotation", 9 * i + k - 6];
  const must = `must not be written: it follows from the state (body ${name})`;
  const cure = k < 6 ? `world.setVelocity(${name}, …) changes it` : `world.setPose(${name}, …) changes it`;
  return fail("derived", `system.${what}[${at}]`, must, found[k], cure);
}
