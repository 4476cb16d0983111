/**
 * A process that takes folders: for each line that it reads, the name of a folder and an instant, it waits for that instant on
 * the clock of all processes, prepares the folder as a run does, and says whether it was let in. It gives nothing back until
 * the next line, so that two that were both let in are seen.
 *
 *   node take-folders.mjs DIST          DIST: where the compiled command is
 */
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const load = (name) => import(pathToFileURL(`${process.argv[2]}/${name}.js`).href);
const { prepareFolder } = await load("output-folder");
const { unlockFolders } = await load("folder-lock");

process.stdout.write("ready\n");
for await (const line of createInterface({ input: process.stdin })) {
  const [dir, instant] = JSON.parse(line);
  unlockFolders();
  while (performance.timeOrigin + performance.now() < instant);
  let answer = "in";
  try {
    prepareFolder(dir, { force: false, resume: false, sceneFile: null });
  } catch (error) {
    answer = error.message.includes("another run is writing into it") ? "out" : error.stack;
  }
  process.stdout.write(`${answer.split("\n")[0]}\n`);
}
unlockFolders();
