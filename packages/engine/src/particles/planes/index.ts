/** Door of the room `planes` of particles: event-driven contact of particles with planes. */
export type { Friction, PlaneOptions } from "./plane.js";
export { PlaneContacts } from "./plane-contacts.js";
export type { PlaneEvent } from "./plane-event.js";
export {
  type AdvanceOptions,
  ParticleSimulation,
  type PlaneContactReport,
  type SimulationOptions,
  type SimulationReport,
} from "./simulation.js";
