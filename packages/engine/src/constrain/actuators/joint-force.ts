/**
 * Forces along coordinates of joints, for `mechanism.addForce`:
 *
 *   jointTorque, jointForce   f constant or a function of time                V = −f s where it is constant
 *   jointSpring               f = −k (s − s₀) − d ṡ                           V = ½ k (s − s₀)²
 *
 *   s   angle, rad, or length, m          f   what acts along it: N·m or N, on a; b feels the opposite
 *
 * Follows: Constrained Dynamics, section 4.
 */
import { requireFinite, requireNonNegative } from "../../math/index.js";
import { JointProbe, ProbeSlot, requireCoordinate } from "../joint-coordinates/index.js";
import {
  type JointCoordinate,
  type MechanismForce,
  type MechanismState,
  type Memory,
  readTimeFunction,
  requireKnown,
  type TimeFunction,
} from "../model/index.js";

/** A torque about the axis of a joint, N·m: a number, or a function that writes it into `out[0]`. */
export function jointTorque(coordinate: JointCoordinate, torque: number | TimeFunction): MechanismForce {
  requireCoordinate("jointTorque.coordinate", coordinate, "angle");
  return createEffort("joint torque", coordinate, "jointTorque.torque", torque);
}

/** A force along the axis of a joint, N: a number, or a function that writes it into `out[0]`. */
export function jointForce(coordinate: JointCoordinate, force: number | TimeFunction): MechanismForce {
  requireCoordinate("jointForce.coordinate", coordinate, "length");
  return createEffort("joint force", coordinate, "jointForce.force", force);
}

/** Options of a spring and damper on a joint. */
export interface JointSpringOptions {
  /** Stiffness k, N·m/rad or N/m. Default 0. */
  readonly stiffness?: number;
  /** Rest position s₀, rad or m. Default 0. */
  readonly rest?: number;
  /** Damping d, N·m·s/rad or N·s/m. Default 0. */
  readonly damping?: number;
}

/** A spring and a damper on a joint: `jointSpring(hinge.angle, { stiffness: 5, damping: 0.1 })`. */
export function jointSpring(coordinate: JointCoordinate, options: JointSpringOptions): MechanismForce {
  requireCoordinate("jointSpring.coordinate", coordinate);
  requireKnown("jointSpring", options, ["stiffness", "rest", "damping"]);
  const { stiffness = 0, rest = 0, damping = 0 } = options;
  requireNonNegative("jointSpring.stiffness", stiffness);
  requireFinite("jointSpring.rest", rest);
  requireNonNegative("jointSpring.damping", damping, "a negative one would speed things up");
  return new JointSpring(coordinate, Float64Array.of(stiffness, rest, damping));
}

class JointSpring implements MechanismForce {
  readonly name = "joint spring";
  readonly coordinate: JointCoordinate;
  private readonly probe: JointProbe;
  /** k, s₀ and d. */
  private readonly constants: Float64Array;

  constructor(coordinate: JointCoordinate, constants: Float64Array) {
    this.coordinate = coordinate;
    this.probe = new JointProbe(coordinate);
    this.constants = constants;
  }

  apply(mechanism: MechanismState): void {
    const { probe, constants } = this;
    probe.measure(mechanism);
    const { at } = probe;
    at[ProbeSlot.force] = -constants[0] * (at[ProbeSlot.value] - constants[1]) - constants[2] * at[ProbeSlot.rate];
    probe.push(mechanism);
  }

  energy(mechanism: MechanismState): number {
    const { probe, constants } = this;
    probe.measure(mechanism);
    const stretch = probe.at[ProbeSlot.value] - constants[1];
    return 0.5 * constants[0] * stretch * stretch;
  }

  /** d ṡ². */
  writeLoss(out: Float64Array, o: number, mechanism: MechanismState): void {
    const { probe, constants } = this;
    probe.measure(mechanism);
    const { at } = probe;
    out[o] = constants[2] * at[ProbeSlot.rate] * at[ProbeSlot.rate];
  }

  finishStep(): void {
    this.probe.coordinate.finishStep?.();
  }

  get memory(): Memory {
    return this.coordinate.memory ?? [];
  }
}

/** `path` names the number in errors. */
function createEffort(
  name: string,
  coordinate: JointCoordinate,
  path: string,
  effort: number | TimeFunction,
): MechanismForce {
  const read = readTimeFunction(path, effort, 0, 0);
  const probe = new JointProbe(coordinate);
  const time = new Float64Array(1);
  const out = new Float64Array(1);
  const apply = (mechanism: MechanismState): void => {
    const { particles } = mechanism.system;
    time[0] = particles.state[6 * particles.count];
    read(time, out);
    probe.measure(mechanism);
    probe.at[ProbeSlot.force] = out[0];
    probe.push(mechanism);
  };
  const finishStep = () => coordinate.finishStep?.();
  const { memory = [] } = coordinate;
  if (typeof effort === "function") return { name, coordinate, apply, finishStep, memory };
  const energy = (mechanism: MechanismState): number => {
    probe.measure(mechanism);
    return -effort * probe.at[ProbeSlot.value];
  };
  return { name, coordinate, apply, energy, finishStep, memory };
}
