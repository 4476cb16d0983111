/** The door of constrain/actuators: what other rooms use of it. */
export { type JointSpringOptions, jointForce, jointSpring, jointTorque } from "./joint-force.js";
export { JointFriction, type JointFrictionOptions, jointFriction } from "./joint-friction.js";
export { Bound, type LimitOptions, limit } from "./limit.js";
export { Motor, type MotorOptions, motor } from "./motor.js";
