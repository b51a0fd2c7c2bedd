import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const DIST = fileURLToPath(new URL('../../dist/server', import.meta.url));
/** It takes one second, or much more on a busy machine. */
const START_WITHIN_MS = 60_000;

/** A built program in a separate process. */
export interface Program {
  readonly pid: number;
  /** Everything that it has written so far. */
  output(): string;
  /** Sends the signal and resolves when the process has ended. */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

/**
 * Starts `dist/server/NAME.js` and waits until `ready` answers 2xx.
 * @throws Error with what the program wrote when it ends or stays silent
 */
export function startProgram(
  name: 'main' | 'sandbox',
  env: Record<string, string>,
  ready: string,
  withinMs = START_WITHIN_MS,
): Promise<Program> {
  return startScript([`${DIST}/${name}.js`], env, ready, withinMs);
}

/** Starts Node with these arguments, as {@link startProgram}. */
export async function startScript(
  args: readonly string[],
  env: Record<string, string>,
  ready: string,
  withinMs = START_WITHIN_MS,
): Promise<Program> {
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const deadline = Date.now() + withinMs;
  while (!(await answers(ready))) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`${args.at(-1)} did not start:\n${output}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return { pid: child.pid ?? 0, output: () => output, stop: (signal = 'SIGTERM') => stop(child, signal) };
}

async function stop(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}
