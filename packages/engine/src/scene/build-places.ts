/** Things of the file as places that constraints take hold of. */
import type { Place } from "../constrain/index.js";
import type { Thing, Things } from "./build-things.js";

export function nameThing({ kind, index }: Thing): { body: number } | { particle: number } {
  return kind === "body" ? { body: index } : { particle: index };
}

/** The point of a thing that is now at a point of the world; a particle is where it is. */
export function placeAt(things: Things, thing: Thing, point: ArrayLike<number>): Place {
  if (thing.kind === "particle") return { particle: thing.index };
  return { body: thing.index, point: things.toLocal(thing, point) };
}
