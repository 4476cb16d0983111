/** The query of collide: what other rooms use of it. */
export { findClosestPoint, PointSlot, shapesOverlap } from "./point-query.js";
export { type FilterOptions, QueryFilter } from "./query-filter.js";
export { HitList } from "./query-hits.js";
export { QueryWorld } from "./query-world.js";
export { castRay, HitSlot, RayHit } from "./ray-cast.js";
export { castShape, ShapeHit } from "./shape-cast.js";
