/** The page: opens a run or a scene, shows it, and listens to the user. */
import { Matrix4, Vector3 } from "three";
import type { Drawing } from "./data/drawing.js";
import { ContactSlot, contactStride, type Frame, jointStride } from "./data/frame.js";
import type { Pull } from "./data/messages.js";
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
import { type Hit, type Layers, outgrown, outgrownAtEnd, SceneView } from "./view/scene-view.js";
import { Stage } from "./view/stage.js";

/** The time to wait for the whole of a run before its beginning is shown, ms. */
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
  /** Whether the user wants trails, or does not. */
  private isTrailChosen = false;
  /** Lengths of force arrows, relative to what was chosen for the scene. */
  forceScale = 1;
  private readonly timeline = new Timeline();
  private readonly selection = new Selection();
  private hovered: { mark: Mark; x: number; y: number } | null = null;
  /** The identity of the picture on the screen. */
  private shown = "";
  private changes = 0;
  private lastTick = 0;
  private shownChips = "";
  private shownNotices = "";
  private shownProblem: string | null = null;
  /** The callback for a page on which nothing is open and no message is shown. */
  onEmpty: (() => void) | null = null;

  /** `quality`: "high", "low" or "none"; else as the machine can. */
  constructor(quality: string | null) {
    this.stage = new Stage(find<HTMLCanvasElement>("view"), quality);
    this.timeline.onSeek = (t) => this.act(() => this.session?.player.seek(t));
    this.plots.onSeek = (t) => this.act(() => this.session?.player.seek(t));
    this.selection.onClose = () => this.select(null);
    new ResizeObserver(() => this.resize()).observe(this.stage.renderer.domElement);
    // panels that grow or go take and give room
    const panels = new ResizeObserver(() => this.act(() => this.makeRoom()));
    for (const id of ["plots", "transport", "title", "actions"]) panels.observe(find(id));
    this.resize();
    requestAnimationFrame((now) => this.tick(now));
  }

  /** Does what the user asked for; the next picture shows it. */
  act(change: () => void): void {
    change();
    this.changes++;
  }

  open(opening: Opening): void {
    this.clear();
    this.shownProblem = null;
    this.session = new Session(opening);
    find("welcome").hidden = true;
    document.body.classList.remove("empty");
    this.closeProblem();
  }

  /** Closes what is open, and leaves nothing of it on the page. */
  private clear(): void {
    this.session?.close();
    this.session = null;
    this.view?.dispose();
    this.view = null;
    this.selected = null;
    this.hovered = null;
    this.selection.hide();
    this.timeline.clear();
    this.plots.clear();
    this.stage.isFree = false;
    for (const id of ["chips", "notices", "about", "clock", "pace"]) find(id).replaceChildren();
    this.shownChips = "";
    this.shownNotices = "";
    find("name").textContent = "Rigor";
    document.title = "Rigor";
    find("tip").hidden = true;
    find("play-button").classList.remove("playing");
    document.body.classList.add("empty");
    this.stage.touch();
    this.changes++;
  }

  restart(): void {
    if (this.session?.isLive) this.open(this.session.opening);
  }

  showProblem(message: string): void {
    find("problem").hidden = false;
    find("problem-text").textContent = message;
  }

  closeProblem(): void {
    find("problem").hidden = true;
    if (this.session === null) this.onEmpty?.();
  }

  /** Shows the problem of a session; a session without frames is closed, one with frames stays open. */
  private fail({ problem, recording, drawing }: Session): void {
    if (problem === null || problem === this.shownProblem) return;
    this.shownProblem = problem;
    if (drawing === null || recording.count === 0) this.clear();
    this.showProblem(problem);
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
    if (name === "trails") this.isTrailChosen = true;
    this.showLayer(name, isShown);
  }

  private showLayer(name: keyof Layers, isShown: boolean): void {
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
   * Leaves room for what stands at the edges: name and buttons above, the bar below, plots at the side or, on a narrow
   * screen, below. The numbers of a body lie over the scene: it must not move away under the pointer that has just picked it.
   */
  private makeRoom(): void {
    const { clientWidth, clientHeight } = this.stage.renderer.domElement;
    const edge = (id: string) => find(id).getBoundingClientRect();
    const top = Math.max(edge("title").bottom, edge("actions").bottom) + 4;
    const bottom = clientHeight - edge("transport").top + 4;
    const plots = edge("plots");
    const isBeside = plots.width > 0 && plots.width < 0.6 * clientWidth;
    const isBelow = plots.width > 0 && !isBeside;
    // where panels leave nothing, the scene lies behind them
    const most = 0.6 * clientHeight;
    this.stage.setMargins(
      isBeside ? Math.round(plots.right + 4) : 0,
      Math.round(Math.min(top, most)),
      0,
      Math.round(Math.min(isBelow ? clientHeight - plots.top + 4 : bottom, clientHeight - Math.min(top, most) - 80)),
    );
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
      if (this.view?.isMoving) this.changes++;
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
    this.fail(session);
    if (this.session !== session) return;
    this.showStatus(session);
    if (drawing === null || recording.count === 0) return;
    this.makeRoom();
    if (this.view === null) {
      // a short run is framed by all of its samples
      if (!session.isLive && session.ending === null && performance.now() - session.startedAt < patience) return;
      this.begin(session);
      player.isPlaying = true;
    }
    const i = recording.find(player.time);
    const frame = recording.frames[i];
    const next = recording.frames[i + 1];
    const s = next === undefined ? 0 : (player.time - frame.t) / (next.t - frame.t);
    this.view?.show(recording, i, s, this.layers, this.selected, this.forceScale);
    // what is seen last does not depend on when pictures were made on the way
    const isLast = !player.isPlaying && player.time >= recording.end;
    if (this.view !== null && this.view.growth > (isLast ? outgrownAtEnd : outgrown)) {
      this.buildAnew(drawing, recording, player.time);
      this.view.show(recording, i, s, this.layers, this.selected, this.forceScale);
      // the side of a cell is shown there
      this.showStatus(session);
    }
    if (this.selected !== null) this.selection.show(this.selected, frame, drawing, recording.magnitudes);
    this.plots.show(recording, player.time);
    this.timeline.show(player.time, session.end, recording);
    if (this.hovered === null) find("tip").hidden = true;
    else showTip(this.hovered.mark, this.hovered.x, this.hovered.y, frame, drawing, recording.magnitudes);
  }

  /** The first frame is here. */
  private begin({ drawing, recording, player }: Session): void {
    if (drawing === null) return;
    find("name").textContent = drawing.name || "Scene";
    find("about").textContent = drawing.description;
    document.title = `${drawing.name || "Scene"} · Rigor`;
    this.makeRoom();
    this.view = new SceneView(this.stage, drawing, recording, player.time);
    this.view.setTheme(themes[this.theme]);
    // a point alone is seen by its way
    if (!this.isTrailChosen) this.showLayer("trails", this.view.isPoints);
    this.plots.reset(drawing);
  }

  /** Much more or less is in view than at first: sizes and ground by what is seen now. */
  private buildAnew(drawing: Drawing, recording: Recording, time: number): void {
    this.view?.dispose();
    this.view = new SceneView(this.stage, drawing, recording, time, true);
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
    const isKnown = recording.count > 0;
    find("clock").innerHTML = !isKnown
      ? ""
      : `${player.time.toFixed(3)}\u2009s <small>/ ${formatShort(session.end)}\u2009s · sample ${at} of ${recording.count - 1}</small>`;
    const pace = find("pace");
    const isSlow = isLive && session.pace > 0 && session.pace < player.speed;
    pace.classList.toggle("slow", isSlow && isPlaying);
    pace.innerHTML =
      isLive && session.pace > 0
        ? `<span class="words">${isSlow ? "slow: computed at" : "computed at"}</span> ${formatShort(Number(session.pace.toPrecision(2)))}× <span class="words">real time</span>`
        : "";
    const { pulls } = recording;
    const chips = [
      ["", isLive ? "live" : "recorded", isLive ? "simulated in this page" : "played from a recording"],
      ...(ending?.status === "failed" ? [["bad", "failed", ending.error ?? ""]] : []),
      ...(ending?.status === "interrupted" ? [["warn", "interrupted", "the run is not whole"]] : []),
      ...(ending?.status === "growing"
        ? [["", "growing", "the run is being written: new samples come as it goes on"]]
        : []),
      ...(ending?.status === "unfinished" ? [["warn", "unfinished", "the run has no summary yet"]] : []),
      ...(session.warnings.length > 0 ? [["warn", "warning", session.warnings.join("\n")]] : []),
      ...(pulls.length > 0 ? [["pulled", "pulled", describePulls(pulls)]] : []),
      ...(session.isAtLimit ? [["", "end of the scene", "play goes on beyond it"]] : []),
      ...(this.view === null
        ? []
        : [["", `grid ${formatShort(this.view.grounds.cell, "m")}`, "side of a cell of the grid"]]),
    ];
    this.showNotices(session);
    const unique = new Map(chips.map((chip) => [chip.join("\n"), chip]));
    const shown = [...unique.keys()].join("\n");
    if (shown === this.shownChips) return;
    this.shownChips = shown;
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

  /** The words of what is off, of what is good to know, and of who pulled. */
  private showNotices({ warnings, notes, ending, recording }: Session): void {
    const lines = [
      ...(ending?.status === "failed" && ending.error !== undefined ? [["bad", ending.error]] : []),
      ...warnings.map((text) => ["warn", text]),
      ...(recording.pulls.length > 0 ? [["", describePulls(recording.pulls)]] : []),
      ...notes.map((text) => ["", text]),
    ];
    const shown = lines.flat().join("\n");
    if (shown === this.shownNotices) return;
    this.shownNotices = shown;
    find("notices").replaceChildren(
      ...lines.map(([kind, text]) => {
        const line = document.createElement("li");
        line.className = kind;
        line.textContent = `${kind === "" ? "Note" : kind === "warn" ? "Warning" : "Failed"}: ${text}`;
        return line;
      }),
    );
  }

  /** For scripts: simulates as far as a time and stops there. */
  reach(time: number): void {
    const { session } = this;
    if (session === null) return;
    session.player.isPlaying = false;
    session.reach(time);
  }

  /** For scripts: shows a time that is recorded, at once, with the camera where it goes to; and returns the visible things. */
  look(time: number) {
    const { session, stage, view } = this;
    if (session === null || view === null) return null;
    session.player.isPlaying = false;
    session.player.seek(time);
    view.settle();
    this.changes++;
    this.show(session);
    stage.camera.updateMatrixWorld();
    const { camera } = stage;
    const { poses, particles, masses } = (this.view ?? view).snapshot;
    return {
      time: session.player.time,
      poses: Array.from(poses),
      particles: Array.from(particles),
      masses: Array.from(masses),
      /** From the world to the picture, column by column. */
      matrix: new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse).toArray(),
      /** N, of contacts, of friction and of joints, as recorded; and how many of them are drawn. */
      forces: listForces(session.recording.frames[session.recording.find(session.player.time)]),
      arrows: (this.view ?? view).forces.arrowCount,
    };
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
      name: drawing?.name ?? "",
      time: player?.time ?? 0,
      isPlaying: player?.isPlaying ?? false,
      isShown: view !== null,
      speed: formatSpeed(player?.speed ?? 1),
      samples: recording?.count ?? 0,
      end: recording?.end ?? 0,
      events: recording?.events.length ?? 0,
      ending: session?.ending ?? null,
      problem: session?.problem ?? null,
      warnings: session?.warnings ?? [],
      notes: session?.notes ?? [],
      pulls: recording?.pulls ?? [],
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

/** The sizes of all forces of a frame, N. */
function listForces({ contacts, joints }: Frame): number[] {
  const forces: number[] = [];
  const add = (from: Float64Array, o: number) => forces.push(Math.hypot(from[o], from[o + 1], from[o + 2]));
  for (let o = 0; o < contacts.length; o += contactStride) {
    forces.push(contacts[o + ContactSlot.force]);
    add(contacts, o + ContactSlot.friction);
  }
  for (let o = 0; o < joints.length; o += jointStride) add(joints, o);
  return forces;
}

/** When somebody pulled at what. */
function describePulls(pulls: readonly Pull[]): string {
  const [{ id, from }] = pulls;
  const more = pulls.length > 1 ? `, and ${pulls.length - 1} more ${pulls.length > 2 ? "times" : "time"}` : "";
  return `${id} was pulled at ${from.toFixed(3)} s${more}: from there on this is not the motion of the file alone`;
}
