/** The door of the room `describe` (scene files written from worlds and models): everything that other rooms use of it. */
export { describeWorld, type WorldNames } from "./describe-world.js";
export { saveScene } from "./save.js";
