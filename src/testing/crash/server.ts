import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** Long enough for a slow and busy machine. */
const START_WITHIN_MS = 120_000;

/** The real server as a separate process, on a free port. */
export interface ServerProcess {
  readonly pid: number;
  /** Its origin; null if it ended before it listened. */
  readonly origin: Promise<string | null>;
  /** Resolves when the process is gone, however it went. */
  readonly gone: Promise<void>;
  isGone(): boolean;
  /** Everything that it has written. */
  output(): string;
  /** kill -9; resolves when it is gone. */
  kill(): Promise<void>;
  /** Requests a stop; resolves when it has ended. */
  stop(): Promise<void>;
}

/** Servers that run: none may outlive the program that started it. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/**
 * Starts a server.
 * @param program path of the built `main.js`
 * @param before a command that the server runs under, for example strace; it has to leave the process id to the server
 */
export function launch(program: string, env: Readonly<Record<string, string>>, before: readonly string[] = []): ServerProcess {
  const [command = process.execPath, ...rest] = before.concat(process.execPath, program);
  const child = spawn(command, rest, {
    env: { PATH: process.env['PATH'] ?? '', ...env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let output = '';
  const gone = once(child, 'exit').then(() => void running.delete(child));
  const origin = new Promise<string | null>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        const [, found] = /^ *Tillside +(https?:\S+)$/m.exec(output) ?? [];
        if (found !== undefined) resolve(found);
      });
    }
    void gone.then(() => resolve(null));
  });
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    child.kill(signal);
    await gone;
  };
  return {
    pid: child.pid ?? 0,
    origin,
    gone,
    isGone: () => !running.has(child),
    output: () => output,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
}

/**
 * Waits until a server listens.
 * @returns its origin
 * @throws Error with what it wrote when it ends first or is silent for long
 */
export async function listening(server: ServerProcess): Promise<string> {
  const impatience = new AbortController();
  const silence = new Promise<null>((resolve) => {
    const timer = setTimeout(() => resolve(null), START_WITHIN_MS);
    impatience.signal.addEventListener('abort', () => clearTimeout(timer));
  });
  const origin = await Promise.race([server.origin, silence]);
  impatience.abort();
  if (origin === null) throw new Error(`the server did not start:\n${server.output()}`);
  return origin;
}
