/** The format as a table: forces and generalized bodies. */
import { Most } from "../../math/index.js";
import type {
  AttractForce,
  BeadBody,
  CircleCurve,
  ConstantForce,
  DragForce,
  HelixCurve,
  LineCurve,
  PendulumBody,
  PendulumLink,
  RepelForce,
  SpringForce,
  WindForce,
} from "./file-parts.js";
import { mostLinks } from "./parameters.js";
import {
  choose,
  direction,
  finite,
  id,
  list,
  may,
  name,
  need,
  nonNegative,
  positive,
  record,
  selection,
  speed,
  upTo,
  variant,
  vector,
  weight,
} from "./table.js";
import { jointForceField } from "./table-joints.js";

const own = may(id, "Unique in the file.");
const on = need(selection, 'Ids of bodies and particles, or "all".');
const type = (value: string) => need(choose(value), "Which kind.");

/** The table of a force. */
export const forceField = variant("a force", {
  drag: record<DragForce>(
    "a drag",
    {
      id: own,
      type: type("drag"),
      on,
      linear: may(nonNegative, "F = −linear v, N·s/m.", 0),
      angular: may(nonNegative, "τ = −angular ω, of bodies, N·m·s.", 0),
    },
    { needs: [["linear"], ["angular"]] },
  ),
  spring: record<SpringForce>(
    "a spring",
    {
      id: own,
      type: type("spring"),
      a: need(name("body", "particle"), "A body or particle."),
      b: may(name("body", "particle"), "Another; default the world."),
      anchorA: may(vector, "In the frame of the body a; default its origin."),
      anchorB: may(vector, "In the frame of the body b, or a point of the world."),
      stiffness: need(nonNegative, "N/m."),
      damping: may(nonNegative, "N·s/m.", 0),
      length: may(nonNegative, "At which it is slack, m; default the distance at t = 0."),
    },
    { needs: [["b"], ["anchorB"]] },
  ),
  constant: record<ConstantForce>(
    "a constant force",
    {
      id: own,
      type: type("constant"),
      on,
      force: may(vector, "N."),
      torque: may(vector, "Of bodies, N·m."),
      at: may(vector, "Where the force acts, in the frame; default the centre of mass."),
      frame: may(choose("world", "body"), "Of force, torque and at.", "world"),
      atFrame: may(choose("world", "body"), "Of at alone; default that of frame. Beyond the contract."),
    },
    { needs: [["force"], ["torque"]] },
  ),
  attract: record<AttractForce>("an attraction", {
    id: own,
    type: type("attract"),
    on,
    strength: need(finite, "G of G m₁m₂/d², m³/(kg·s²); negative repels."),
    softening: may(nonNegative, "m.", 0),
  }),
  repel: record<RepelForce>("a repulsion", {
    id: own,
    type: type("repel"),
    on,
    radius: need(positive, "Where it begins, m."),
    stiffness: need(nonNegative, "N/m."),
    damping: may(nonNegative, "N·s/m.", 0),
  }),
  wind: record<WindForce>("a wind", {
    id: own,
    type: type("wind"),
    on,
    velocity: need(speed, "m/s."),
    drag: need(nonNegative, "F = drag (velocity − v), N·s/m."),
  }),
  joint: jointForceField,
});

/** The table of a curve. */
export const curveField = variant("a curve", {
  circle: record<CircleCurve>("a circle", {
    type: type("circle"),
    center: need(vector, "m."),
    normal: need(direction, "Only the direction counts."),
    radius: need(positive, "m."),
  }),
  line: record<LineCurve>("a line", {
    type: type("line"),
    point: need(vector, "u = 0, m."),
    direction: need(direction, "Only the direction counts."),
  }),
  helix: record<HelixCurve>("a helix", {
    type: type("helix"),
    center: need(vector, "m."),
    axis: need(direction, "Only the direction counts."),
    radius: need(positive, "m."),
    pitch: need(finite, "Rise per turn, m; negative for a left-handed one. Not 0."),
  }),
});

const link = record<PendulumLink>("a link", {
  length: need(positive, "m."),
  mass: need(weight, "At its end, kg."),
});

/** The table of a generalized body. */
export const generalizedField = variant("a generalized body", {
  pendulum: record<PendulumBody>("a pendulum", {
    id: need(id, "Unique in the file."),
    type: type("pendulum"),
    anchor: may(vector, "Where it hangs, m.", [0, 0, 0]),
    normal: may(direction, "Of the plane in which it swings.", [0, 0, 1]),
    links: need(list(link, { min: 1, max: mostLinks }), "Point masses on massless rods."),
    angles: may(list(finite), "One a link, from the direction of gravity, right-handed about the normal, rad."),
    rates: may(list(upTo(finite, Most.speed, "rad/s")), "One a link, rad/s."),
  }),
  bead: record<BeadBody>("a bead", {
    id: need(id, "Unique in the file."),
    type: type("bead"),
    mass: may(weight, "kg.", 1),
    curve: need(curveField, "The wire."),
    u: may(finite, "Angle on a circle or helix, rad; way along a line, m.", 0),
    rate: may(upTo(finite, Most.speed, "rad/s"), "u̇.", 0),
  }),
});
