/** Bodies that hang from one another by ball joints: a double pendulum, and a chain with a heavy weight. */
import { quat, vec3 } from "@rigor/engine/math";
import { findMoments, type Item, type Joint, type Setting, toLocal } from "../engine.js";
import { createRigor } from "../rigor.js";
import { findKinetic, g, Probe, type Run, type Scene, worse } from "../scene.js";

/** Parts along x that hang from the origin by their near ends, each so long. */
function createSwing(parts: readonly { item: Item; length: number }[]): Setting & { joints: readonly Joint[] } {
  let x = 0;
  const joints: Joint[] = [];
  const items = parts.map(({ item, length }, k) => {
    joints.push({ a: k - 1, b: k, at: [x, 0, 0] });
    x += length;
    return { ...item, position: [x - 0.5 * length, 0, 0] } as const;
  });
  return { gravity: [0, -g, 0], friction: 0, restitution: 0, items, joints, collides: false };
}

function measureEnergy(run: Run, items: readonly Item[]): number {
  const spin = new Float64Array(3);
  return items.reduce((sum, item, k) => {
    const state = run.read(k);
    quat.rotateVectorInverse(spin, 0, state, 3, state, 10);
    return sum + findKinetic(state, item.mass, findMoments(item), spin) + item.mass * g * state[1];
  }, 0);
}

/** The widest joint, m. */
function measureGap(run: Run, { items, joints }: ReturnType<typeof createSwing>): number {
  const place = (body: number, at: readonly [number, number, number]) => {
    if (body < 0) return Float64Array.from(at);
    const state = run.read(body);
    const arm = Float64Array.from(toLocal(items[body], at));
    quat.rotateVector(arm, 0, state, 3, arm, 0);
    vec3.add(arm, 0, arm, 0, state, 0);
    return arm;
  };
  return joints.reduce((most, { a, b, at }) => worse(most, vec3.distance(place(a, at), 0, place(b, at), 0)), 0);
}

const rod = (mass: number, size: number): Item => {
  return { form: { kind: "box", size: [size, 0.1 * size, 0.1 * size] }, mass, position: [0, 0, 0] };
};
const pendulum = createSwing([
  { item: rod(1, 1), length: 1 },
  { item: rod(1, 1), length: 1 },
]);
/** Of where the second rod is at 2 s. */
let reference: Float64Array | null = null;

function findReference(): Float64Array {
  if (reference === null) {
    const run = new Probe(createRigor(1e-12), 1, 60).start(pendulum);
    run.advance(2);
    reference = run.read(1).slice(0, 3);
  }
  return reference;
}

export const doublePendulum: Scene = {
  name: "double pendulum",
  about: "Two rods of 1 m and 1 kg, one below the other, let go from the horizontal, for 10 s.",
  reference:
    "Worst error of the energy, relative to the potential energy released from the horizontal to hanging (19.6 J); the " +
    "widest joint; the place of the lower rod after 2 s against this engine at tolerance 1e-12.",
  columns: ["energy, %", "joint, mm", "place, mm"],
  measure(probe) {
    const exact = findReference();
    const run = probe.start(pendulum);
    const fall = g * (0.5 + 1.5);
    let [energy, gap, place] = [0, 0, Number.NaN];
    const watch = () => {
      energy = worse(energy, Math.abs(measureEnergy(run, pendulum.items)) / fall);
      gap = worse(gap, measureGap(run, pendulum));
    };
    run.advance(2, watch);
    place = vec3.distance(run.read(1), 0, exact, 0);
    run.advance(10, watch);
    return [1e2 * energy, 1e3 * gap, 1e3 * place];
  },
};

const [links, link] = [10, 0.2];
const chain = createSwing([
  ...Array.from({ length: links }, () => ({ item: rod(1, link), length: link })),
  { item: { form: { kind: "box", size: [0.4, 0.4, 0.4] }, mass: 100, position: [0, 0, 0] } as const, length: 0.4 },
]);

export const heavyChain: Scene = {
  name: "chain with a weight",
  about: "Ten links of 0.2 m and 1 kg with a cube of 100 kg at the end, let go from the horizontal, for 3 s.",
  reference:
    "Worst values of the run: the widest joint; the stretch beyond 2.2 m from pivot to centre of the cube; and the error " +
    "of the energy, relative to the potential energy released from the horizontal to hanging.",
  columns: ["joint, mm", "stretch, mm", "energy, %"],
  measure(probe) {
    const run = probe.start(chain);
    const fall = chain.items.reduce((sum, { mass, position }) => sum + mass * g * position[0], 0);
    let [gap, stretch, energy] = [0, 0, 0];
    run.advance(3, () => {
      gap = worse(gap, measureGap(run, chain));
      energy = worse(energy, Math.abs(measureEnergy(run, chain.items)) / fall);
      stretch = worse(stretch, Math.hypot(...run.read(links).subarray(0, 3)) - (links * link + 0.2));
    });
    return [1e3 * gap, 1e3 * stretch, 1e2 * energy];
  },
};
