/** Helpers of the tests of joints: reading reactions, placing bodies, a world with something of every kind. */
import {
  Carrier,
  type Constraint,
  type CoordinatePlace,
  type End,
  EndSlot,
  type EndSource,
  endSize,
  Mechanism,
} from "@rigor/engine/constrain";
import { cos, mat3, sin, vec3 } from "@rigor/engine/math";
import { boxMass, createMotionPath, RigidSystem } from "@rigor/engine/rigid";

/** Force and torque on the first end of a constraint, after one evaluation at the state. */
export function findReaction(mechanism: Mechanism, constraint: Constraint): Float64Array {
  mechanism.derivative(new Float64Array(mechanism.dimension));
  const out = new Float64Array(6);
  mechanism.readReaction(out, 0, constraint);
  return out;
}

/** v̇ of the origin of body i, after one evaluation at the state. */
export function findAcceleration(mechanism: Mechanism, i: number): Float64Array {
  const { system } = mechanism;
  const out = new Float64Array(mechanism.dimension);
  mechanism.derivative(out);
  return out.slice(13 * i + 7, 13 * i + 10).map((rate) => rate / system.mass[i]);
}

/** The rotation about an axis of length 1. */
export function turnAbout(axis: readonly number[], angle: number): number[] {
  return [...axis.map((x) => x * Math.sin(angle / 2)), Math.cos(angle / 2)];
}

/** A uniform bar in the xy plane, its frame in its middle and along it: only its moment about z matters there. */
export function addBar(system: RigidSystem, mass: number, length: number, from: number[], angle: number): number {
  const I = (mass * length * length) / 12;
  const position = [from[0] + (length / 2) * Math.cos(angle), from[1] + (length / 2) * Math.sin(angle), 0];
  return system.addBody({ mass, inertia: [I, I, I], position, rotation: turnAbout([0, 0, 1], angle) });
}

/** A wheel at a place: a body with given moments. */
export function addWheel(system: RigidSystem, mass: number, moment: number, position: number[] = [0, 0, 0]): number {
  return system.addBody({ mass, inertia: [moment, moment, moment], position });
}

/** A ring in gimbals: it turns about z by u₀ and then about its own x by u₁, and is 1 m from the z axis. */
export class Gimbal implements EndSource {
  readonly name = "gimbal";
  readonly width = 2;
  readonly initial = [0.3, -0.2, 0.7, 0.4];
  readonly force = new Float64Array(2);
  readonly u = new Float64Array(4);

  derive(state: Float64Array, o: number): void {
    for (let k = 0; k < 4; k++) this.u[k] = state[o + k];
  }

  computeForces(): void {
    this.force.fill(0);
  }

  /** M is the identity. */
  multiplyInverse(): void {}

  kineticEnergy(): number {
    return 0.5 * (this.u[2] * this.u[2] + this.u[3] * this.u[3]);
  }

  potentialEnergy(): number {
    return 0;
  }

  createEnd(_path: string, index: number, { point = [0, 0, 0] }: CoordinatePlace): End {
    const at = new Float64Array(endSize);
    const { u } = this;
    const local = Float64Array.from(point);
    const z = Float64Array.of(0, 0, 1);
    // x of the ring, the centre of the ring, and from it to the point
    const x = new Float64Array(3);
    const r = new Float64Array(3);
    const w = new Float64Array(3);
    return {
      carrier: Carrier.coordinates,
      index,
      width: 2,
      turns: true,
      name: "gimbal",
      at,
      locate() {
        const [c0, s0, c1, s1] = [cos(u[0]), sin(u[0]), cos(u[1]), sin(u[1])];
        at.set([c0, -s0 * c1, s0 * s1, s0, c0 * c1, -c0 * s1, 0, s1, c1], EndSlot.axes);
        x.set([c0, s0, 0]);
        mat3.transformVector(r, 0, at, EndSlot.axes, local, 0);
        vec3.add(at, EndSlot.point, x, 0, r, 0);
        for (let k = 0; k < 3; k++) at[EndSlot.angularVelocity + k] = u[2] * z[k] + u[3] * x[k];
        // α = u̇₀ u̇₁ z × x
        vec3.cross(w, 0, z, 0, x, 0);
        vec3.scale(at, EndSlot.angularAcceleration, w, 0, u[2] * u[3]);
        // v = u̇₀ z × x + ω × r,   a = u̇₀² z × (z × x) + α × r + ω × (ω × r)
        vec3.scale(at, EndSlot.velocity, w, 0, u[2]);
        vec3.cross(w, 0, z, 0, w, 0);
        vec3.scale(at, EndSlot.acceleration, w, 0, u[2] * u[2]);
        vec3.cross(w, 0, at, EndSlot.angularAcceleration, r, 0);
        vec3.add(at, EndSlot.acceleration, at, EndSlot.acceleration, w, 0);
        vec3.cross(w, 0, at, EndSlot.angularVelocity, r, 0);
        vec3.add(at, EndSlot.velocity, at, EndSlot.velocity, w, 0);
        vec3.cross(w, 0, at, EndSlot.angularVelocity, w, 0);
        vec3.add(at, EndSlot.acceleration, at, EndSlot.acceleration, w, 0);
      },
      writeRow(out, o, n, i, t, j) {
        // ∂p/∂u₀ = z × p, ∂p/∂u₁ = x × r;  ∂θ/∂u₀ = z, ∂θ/∂u₁ = x
        vec3.cross(w, 0, z, 0, at, EndSlot.point);
        out[o] = vec3.dot(n, i, w, 0) + vec3.dot(t, j, z, 0);
        vec3.cross(w, 0, x, 0, r, 0);
        out[o + 1] = vec3.dot(n, i, w, 0) + vec3.dot(t, j, x, 0);
      },
    };
  }
}

/** Three free bodies (0, 1, 2), one that follows a path (3), a particle and a gimbal. */
export function createJointWorld(): { readonly mechanism: Mechanism; readonly gimbal: Gimbal } {
  const system = new RigidSystem({ time: 0.3 });
  for (let i = 0; i < 3; i++) {
    const mass = boxMass({ size: [1, 0.5 + 0.1 * i, 0.3], mass: 1 + i });
    system.addBody({ mass, position: [0.4 * i, 0.2, 0.1], rotation: turnAbout([0.6, 0, 0.8], 0.3 * i) });
  }
  const path = createMotionPath((time, frame) => {
    const t = time[0];
    frame.set([sin(t), 0.3 * t * t, 0, 0.3 * sin(t), 0.2 * t, 0, 1]);
  });
  system.addBody({ path });
  system.particles.addParticle({ mass: 1, position: [0, 1, 0] });
  const mechanism = new Mechanism(system);
  return { mechanism, gimbal: mechanism.addCoordinates(new Gimbal()) };
}
