/** The door of constrain/limits: what other rooms use of it. */
export {
  type LimitEvent,
  type MechanismReport,
  MechanismSimulation,
  type MechanismSimulationOptions,
} from "./simulation.js";
