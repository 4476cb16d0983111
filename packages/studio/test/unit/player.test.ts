/** The clock of the page. */
import { beforeEach, describe, expect, test } from "vitest";
import { encodeSample } from "../../src/data/frame.js";
import { Recording } from "../../src/data/recording.js";
import { Player } from "../../src/player.js";
import { createLayout, describeScene } from "../../src/worker/describe.js";

const layout = createLayout(describeScene({ rigor: 1 }));
let player: Player;

beforeEach(() => {
  const recording = new Recording();
  recording.addFrames([0, 0.25, 0.5, 0.75, 1].map((t) => encodeSample({ t }, layout)));
  player = new Player(recording);
});

describe("playing", () => {
  test("goes on by the wall clock, times the speed", () => {
    player.toggle();
    player.speed = 0.5;
    expect(player.advance(0.5)).toBe(true);
    expect(player.time).toBe(0.25);
  });

  test("stops at the end, and begins anew from there", () => {
    player.toggle();
    player.advance(3);
    expect([player.time, player.isPlaying]).toEqual([1, false]);
    player.toggle();
    expect([player.time, player.isPlaying]).toEqual([0, true]);
  });

  test("goes round if it is to", () => {
    player.toggle();
    player.isLooping = true;
    player.advance(3);
    expect([player.time, player.isPlaying]).toEqual([0, true]);
  });

  test("waits for a simulation that is slower", () => {
    player.follow(true);
    player.toggle();
    player.advance(0.9);
    expect(player.isWaiting).toBe(false);
    player.advance(0.25);
    player.speed = 4;
    player.advance(0.25);
    expect([player.time, player.isPlaying, player.isWaiting]).toEqual([1, true, true]);
  });
});

describe("a recording that grows", () => {
  test("is played on by who came to its end, and by nobody who stopped himself", () => {
    player.toggle();
    player.advance(3);
    expect([player.time, player.isPlaying]).toEqual([1, false]);
    player.follow(true);
    expect(player.isPlaying).toBe(true);
    player.toggle();
    player.follow(true);
    expect(player.isPlaying).toBe(false);
    player.follow(false);
    player.toggle();
    expect([player.time, player.isPlaying]).toEqual([0, true]);
  });
});

describe("stepping", () => {
  test("goes from sample to sample, and stops", () => {
    player.toggle();
    player.step(1);
    expect([player.time, player.isPlaying]).toEqual([0.25, false]);
    player.step(2);
    expect(player.time).toBe(0.75);
    player.step(-1);
    expect(player.time).toBe(0.5);
    player.step(-10);
    expect(player.time).toBe(0);
    player.step(10);
    expect(player.time).toBe(1);
  });

  test("from between two samples goes to the nearest on that side", () => {
    player.seek(0.3);
    player.step(-1);
    expect(player.time).toBe(0.25);
    player.seek(0.3);
    player.step(1);
    expect(player.time).toBe(0.5);
  });
});

test("speeds have a first and a last", () => {
  for (let k = 0; k < 20; k++) player.changeSpeed(1);
  expect(player.speed).toBe(8);
  for (let k = 0; k < 20; k++) player.changeSpeed(-1);
  expect(player.speed).toBe(1 / 32);
});
