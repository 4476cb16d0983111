/** Files of lines, read piece by piece from wherever they are: an address, or a file that was dropped. */
import type { Source } from "../data/messages.js";

/** Thrown with a sentence for the user. */
class ReadError extends Error {
  override readonly name = "ReadError";
}

async function readText(source: Source, what: string): Promise<string> {
  const chunks: string[] = [];
  for await (const chunk of readChunks(source, what)) chunks.push(chunk);
  return chunks.join("");
}

export async function readJson(source: Source, what: string): Promise<unknown> {
  const text = await readText(source, what);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ReadError(`${what} is not JSON: ${(error as Error).message}`);
  }
}

/**
 * The records of a file with one JSON text a line, in pieces as they come. A last line that was cut off is left out: the
 * run was broken off there. Any other that cannot be read ends it with an error.
 */
export async function* readRecords<T>(source: Source, what: string): AsyncGenerator<T[]> {
  let rest = "";
  let row = 0;
  for await (const chunk of readChunks(source, what)) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    const records: T[] = [];
    for (const line of lines) {
      row++;
      if (line.trim() !== "") records.push(parseLine<T>(line, `${what}, line ${row}`));
    }
    if (records.length > 0) yield records;
  }
  if (rest.trim() === "") return;
  let last: T;
  try {
    last = JSON.parse(rest) as T;
  } catch {
    return;
  }
  yield [last];
}

function parseLine<T>(line: string, where: string): T {
  try {
    return JSON.parse(line) as T;
  } catch (error) {
    throw new ReadError(`${where} is not JSON: ${(error as Error).message}`);
  }
}

async function* readChunks(source: Source, what: string): AsyncGenerator<string> {
  const stream = typeof source === "string" ? await openAddress(source, what) : source.stream();
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    yield decoder.decode(value, { stream: true });
  }
  yield decoder.decode();
}

async function openAddress(address: string, what: string): Promise<ReadableStream<Uint8Array>> {
  let response: Response;
  try {
    response = await fetch(address);
  } catch (error) {
    throw new ReadError(`${what} cannot be fetched: ${(error as Error).message}`);
  }
  if (!response.ok || response.body === null) throw new ReadError(`${what} cannot be fetched: ${response.status}`);
  return response.body;
}
