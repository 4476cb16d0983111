/** Check of the options of a particle, which reports all faults at once. */
import { type Fault, RigorError } from "../../math/index.js";

/** Throws unless mass, position and velocity are those of a particle. */
export function checkParticle(
  path: string,
  mass: number,
  position: ArrayLike<number>,
  velocity: ArrayLike<number>,
): void {
  const faults: Fault[] = [];
  if (!(typeof mass === "number" && mass > 0 && mass < Infinity && 1 / mass < Infinity)) {
    const cure = "use fixed: true for an immovable particle";
    faults.push({ code: "not-positive", path: `${path}.mass`, must: "must be a finite number > 0", value: mass, cure });
  }
  checkVector(faults, `${path}.position`, position);
  checkVector(faults, `${path}.velocity`, velocity);
  if (faults.length > 0) throw new RigorError(faults);
}

function checkVector(faults: Fault[], path: string, vector: ArrayLike<number>): void {
  const good = vector?.length === 3 && [0, 1, 2].every((k) => Number.isFinite(vector[k]));
  if (!good) faults.push({ code: "not-a-vector", path, must: "must be three finite numbers", value: vector });
}
