/**
 * The guard of the viewer's server, which refuses foreign requests first. The server is for the browser on this machine: a page of
 * another site must neither read from it nor write to it, not even under a name that it made point to this machine (DNS rebinding).
 */
import type { IncomingMessage } from "node:http";

/** A refusal: a status of HTTP, and a sentence. */
export interface Refusal {
  readonly status: number;
  readonly message: string;
}

/** Nothing that is asked here has a body. One this long is not even read to its end, bytes. */
const longestBody = 65536;

/** Why a request is refused, or null. `port` is the server's own. */
export function judgeRequest({ method, headers, rawHeaders }: IncomingMessage, port: number): Refusal | null {
  const hosts = ["127.0.0.1", "localhost", "[::1]"].map((name) => `${name}:${port}`);
  // of two the first would be judged, and another program on the way might have gone by the second
  if (countHeaders(rawHeaders, "host") > 1) return { status: 400, message: "There must be one Host." };
  const host = headers.host?.toLowerCase() ?? "";
  // another name for this machine is a trick: DNS rebinding
  if (!hosts.includes(host)) return { status: 403, message: "This server answers to localhost alone." };
  const { origin } = headers;
  const isOwn = origin === undefined || origin === `http://${host}`;
  if (!isOwn) return { status: 403, message: "Requests of other sites are refused." };
  const length = Number(headers["content-length"] ?? 0);
  if (!(length >= 0 && length <= longestBody)) return { status: 413, message: "The body is too long." };
  if (method !== "GET" && method !== "HEAD") return { status: 405, message: "There is nothing to write here." };
  return null;
}

/** The number of times that a header was sent, in a list in which names and values alternate. */
function countHeaders(raw: readonly string[], name: string): number {
  return raw.filter((text, k) => k % 2 === 0 && text.toLowerCase() === name).length;
}

/** Lets go of a body that came along, and of the connection if it is too long. */
export function drainBody(request: IncomingMessage): void {
  let length = 0;
  request.on("data", (chunk: Buffer) => {
    length += chunk.length;
    if (length > longestBody) request.destroy();
  });
  request.on("error", () => {});
}
