/** The page: opens a run or a scene, shows it, and listens to the user. */
import { Vector3 } from "three";
import type { Drawing } from "./data/drawing.js";
import type { Opening } from "./data/opening.js";
import { poseStride, type Recording } from "./data/recording.js";
import { Session } from "./session.js";
import { find, setPressed } from "./ui/dom.js";
import { formatShort, formatSpeed } from "./ui/format.js";
import { Plots } from "./ui/plots.js";
import { Selection } from "./ui/selection.js";
import { Timeline } from "./ui/timeline.js";
import { showTip } from "./ui/tip.js";
import type { Mark } from "./view/forces.js";
import { type ThemeName, themes } from "./view/palette.js";
import { type Hit, type Layers, SceneView } from "./view/scene-view.js";
import { Stage } from "./view/stage.js";

/** How long we wait for the whole of a run before we show its beginning, ms. */
const patience = 700;

export class App {
  readonly stage: Stage;
  readonly plots = new Plots();
  session: Session | null = null;
  view: SceneView | null = null;
  /** A body, or −1 − j for particle j. */
  selected: number | null = null;
  theme: ThemeName = "light";
  readonly layers: { -readonly [name in keyof Layers]: boolean } = {
    contacts: true,
    normals: false,
    forces: true,
    joints: true,
    boxes: false,
    trails: false,
    shine: false,
  };
  /** Lengths of force arrows, relative to what was chosen for the scene. */
  forceScale = 1;
  private readonly timeline = new Timeline();
  private readonly selection = new Selection();
  private hovered: { mark: Mark; x: number; y: number } | null = null;
  /** What the picture on the screen is of. */
  private shown = "";
  private changes = 0;
  private lastTick = 0;
  private toldChips = "";

  /** `quality`: "high" or "low"; else as the machine can. */
  constructor(quality: string | null) {
    this.stage = new Stage(find<HTMLCanvasElement>("view"), ...(quality === null ? [] : [quality === "low"]));
    this.timeline.onSeek = (t) => this.act(() => this.session?.player.seek(t));
    this.plots.onSeek = (t) => this.act(() => this.session?.player.seek(t));
    this.selection.onClose = () => this.select(null);
    new ResizeObserver(() => this.resize()).observe(this.stage.renderer.domElement);
    // panels that grow or go take and give room
    const panels = new ResizeObserver(() => this.act(() => this.makeRoom()));
    for (const id of ["plots", "transport"]) panels.observe(find(id));
    this.resize();
    requestAnimationFrame((now) => this.tick(now));
  }

  /** Does what the user asked for; the next picture shows it. */
  act(change: () => void): void {
    change();
    this.changes++;
  }

  open(opening: Opening): void {
    this.session?.close();
    this.view?.dispose();
    this.view = null;
    this.selected = null;
    this.hovered = null;
    this.selection.hide();
    this.session = new Session(opening);
    find("welcome").hidden = true;
    document.body.classList.remove("empty");
    find("problem").hidden = true;
    find("tip").hidden = true;
    this.stage.touch();
    this.changes++;
  }

  restart(): void {
    if (this.session?.isLive) this.open(this.session.opening);
  }

  showProblem(message: string): void {
    const box = find("problem");
    box.hidden = false;
    box.textContent = message;
  }

  setTheme(name: ThemeName): void {
    this.theme = name;
    const theme = themes[name];
    document.documentElement.dataset.theme = name;
    this.stage.setTheme(theme);
    this.view?.setTheme(theme);
    this.timeline.setTheme(theme);
    this.plots.setTheme(theme);
    this.changes++;
  }

  setLayer(name: keyof Layers, isShown = !this.layers[name]): void {
    this.layers[name] = isShown;
    const button = document.querySelector<HTMLElement>(`[data-layer="${name}"]`);
    if (button !== null) setPressed(button, isShown);
    this.changes++;
  }

  select(who: number | null): void {
    this.selected = who;
    this.view?.select(who);
    this.plots.select(who);
    if (who === null) this.selection.hide();
    this.changes++;
  }

  togglePlay(): void {
    const { session } = this;
    if (session === null) return;
    if (session.isAtLimit) session.extend();
    session.player.toggle();
    this.changes++;
  }

  canPull(who: number): boolean {
    const { session } = this;
    if (session === null || !session.isLive || session.drawing === null || session.ending?.status === "failed")
      return false;
    return !(who >= 0 ? session.drawing.bodies[who] : session.drawing.particles[-1 - who]).fixed;
  }

  grab(hit: Hit): void {
    if (this.view === null) return;
    // in the body's frame: the simulation is a little ahead of what is seen
    this.session?.grab(hit.who, this.view.pull(hit));
    this.hovered = null;
    this.select(hit.who);
  }

  drag(target: Vector3): void {
    this.session?.drag(target.toArray());
    this.act(() => this.view?.pullTo(target));
  }

  release(): void {
    this.session?.release();
    this.act(() => this.view?.release());
  }

  hover(mark: Mark | null, x: number, y: number): void {
    this.hovered = mark === null ? null : { mark, x, y };
    this.changes++;
  }

  /**
   * Leaves room for bar and plots: at the side, or on a narrow screen below. The numbers of a body lie over the scene: it
   * must not move away under the pointer that has just picked it.
   */
  private makeRoom(): void {
    const isWide = this.stage.renderer.domElement.clientWidth > 900;
    const { offsetWidth, offsetHeight } = find("plots");
    const bar = find("transport").offsetHeight + 12;
    if (isWide) this.stage.setMargins(offsetWidth > 0 ? offsetWidth + 14 : 0, 60, 0, bar);
    else this.stage.setMargins(0, 60, 0, bar + offsetHeight);
  }

  private resize(): void {
    const { clientWidth, clientHeight } = this.stage.renderer.domElement;
    this.stage.resize(clientWidth, clientHeight);
    this.changes++;
  }

  private tick(now: number): void {
    requestAnimationFrame((next) => this.tick(next));
    const dt = Math.min((now - this.lastTick) / 1000, 0.25);
    this.lastTick = now;
    const { session } = this;
    if (session !== null) {
      session.player.advance(dt);
      session.lead();
      this.show(session);
    }
    if (this.stage.draw()) this.stage.adapt(dt);
  }

  /** Brings the page up to date, if anything changed. */
  private show(session: Session): void {
    const { player, recording, drawing } = session;
    const state = `${player.time} ${player.isPlaying} ${player.speed} ${player.isWaiting} ${session.revision} ${this.changes}`;
    if (state === this.shown) return;
    this.shown = state;
    this.showStatus(session);
    if (session.problem !== null) this.showProblem(session.problem);
    if (drawing === null || recording.count === 0) return;
    this.makeRoom();
    if (this.view === null) {
      // the whole of a short run tells how to frame it
      if (!session.isLive && session.ending === null && performance.now() - session.startedAt < patience) return;
      this.begin(session);
      player.isPlaying = true;
    }
    const i = recording.find(player.time);
    const frame = recording.frames[i];
    const next = recording.frames[i + 1];
    const s = next === undefined ? 0 : (player.time - frame.t) / (next.t - frame.t);
    this.view?.show(recording, i, s, this.layers, this.selected, this.forceScale);
    if (this.view?.isOutgrown) {
      this.buildAnew(drawing, recording);
      this.view.show(recording, i, s, this.layers, this.selected, this.forceScale);
    }
    if (this.selected !== null) this.selection.show(this.selected, frame, drawing);
    this.plots.show(recording, player.time);
    this.timeline.show(player.time, session.end, recording);
    if (this.hovered === null) find("tip").hidden = true;
    else showTip(this.hovered.mark, this.hovered.x, this.hovered.y, frame, drawing);
  }

  /** The first frame is here. */
  private begin({ drawing, recording }: Session): void {
    if (drawing === null) return;
    this.view = new SceneView(this.stage, drawing, recording);
    this.view.setTheme(themes[this.theme]);
    this.plots.reset(drawing);
    find("name").textContent = drawing.name || "Scene";
    find("about").textContent = drawing.description;
    document.title = `${drawing.name || "Scene"} · Rigor`;
  }

  /** The scene has gone far beyond what it was at first: sizes and ground by what is known of it now. */
  private buildAnew(drawing: Drawing, recording: Recording): void {
    this.view?.dispose();
    this.view = new SceneView(this.stage, drawing, recording, true);
    this.view.setTheme(themes[this.theme]);
    this.view.select(this.selected);
  }

  private showStatus(session: Session): void {
    const { player, recording, ending, isLive } = session;
    const isPlaying = player.isPlaying;
    find("play-button").classList.toggle("playing", isPlaying);
    setPressed(find("loop-button"), player.isLooping);
    find("loop-button").hidden = isLive;
    find("restart-button").hidden = !isLive;
    find<HTMLSelectElement>("speed").value = String(player.speed);
    const at = recording.count === 0 ? 0 : recording.find(player.time);
    find("clock").innerHTML =
      `${player.time.toFixed(3)}\u2009s <small>/ ${formatShort(session.end)}\u2009s · sample ${at} of ${recording.count - 1}</small>`;
    const pace = find("pace");
    const isSlow = isLive && session.pace > 0 && session.pace < player.speed;
    pace.classList.toggle("slow", isSlow && isPlaying);
    pace.innerHTML =
      isLive && session.pace > 0
        ? `<span class="words">${isSlow ? "slow: computed at" : "computed at"}</span> ${formatShort(Number(session.pace.toPrecision(2)))}× <span class="words">real time</span>`
        : "";
    const chips = [
      ["", isLive ? "live" : "recorded", isLive ? "simulated in this page" : "played from a recording"],
      ...(ending?.status === "failed" ? [["bad", "failed", ending.error ?? ""]] : []),
      ...(ending?.status === "interrupted" ? [["warn", "interrupted", "the run is not whole"]] : []),
      ...(ending?.status === "growing"
        ? [["", "growing", "the run is being written: new samples come as it goes on"]]
        : []),
      ...(ending?.status === "unfinished" ? [["warn", "unfinished", "the run has no summary yet"]] : []),
      ...(session.isAtLimit ? [["", "end of the scene", "play goes on beyond it"]] : []),
      ...(this.view === null
        ? []
        : [["", `grid ${formatShort(this.view.grounds.cell, "m")}`, "side of a cell of the grid"]]),
      ...[...session.warnings, ...(ending?.warnings ?? [])].map((text) => ["warn", "warning", text]),
    ];
    const unique = new Map(chips.map((chip) => [chip.join("\n"), chip]));
    const told = [...unique.keys()].join("\n");
    if (told === this.toldChips) return;
    this.toldChips = told;
    find("chips").replaceChildren(
      ...[...unique.values()].map(([kind, text, title]) => {
        const chip = document.createElement("span");
        chip.className = `chip ${kind}`;
        chip.textContent = text;
        chip.title = title;
        return chip;
      }),
    );
  }

  /** For scripts: where a body, or a point of the world, is on the screen, px. */
  locate(what: string | [number, number, number]): [number, number] {
    const { session, view, stage } = this;
    const { domElement } = stage.renderer;
    const body = session?.drawing?.bodies.findIndex(({ id }) => id === what) ?? -1;
    const place = new Vector3();
    if (typeof what !== "string") place.fromArray(what);
    else if (view !== null && body >= 0) place.fromArray(view.snapshot.poses, poseStride * body);
    place.project(stage.camera);
    return [((place.x + 1) / 2) * domElement.clientWidth, ((1 - place.y) / 2) * domElement.clientHeight];
  }

  /** For scripts: what is going on, in plain numbers. */
  describe() {
    const { session, view, selected, stage } = this;
    const { player, recording, drawing } = session ?? {};
    return {
      time: player?.time ?? 0,
      isPlaying: player?.isPlaying ?? false,
      speed: formatSpeed(player?.speed ?? 1),
      samples: recording?.count ?? 0,
      end: recording?.end ?? 0,
      events: recording?.events.length ?? 0,
      ending: session?.ending ?? null,
      problem: session?.problem ?? null,
      pace: session?.pace ?? 0,
      selected:
        selected === null || drawing == null
          ? null
          : selected >= 0
            ? drawing.bodies[selected].id
            : drawing.particles[-1 - selected].id,
      poses: view === null ? [] : Array.from(view.snapshot.poses),
      ids: drawing?.bodies.map(({ id }) => id) ?? [],
      camera: stage.camera.position.toArray(),
    };
  }
}
