/**
 * Velocities follow from momenta, which are the state; whoever writes `system.velocity` by hand changes nothing, and must be
 * told. What is derived is kept as it was when the last call ended; where it is another now, and not what the state says,
 * somebody has written it.
 */
import { fail, resize } from "../../math/index.js";
import type { RigidSystem } from "../../rigid/index.js";

/** v and ω of a body, and its rotation matrix, in this order. */
const size = 15;

export class DerivedGuard {
  /** Of the first so many rows it is known what they had. */
  private count = 0;
  private known = new Float64Array(0);
  private readonly found = new Float64Array(size);

  /** Takes what is derived now, in all rows. */
  remember(system: RigidSystem): void {
    const { count } = system;
    if (this.known.length < size * count) this.known = resize(this.known, 2 * size * count);
    for (let i = 0; i < count; i++) read(this.known, size * i, system, i);
    this.count = count;
  }

  /** Throws if something derived was written by hand; from then on it is again what the state says. */
  requireUntouched(system: RigidSystem): void {
    const { found, known } = this;
    for (let i = 0; i < system.count; i++) {
      read(found, 0, system, i);
      if (i < this.count && isSame(found, known, size * i)) continue;
      if (!system.hasBody(i)) continue;
      system.deriveBody(i);
      // a state that was written is one way to another velocity, and honoured
      if (this.known.length < size * (i + 1)) this.known = resize(this.known, 2 * size * (i + 1));
      read(this.known, size * i, system, i);
      if (!isSame(found, this.known, size * i)) refuse(system, i, found, this.known, size * i);
    }
  }
}

function read(out: Float64Array, o: number, { velocity, angularVelocity, rotation }: RigidSystem, i: number): void {
  for (let k = 0; k < 3; k++) {
    out[o + k] = velocity[3 * i + k];
    out[o + 3 + k] = angularVelocity[3 * i + k];
  }
  for (let k = 0; k < 9; k++) out[o + 6 + k] = rotation[9 * i + k];
}

function isSame(a: Float64Array, b: Float64Array, o: number): boolean {
  for (let k = 0; k < size; k++) if (a[k] !== b[o + k] && !(Number.isNaN(a[k]) && Number.isNaN(b[o + k]))) return false;
  return true;
}

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
