/** Former public names are deprecated aliases: the same objects and the same data under both names, for one release. */
import * as collide from "@rigor/engine/collide";
import * as contact from "@rigor/engine/contact";
import * as linalg from "@rigor/engine/linalg";
import {
  type ConeMode,
  ConeSolver,
  ContactMode,
  FrictionContactProblem,
  FrictionContactSolver,
  RowKind,
  type RowSolverOptions,
  UnilateralProblem,
  UnilateralSolver,
} from "@rigor/engine/linalg";
import * as world from "@rigor/engine/world";
import { describe, expect, test } from "vitest";

describe("former names are the present objects", () => {
  test.each([
    ["collide", collide, "findImpactTime", "findTimeOfImpact"],
    ["collide", collide, "findCompoundImpact", "findCompoundTimeOfImpact"],
    ["collide", collide, "ImpactSearch", "TimeOfImpactSearch"],
    ["collide", collide, "ImpactStatus", "TimeOfImpactStatus"],
    ["collide", collide, "ImpactRange", "MotionRange"],
    ["contact", contact, "Burst", "ZenoModel"],
    ["contact", contact, "BurstSlot", "ZenoSlot"],
    ["contact", contact, "BurstStatus", "ZenoStatus"],
    ["contact", contact, "Strike", "ZenoImpact"],
    ["contact", contact, "mostContacts", "maxZenoContacts"],
    ["linalg", linalg, "RowProblem", "UnilateralProblem"],
    ["linalg", linalg, "RowResult", "UnilateralResult"],
    ["linalg", linalg, "RowSolver", "UnilateralSolver"],
    ["linalg", linalg, "RowStatus", "UnilateralStatus"],
    ["linalg", linalg, "RowMethod", "UnilateralMethod"],
    ["linalg", linalg, "RowFigure", "UnilateralFigure"],
    ["linalg", linalg, "formProduct", "formDelassus"],
    ["linalg", linalg, "measureRows", "measureDelassusDiagonal"],
    ["linalg", linalg, "ConeProblem", "FrictionContactProblem"],
    ["linalg", linalg, "ConeResult", "FrictionContactResult"],
    ["linalg", linalg, "ConeSolver", "FrictionContactSolver"],
    ["linalg", linalg, "ConeStatus", "FrictionContactStatus"],
    ["linalg", linalg, "ConeMethod", "FrictionContactMethod"],
    ["linalg", linalg, "ConeFigure", "FrictionContactFigure"],
    ["linalg", linalg, "ConeMode", "ContactMode"],
    ["linalg", linalg, "ConeMotion", "TangentialState"],
    ["linalg", linalg, "ConeFit", "MinimumSlack"],
    ["world", world, "tellsBroken", "reportsBroken"],
  ] as const)("%s: %#", (_, module, former, present) => {
    const names = module as Readonly<Record<string, unknown>>;
    expect(names[present]).toBeDefined();
    expect(names[former]).toBe(names[present]);
  });

  test("types too", () => {
    const options: RowSolverOptions = {};
    const mode: ConeMode = ContactMode.stick;
    expect(new UnilateralSolver(options).solve(new UnilateralProblem())).toBe(linalg.UnilateralStatus.ok);
    expect(mode).toBe(linalg.ConeMode.stick);
  });
});

describe("former fields have the present data", () => {
  test("of a solution of unilateral rows", () => {
    const problem = new UnilateralProblem();
    problem.addNode(1);
    problem.y0[0] = -1;
    const row = problem.addRow(RowKind.inequality, 0);
    problem.values[problem.rowStart[row]] = 1;
    const solver = new UnilateralSolver();
    solver.solve(problem);
    solver.judge(problem);
    const { result } = solver;
    expect(result.holding).toBe(1);
    expect(result.missed).toBe(result.inconsistency);
    const active = new Uint8Array(1);
    expect(solver.listHolding(problem, active)).toBe(1);
    expect(active[0]).toBe(1);
    solver.findLeastForces(problem);
    expect(result.f[0]).toBe(1);
  });

  test("of a solution of friction contact", () => {
    const problem = new FrictionContactProblem();
    problem.addNode(3);
    problem.rows.y0.set([0, 0, -1]);
    problem.mu[problem.addCone(0)] = 0.5;
    problem.rows.values.set([0, 0, 1, 1, 0, 0, 0, 1, 0], problem.rows.rowStart[problem.coneRow[0]]);
    const solver = new ConeSolver();
    expect(solver).toBeInstanceOf(FrictionContactSolver);
    solver.solve(problem);
    expect(solver.result.pressed).toBe(solver.result.active);
    expect(linalg.ConeMethod.path).toBe(linalg.FrictionContactMethod.homotopy);
    expect(linalg.ConeFigure.held).toBe(linalg.FrictionContactFigure.drift);
  });

  test("of a Zeno model", () => {
    const model = new contact.ZenoModel("simultaneous");
    expect(model.patience).toBe(model.timeLimits);
    expect(model.tellable).toBe(model.reportThresholds);
  });
});
