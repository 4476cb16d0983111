/** The table of empirical constants: it has each of them, with the value of today, and no other. */
import { expect, test } from "vitest";
import { listConstants, readPage } from "../scripts/sensitivity.mjs";

/** The modules and rooms that are measured. */
const measured = ["world", "contact", "constrain", "collide", "linalg/friction-contact"];

const constants = listConstants();
const lines = readPage();

test("empirical constants are found by their comments, with room and value", () => {
  expect(constants.length).toBeGreaterThan(400);
  expect(constants).toContainEqual({
    room: "world/time-stepping",
    name: "chatteringTime",
    value: "2e-5 * timeScale",
  });
  expect(listConstants(["world/time-stepping"]).every(({ room }) => room === "world/time-stepping")).toBe(true);
  expect(listConstants(["no-room"])).toEqual([]);
});

test("each has a line with its value; run npm run sensitivity -- --write --only=… for those that have changed", () => {
  const stale = listConstants(measured).filter(({ room, name, value }) => {
    const line = lines.get(`${room} ${name}`);
    return line === undefined || !line.startsWith(`| ${room} | \`${name}\` | ${value.replace(/\|/g, "\\|")} |`);
  });
  expect(stale.map(({ room, name }) => `${room} ${name}`)).toEqual([]);
});

test("no line is of a constant that is gone", () => {
  const known = new Set(constants.map(({ room, name }) => `${room} ${name}`));
  expect([...lines.keys()].filter((key) => !known.has(key))).toEqual([]);
});
