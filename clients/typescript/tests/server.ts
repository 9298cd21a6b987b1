/** A real server on a free port of this machine, on a store of its own. */

import { execFile, spawn, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

const START_SECONDS = 60;
const run = promisify(execFile);

/** The commands of this checkout, or those that are installed. */
function program(): string {
  const named = process.env["RMB"];
  const here = resolve("../../.venv/bin/rmb");
  return named ?? (existsSync(here) ? here : "rmb");
}

function environment(folder: string): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith("REMEMBRANCER_"));
  // Words are enough to find things here, and no model has to be loaded.
  return { ...Object.fromEntries(kept), HOME: folder, REMEMBRANCER_EMBEDDER: "none" };
}

export class Server {
  readonly url: string;
  readonly #folder: string;
  readonly #process: ChildProcess;

  private constructor(url: string, folder: string, process: ChildProcess) {
    this.url = url;
    this.#folder = folder;
    this.#process = process;
  }

  /** A server for whoever is on this machine, or one that asks for tokens. */
  static async start({ preset, isLocal }: { preset: string; isLocal: boolean }): Promise<Server> {
    const folder = await mkdtemp(join(tmpdir(), "remembrancer-"));
    const given = ["serve", "--port", "0", "--quiet", "--url", join(folder, "memory.db"), "--preset", preset];
    const child = spawn(program(), isLocal ? [...given, "--local"] : given, {
      cwd: folder,
      env: environment(folder),
      stdio: ["ignore", "pipe", "pipe"],
    });
    return new Server(await addressOf(child), folder, child);
  }

  /** A token of somebody: of the owner, or of one who is registered with it. */
  async token(name: string, ...given: string[]): Promise<string> {
    const store = join(this.#folder, "memory.db");
    const options = { cwd: this.#folder, env: environment(this.#folder) };
    const { stdout } = await run(program(), ["token", "issue", name, "--url", store, ...given], options);
    return stdout.trim();
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.#process.once("exit", resolve));
    if (this.#process.exitCode === null && this.#process.kill("SIGTERM")) {
      await ended;
    }
    await rm(this.#folder, { recursive: true, force: true });
  }
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = "";
    const timer = setTimeout(() => failed("it took too long"), START_SECONDS * 1000);
    const failed = (why: string): void => {
      child.kill();
      reject(new Error(`The server did not start (${why}): ${printed}`));
    };
    const read = (chunk: Buffer): void => {
      printed += String(chunk);
      const url = /http:\/\/[\w.:]+\d/.exec(printed)?.[0];
      if (url !== undefined) {
        clearTimeout(timer);
        resolve(url);
      }
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.once("error", (error) => failed(`${error.message}; install it: pip install 'remembrancer[server]'`));
    child.once("exit", (code) => failed(`exit code ${code}`));
  });
}
