/**
 * A mouse spring drags a particle towards a point without prescribing its position, so that rapid motions of the mouse
 * do not upset the integration. The point rests where the mouse is: f = −ks (x − target) − kd v.
 *
 * Follows: Particle System Dynamics, section 5.
 */
import type { BlockMatrix } from "../../linalg/index.js";
import { requireNonNegative, requireOptions, requireVector } from "../../math/index.js";
import type { Force, ParticleSystem } from "../system/index.js";

/** A damped spring from a particle to a point that follows the mouse. */
export class MouseSpring implements Force {
  readonly name = "mouse spring";
  /** The particle on the spring, or −1. */
  particle = -1;
  /** Position to which the particle is dragged, m. */
  readonly target = new Float64Array(3);
  private system: ParticleSystem | null = null;
  /** Stiffness ks, N/m. */
  readonly stiffness: number;
  /** Damping kd, N·s/m. */
  readonly damping: number;

  constructor(options: { readonly stiffness: number; readonly damping?: number }) {
    requireOptions("mouseSpring", options, "{ stiffness: 10 }");
    const { stiffness, damping = 0 } = options;
    requireNonNegative("mouseSpring.stiffness", stiffness);
    requireNonNegative("mouseSpring.damping", damping);
    this.stiffness = stiffness;
    this.damping = damping;
  }

  /** Attaches the spring to a particle, with the target at its position. */
  grab(system: ParticleSystem, particle: number): void {
    system.requireParticles("particle", [particle]);
    this.particle = particle;
    this.system = system;
    system.revise();
    for (let k = 0; k < 3; k++) this.target[k] = system.state[6 * particle + k];
  }

  /** Moves the target. */
  moveTo(x: number, y: number, z: number): void {
    requireVector("mouseSpring.target", [x, y, z]);
    this.target.set([x, y, z]);
    this.system?.revise();
  }

  /** Detaches the spring from its particle. */
  release(): void {
    this.particle = -1;
    this.system?.revise();
  }

  apply({ state, force }: ParticleSystem): void {
    const i = this.particle;
    if (i < 0) return;
    for (let k = 0; k < 3; k++) {
      force[3 * i + k] -= this.stiffness * (state[6 * i + k] - this.target[k]) + this.damping * state[6 * i + 3 + k];
    }
  }

  energy({ state }: ParticleSystem): number {
    const i = this.particle;
    if (i < 0) return 0;
    let sum = 0;
    for (let k = 0; k < 3; k++) {
      const pull = state[6 * i + k] - this.target[k];
      sum += pull * pull;
    }
    return 0.5 * this.stiffness * sum;
  }

  writeLoss(out: Float64Array, o: number, { state }: ParticleSystem): void {
    out[o] = 0;
    for (let k = 6 * this.particle + 3; this.particle >= 0 && k < 6 * this.particle + 6; k++) {
      out[o] += this.damping * state[k] * state[k];
    }
  }

  addBlocks(): void {}

  linearise(_system: ParticleSystem, K: BlockMatrix, D: BlockMatrix): void {
    if (this.particle < 0) return;
    const k = K.blockStart[this.particle];
    const d = D.blockStart[this.particle];
    for (let c = 0; c < 9; c += 4) {
      K.values[k + c] -= this.stiffness;
      D.values[d + c] -= this.damping;
    }
  }
}
