/** Advancing a model: the world is advanced from one velocity discontinuity of its prescribed motions to the next. */
import type { AdvanceOptions, AuditFigure, Places, WorldEvent, WorldReport, Worst } from "../../world/index.js";
import type { Model } from "../build/index.js";

/** Advances a model to a time, s, as `world.advanceTo` does; the report covers the whole interval. */
export function advanceModel({ world, breaks }: Model, t: number, options: AdvanceOptions = {}): WorldReport {
  let report: WorldReport | null = null;
  for (;;) {
    const next = breaks?.findNext(world.time) ?? Infinity;
    const end = Math.min(next, t);
    if (next <= t) breaks?.setLeftLimit(next);
    let part: WorldReport;
    try {
      part = world.advanceTo(end, options);
    } finally {
      breaks?.clearLeftLimit();
    }
    report = report === null ? part : joinReports(report, part);
    if (next > t || part.status !== "done") return report;
    // this instant again, with the right limit of the velocities
    world.system.derive();
    world.system.revise();
    const reported = world.events.length;
    const fault = world.settle();
    const events: readonly WorldEvent[] = [...report.events, ...world.events.slice(reported)];
    report = { ...report, events, worst: joinWorst(report.worst, world.worst) };
    if (fault !== null) return { ...report, status: "failed", message: fault };
    if (end === t) return report;
  }
}

function joinReports(first: WorldReport, second: WorldReport): WorldReport {
  return {
    ...second,
    steps: first.steps + second.steps,
    evaluations: first.evaluations + second.evaluations,
    warnings: [...first.warnings, ...second.warnings],
    events: [...first.events, ...second.events],
    worst: joinWorst(first.worst, second.worst),
  };
}

function joinWorst(first: Readonly<Worst>, second: Readonly<Worst>): Worst {
  const most = Object.entries(second).map(([key, value]) => {
    const other = first[key as keyof Worst];
    return [key, typeof value === "number" ? Math.max(value, other as number) : value];
  });
  return {
    ...(Object.fromEntries(most) as unknown as Worst),
    places: joinPlaces(first, second),
    unique: first.unique && second.unique,
    fallbacks: [...new Set([...first.fallbacks, ...second.fallbacks])],
  };
}

const figures: readonly AuditFigure[] = ["forceBalance", "kinematicError", "dissipationDrop"];

/** The places of the worst figures of two reports. */
export function joinPlaces(
  first: Readonly<Pick<Worst, AuditFigure | "places">>,
  second: Readonly<Pick<Worst, AuditFigure | "places">>,
): Places {
  const places = { ...first.places };
  for (const figure of figures) {
    const place = second.places[figure];
    if (place !== undefined && !(second[figure] <= first[figure])) places[figure] = place;
  }
  return places;
}
