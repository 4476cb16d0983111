import type { BuiltInScene } from "./built-in.js";
import * as contacts from "./contacts.js";
import * as machines from "./machines.js";
import * as mechanisms from "./mechanisms.js";
import * as particles from "./particles.js";
import * as rigid from "./rigid.js";
import * as worlds from "./worlds.js";

/** Every built-in scene. */
export const catalogue: readonly BuiltInScene[] = [contacts, worlds, mechanisms, machines, rigid, particles].flatMap(
  (scenes): BuiltInScene[] => Object.values(scenes),
);
