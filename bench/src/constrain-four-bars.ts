/**
 * Four-bars in a row, A02 of IFToMM's library of benchmarks: N + 1 upright links of 1 m and 1 kg, neighbours joined by bars of the same
 * kind, started at 1 m/s, ten seconds in a world. All links turn together, and their angle θ is known:
 *
 *   ((N + 1) I + N m ℓ²) θ̈ = −((N + 1)/2 + N) m g ℓ cos θ
 *
 * which is followed here by Gauss's method of order 6. Twice in a turn all of it lies flat, a singular position.
 */
import { hinge } from "@rigor/engine/constrain";
import { boxMass } from "@rigor/engine/rigid";
import { World } from "@rigor/engine/world";
import { formatTime, printTable } from "./support.js";

const [g, w, end] = [9.81, 0.05, 10];
/**
 * Bounds that must hold: of places, m, at a tolerance of 1e-7 and below, or two tolerances, by as much as they may be off after 10 s (1.4
 * were seen); of the energy, relative; of 40 four-bars, s of the processor.
 */
const bounds = { position: 2e-8, energy: 1e-7, time: 20 };

/** Prints a table, and returns the bounds missed. */
export function benchFourBars(quick: boolean): string[] {
  console.log("\nFour-bars in a row, 10 s through their flat poses\n");
  const counts = quick ? [1, 10] : [1, 2, 3, 5, 10, 20, 40, 70, 100];
  const tolerances = quick ? [1e-8] : [1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11, 1e-12];
  const missed: string[] = [];
  const rows: string[][] = [];
  for (const N of counts) {
    for (const tolerance of tolerances) {
      const { status, message, position, energy, steps, time } = runRow(N, tolerance);
      const name = `${N} four-bars at ${tolerance.toExponential(0)}`;
      rows.push([
        String(N),
        tolerance.toExponential(0),
        position.toExponential(1),
        energy.toExponential(1),
        String(steps),
        formatTime(time),
      ]);
      if (status !== "done") missed.push(`${name}: ${message}`);
      if (tolerance <= 1e-7 && !(position <= Math.max(bounds.position, 2 * tolerance)))
        missed.push(`${name}: ${position} m off`);
      if (!(energy <= bounds.energy)) missed.push(`${name}: energy off by ${energy}`);
      if (N === 40 && !(time <= bounds.time))
        missed.push(`${name}: ${time.toFixed(1)} s, should be at most ${bounds.time}`);
    }
  }
  printTable(["four-bars", "tolerance", "position (m)", "energy", "steps", "time"], rows);
  return missed;
}

function runRow(N: number, tolerance: number) {
  const world = new World({ tolerance });
  addRow(N, world);
  const { total } = world.getEnergy();
  const before = process.cpuUsage();
  const { status, message, steps } = world.advanceTo(end);
  const { user, system } = process.cpuUsage(before);
  return {
    status,
    message,
    steps,
    time: (user + system) * 1e-6,
    position: measureError(N, world),
    energy: Math.abs(world.getEnergy().total / total - 1),
  };
}

function addRow(N: number, world: World): void {
  const axis = [0, 0, 1];
  for (let k = 0; k <= N; k++) {
    const mass = boxMass({ size: [w, 1, w], mass: 1 });
    world.addBody({ mass, position: [k, 0.5, 0], velocity: [0.5, 0, 0], angularVelocity: [0, 0, -1] });
    world.add(hinge({ a: { body: k }, at: [k, 0, 0], axis }));
  }
  for (let k = 0; k < N; k++) {
    const mass = boxMass({ size: [1, w, w], mass: 1 });
    const bar = world.addBody({ mass, position: [k + 0.5, 1, 0], velocity: [1, 0, 0] });
    for (const i of [k, k + 1]) world.add(hinge({ a: { body: bar }, b: { body: i }, at: [i, 1, 0], axis }));
  }
}

/** The farthest that a body is from where it should be, m. */
function measureError(N: number, world: World): number {
  const theta = follow(N, world.time);
  const [c, s] = [Math.cos(theta), Math.sin(theta)];
  let most = 0;
  for (let k = 0; k <= 2 * N; k++) {
    const [x, y, z] = world.system.state.subarray(13 * k, 13 * k + 3);
    const [atX, atY] = k <= N ? [k + c / 2, s / 2] : [k - N - 0.5 + c, s];
    most = Math.max(most, Math.hypot(x - atX, y - atY, z));
  }
  return most;
}

/** θ after a time: links upright at first, their tips at 1 m/s along x. */
function follow(N: number, time: number): number {
  const root = Math.sqrt(15);
  const a = [
    [5 / 36, 2 / 9 - root / 15, 5 / 36 - root / 30],
    [5 / 36 + root / 24, 2 / 9, 5 / 36 - root / 24],
    [5 / 36 + root / 30, 2 / 9 + root / 15, 5 / 36],
  ];
  const pull = (-g * ((N + 1) / 2 + N)) / ((N + 1) * ((1 + w * w) / 12 + 0.25) + N);
  const steps = Math.max(1, Math.round(2000 * time));
  const h = time / steps;
  const sum = (b: readonly number[], k: readonly number[]) => b[0] * k[0] + b[1] * k[1] + b[2] * k[2];
  let [theta, rate] = [Math.PI / 2, -1];
  for (let k = 0; k < steps; k++) {
    let turns = [rate, rate, rate];
    let bends = turns.map(() => pull * Math.cos(theta));
    for (let round = 0; round < 12; round++) {
      turns = a.map((row) => rate + h * sum(row, bends));
      bends = a.map((row) => pull * Math.cos(theta + h * sum(row, turns)));
    }
    theta += h * sum([5 / 18, 4 / 9, 5 / 18], turns);
    rate += h * sum([5 / 18, 4 / 9, 5 / 18], bends);
  }
  return theta;
}
