/** Files from the user's disk: dropped, as files or as a folder, or chosen. */
import { chooseOpening, type Opening } from "../data/opening.js";
import { find } from "./dom.js";

export function listenToFiles(onOpen: (opening: Opening) => void, onProblem: (message: string) => void): void {
  const open = (files: readonly File[]) => {
    const opening = chooseOpening(files);
    if (opening === null) {
      const names = files.map(({ name }) => name).join(", ") || "nothing";
      onProblem(
        `There is no scene in ${names}: give a scene file (.json), or scene.json and trajectory.ndjson of a run.`,
      );
    } else {
      onOpen(opening);
    }
  };
  const input = find<HTMLInputElement>("files");
  input.addEventListener("change", () => {
    open([...(input.files ?? [])]);
    input.value = "";
  });
  const body = document.body;
  addEventListener("dragover", (event) => {
    event.preventDefault();
    body.classList.add("dropping");
  });
  addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) body.classList.remove("dropping");
  });
  addEventListener("drop", (event) => {
    event.preventDefault();
    body.classList.remove("dropping");
    if (event.dataTransfer !== null) collectFiles(event.dataTransfer).then(open, (error) => onProblem(String(error)));
  });
}

/** Files, and those in folders, one level deep. */
async function collectFiles({ items, files }: DataTransfer): Promise<File[]> {
  const entries = [...items].map((item) => item.webkitGetAsEntry?.() ?? null);
  const plain = [...files];
  const found = await Promise.all(entries.map((entry) => (entry?.isDirectory ? listFolder(entry) : [])));
  const folders = new Set(entries.filter((entry) => entry?.isDirectory).map((entry) => entry?.name));
  return [...plain.filter(({ name }) => !folders.has(name)), ...found.flat()];
}

async function listFolder(folder: FileSystemEntry): Promise<File[]> {
  const reader = (folder as FileSystemDirectoryEntry).createReader();
  const files: File[] = [];
  for (;;) {
    // a reader gives a hundred at a time
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (entries.length === 0) return files;
    for (const entry of entries.filter(({ isFile }) => isFile)) {
      files.push(await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject)));
    }
  }
}
