/**
 * Rigid bodies: what an evaluation of the derivative costs beside the same arithmetic in one bare loop, and how it grows
 * with the number of bodies; time and error of a tumbling box by every method, beside cannon-es and Rapier in the same
 * run (rigid-tumble.ts); and what a step leaves on the heap.
 */
import { createRng, nextInRange } from "@rigor/engine/math";
import { adams, dopri5, radau5, rk4, type Stepper } from "@rigor/engine/ode";
import { Springs } from "@rigor/engine/particles";
import { createBodyFrameProblem, damping, gravity, RigidSystem, splitting } from "@rigor/engine/rigid";
import { closeBench } from "./closing.js";
import { benchTumble } from "./rigid-tumble.js";
import { fitExponent, formatTime, measureAllocation, printTable, timeContenders } from "./support.js";

/** Bounds that must hold: exit code 1 if one is missed. The error is that of dopri5 at a tolerance of 1e-12, rad. */
const bounds = { ratio: 1.5, exponent: 1.05, bytesPerStep: 1, tumbleError: 1e-8 };

/** Bodies from which on calls no longer count: growth from there on is growth of the loops, and of memory. */
const many = 100;

export async function run(args: readonly string[]): Promise<number> {
  const quick = args.includes("--quick");
  const missed: string[] = [];
  const hold = (what: string, got: number, bound: number) => {
    if (!(got <= bound)) missed.push(`${what}: ${got.toPrecision(3)}, should be at most ${bound}`);
  };
  const { ratio, exponent } = benchDerivative(quick);
  hold("derivative beside a bare loop", ratio, bounds.ratio);
  hold("exponent of the growth", exponent, bounds.exponent);
  hold("attitude after 60 s by dopri5 at 1e-12", await benchTumble(quick), bounds.tumbleError);
  hold("bytes left a step", benchAllocation(), bounds.bytesPerStep);
  return closeBench(missed);
}

/** Free bodies, each tumbling its own way. */
function buildBodies(count: number): RigidSystem {
  const rng = createRng(1);
  const draw = (length: number) => Array.from({ length }, () => nextInRange(rng, -2, 2));
  const system = new RigidSystem();
  for (let i = 0; i < count; i++) {
    const [position, rotation, velocity, angularVelocity] = [draw(3), draw(4), draw(3), draw(3)];
    system.addBody({ mass: 6, inertia: [6.5, 5, 2.5], position, rotation, velocity, angularVelocity });
  }
  return system;
}

/** The arrays that an evaluation reads and writes, by the names of RigidSystem. */
type Arrays = Pick<
  RigidSystem,
  | "state"
  | "inverseMass"
  | "inverseMoments"
  | "rotation"
  | "inverseInertia"
  | "velocity"
  | "angularVelocity"
  | "force"
  | "torque"
>;

function copyArrays(system: RigidSystem): Arrays {
  return {
    state: system.state.slice(),
    inverseMass: system.inverseMass.slice(),
    inverseMoments: system.inverseMoments.slice(),
    rotation: system.rotation.slice(),
    inverseInertia: system.inverseInertia.slice(),
    velocity: system.velocity.slice(),
    angularVelocity: system.angularVelocity.slice(),
    force: system.force.slice(),
    torque: system.torque.slice(),
  };
}

/**
 * From y to dY/dt, (2–42) and (2–43), for bodies without forces, in one pass and without a call: every number is read once,
 * and written once to each place where others look for it: state, R, I⁻¹, v, ω, F, τ and dY/dt. It does less than the
 * system, which takes two passes, one to derive and one for the rates, since forces come between if there are any.
 */
function bareLoop(count: number, y: Float64Array, out: Float64Array, arrays: Arrays): void {
  const { state: Y, inverseMass, inverseMoments, rotation: R } = arrays;
  const { inverseInertia: J, velocity, angularVelocity, force: F, torque } = arrays;
  for (let i = 0; i < count; i++) {
    const o = 13 * i;
    const m = 9 * i;
    const v = 3 * i;
    let qx = y[o + 3];
    let qy = y[o + 4];
    let qz = y[o + 5];
    let qw = y[o + 6];
    const size2 = qx * qx + qy * qy + qz * qz + qw * qw;
    if (Math.abs(size2 - 1) > 1.4e-15) {
      const size = Math.sqrt(size2);
      qx /= size;
      qy /= size;
      qz /= size;
      qw /= size;
    }
    Y[o] = y[o];
    Y[o + 1] = y[o + 1];
    Y[o + 2] = y[o + 2];
    Y[o + 3] = qx;
    Y[o + 4] = qy;
    Y[o + 5] = qz;
    Y[o + 6] = qw;
    const r0 = 1 - 2 * (qy * qy + qz * qz);
    const r1 = 2 * (qx * qy - qw * qz);
    const r2 = 2 * (qx * qz + qw * qy);
    const r3 = 2 * (qx * qy + qw * qz);
    const r4 = 1 - 2 * (qx * qx + qz * qz);
    const r5 = 2 * (qy * qz - qw * qx);
    const r6 = 2 * (qx * qz - qw * qy);
    const r7 = 2 * (qy * qz + qw * qx);
    const r8 = 1 - 2 * (qx * qx + qy * qy);
    R[m] = r0;
    R[m + 1] = r1;
    R[m + 2] = r2;
    R[m + 3] = r3;
    R[m + 4] = r4;
    R[m + 5] = r5;
    R[m + 6] = r6;
    R[m + 7] = r7;
    R[m + 8] = r8;
    const a = inverseMoments[v];
    const b = inverseMoments[v + 1];
    const c = inverseMoments[v + 2];
    const j0 = r0 * r0 * a + r1 * r1 * b + r2 * r2 * c;
    const j1 = r0 * r3 * a + r1 * r4 * b + r2 * r5 * c;
    const j2 = r0 * r6 * a + r1 * r7 * b + r2 * r8 * c;
    const j4 = r3 * r3 * a + r4 * r4 * b + r5 * r5 * c;
    const j5 = r3 * r6 * a + r4 * r7 * b + r5 * r8 * c;
    const j8 = r6 * r6 * a + r7 * r7 * b + r8 * r8 * c;
    J[m] = j0;
    J[m + 1] = j1;
    J[m + 2] = j2;
    J[m + 3] = j1;
    J[m + 4] = j4;
    J[m + 5] = j5;
    J[m + 6] = j2;
    J[m + 7] = j5;
    J[m + 8] = j8;
    const w = inverseMass[i];
    const Px = y[o + 7];
    const Py = y[o + 8];
    const Pz = y[o + 9];
    const vx = Px * w;
    const vy = Py * w;
    const vz = Pz * w;
    Y[o + 7] = Px;
    Y[o + 8] = Py;
    Y[o + 9] = Pz;
    velocity[v] = vx;
    velocity[v + 1] = vy;
    velocity[v + 2] = vz;
    out[o] = vx;
    out[o + 1] = vy;
    out[o + 2] = vz;
    const Lx = y[o + 10];
    const Ly = y[o + 11];
    const Lz = y[o + 12];
    const wx = j0 * Lx + j1 * Ly + j2 * Lz;
    const wy = j1 * Lx + j4 * Ly + j5 * Lz;
    const wz = j2 * Lx + j5 * Ly + j8 * Lz;
    Y[o + 10] = Lx;
    Y[o + 11] = Ly;
    Y[o + 12] = Lz;
    angularVelocity[v] = wx;
    angularVelocity[v + 1] = wy;
    angularVelocity[v + 2] = wz;
    out[o + 3] = 0.5 * (qw * wx + (wy * qz - wz * qy));
    out[o + 4] = 0.5 * (qw * wy + (wz * qx - wx * qz));
    out[o + 5] = 0.5 * (qw * wz + (wx * qy - wy * qx));
    out[o + 6] = -0.5 * (wx * qx + wy * qy + wz * qz);
    F[v] = 0;
    F[v + 1] = 0;
    F[v + 2] = 0;
    torque[v] = 0;
    torque[v + 1] = 0;
    torque[v + 2] = 0;
    out[o + 7] = 0;
    out[o + 8] = 0;
    out[o + 9] = 0;
    out[o + 10] = 0;
    out[o + 11] = 0;
    out[o + 12] = 0;
  }
}

/** Seconds an evaluation takes, and the bare loop beside it. */
interface Costs {
  readonly own: number;
  readonly bare: number;
}

/**
 * The best of many short turns of the two loops, one after the other: other work on the machine spoils turns of either, but
 * not all. And of several systems: where their arrays come to lie in memory, and when V8 has optimised what, is luck.
 */
function timeDerivative(count: number, quick: boolean): Costs {
  let own = Number.POSITIVE_INFINITY;
  let bare = Number.POSITIVE_INFINITY;
  for (let build = 0; build < (quick ? 3 : 5); build++) {
    const system = buildBodies(count);
    const y = new Float64Array(system.dimension + 1);
    const out = new Float64Array(system.dimension);
    const check = new Float64Array(system.dimension);
    system.getState(y);
    const arrays = copyArrays(system);
    const contenders = [
      { name: "bare loop", run: () => bareLoop(count, y, check, arrays) },
      {
        name: "RigidSystem",
        run: () => {
          system.setState(y);
          system.derivative(out);
        },
      },
    ];
    timeContenders(contenders, { repeats: 1, turn: 0.1 }); // warms up
    const timings = timeContenders(contenders, { repeats: quick ? 40 : 60, turn: 0.002 });
    requireSame(out, check);
    bare = Math.min(bare, timings[0].best);
    own = Math.min(own, timings[1].best);
  }
  return { own, bare };
}

/** Returns the worst ratio to the bare loop, and the exponent over all sizes. */
function benchDerivative(quick: boolean): { ratio: number; exponent: number } {
  console.log(
    `An evaluation, from y to dY/dt, of free bodies (at most ${bounds.ratio} × the bare loop; exponent at most ${bounds.exponent})\n`,
  );
  const sizes = quick ? [1, 100, 10_000] : [1, 100, 10_000, 100_000];
  const costs = sizes.map((count) => timeDerivative(count, quick));
  const ratios = costs.map(({ own, bare }) => own / bare);
  const rows = costs.map(({ own, bare }, k) => {
    const ns = (seconds: number) => ((1e9 * seconds) / sizes[k]).toFixed(1);
    return [
      String(sizes[k]),
      formatTime(own),
      (1 / own).toPrecision(3),
      ns(own),
      ns(bare),
      `${ratios[k].toFixed(2)} ×`,
    ];
  });
  printTable(["bodies", "an evaluation", "evaluations/s", "ns a body", "bare loop", "ratio"], rows);
  console.log();
  const fitFrom = (first: number) => {
    const fit = (times: number[]) => fitExponent(sizes.slice(first), times.slice(first));
    const [own, bare] = [fit(costs.map((cost) => cost.own)), fit(costs.map((cost) => cost.bare))];
    console.log(`exponent from ${sizes[first]} on: ${own.toFixed(3)}, of the bare loop ${bare.toFixed(3)}`);
    return own;
  };
  const exponent = fitFrom(0);
  fitFrom(sizes.indexOf(many));
  return { ratio: Math.max(...ratios), exponent };
}

/** Both must have computed the same, up to the order of a product. */
function requireSame(a: Float64Array, b: Float64Array): void {
  const k = a.findIndex((value, i) => Math.abs(value - b[i]) > 1e-15 * Math.max(1, Math.abs(value)));
  if (k >= 0) throw new Error(`the bare loop computes ${b[k]} for entry ${k} of dY/dt, not ${a[k]}`);
}

/** Two tumbling bodies tied together by a damped spring, under gravity. */
function buildPair(): RigidSystem {
  const system = new RigidSystem();
  const shape = { mass: 6, inertia: [6.5, 5, 2.5] };
  const a = system.addBody({ ...shape, angularVelocity: [1, 0, 2] });
  const b = system.addBody({ ...shape, position: [3, 0, 0], angularVelocity: [0, 1, 0.2] });
  const springs = system.particles.addForce(new Springs());
  const [p, q] = [system.addAnchor(a, [0.5, 1, 1.5]), system.addAnchor(b, [-0.5, 1, 1.5])];
  springs.connect(system.particles, p, q, { stiffness: 50, damping: 1, length: 2 });
  system.addForce(gravity());
  system.addForce(damping({ linear: 0.1, angular: 0.1 }));
  return system;
}

/** Returns the worst. */
function benchAllocation(): number {
  console.log("\nBytes left on the heap a step: two bodies, a spring between anchors, gravity, damping\n");
  const cases: [string, Stepper][] = [
    ["rk4", rk4(buildPair(), { step: 1e-3 })],
    ["splitting", splitting(buildPair(), { step: 1e-3 })],
    ["dopri5", dopri5(buildPair(), { tolerance: 1e-8 })],
    ["adams", adams(buildPair(), { tolerance: 1e-8 })],
    ["radau5", radau5(buildPair(), { tolerance: 1e-8 })],
    ["dopri5, Chaney's form", dopri5(createBodyFrameProblem(buildPair()), { tolerance: 1e-8 })],
  ];
  const bytes = cases.map(([, stepper]) => measureAllocation(() => void stepper.step()));
  printTable(
    ["method", "bytes a step"],
    cases.map(([name], k) => [name, bytes[k].toFixed(1)]),
  );
  return Math.max(...bytes);
}
