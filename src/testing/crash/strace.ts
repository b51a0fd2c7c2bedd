import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { isExecutable } from '../is-executable.ts';
import { WATCHED_CALLS } from './trace.ts';

/** The path of strace, or the reason why it cannot be used. */
export type FoundStrace = { readonly strace: string } | { readonly missing: string };

/**
 * The disturbance at a system call: the server is killed, or the call fails as on a full or broken
 * disk.
 */
export interface Injection {
  readonly call: string;
  /** Number of the call among equal calls of the main thread, from 1. */
  readonly nth: number;
  readonly effect: 'kill' | 'ENOSPC' | 'EIO';
  /** Every later one too, until strace lets go. */
  readonly onwards?: boolean;
}

/** strace at work on a process. */
export interface Tracer {
  /** Detaches: the process continues without failing calls. Resolves when the trace is complete. */
  detach(): Promise<void>;
}

const ATTACH_WITHIN_MS = 10_000;

/**
 * Finds strace on the path, or installs it as root on Debian and reports that. Tests if it may
 * attach to another process.
 * @param say receives progress messages
 */
export async function findStrace(say: (line: string) => void): Promise<FoundStrace> {
  if (process.platform !== 'linux') return { missing: 'strace exists on Linux only' };
  const strace = onPath() ?? install(say);
  if (strace === null) return { missing: 'there is no strace on the PATH: install it' };
  const reason = await whyNotAttach(strace);
  return reason === null ? { strace } : { missing: `strace may not attach to a process here (${reason}): allow ptrace` };
}

function onPath(): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.map((folder) => join(folder, 'strace')).find(isExecutable) ?? null;
}

function install(say: (line: string) => void): string | null {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return null;
  say('strace is missing: apt-get install -y --no-install-recommends strace');
  const apt = (...args: string[]) => spawnSync('apt-get', args, { stdio: 'ignore' }).status === 0;
  const installed = apt('install', '-y', '--no-install-recommends', 'strace') || (apt('update') && apt('install', '-y', 'strace'));
  return installed ? onPath() : null;
}

async function whyNotAttach(strace: string): Promise<string | null> {
  const sleeper = spawn('sleep', ['60'], { stdio: 'ignore' });
  try {
    await once(sleeper, 'spawn');
    const tracer = await attach(strace, { pid: sleeper.pid ?? 0, output: '/dev/null' });
    await tracer.detach();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : 'unknown reason';
  } finally {
    sleeper.kill('SIGKILL');
  }
}

/**
 * Attaches to the main thread of a process; counting for the injection begins here.
 * @param output file of the trace
 * @throws Error with strace's message on failure
 */
export async function attach(
  strace: string,
  { pid, output, injection }: { pid: number; output: string; injection?: Injection | undefined },
): Promise<Tracer> {
  const child = spawn(strace, ['-p', String(pid), ...watching(output, injection)], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  const attached = new Promise<boolean>((resolve) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (/Process \d+ attached/.test(said)) resolve(true);
    });
    child.once('exit', () => resolve(false));
    setTimeout(() => resolve(false), ATTACH_WITHIN_MS).unref();
  });
  const gone = once(child, 'exit');
  if (await attached) return { detach: () => letGo(child, gone) };
  child.kill('SIGKILL');
  await gone;
  throw new Error(said.trim() || 'strace did not attach');
}

/**
 * The prefix of a command that strace traces from its first call on; the command keeps its process
 * id.
 */
export function beforeCommand(strace: string, output: string, injection: Injection | undefined): string[] {
  return [strace, '-D', ...watching(output, injection)];
}

function watching(output: string, injection: Injection | undefined): string[] {
  const options = ['-yy', '-s', '0', '-o', output, '-e', `trace=${WATCHED_CALLS.join(',')}`, '-e', 'signal=none'];
  return injection === undefined ? options : [...options, '-e', `inject=${inWordsOfStrace(injection)}`];
}

function inWordsOfStrace({ call, nth, effect, onwards = false }: Injection): string {
  return `${call}:${effect === 'kill' ? 'signal=KILL' : `error=${effect}`}:when=${nth}${onwards ? '+' : ''}`;
}

async function letGo(child: ChildProcess, gone: Promise<unknown>): Promise<void> {
  child.kill('SIGINT');
  await gone;
}
