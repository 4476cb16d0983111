/**
 * A box of sides 1, 2, 3 m and 6 kg tumbles for 60 s without torque: time and error of every method, beside cannon-es and
 * Rapier in the same run.
 *
 *   attitude   the angle between the attitude at t = 60 and the exact one, rad
 *   energy     the worst |T/T₀ − 1| on the way
 *   momentum   the worst |L − L₀|/|L₀| on the way
 *
 * The exact attitude was computed to 40 digits by Taylor series of order 45, which have the published ones at t = 1, 10 and
 * 100 to all digits. The other engines run with their own settings, without gravity, damping and sleep.
 */

import { quat, vec3 } from "@rigor/engine/math";
import { adams, dopri5, euler, integrate, midpoint, type Problem, radau5, rk4, type Stepper } from "@rigor/engine/ode";
import { createBodyFrameProblem, RigidSystem, Slot, splitting } from "@rigor/engine/rigid";
import { Body, Vec3, World } from "cannon-es";
import { formatTime, printTable, timeContenders } from "./support.js";

const end = 60;
const mass = 6;
const inertia = [6.5, 5, 2.5];
const omega0 = [1, 0, 2];
const exact = Float64Array.of(-0.03982123792562873, 0.18517115616765617, -0.9542968006254698, -0.23117856355985128);

/** One way to run the box, at one setting. */
interface Tumbler {
  readonly name: string;
  readonly setting: string;
  /** Begins anew and runs to the end; `watch` is called after every step. Returns the number of steps. */
  run(watch?: () => void): number;
  /** Writes q, [x, y, z, w], and ω in world axes: seven numbers. */
  read(out: Float64Array): void;
}

/** A method of ours. */
function ours(name: string, setting: string, make: (system: RigidSystem) => Stepper): Tumbler {
  let system = new RigidSystem();
  return {
    name,
    setting,
    run(watch) {
      system = new RigidSystem();
      system.addBody({ mass, inertia, angularVelocity: omega0 });
      const stepper = make(system);
      const report = integrate(stepper, end, watch === undefined ? {} : { onStep: () => watch() });
      if (report.status !== "done") throw new Error(`${name}, ${setting}: ${report.status}`);
      return report.steps;
    },
    read(out) {
      out.set(system.state.subarray(Slot.q, Slot.q + 4));
      out.set(system.angularVelocity.subarray(0, 3), 4);
    },
  };
}

type FixedMethod = (system: RigidSystem, options: { step: number }) => Stepper;
type AdaptiveMethod = (problem: Problem, options: { tolerance: number }) => Stepper;

function listOurs(quick: boolean): Tumbler[] {
  const fixed = (name: string, method: FixedMethod, rates: readonly number[]) =>
    rates.map((rate) => ours(name, `${rate} Hz`, (system) => method(system, { step: 1 / rate })));
  const adaptive = (name: string, method: AdaptiveMethod, isBodyFrame = false) =>
    (quick ? [1e-12] : [1e-4, 1e-6, 1e-8, 1e-10, 1e-12]).map((tolerance) =>
      ours(name, `tol ${tolerance.toExponential(0)}`, (system) =>
        method(isBodyFrame ? createBodyFrameProblem(system) : system, { tolerance }),
      ),
    );
  return [
    ...fixed("euler", euler, [60]),
    ...fixed("midpoint", midpoint, [60]),
    ...fixed("rk4", rk4, quick ? [60] : [15, 60, 240, 960]),
    ...fixed("splitting", splitting, quick ? [60] : [5, 15, 60, 240, 960]),
    ...adaptive("dopri5", dopri5),
    ...adaptive("adams", adams),
    ...adaptive("radau5", radau5).slice(0, 4),
    ...adaptive("dopri5, Chaney's form", dopri5, true),
    ...adaptive("adams, Chaney's form", adams, true),
  ];
}

function cannon(rate: number): Tumbler {
  const world = new World();
  const body = new Body({ mass, linearDamping: 0, angularDamping: 0 });
  world.addBody(body);
  body.inertia.set(inertia[0], inertia[1], inertia[2]);
  body.invInertia.set(1 / inertia[0], 1 / inertia[1], 1 / inertia[2]);
  return {
    name: "cannon-es",
    setting: `${rate} Hz`,
    run(watch) {
      body.quaternion.set(0, 0, 0, 1);
      body.angularVelocity.copy(new Vec3(...omega0));
      body.updateInertiaWorld(true);
      for (let k = 0; k < end * rate; k++) {
        world.step(1 / rate);
        watch?.();
      }
      return end * rate;
    },
    read(out) {
      const { quaternion: q, angularVelocity: w } = body;
      out.set([q.x, q.y, q.z, q.w, w.x, w.y, w.z]);
    },
  };
}

type Rapier = typeof import("@dimforge/rapier3d-compat");

function rapier(engine: Rapier, rate: number): Tumbler {
  const [x, y, z] = inertia;
  const [wx, wy, wz] = omega0;
  const still = { x: 0, y: 0, z: 0 };
  const upright = { x: 0, y: 0, z: 0, w: 1 };
  const world = new engine.World(still);
  world.timestep = 1 / rate;
  const shape = engine.RigidBodyDesc.dynamic().setAdditionalMassProperties(mass, still, { x, y, z }, upright);
  const body = world.createRigidBody(shape.setLinearDamping(0).setAngularDamping(0).setCanSleep(false));
  return {
    name: "Rapier",
    setting: `${rate} Hz`,
    run(watch) {
      body.setRotation(upright, true);
      body.setAngvel({ x: wx, y: wy, z: wz }, true);
      for (let k = 0; k < end * rate; k++) {
        world.step();
        watch?.();
      }
      return end * rate;
    },
    read(out) {
      const q = body.rotation();
      const w = body.angvel();
      out.set([q.x, q.y, q.z, q.w, w.x, w.y, w.z]);
    },
  };
}

interface Errors {
  readonly steps: number;
  readonly attitude: number;
  readonly energy: number;
  readonly momentum: number;
}

/** One run under observation. */
function measureErrors(tumbler: Tumbler): Errors {
  const now = new Float64Array(7);
  const spin = new Float64Array(3);
  const L0 = Float64Array.from(omega0, (w, k) => inertia[k] * w);
  const T0 = 0.5 * omega0.reduce((sum, w, k) => sum + inertia[k] * w * w, 0);
  let energy = 0;
  let momentum = 0;
  const steps = tumbler.run(() => {
    tumbler.read(now);
    // ω, and then L, in axes of the body
    quat.rotateVectorInverse(spin, 0, now, 0, now, 4);
    const T = 0.5 * spin.reduce((sum, w, k) => sum + inertia[k] * w * w, 0);
    energy = Math.max(energy, Math.abs(T / T0 - 1));
    for (let k = 0; k < 3; k++) spin[k] *= inertia[k];
    quat.rotateVector(spin, 0, now, 0, spin, 0);
    vec3.subtract(spin, 0, spin, 0, L0, 0);
    momentum = Math.max(momentum, vec3.length(spin, 0) / vec3.length(L0, 0));
  });
  tumbler.read(now);
  return { steps, attitude: measureAngle(now), energy, momentum };
}

/** The angle between an attitude and the exact one. */
function measureAngle(q: Float64Array): number {
  const turn = new Float64Array(4);
  quat.conjugate(turn, 0, exact, 0);
  quat.multiply(turn, 0, turn, 0, q, 0);
  return 2 * Math.atan2(vec3.length(turn, 0), Math.abs(turn[3]));
}

/** Returns the attitude error of dopri5 at its tightest tolerance. */
export async function benchTumble(quick: boolean): Promise<number> {
  console.log("\nA box tumbling for 60 s without torque: error beside time\n");
  const engine = await import("@dimforge/rapier3d-compat");
  await engine.init();
  const rates = quick ? [60] : [60, 240, 960, 3840];
  const tumblers = [
    ...listOurs(quick),
    ...rates.map((rate) => cannon(rate)),
    ...rates.map((rate) => rapier(engine, rate)),
  ];
  const errors = tumblers.map(measureErrors);
  const timings = timeContenders(
    tumblers.map((tumbler) => ({ name: tumbler.name, run: () => void tumbler.run() })),
    quick ? { repeats: 3, turn: 0.005 } : { repeats: 7, turn: 0.02 },
  );
  const rows = tumblers.map(({ name, setting }, k) => {
    const { steps, attitude, energy, momentum } = errors[k];
    const [first, second, third] = [attitude, energy, momentum].map((error) => error.toExponential(1));
    return [name, setting, String(steps), formatTime(timings[k].median), first, second, third];
  });
  printTable(["method", "setting", "steps", "time", "attitude (rad)", "energy", "momentum"], rows);
  return errors[tumblers.map(({ name }) => name).lastIndexOf("dopri5")].attitude;
}
