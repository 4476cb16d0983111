/** Ties given to a new island: forces at its border, and contacts that are within it again. */

import type { FrozenContact, FrozenInterface } from "../contact-state/index.js";
import type { IslandContext } from "../context/index.js";
import type { Load } from "../island/index.js";

/** Gives a new island the loads at its border. Bodies that are tied within it touch as ever. */
export function attachInterface(ties: FrozenInterface, context: IslandContext): void {
  const { island, memory, status } = context;
  const isIn = ({ bodyA, bodyB }: FrozenContact) => island.moves(bodyA) && island.moves(bodyB);
  for (const tie of ties.list) {
    if (!isIn(tie)) continue;
    memory.touching.add(tie.slot);
    memory.rejoined.merge(tie.active);
    if (tie.isSliding) memory.sliding.add(tie.slot);
  }
  if (ties.list.some(isIn)) ties.list = ties.list.filter((tie) => !isIn(tie));
  status.frozenContacts = ties.list.filter(({ bodyA, bodyB }) => island.moves(bodyA) || island.moves(bodyB));
  island.loads = status.frozenContacts.map(({ bodyA, bodyB, wrench }): Load => {
    const isA = island.moves(bodyA);
    return { body: isA ? bodyA : bodyB, wrench, offset: isA ? 0 : 6 };
  });
}
