/** The built-in scenes, to be simulated here. They are loaded when they are asked for. */

import type { Opening } from "../data/opening.js";
import { find } from "./dom.js";
import { escapeHtml } from "./format.js";

/** A built-in scene with its usual parameters. Throws if there is none of that name. */
export async function openBuiltIn(name: string): Promise<Opening> {
  const { catalogue } = await import("@rigor/scenes");
  const scene = catalogue.find((entry) => entry.name === name);
  if (scene === undefined) throw new Error(`There is no built-in scene "${name}".`);
  return { kind: "scene", scene: new File([JSON.stringify(scene.create())], `${name}.json`) };
}

/** Shows the first page: where to drop files, and what there is to choose from. */
export async function showGallery(
  onOpen: (opening: Opening) => void,
  onProblem: (error: unknown) => void,
): Promise<void> {
  find("welcome").hidden = false;
  const { catalogue } = await import("@rigor/scenes");
  find("gallery").replaceChildren(
    ...catalogue.map(({ name, line }) => {
      const button = document.createElement("button");
      button.type = "button";
      button.dataset.scene = name;
      button.innerHTML = `${escapeHtml(name)}<small>${escapeHtml(line)}</small>`;
      button.addEventListener("click", () => openBuiltIn(name).then(onOpen, onProblem));
      return button;
    }),
  );
}
