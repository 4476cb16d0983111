/** The format as a table: joints beyond the contract. */
import { Most } from "../../math/index.js";
import type {
  CylindricalConstraint,
  GearConstraint,
  JointForce,
  MotorConstraint,
  PulleyConstraint,
  RackConstraint,
  RollingConstraint,
  RopeConstraint,
  RopePoint,
  ScrewConstraint,
  UniversalConstraint,
} from "./file-joints.js";
import { mostRopePoints } from "./parameters.js";
import {
  choose,
  direction,
  finite,
  id,
  type Key,
  list,
  may,
  name,
  need,
  nonNegative,
  positive,
  type RecordField,
  record,
  upTo,
  vector,
} from "./table.js";

const own = may(id, "Unique in the file.");
const a = need(name("body", "particle"), "A body or particle.");
const b = may(name("body", "particle"), "Another; default the world.");
const joint = need(name("constraint"), "The id of a constraint.");
const coordinate = may(choose("angle", "travel"), "Default the angle, of a slider the travel.");
const anchor = need(vector, "World coordinates at t = 0.");
const axis = need(direction, "World coordinates at t = 0; only the direction counts.");
const length = may(positive, "m; default that at t = 0.");
const type = (value: string): Key => need(choose(value), "Which kind. Beyond the contract.");

/** The tables of constraints beyond the contract, by type. */
export const jointFields: Readonly<Record<string, RecordField>> = {
  universal: record<UniversalConstraint>("a universal joint", {
    id: own,
    type: type("universal"),
    a,
    b,
    anchor,
    axisA: axis,
    axisB: axis,
  }),
  cylindrical: record<CylindricalConstraint>("a cylindrical joint", {
    id: own,
    type: type("cylindrical"),
    a,
    b,
    anchor,
    axis,
  }),
  screw: record<ScrewConstraint>("a screw", {
    id: own,
    type: type("screw"),
    a,
    b,
    anchor,
    axis,
    pitch: need(finite, "m a turn; above 0 a right-hand thread. Not 0."),
  }),
  rope: record<RopeConstraint>("a rope", {
    id: own,
    type: type("rope"),
    through: need(
      list(
        record<RopePoint>(
          "a point of a rope",
          {
            on: may(name("body", "particle"), "Default the world."),
            anchor: may(vector, "World coordinates at t = 0; default the position of what it is on."),
          },
          { needs: [["on"], ["anchor"]] },
        ),
        { min: 2, max: mostRopePoints },
      ),
      "Its ends, with the eyes in between.",
    ),
    length,
  }),
  pulley: record<PulleyConstraint>("a pulley", {
    id: own,
    type: type("pulley"),
    a,
    b: need(name("body", "particle"), "Another body or particle."),
    anchorA: may(vector, "World coordinates at t = 0; default the position of a."),
    anchorB: may(vector, "World coordinates at t = 0; default the position of b."),
    overA: need(vector, "Where the rope of a leaves the pulley."),
    overB: need(vector, "Where the rope of b leaves the pulley."),
    ratio: may(positive, "How far a moves while b moves by one.", 1),
    length,
  }),
  gear: record<GearConstraint>("a gear", {
    id: own,
    type: type("gear"),
    a: joint,
    b: joint,
    ratio: need(finite, "Turns of b for one of a. Not 0."),
  }),
  rack: record<RackConstraint>("a rack", {
    id: own,
    type: type("rack"),
    a: joint,
    b: joint,
    radius: need(finite, "Of the pinion, m. Not 0."),
  }),
  motor: record<MotorConstraint>(
    "a motor",
    {
      id: own,
      type: type("motor"),
      joint,
      coordinate,
      speed: may(upTo(finite, Most.speed, "rad/s"), "rad/s or m/s; or position."),
      position: may(finite, "rad or m, from where the joint is at t = 0."),
    },
    { needs: [["speed"], ["position"]], conflicts: [["speed", "position"]] },
  ),
  rolling: record<RollingConstraint>("a rolling contact", {
    id: own,
    type: type("rolling"),
    a: need(name("body"), "A body; its position is the centre of the ball or wheel."),
    axis: may(direction, "Of a wheel, world coordinates at t = 0."),
    radius: need(positive, "m."),
    normal: need(direction, "Of the plane, towards the body."),
    point: may(vector, "Of the plane.", [0, 0, 0]),
  }),
};

/** The table of a force along a joint. */
export const jointForceField = record<JointForce>(
  "a force on a joint",
  {
    id: own,
    type: type("joint"),
    joint,
    coordinate,
    effort: may(finite, "N·m or N, on a.", 0),
    stiffness: may(nonNegative, "N·m/rad or N/m.", 0),
    rest: may(finite, "rad or m, from where the joint is at t = 0.", 0),
    damping: may(nonNegative, "N·m·s/rad or N·s/m.", 0),
  },
  { needs: [["effort"], ["stiffness"], ["damping"]] },
);
