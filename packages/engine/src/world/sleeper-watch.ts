/**
 * When an island comes upon one that sleeps, within the step just taken: what stands there is met as it comes, and nothing has
 * to be gone through twice. Of islands that both move it is not known where the other is: meeting.ts.
 *
 * Follows: Rigid Body Simulation, section 7; Baraff 1989, section 9.
 */
import { ImpactStatus } from "../collide/index.js";
import type { Clearance } from "./clearance.js";
import type { Neighbours } from "./neighbours.js";
import { PairRange, PairWatch } from "./pair-watch.js";
import type { StepPath } from "./path.js";
import type { IslandRun } from "./run.js";

export class SleeperWatch {
  private readonly watch: PairWatch;
  private readonly neighbours: Neighbours;
  /** When, s; the parts that meet, and their slot, or −1 where none do. */
  readonly time: Float64Array = new Float64Array(1);
  a = 0;
  b = 0;
  slot = -1;

  constructor({ kit }: IslandRun, neighbours: Neighbours) {
    this.watch = new PairWatch(1e-3 * kit.settings.contactTolerance, kit.settings.impactTime);
    this.neighbours = neighbours;
  }

  /** Looks at a step up to `until[0]`, or its end. Tells whether something is met; see `time`. */
  find(run: IslandRun, path: StepPath, clearance: Clearance, until: Float64Array): boolean {
    const { watch, neighbours } = this;
    const { parts, detector } = run.kit;
    const { strangers, strangerCount } = run;
    const from = path.times[0];
    const end = path.times[path.segmentCount];
    this.time[0] = Math.min(until[0], end);
    this.slot = -1;
    for (let k = 0; k < 3 * strangerCount; k += 3) {
      const a = strangers[k];
      const b = strangers[k + 1];
      const slot = strangers[k + 2];
      if (!neighbours.isAsleep(a) && !neighbours.isAsleep(b)) continue;
      if (clearance.passes(a, b, slot)) continue;
      watch.range[PairRange.from] = from;
      watch.range[PairRange.to] = this.time[0];
      watch.range[PairRange.gap] = 0;
      if (watch.find(path, path, parts, a, b, detector.cache, slot) === ImpactStatus.none) {
        if (this.time[0] === end) clearance.measure(run, path, a, b, slot);
        continue;
      }
      this.time[0] = watch.time[0];
      this.a = a;
      this.b = b;
      this.slot = slot;
    }
    return this.slot >= 0;
  }
}
