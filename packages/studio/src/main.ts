/** The entry point of the page: it connects buttons, keys and files with the app, and opens the content of the address. */
import { App } from "./app.js";
import type { Opening } from "./data/opening.js";
import { speeds } from "./player.js";
import { find, setPressed } from "./ui/dom.js";
import { listenToFiles } from "./ui/drop.js";
import { formatSpeed } from "./ui/format.js";
import { openBuiltIn, showGallery } from "./ui/gallery.js";
import { type KeyAction, listenToKeys, writeHelp } from "./ui/keys.js";
import { listenToPointer } from "./ui/pointer.js";
import type { ThemeName } from "./view/palette.js";
import type { Layers } from "./view/scene-view.js";

const app = new App(new URL(location.href).searchParams.get("quality"));
// for scripts: `studio.describe()` in the console
Object.assign(globalThis, {
  studio: {
    describe: () => app.describe(),
    locate: (what: string | [number, number, number]) => app.locate(what),
    reach: (time: number) => app.reach(time),
    look: (time: number) => app.look(time),
  },
});

// --- theme: the user's choice, or the system's ---------------------------------------------------------------------------

const darkness = matchMedia("(prefers-color-scheme: dark)");
const chosen = recall("theme");
app.setTheme(chosen === "light" || chosen === "dark" ? chosen : darkness.matches ? "dark" : "light");
darkness.addEventListener("change", ({ matches }) => {
  if (recall("theme") === null) app.setTheme(matches ? "dark" : "light");
});

function switchTheme(): void {
  const name: ThemeName = app.theme === "dark" ? "light" : "dark";
  app.setTheme(name);
  try {
    localStorage.setItem("theme", name);
  } catch {
    // kept for this visit only
  }
}

function recall(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

// --- what can be done ------------------------------------------------------------------------------------------------------

const withPlayer = (change: (player: NonNullable<typeof app.session>["player"]) => void) => () =>
  app.act(() => app.session !== null && change(app.session.player));
const step = (count: number) => withPlayer((player) => player.step(count));
const rush = (by: number) => withPlayer((player) => player.changeSpeed(by));
const scale = (factor: number) => () =>
  app.act(() => {
    app.forceScale *= factor;
  });
const toggleLayer = (name: keyof Layers) => () => app.setLayer(name);
const toFirst = withPlayer((player) => player.seek(0));
const toggleLoop = withPlayer((player) => {
  player.isLooping = !player.isLooping;
});
const togglePlots = () => {
  app.act(() => app.plots.toggle());
  find("plots-button").setAttribute("aria-pressed", String(app.plots.isShown));
};
const frame = () => app.act(() => app.view?.frame());
const chooseFiles = () => find("files").click();
const showHelp = () => find<HTMLDialogElement>("help").showModal();

const actions: readonly KeyAction[] = [
  { keys: [" ", "k"], shown: "Space", what: "play, pause", run: () => app.togglePlay() },
  { keys: ["ArrowLeft"], shown: "←", what: "one sample back", run: step(-1) },
  { keys: ["ArrowRight"], shown: "→", what: "one sample on", run: step(1) },
  { keys: ["Shift+ArrowLeft"], shown: "Shift ←", what: "ten samples back", run: step(-10) },
  { keys: ["Shift+ArrowRight"], shown: "Shift →", what: "ten samples on", run: step(10) },
  { keys: ["Home"], shown: "Home", what: "to the beginning", run: toFirst },
  { keys: ["End"], shown: "End", what: "to the end", run: withPlayer((player) => player.seek(Infinity)) },
  { keys: [","], shown: ",", what: "slower", run: rush(-1) },
  { keys: ["."], shown: ".", what: "faster", run: rush(1) },
  { keys: ["l"], shown: "L", what: "again and again", run: toggleLoop },
  { keys: ["r"], shown: "R", what: "simulate anew (live)", run: () => app.restart() },
  { keys: ["f"], shown: "F", what: "frame the scene", run: frame },
  { keys: ["c"], shown: "C", what: "contact points", run: toggleLayer("contacts") },
  { keys: ["n"], shown: "N", what: "normals", run: toggleLayer("normals") },
  { keys: ["v"], shown: "V", what: "contact forces", run: toggleLayer("forces") },
  { keys: ["j"], shown: "J", what: "joint forces", run: toggleLayer("joints") },
  { keys: ["b"], shown: "B", what: "bounding boxes", run: toggleLayer("boxes") },
  { keys: ["t"], shown: "T", what: "trails", run: toggleLayer("trails") },
  { keys: ["x"], shown: "X", what: "see through bodies", run: toggleLayer("shine") },
  { keys: ["+", "=", "Shift++"], shown: "+", what: "longer arrows", run: scale(1.25) },
  { keys: ["-"], shown: "−", what: "shorter arrows", run: scale(0.8) },
  { keys: ["g"], shown: "G", what: "plots", run: togglePlots },
  { keys: ["d"], shown: "D", what: "dark, light", run: switchTheme },
  { keys: ["o"], shown: "O", what: "open files", run: chooseFiles },
  {
    keys: ["Escape"],
    shown: "Esc",
    what: "close a message, select nothing",
    run: () => (find("problem").hidden ? app.select(null) : app.closeProblem()),
  },
  { keys: ["?", "h", "Shift+?"], shown: "?", what: "this help", run: showHelp },
];
listenToKeys(actions);
writeHelp(actions);

const clicks: Readonly<Record<string, () => void>> = {
  "play-button": () => app.togglePlay(),
  "back-button": step(-1),
  "forward-button": step(1),
  "first-button": toFirst,
  "loop-button": toggleLoop,
  "restart-button": () => app.restart(),
  "plots-button": togglePlots,
  "frame-button": frame,
  "theme-button": switchTheme,
  "open-button": chooseFiles,
  "welcome-open": chooseFiles,
  "help-button": showHelp,
  "problem-close": () => app.closeProblem(),
  "layers-button": () => {
    const isOpen = find("tools").classList.toggle("open");
    find("layers-button").setAttribute("aria-expanded", String(isOpen));
  },
};
for (const [id, run] of Object.entries(clicks)) find(id).addEventListener("click", run);

const speed = find<HTMLSelectElement>("speed");
for (const value of speeds) speed.add(new Option(formatSpeed(value), String(value)));
speed.value = "1";
speed.addEventListener("change", () => {
  withPlayer((player) => {
    player.speed = Number(speed.value);
  })();
  speed.blur();
});

for (const button of document.querySelectorAll<HTMLElement>("[data-layer]")) {
  const name = button.dataset.layer as keyof Layers;
  button.addEventListener("click", toggleLayer(name));
  setPressed(button, app.layers[name]);
}

listenToPointer(app.stage.renderer.domElement, app.stage, {
  view: () => app.view,
  canPull: (who) => app.canPull(who),
  select: (who) => app.select(who),
  grab: (hit) => app.grab(hit),
  drag: (target) => app.drag(target),
  release: () => app.release(),
  hover: (mark, x, y) => app.hover(mark, x, y),
});
listenToFiles(
  (opening) => app.open(opening),
  (message) => app.showProblem(message),
);

// --- what to open: ?run=folder/, ?scene=file.json or ?builtin=name ------------------------------------------------------------------------

const openGallery = () => void showGallery((scene) => app.open(scene), explain);
app.onEmpty = openGallery;
const address = new URL(location.href);
const opening = readAddress(address);
const builtIn = address.searchParams.get("builtin");
if (opening !== null) app.open(opening);
else if (builtIn === null) openGallery();
else openBuiltIn(builtIn).then((scene) => app.open(scene), explain);
for (const layer of address.searchParams.getAll("show")) {
  if (layer in app.layers) app.setLayer(layer as keyof Layers, true);
}

function explain(error: unknown): void {
  app.showProblem(error instanceof Error ? error.message : String(error));
}

/** Addresses are relative to the page, and of the same origin. */
function readAddress(url: URL): Opening | null {
  const resolve = (path: string) => {
    const target = new URL(path, url);
    return target.origin === url.origin ? target.href : null;
  };
  const run = url.searchParams.get("run");
  const scene = url.searchParams.get("scene");
  if (run !== null) {
    const folder = resolve(run.endsWith("/") ? run : `${run}/`);
    if (folder === null) return null;
    const file = (name: string) => new URL(name, folder).href;
    return {
      kind: "run",
      scene: file("scene.json"),
      trajectory: file("trajectory.ndjson"),
      events: file("events.ndjson"),
      summary: file("summary.json"),
    };
  }
  const address = scene === null ? null : resolve(scene);
  return address === null ? null : { kind: "scene", scene: address };
}
