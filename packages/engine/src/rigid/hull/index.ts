/** Door of the room `hull` of rigid: convex hulls of points. */
export { buildHull, type ConvexHull, type ConvexHullOptions, computeConvexHull } from "./convex-hull.js";
