/** Contacts and limits of all islands at the present time. */
import type { IslandFlow } from "../integration/index.js";
import { isLimit } from "../island/index.js";
import type { Contact, LimitState } from "../record/index.js";

/** Returns the contacts of all islands, and those of the frozen interfaces between islands. */
export function listContacts(flows: readonly IslandFlow[]): Contact[] {
  const own = flows.flatMap((flow) => {
    const table = flow.measureContacts();
    const all = Array.from({ length: table.count }, (_, c) => c);
    return all
      .filter((c) => !isLimit(table, c))
      .map((c) => ({
        a: table.bodyA[c],
        b: table.bodyB[c],
        particle: table.particleA[c],
        point: read3(table.point, c),
        normal: read3(table.normal, c),
        force: table.force[c],
        friction: read3(table.tangential, c),
        gap: table.gap[c],
      }));
  });
  // between islands, as they were when the interface was frozen
  const frozen =
    flows.length === 0 ? [] : flows[0].context.world.frozenInterface.list.flatMap(({ contacts }) => contacts);
  return [...own, ...frozen];
}

/** Returns the states of the limits of joints of all islands, in the order of their numbers. */
export function listLimits(flows: readonly IslandFlow[]): LimitState[] {
  const list = flows.flatMap((flow) => {
    const table = flow.measureContacts();
    const { limits } = flow.context;
    const forces = new Map<number, number>();
    for (let c = 0; c < table.count; c++) if (isLimit(table, c)) forces.set(-1 - table.pair[c], table.force[c]);
    limits.evaluate();
    const { value, rate } = limits.table;
    return limits.list.map(({ number }, k) => {
      return { limit: number, gap: value[k], rate: rate[k], force: forces.get(number) ?? 0 };
    });
  });
  return list.sort((p, q) => p.limit - q.limit);
}

function read3(from: Float64Array, c: number): [number, number, number] {
  return [from[3 * c], from[3 * c + 1], from[3 * c + 2]];
}
