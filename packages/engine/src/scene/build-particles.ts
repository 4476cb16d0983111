/** Particles of the file in the world. */
import type { Path } from "../particles/index.js";
import { PathSlot, recordPath } from "../rigid/index.js";
import { buildPath, omitUndefined } from "./build-bodies.js";
import type { Surfaces } from "./build-surfaces.js";
import type { Things } from "./build-things.js";
import type { SceneFile, SceneMotion, SceneParticle, Vector } from "./file.js";
import type { ModelParticle } from "./model.js";
import type { FaultList } from "./problem.js";

/** One for each of the file; null for those that cannot be. */
export function buildParticles(
  faults: FaultList,
  things: Things,
  surfaces: Surfaces,
  { particles }: SceneFile,
): (ModelParticle | null)[] {
  return faults.map("particles", particles, (particle, path) =>
    faults.attempt(path, () => buildParticle(things, surfaces, particle)),
  );
}

function buildParticle(things: Things, surfaces: Surfaces, particle: SceneParticle): ModelParticle {
  const { id, mass, position = [0, 0, 0], velocity, fixed = false, motion, collide = false, color } = particle;
  const { group, collidesWith } = particle;
  const path = motion === undefined ? undefined : createParticlePath(things, motion, position);
  const options = { mass, velocity, path, group, collidesWith };
  const index = things.world.addParticle({
    position,
    fixed,
    collide,
    ...omitUndefined(options),
    ...(collide ? surfaces.add(particle) : {}),
  });
  things.byId.set(id, { kind: "particle", index, isFree: !fixed && motion === undefined });
  return { id, index, fixed, driven: motion !== undefined, ...(color === undefined ? {} : { color }) };
}

/** The path of a body, less its turning. */
function createParticlePath(things: Things, motion: SceneMotion, position: Vector): Path {
  const path = things.breaks.add(motion, buildPath(motion, { position }));
  const frame = new Float64Array(19);
  const { type, ...options } = motion;
  const follow: Path = (time, out) => {
    path(time, frame);
    for (let k = 0; k < 3; k++) {
      out[k] = frame[PathSlot.position + k];
      out[3 + k] = frame[PathSlot.velocity + k];
      out[6 + k] = frame[PathSlot.acceleration + k];
    }
  };
  return recordPath(follow, type, { position, ...options });
}
