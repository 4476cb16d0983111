/** The particles of the file, added to the world. */
import type { Path } from "../../particles/index.js";
import { PathSlot, recordPath } from "../../rigid/index.js";
import type { FaultList } from "../check/index.js";
import type { SceneFile, SceneMotion, SceneParticle, Vector } from "../format/index.js";
import { buildPath, omitUndefined } from "./build-bodies.js";
import type { Surfaces } from "./build-surfaces.js";
import type { ModelParticle } from "./model.js";
import type { Registry } from "./registry.js";

/** Adds the particles of the file to the world; the entry of a particle that cannot be built is null. */
export function buildParticles(
  faults: FaultList,
  registry: Registry,
  surfaces: Surfaces,
  { particles }: SceneFile,
): (ModelParticle | null)[] {
  return faults.map("particles", particles, (particle, path) =>
    faults.attempt(path, () => buildParticle(registry, surfaces, particle)),
  );
}

function buildParticle(registry: Registry, surfaces: Surfaces, particle: SceneParticle): ModelParticle {
  const { id, mass, position = [0, 0, 0], velocity, fixed = false, motion, collide = false, color } = particle;
  const { group, collidesWith } = particle;
  const path = motion === undefined ? undefined : createParticlePath(registry, motion, position);
  const options = { mass, velocity, path, group, collidesWith };
  const index = registry.world.addParticle({
    position,
    fixed,
    collide,
    ...omitUndefined(options),
    ...(collide ? surfaces.add(particle) : {}),
  });
  registry.byId.set(id, { kind: "particle", index, isFree: !fixed && motion === undefined });
  return { id, index, fixed, driven: motion !== undefined, ...(color === undefined ? {} : { color }) };
}

/** The path of a body without its rotation. */
function createParticlePath(registry: Registry, motion: SceneMotion, position: Vector): Path {
  const path = registry.breaks.add(motion, buildPath(motion, { position }));
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
