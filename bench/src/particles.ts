/**
 * Particle systems: what a spring costs beside a bare loop over the same arrays, what a step of a large lattice costs,
 * how bucketed repulsion grows with the number of particles, and what a step leaves on the heap.
 */
import { createRng, nextUniform } from "@rigor/engine/math";
import { backwardEulerSecondOrder, Count, dopri5, rk4, type Stepper } from "@rigor/engine/ode";
import { addLattice, gravity, ParticleSystem, repulsion, Springs, totalEnergy } from "@rigor/engine/particles";
import { curtain } from "@rigor/scenes";
import { closeBench } from "./closing.js";
import { fitExponent, formatTime, measureAllocation, printTable, timeContenders } from "./support.js";

/** Bounds that must hold: exit code 1 if one is missed. */
const bounds = { springRatio: 1.5, repulsionExponent: 1.15, bytesPerStep: 1 };

export function run(args: readonly string[]): number {
  const quick = args.includes("--quick");
  const missed: string[] = [];
  const hold = (what: string, got: number, bound: number) => {
    if (!(got <= bound)) missed.push(`${what}: ${got.toFixed(3)}, should be at most ${bound}`);
  };
  hold("spring beside a bare loop", benchSprings(quick), bounds.springRatio);
  benchLattice(quick);
  hold("growth of bucketed repulsion", benchRepulsion(quick), bounds.repulsionExponent);
  hold("bytes left a step", benchAllocation(), bounds.bytesPerStep);
  return closeBench(missed);
}

/** A braced block of edge³ particles, hung by its top layer. */
function buildBlock(edge: number, stiffness: number): { system: ParticleSystem; springs: Springs } {
  const system = new ParticleSystem();
  const springs = system.addForce(new Springs());
  const spring = { stiffness, damping: 1e-4 * stiffness };
  const block = addLattice(system, springs, {
    counts: [edge, edge, edge],
    mass: edge ** 3,
    stretch: spring,
    shear: spring,
  });
  for (let i = 0; i < edge; i++) for (let k = 0; k < edge; k++) system.setFixed(block.at(i, edge - 1, k), true);
  system.addForce(gravity());
  return { system, springs };
}

/** The springs of a table by a loop with nothing around it: the floor under any implementation. */
function bareLoop(
  count: number,
  a: Int32Array,
  b: Int32Array,
  ks: Float64Array,
  kd: Float64Array,
  r: Float64Array,
  y: Float64Array,
  f: Float64Array,
): void {
  for (let s = 0; s < count; s++) {
    const i = 6 * a[s];
    const j = 6 * b[s];
    const x0 = y[i] - y[j];
    const x1 = y[i + 1] - y[j + 1];
    const x2 = y[i + 2] - y[j + 2];
    const l = Math.sqrt(x0 * x0 + x1 * x1 + x2 * x2);
    const d = (y[i + 3] - y[j + 3]) * x0 + (y[i + 4] - y[j + 4]) * x1 + (y[i + 5] - y[j + 5]) * x2;
    const c = -(ks[s] * (l - r[s]) + (kd[s] * d) / l) / l;
    const p = 3 * a[s];
    const q = 3 * b[s];
    f[p] += c * x0;
    f[p + 1] += c * x1;
    f[p + 2] += c * x2;
    f[q] -= c * x0;
    f[q + 1] -= c * x1;
    f[q + 2] -= c * x2;
  }
}

/** Returns the worst ratio. */
function benchSprings(quick: boolean): number {
  console.log("\nOne spring: ns an evaluation (at most 1.5 × the bare loop)\n");
  let worst = 0;
  const rows = [5, quick ? 12 : 21].map((edge) => {
    const { system, springs } = buildBlock(edge, 1000);
    const state = new Float64Array(system.dimension + 1);
    system.getState(state);
    const out = new Float64Array(system.dimension);
    const { count, a, b, stiffness, damping, restLength } = springs;
    const [bare, ours, derivative] = timeContenders([
      {
        name: "bare loop",
        run: () => bareLoop(count, a, b, stiffness, damping, restLength, system.state, system.force),
      },
      { name: "Springs.apply", run: () => springs.apply(system) },
      { name: "system.derivative", run: () => system.derivative(out) },
    ]);
    worst = Math.max(worst, ours.median / bare.median);
    const ns = (seconds: number) => ((1e9 * seconds) / count).toFixed(2);
    const ratio = (seconds: number) => `${(seconds / bare.median).toFixed(2)} ×`;
    return [
      String(count),
      ns(bare.median),
      ns(ours.median),
      ratio(ours.median),
      ns(derivative.median),
      ratio(derivative.median),
    ];
  });
  printTable(["springs", "bare loop", "Springs.apply", "ratio", "whole derivative", "ratio"], rows);
  return worst;
}

function benchLattice(quick: boolean): void {
  const edge = quick ? 12 : 21;
  // a step of one explicit limit for RK4, a hundred for backward Euler: the limit is about 2.8/√(k/m·12)
  const stiffness = 1e6;
  const explicit = 2.8 / Math.sqrt((12 * stiffness) / 1);
  const build = () => buildBlock(edge, stiffness).system;
  const { springs } = buildBlock(edge, stiffness);
  console.log(`\nA lattice of ${edge ** 3} particles and ${springs.count} springs: a step\n`);
  const cases: [string, Stepper, number][] = [];
  const fourth = build();
  cases.push(["rk4", rk4(fourth, { step: 0.5 * explicit }), 0.5 * explicit]);
  const backward = build();
  cases.push(["backward Euler", backwardEulerSecondOrder(backward, { step: 100 * explicit }), 100 * explicit]);
  const rows = cases.map(([name, stepper, h]) => {
    const repeats = quick ? 3 : 5;
    const [timing] = timeContenders([{ name, run: () => stepper.step() }], { repeats, turn: 0.2 });
    const energy = totalEnergy(stepper.problem as ParticleSystem);
    const solves = stepper.counts[Count.solves] / stepper.counts[Count.steps];
    return [
      name,
      formatTime(h),
      formatTime(timing.median),
      `${(timing.median / h).toPrecision(3)} s`,
      solves.toFixed(1),
      energy.toPrecision(6),
    ];
  });
  printTable(["method", "h", "a step", "a simulated second", "CG iterations a step", "energy (J)"], rows);
}

/** Returns the fitted exponent. */
function benchRepulsion(quick: boolean): number {
  console.log("\nBucketed repulsion at constant density: time an evaluation (exponent at most 1.15)\n");
  const sizes = quick ? [1000, 10_000] : [1000, 10_000, 100_000];
  const cases = sizes.map((n) => {
    const rng = createRng(1);
    // about six neighbours within the radius: (4/3)π·n/edge³ = 6
    const edge = ((4 * Math.PI * n) / 18) ** (1 / 3);
    const system = new ParticleSystem();
    for (let i = 0; i < n; i++) {
      const position = [0, 1, 2].map(() => edge * nextUniform(rng));
      system.addParticle({ position });
    }
    const force = repulsion({ radius: 1, stiffness: 10, damping: 0.1 });
    return { name: String(n), run: () => force.apply(system) };
  });
  const timings = timeContenders(cases, { repeats: 7, turn: 0.1 });
  const medians = timings.map(({ median }) => median);
  const rows = timings.map(({ name, median }) => [
    name,
    formatTime(median),
    `${((1e9 * median) / Number(name)).toFixed(0)} ns`,
  ]);
  printTable(["particles", "an evaluation", "a particle"], rows);
  const exponent = fitExponent(sizes, medians);
  console.log(`\nfitted exponent: ${exponent.toFixed(3)}`);
  return exponent;
}

/** Returns the worst. */
function benchAllocation(): number {
  console.log("\nBytes left on the heap a step\n");
  const block = () => buildBlock(4, 1e4).system;
  const cloud = () => {
    const { system } = buildBlock(5, 100);
    system.addForce(repulsion({ radius: 1.2, stiffness: 10 }));
    return system;
  };
  const rows: [string, Stepper][] = [
    ["rk4, springs", rk4(block(), { step: 1e-4 })],
    ["dopri5, springs", dopri5(block(), { tolerance: 1e-8 })],
    ["backward Euler, springs", backwardEulerSecondOrder(block(), { step: 1e-2 })],
    ["backward Euler, curtain", backwardEulerSecondOrder(curtain.build().system, { step: 1e-2 })],
    ["rk4, springs and repulsion", rk4(cloud(), { step: 1e-3 })],
  ];
  const bytes = rows.map(([, stepper]) => measureAllocation(() => void stepper.step()));
  printTable(
    ["what", "bytes a step"],
    rows.map(([name], k) => [name, bytes[k].toFixed(1)]),
  );
  return Math.max(...bytes);
}
