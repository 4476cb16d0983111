/** The format as a table: constraints. */
import type {
  BallConstraint,
  CurveConstraint,
  DistanceConstraint,
  HingeConstraint,
  PlaneConstraint,
  SliderConstraint,
  WeldConstraint,
} from "./file-parts.js";
import { choose, direction, id, may, name, need, positive, record, variant, vector } from "./table.js";
import { jointFields } from "./table-joints.js";
import { curveField } from "./table-parts.js";

const own = may(id, "Unique in the file.");
const a = need(name("body", "particle"), "A body or particle.");
const b = may(name("body", "particle"), "Another; default the world.");
const anchor = need(vector, "World coordinates at t = 0.");
const axis = need(direction, "World coordinates at t = 0; only the direction counts.");
const type = (value: string) => need(choose(value), "Which kind.");

/** The table of a constraint. */
export const constraintField = variant("a constraint", {
  ball: record<BallConstraint>("a ball", {
    id: own,
    type: type("ball"),
    a,
    b,
    anchor: may(vector, "World coordinates at t = 0; default the place of a particle that takes part."),
  }),
  hinge: record<HingeConstraint>("a hinge", { id: own, type: type("hinge"), a, b, anchor, axis }),
  slider: record<SliderConstraint>("a slider", { id: own, type: type("slider"), a, b, axis }),
  weld: record<WeldConstraint>("a weld", { id: own, type: type("weld"), a, b }),
  distance: record<DistanceConstraint>(
    "a distance",
    {
      id: own,
      type: type("distance"),
      a,
      b,
      anchorA: may(vector, "World coordinates at t = 0; default the position of a."),
      anchorB: may(vector, "World coordinates at t = 0; default the position of b."),
      length: may(positive, "m; default the distance at t = 0."),
    },
    { needs: [["b"], ["anchorB"]] },
  ),
  curve: record<CurveConstraint>("a point on a curve", {
    id: own,
    type: type("curve"),
    a,
    curve: need(curveField, "World coordinates."),
    anchor: may(vector, "The point of a body; default its position. Beyond the contract."),
  }),
  plane: record<PlaneConstraint>("a point in a plane", {
    id: own,
    type: type("plane"),
    a,
    anchor,
    normal: need(direction, "World coordinates; only the direction counts."),
  }),
  ...jointFields,
});
