/**
 * The viewer's server: the page, and one run or scene, for the browser on this machine and nobody else. It reads, and never
 * writes.
 *
 *   /            the page, from the studio's built files
 *   /run/…       the folder of a run
 *   /scene.json  a scene, from memory
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { CommandError } from "../verbs/verb.js";
import { drainBody, judgeRequest } from "./guard.js";
import { type FoundFile, openBelow, splitAddress } from "./static-files.js";

export interface ViewerOptions {
  /** The folder of the page. */
  readonly page: string;
  /** The folder of a run, or a scene to be simulated in the page. */
  readonly run?: string;
  readonly scene?: unknown;
  /** 0, the default, for any that is free. */
  readonly port?: number;
}

export interface Viewer {
  /** The address to open in the browser. */
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

const headers = {
  "Cache-Control": "no-store",
  "Content-Security-Policy":
    "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; " +
    "connect-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
};

/**
 * Of whatever is not the page: a document among it (a report, a picture) is shown without scripts, forms or plugins, in an
 * origin of its own, from where nothing of this server can be read.
 */
const sandboxed = {
  ...headers,
  "Content-Security-Policy":
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};

/** Milliseconds for a request to come, and for its head; and between two looks at the clock. */
const timeouts = { requestTimeout: 30_000, headersTimeout: 10_000, connectionsCheckingInterval: 1000 };

/** Starts serving on the loopback interface. */
export async function startViewer(options: ViewerOptions): Promise<Viewer> {
  const { page, run, scene, port: wanted = 0 } = options;
  const text = scene === undefined ? null : JSON.stringify(scene);
  const server = createServer(timeouts, (request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  server.on("clientError", (_, socket) => socket.destroy());
  const port = await listen(server, wanted);
  const query = run !== undefined ? "?run=run/" : text !== null ? "?scene=scene.json" : "";

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    drainBody(request);
    const refusal = judgeRequest(request, port);
    if (refusal !== null) return refuse(response, refusal.status, refusal.message);
    const parts = splitAddress(request.url ?? "");
    if (parts === null) return refuse(response, 400, "This is no address of a file.");
    if (text !== null && parts.length === 1 && parts[0] === "scene.json") {
      response.writeHead(200, { ...sandboxed, "Content-Type": "application/json; charset=utf-8" });
      response.end(request.method === "HEAD" ? undefined : text);
      return;
    }
    const inRun = run !== undefined && parts[0] === "run";
    const path = inRun ? parts.slice(1) : parts.join("/") === "" ? ["index.html"] : parts;
    const file = await openBelow(inRun ? run : page, path, !inRun);
    if (file === null && inRun && path.join("/") === "summary.json") return replyUnfinished(request, response);
    if (file === null) return refuse(response, 404, "There is no such file.");
    await sendFile(request, response, file, inRun ? sandboxed : headers);
  }

  return {
    url: `http://127.0.0.1:${port}/${query}`,
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A file, or the rest of it from the byte on that is asked for. One that grows is sent as long as it was when it was opened. */
async function sendFile(
  { method, headers: asked }: IncomingMessage,
  response: ServerResponse,
  { handle, size, type }: FoundFile,
  heads: Readonly<Record<string, string>>,
): Promise<void> {
  const range = /^bytes=(\d{1,15})-$/.exec(asked.range ?? "");
  const start = range === null ? 0 : Number(range[1]);
  if (range !== null && start >= size) {
    await handle.close();
    return refuse(response, 416, "The file does not reach there.", { "Content-Range": `bytes */${size}` });
  }
  const part = range === null ? {} : { "Content-Range": `bytes ${start}-${size - 1}/${size}` };
  const length = { "Content-Type": type, "Content-Length": size - start };
  response.writeHead(range === null ? 200 : 206, { ...heads, ...length, ...part });
  if (method !== "HEAD" && size > 0) return pipeline(handle.createReadStream({ start, end: size - 1 }), response);
  response.end();
  await handle.close();
}

/** In the place of the summary of a run that is under way: the page asks now and then whether there is one. */
function replyUnfinished({ method }: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, { ...sandboxed, "Content-Type": "application/json; charset=utf-8" });
  response.end(method === "HEAD" ? undefined : '{"status":"unfinished"}\n');
}

function refuse(response: ServerResponse, status: number, message: string, more: Record<string, string> = {}): void {
  const allow = status === 405 ? { Allow: "GET, HEAD" } : {};
  const type = "text/plain; charset=utf-8";
  response.writeHead(status, { ...sandboxed, ...allow, ...more, "Content-Type": type, Connection: "close" });
  response.end(`${message}\n`);
}

/** Listens on this machine's own address, and returns the port. */
function listen(server: Server, wanted: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const why = error.code === "EADDRINUSE" ? "is taken; leave --port out for one that is free" : error.message;
      reject(new CommandError(`port ${wanted}: ${why}`));
    });
    server.listen(wanted, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : wanted);
    });
  });
}
