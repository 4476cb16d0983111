/** Keys: one table for what they do and for the help. */
import { find } from "./dom.js";

export interface KeyAction {
  /** As in `KeyboardEvent.key`; several that do the same, or with "Shift+" before. */
  readonly keys: readonly string[];
  /** As in the help. */
  readonly shown: string;
  readonly what: string;
  run(): void;
}

/** The actions of the mouse, for the help. */
const gestures = [
  ["drag", "turn; with the right button or two fingers: move"],
  ["wheel, pinch", "nearer, farther"],
  ["click a body", "its numbers"],
  ["drag a body", "pull it with a spring, where the scene is simulated live"],
  ["hover an arrow", "the force in it"],
] as const;

export function listenToKeys(actions: readonly KeyAction[]): void {
  const table = new Map(actions.flatMap((action) => action.keys.map((key) => [key, action] as const)));
  // a control that was clicked has the focus too, but whoever clicks does not mean to go on with it by keys
  let isByKeys = false;
  addEventListener(
    "pointerdown",
    () => {
      isByKeys = false;
    },
    { capture: true },
  );
  addEventListener("keydown", (event) => {
    const { target, key } = event;
    if (key === "Tab") isByKeys = true;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (find<HTMLDialogElement>("help").open) return;
    const isControl = target instanceof HTMLSelectElement || target instanceof HTMLButtonElement;
    const isOurs = key === " " || (target instanceof HTMLSelectElement && key.length === 1);
    if (isControl && isOurs && !isByKeys) target.blur();
    else if (target instanceof HTMLSelectElement) return;
    // a button that was reached by keys takes the space bar for itself
    else if (isControl && (key === " " || key === "Enter")) return;
    const name = key.length === 1 ? key.toLowerCase() : key;
    const action = table.get(event.shiftKey ? `Shift+${name}` : name) ?? table.get(name);
    if (action === undefined) return;
    event.preventDefault();
    action.run();
  });
}

export function writeHelp(actions: readonly KeyAction[]): void {
  const table = find<HTMLTableElement>("keys");
  for (const [name, what] of [...gestures, ...actions.map(({ shown, what }) => [shown, what] as const)]) {
    const line = table.insertRow();
    const head = document.createElement("th");
    head.textContent = name;
    line.append(head);
    line.insertCell().textContent = what;
  }
}
