/** The viewer's server: what it serves, and above all what it does not. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { connect, createServer } from "node:net";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startViewer, type Viewer } from "../../src/server/viewer-server.js";
import { command, makeFolder, rigorIn, writeScene } from "../support/command.js";

const folder = mkdtempSync(join(tmpdir(), "rigor-server-"));
const [page, run] = [join(folder, "page"), join(folder, "run")];
let viewer: Viewer;

beforeAll(async () => {
  mkdirSync(join(page, "assets"), { recursive: true });
  mkdirSync(join(run, "deeper"), { recursive: true });
  mkdirSync(join(folder, "run-of-another"));
  writeFileSync(join(page, "index.html"), "<canvas></canvas>");
  writeFileSync(join(page, "assets/main.js"), "1;");
  writeFileSync(join(run, "trajectory.ndjson"), '{"t":0}\n');
  writeFileSync(join(run, "scene.json"), "{}");
  writeFileSync(join(run, "animation.glb"), "glTF");
  writeFileSync(join(run, "empty.json"), "");
  for (const name of ["report.html", "evil.js", "evil.css", "evil.wasm"]) writeFileSync(join(run, name), "<script>");
  writeFileSync(join(run, ".hidden"), "secret");
  writeFileSync(join(run, "deeper/plot.svg"), "<svg/>");
  writeFileSync(join(run, "hash #1 ä.json"), "[]");
  writeFileSync(join(folder, "secret.txt"), "secret");
  writeFileSync(join(folder, "run-of-another/secret.txt"), "secret");
  symlinkSync(join(folder, "secret.txt"), join(run, "link.txt"));
  symlinkSync(folder, join(run, "up"));
  symlinkSync(join(run, "scene.json"), join(run, "alias.json"));
  viewer = await startViewer({ page, run });
});

afterAll(async () => {
  await viewer.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** Asks for a path as it is written: `fetch` would tidy it up. */
function ask(path: string, options: { method?: string; headers?: Record<string, string>; body?: string } = {}) {
  const { method = "GET", headers = {}, body } = options;
  return new Promise<Answer>((resolve, reject) => {
    const asked = request({ host: "127.0.0.1", port: viewer.port, path, method, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        text += chunk;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    asked.on("error", reject);
    asked.end(body);
  });
}

/** Sends bytes as they are, and returns what comes back until the server hangs up. */
async function send(text: string): Promise<string> {
  const socket = connect(viewer.port, "127.0.0.1");
  let answer = "";
  socket.setEncoding("utf8");
  socket.on("data", (chunk: string) => {
    answer += chunk;
  });
  socket.on("error", () => {});
  socket.write(text);
  // `once` would take a connection that is cut for an error
  await new Promise((resolve) => socket.on("close", resolve));
  return answer;
}

describe("it serves", () => {
  test.each([
    ["/", "text/html; charset=utf-8", "<canvas></canvas>"],
    ["/index.html?run=run/", "text/html; charset=utf-8", "<canvas></canvas>"],
    ["/assets/main.js", "text/javascript; charset=utf-8", "1;"],
    ["/run/trajectory.ndjson", "application/x-ndjson; charset=utf-8", '{"t":0}\n'],
    ["/run/scene.json", "application/json; charset=utf-8", "{}"],
    ["/run/animation.glb", "model/gltf-binary", "glTF"],
    ["/run/deeper/plot.svg", "image/svg+xml", "<svg/>"],
    ["/run/hash%20%231%20%C3%A4.json", "application/json; charset=utf-8", "[]"],
    ["/run/empty.json", "application/json; charset=utf-8", ""],
    ["/run/alias.json", "application/json; charset=utf-8", "{}"],
  ])("%s as %s", async (path, type, content) => {
    const { status, headers, text } = await ask(path);
    expect([status, headers["content-type"], text]).toEqual([200, type, content]);
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["content-security-policy"]).toContain("default-src 'none'");
  });

  test.each([
    ["/run/report.html", "text/html; charset=utf-8"],
    ["/run/deeper/plot.svg", "image/svg+xml"],
    ["/run/scene.json", "application/json; charset=utf-8"],
    ["/run/animation.glb", "model/gltf-binary"],
    ["/run/summary.json", "application/json; charset=utf-8"],
    // of a run nothing is a program
    ["/run/evil.js", "application/octet-stream"],
    ["/run/evil.css", "application/octet-stream"],
    ["/run/evil.wasm", "application/octet-stream"],
    ["/run/nothing.html", "text/plain; charset=utf-8"],
  ])("%s in a sandbox without scripts", async (path, type) => {
    for (const method of ["GET", "HEAD"]) {
      const { headers } = await ask(path, { method });
      expect(headers["content-type"]).toBe(type);
      const policy = String(headers["content-security-policy"]).split("; ");
      expect(policy).toEqual(expect.arrayContaining(["sandbox", "default-src 'none'", "frame-ancestors 'none'"]));
      expect(policy.filter((part) => /script|allow|connect|worker/.test(part))).toEqual([]);
    }
    const rest = await ask(path, { headers: { range: "bytes=1-" } });
    expect(String(rest.headers["content-security-policy"])).toContain("sandbox");
  });

  test("but not the page", async () => {
    for (const path of ["/", "/assets/main.js"]) {
      expect(String((await ask(path)).headers["content-security-policy"])).not.toContain("sandbox");
    }
  });

  test("heads without bodies", async () => {
    const { status, headers, text } = await ask("/run/scene.json", { method: "HEAD" });
    expect([status, headers["content-length"], text]).toEqual([200, "2", ""]);
  });

  test("the rest of a file that has grown", async () => {
    const rest = await ask("/run/trajectory.ndjson", { headers: { range: "bytes=5-" } });
    expect([rest.status, rest.headers["content-range"], rest.text]).toEqual([206, "bytes 5-7/8", "0}\n"]);
    const none = await ask("/run/trajectory.ndjson", { headers: { range: "bytes=8-" } });
    expect([none.status, none.headers["content-range"]]).toEqual([416, "bytes */8"]);
    // other ranges are nothing that the page asks for: all of it
    for (const range of ["bytes=0-3", "bytes=-2", "bytes=1-,3-", "lines=1-", "bytes=99999999999999999999-"]) {
      expect((await ask("/run/trajectory.ndjson", { headers: { range } })).text).toBe('{"t":0}\n');
    }
  });

  test("in the place of a summary that is not there yet, that it is not", async () => {
    const { status, text } = await ask("/run/summary.json");
    expect([status, JSON.parse(text)]).toEqual([200, { status: "unfinished" }]);
    expect((await ask("/run/deeper/summary.json")).status).toBe(404);
  });

  test("a scene from memory", async () => {
    const other = await startViewer({ page, scene: { rigor: 1 } });
    expect(other.url).toBe(`http://127.0.0.1:${other.port}/?scene=scene.json`);
    expect(await (await fetch(`http://127.0.0.1:${other.port}/scene.json`)).json()).toEqual({ rigor: 1 });
    await other.close();
  });
});

describe("it serves nothing outside its folders", () => {
  test.each([
    "/../secret.txt",
    "/run/../../secret.txt",
    "/run/..%2f..%2fsecret.txt",
    "/run/%2e%2e/%2e%2e/secret.txt",
    "/run/%2E%2E%2Fsecret.txt",
    "/run/%252e%252e/secret.txt",
    "/run/..%5c..%5csecret.txt",
    "/run/....//secret.txt",
    "/run/./../secret.txt",
    "/run/.hidden",
    "/run/link.txt",
    "/run/up/secret.txt",
    "/run/up/run-of-another/secret.txt",
    "/run-of-another/secret.txt",
    "/run/..-of-another/secret.txt",
    `/run/${join(folder, "secret.txt")}`,
    join(folder, "secret.txt"),
    `//${folder}/secret.txt`,
    `/run/scene.json%00.txt`,
    "/run/%ff",
    "/run/%",
    "/run",
    "/run/",
    "/run/deeper",
    "/assets",
    "secret.txt",
    "*",
    "http://127.0.0.1/run/../../secret.txt",
    "/run/file:///etc/passwd",
    `/run/${"a/".repeat(4000)}b`,
  ])("%s", async (path) => {
    const answer = await send(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${viewer.port}\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(/^(HTTP\/1\.1 (400|404|414|431) |$)/);
    expect(answer).not.toContain("secret\n");
    expect(answer).not.toMatch(/\r\n\r\nsecret/);
    expect(answer).not.toContain(folder);
  });
});

describe("it refuses", () => {
  test.each(["evil.example", `evil.example:80`, "127.0.0.1", "127.0.0.1.evil.example"])("the host %j", async (host) => {
    expect((await ask("/", { headers: { host } })).status).toBe(403);
  });

  test("no host", async () => {
    expect(await send("GET / HTTP/1.1\r\nHost: \r\nConnection: close\r\n\r\n")).toMatch(/^HTTP\/1\.1 403 /);
    expect(await send("GET / HTTP/1.0\r\n\r\n")).toMatch(/^HTTP\/1\.1 403 /);
  });

  test("two hosts, whichever comes first", async () => {
    const own = `127.0.0.1:${viewer.port}`;
    for (const hosts of [
      [own, "evil.example"],
      ["evil.example", own],
      [own, own],
    ]) {
      const lines = hosts.map((host, k) => `${k === 0 ? "Host" : "hOsT"}: ${host}\r\n`).join("");
      expect(await send(`GET / HTTP/1.1\r\n${lines}Connection: close\r\n\r\n`)).toMatch(/^(HTTP\/1\.1 400 |$)/);
    }
  });

  test.concurrent.each([
    ["that never ends", "GET / HTTP/1.1\r\nHost: x\r\n"],
    ["that never begins", ""],
  ])("a head %s: it hangs up after ten seconds", async (_, text) => {
    const start = performance.now();
    const socket = connect(viewer.port, "127.0.0.1");
    // a line now and then does not help
    const timer = setInterval(() => socket.write(text === "" ? "" : "A: b\r\n"), 500);
    socket.on("error", () => {});
    socket.write(text);
    await new Promise((resolve) => socket.on("close", resolve));
    clearInterval(timer);
    const seconds = (performance.now() - start) / 1000;
    // and a second at most between two looks at the clock, and what a busy machine adds
    expect(seconds).toBeGreaterThan(9);
    expect(seconds).toBeLessThan(14);
  });

  test("a port that is not its own", async () => {
    expect((await ask("/", { headers: { host: `127.0.0.1:${viewer.port + 1}` } })).status).toBe(403);
  });

  test("but answers to localhost", async () => {
    expect((await ask("/", { headers: { host: `localhost:${viewer.port}` } })).status).toBe(200);
    expect((await ask("/", { headers: { host: `LOCALHOST:${viewer.port}` } })).status).toBe(200);
  });

  test.each(["http://evil.example", "null", "https://127.0.0.1", "http://127.0.0.1:1"])(
    "the origin %s",
    async (origin) => {
      for (const method of ["GET", "POST", "PUT", "DELETE", "OPTIONS"]) {
        const { status, headers } = await ask("/run/scene.json", { method, headers: { origin } });
        expect(status).toBe(403);
        expect(headers["access-control-allow-origin"]).toBeUndefined();
      }
    },
  );

  test.each(["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"])("to write: %s", async (method) => {
    const origin = `http://127.0.0.1:${viewer.port}`;
    const { status, headers } = await ask("/run/scene.json", { method, headers: { origin } });
    expect([status, headers.allow]).toEqual([405, "GET, HEAD"]);
  });

  test("a body that is said to be long, unread", async () => {
    const head = `POST /run/scene.json HTTP/1.1\r\nHost: 127.0.0.1:${viewer.port}\r\nContent-Length: 1000000000\r\n\r\n`;
    expect(await send(head)).toMatch(/^HTTP\/1\.1 413 /);
  });

  test("a body without end: the connection is cut", async () => {
    const head = `POST / HTTP/1.1\r\nHost: 127.0.0.1:${viewer.port}\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const chunk = `10000\r\n${"x".repeat(0x10000)}\r\n`;
    const answer = await send(head + chunk.repeat(200));
    expect(answer).toMatch(/^(HTTP\/1\.1 405 |$)/);
  });

  test("what is no request", async () => {
    expect(await send("nonsense\r\n\r\n")).toBe("");
  });
});

describe("it listens", () => {
  test("on this machine's own address alone", async () => {
    const others = Object.values(networkInterfaces())
      .flat()
      .filter((entry) => entry !== undefined && !entry.internal && entry.family === "IPv4");
    const hosts = ["127.0.0.2", ...others.map((entry) => entry!.address)];
    for (const host of hosts) {
      const socket = connect(viewer.port, host);
      const [error] = (await once(socket, "error")) as [NodeJS.ErrnoException];
      expect(error.code).toMatch(/ECONNREFUSED|EADDRNOTAVAIL|EHOSTUNREACH|ENETUNREACH/);
    }
  });

  test("on ports that are free, and says which one is not", async () => {
    const other = await startViewer({ page });
    expect(other.port).not.toBe(viewer.port);
    await expect(startViewer({ page, port: other.port })).rejects.toThrow(`port ${other.port}: is taken`);
    await other.close();
  });

  test("and lets go of connections that are open when it ends", async () => {
    const other = await startViewer({ page });
    const socket = connect(other.port, "127.0.0.1");
    await once(socket, "connect");
    const closed = once(socket, "close");
    await other.close();
    await closed;
    // the port is free again
    const next = createServer();
    next.listen(other.port, "127.0.0.1");
    await once(next, "listening");
    next.close();
  });
});

describe("rigor view", () => {
  const scene = { rigor: 1, bodies: [{ id: "ball", shape: { type: "sphere", radius: 1 } }] };

  test("--once prints the address, serves the page, and ends", () => {
    const cwd = makeFolder();
    writeScene(cwd, scene);
    const { status, stdout, stderr } = rigorIn(cwd, "view", "scene.json", "--once");
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?scene=scene\.json\n$/);
  });

  test("serves until Ctrl-C", async () => {
    const cwd = makeFolder();
    writeScene(cwd, scene);
    const child = spawn(process.execPath, [command, "view", "scene.json", "--no-open"], { cwd });
    const [first] = (await once(child.stdout, "data")) as [Buffer];
    const url = first.toString().trim();
    expect(await (await fetch(new URL("scene.json", url))).json()).toMatchObject(scene);
    expect(await (await fetch(url)).text()).toContain("<canvas");
    const closed = once(child, "close");
    child.kill("SIGINT");
    expect((await closed)[1]).toBeNull();
  });

  test.each([
    [["nowhere.json"], "there is no such file"],
    [["empty"], "scene.json: is missing"],
    [["scene.json", "--port", "70000"], "It must be a port"],
    [["bad.json"], "bodies[0].mass"],
  ])("%j ends with 2 and a message", (args, message) => {
    const cwd = makeFolder();
    mkdirSync(join(cwd, "empty"));
    writeScene(cwd, scene);
    writeScene(cwd, { ...scene, bodies: [{ ...scene.bodies[0], mass: -1 }] }, "bad.json");
    const { status, stdout, stderr } = rigorIn(cwd, "view", ...args, "--once");
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toContain(message);
  });
});
