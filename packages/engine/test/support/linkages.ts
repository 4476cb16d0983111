/** Linkages for tests: random trees, each also as a generalized body whose places are said by expressions alone. */

import type { GeneralizedBody, Linkage, LinkExpression, LinkOptions } from "@rigor/engine/lagrange";
import { constantRotation, createGeneralizedBody, createLinkage, turnAbout } from "@rigor/engine/lagrange";
import {
  type Expression,
  nextInRange,
  nextInteger,
  nextRotation,
  type Rng,
  type VectorExpression,
  vector,
} from "@rigor/engine/math";
import { boxMass, translateMass } from "@rigor/engine/rigid";

export interface Twins {
  readonly linkage: Linkage;
  readonly body: GeneralizedBody;
}

const draw = (rng: Rng, size = 1) => [0, 1, 2].map(() => nextInRange(rng, -size, size));

/** So many links, each on a random one before it or on the world, with joints of all kinds but "ball" and "free". */
export function drawLinks(rng: Rng, count: number): LinkOptions[] {
  return Array.from({ length: count }, (_, l) => {
    const rotation = new Float64Array(4);
    nextRotation(rotation, 0, rng);
    const type = (["revolute", "revolute", "prismatic", "fixed"] as const)[l === 0 ? 0 : nextInteger(rng, 0, 3)];
    const axis = type === "fixed" ? {} : { axis: draw(rng) };
    const moving = type === "fixed" ? {} : { coordinate: nextInRange(rng, -2, 2), rate: nextInRange(rng, -2, 2) };
    const size = draw(rng, 0.4).map((x) => 0.6 + x);
    return {
      parent: nextInteger(rng, -1, l - 1),
      joint: { type, ...axis, at: draw(rng), rotation },
      mass: translateMass(boxMass({ size, mass: nextInRange(rng, 0.5, 3) }), draw(rng)),
      ...moving,
    };
  });
}

/** The places of links in joint coordinates, said by expressions. */
function describeLinks(links: readonly LinkOptions[], u: Expression[]): LinkExpression[] {
  const done: { position: VectorExpression; rotation: LinkExpression["rotation"] }[] = [];
  let k = 0;
  links.forEach(({ parent = done.length - 1, joint }) => {
    const { type, axis = [0, 0, 1], at = [0, 0, 0], rotation = [0, 0, 0, 1] } = joint;
    const { position, rotation: R } =
      parent < 0 ? { position: vector(0, 0, 0), rotation: constantRotation([0, 0, 0, 1]) } : done[parent];
    const rest = R.times(constantRotation(rotation));
    const p = position.plus(R.rotate(Array.from(at)));
    const size = Math.hypot(axis[0], axis[1], axis[2]);
    if (type === "revolute") done.push({ position: p, rotation: rest.times(turnAbout(axis, u[k++])) });
    else if (type === "prismatic") {
      const way = u[k++];
      done.push({ position: p.plus(rest.rotate(Array.from(axis, (x) => way.times(x / size)))), rotation: rest });
    } else if (type === "fixed") done.push({ position: p, rotation: rest });
    else {
      const moved = type === "free" ? p.plus(rest.rotate([u[k], u[k + 1], u[k + 2]])) : p;
      if (type === "free") k += 3;
      const turns = [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ].map((a) => turnAbout(a, u[k++]));
      done.push({ position: moved, rotation: rest.times(turns[0]).times(turns[1]).times(turns[2]) });
    }
  });
  return done;
}

/** The same links in both ways. */
export function createTwins(links: readonly LinkOptions[], gravity: readonly number[]): Twins {
  const linkage = createLinkage({ links, gravity });
  const { width, initial } = linkage;
  const body = createGeneralizedBody({
    coordinates: initial.slice(0, width),
    rates: initial.slice(width),
    parts: (u) => describeLinks(links, u),
    masses: links.map(({ mass = 0 }) => mass),
    gravity,
  });
  return { linkage, body };
}
