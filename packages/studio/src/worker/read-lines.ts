/** Files of lines, read piece by piece from wherever they are: an address, or a file that was dropped. */
import type { Source } from "../data/messages.js";

/** Thrown with a sentence for the user. */
class ReadError extends Error {
  override readonly name = "ReadError";
}

/** The name of a file: its own, or the end of its address. */
export function nameSource(source: Source, otherwise: string): string {
  if (typeof source !== "string") return (source as { readonly name?: string }).name || otherwise;
  const end = new URL(source).pathname.split("/").pop() ?? "";
  try {
    return decodeURIComponent(end) || otherwise;
  } catch {
    return end;
  }
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
 * A file with one JSON text a line, which may grow. `read` gives the records since the last time, in pieces as they come. A
 * last line that was cut off is left out: the run was broken off there, or is about to write the rest. Any other that cannot
 * be read ends it with an error.
 */
export class Lines<T> {
  private readonly source: Source;
  private readonly what: string;
  /** Bytes and lines that were read so far. */
  private offset = 0;
  private row = 0;

  constructor(source: Source, what: string) {
    this.source = source;
    this.what = what;
  }

  async *read(): AsyncGenerator<T[]> {
    if (typeof this.source === "string" && this.offset > 0 && !((await measure(this.source)) > this.offset)) return;
    let rest = "";
    for await (const chunk of readChunks(this.source, this.what, this.offset)) {
      const lines = (rest + chunk).split("\n");
      rest = lines.pop() ?? "";
      const records: T[] = [];
      for (const line of lines) {
        this.row++;
        this.offset += encoder.encode(line).length + 1;
        if (line.trim() !== "") records.push(parseLine<T>(line, `${this.what}, line ${this.row}`));
      }
      if (records.length > 0) yield records;
    }
    // a text that is whole has no more to come, though its line may lack an end
    const last = parseWhole<T>(rest);
    if (last === null) return;
    this.offset += encoder.encode(rest).length;
    yield [last];
  }
}

function parseWhole<T>(text: string): T | null {
  try {
    return JSON.parse(text) as T;
  } catch {
    return null;
  }
}

const encoder = new TextEncoder();

/** The number of bytes at an address; −1 if the server does not give it. */
async function measure(address: string): Promise<number> {
  const { ok, headers } = await fetch(address, { method: "HEAD" });
  return ok ? Number(headers.get("Content-Length") ?? -1) : -1;
}

function parseLine<T>(line: string, where: string): T {
  try {
    return JSON.parse(line) as T;
  } catch (error) {
    throw new ReadError(`${where} is not JSON: ${(error as Error).message}`);
  }
}

async function* readChunks(source: Source, what: string, offset = 0): AsyncGenerator<string> {
  const stream = typeof source === "string" ? await openAddress(source, what, offset) : source.slice(offset).stream();
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    yield decoder.decode(value, { stream: true });
  }
  yield decoder.decode();
}

async function openAddress(address: string, what: string, offset: number): Promise<ReadableStream<Uint8Array>> {
  let response: Response;
  try {
    response = await fetch(address, offset === 0 ? {} : { headers: { Range: `bytes=${offset}-` } });
  } catch (error) {
    throw new ReadError(`${what} cannot be fetched: ${(error as Error).message}`);
  }
  if (!response.ok || response.body === null) throw new ReadError(`${what} cannot be fetched: ${response.status}`);
  // a server that does not know ranges sends all of it
  if (offset > 0 && response.status !== 206) return (await response.blob()).slice(offset).stream();
  return response.body;
}
