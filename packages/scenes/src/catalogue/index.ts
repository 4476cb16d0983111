import type { BuiltInScene } from "./built-in.js";
import * as clocks from "./clock.js";
import * as contacts from "./contacts.js";
import * as machines from "./machines.js";
import * as mechanisms from "./mechanisms.js";
import * as particles from "./particles.js";
import * as rigid from "./rigid.js";
import * as rolling from "./rolling.js";
import * as sliding from "./sliding.js";
import * as standing from "./standing.js";
import * as tops from "./tops.js";
import * as worlds from "./worlds.js";

/** Every built-in scene. */
export const catalogue: readonly BuiltInScene[] = [
  contacts,
  worlds,
  sliding,
  rolling,
  tops,
  standing,
  clocks,
  mechanisms,
  machines,
  rigid,
  particles,
].flatMap((scenes): BuiltInScene[] => Object.values(scenes));
