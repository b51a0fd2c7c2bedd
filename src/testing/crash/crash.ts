import { randomUUID } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FollowedWish } from './operation.ts';
import type { ServerProcess } from './server.ts';
import { attach, beforeCommand, type Injection } from './strace.ts';
import type { CrashTill } from './till.ts';
import { afterPowerCut, cameTo, type Range, readTrace, type SystemCall, unsyncedRanges } from './trace.ts';
import { inSession, type Lab, readiness, type Trial, type TrialOutcome, type TrialSession, type WatchedServer } from './trial.ts';

/**
 * Runs one operation during which the server is killed or its disk fails, and checks the result.
 */
export function crashTrial(lab: Lab, trial: Trial): Promise<TrialOutcome> {
  return inSession(lab, trial, async (session) => {
    const first = session.launch();
    const till = await session.tillAt(first);
    const wish = await session.prepare(till);
    const operated = await operate(lab, trial, session, { server: first, till, wish });
    const watched = trial.recovering === undefined ? operated : await recover(lab, session, wish, trial.recovering);
    const last = trial.afterwards === 'lives on' ? first : session.launch();
    await session.conclude(await session.tillAt(last), wish);
    return watched;
  });
}

const TRIES = 3;

/** Repeats a trial if it did not reach its point: runs can differ in their system calls. */
export async function struckTrial(lab: Lab, trial: Trial, how = crashTrial): Promise<TrialOutcome> {
  for (let left = TRIES; ; left -= 1) {
    const outcome = await how(lab, trial);
    if (outcome.struck || outcome.faults.length > 0 || left <= 1) return outcome;
  }
}

interface Operating {
  readonly server: ServerProcess;
  readonly till: CrashTill;
  readonly wish: FollowedWish;
}

/**
 * Runs the operation with its crash or broken disk, and restores the files that a power cut leaves.
 */
async function operate(
  lab: Lab,
  { during, afterwards }: Trial,
  session: TrialSession,
  { server, till, wish }: Operating,
): Promise<WatchedServer> {
  const { shop, faults } = session;
  const output = join(lab.folder, `trace-${randomUUID()}`);
  const before = afterwards === 'power cut' ? await contents(shop.files) : new Map<string, Buffer>();
  const tracer = await attach(lab.strace, { pid: server.pid, output, injection: during ?? undefined });
  await wish.send(till);
  if (during === null || during.effect === 'kill') await wish.follow(till);
  else {
    faults.push(...(await wish.whileClosed()));
    if (during.onwards === true) faults.push(...(await readiness(till, 503)));
  }
  await tracer.detach();
  if (afterwards === 'lives on') faults.push(...(await readiness(till, 200)));
  else await server.kill();
  const watched = await readWatched(output, during);
  if (afterwards === 'power cut') await cutPower(before, watched.steps);
  return watched;
}

/**
 * Starts the server again, possibly with another crash; meanwhile, only its readiness is queried.
 */
async function recover(lab: Lab, session: TrialSession, wish: FollowedWish, injection: Injection | null): Promise<WatchedServer> {
  const output = join(lab.folder, `trace-${randomUUID()}`);
  const server = session.launch(beforeCommand(lab.strace, output, injection ?? undefined));
  // If it survives, its result is compared after the last start.
  if ((await server.origin) !== null) await wish.follow(await session.tillAt(server));
  await server.kill();
  return readWatched(output, injection);
}

/** Reads what strace recorded of a server that has ended. */
export async function readWatched(output: string, injection: Injection | null): Promise<WatchedServer> {
  const steps = readTrace(await readFile(output, 'utf8'));
  await rm(output);
  return { steps, struck: injection !== null && cameTo(steps, injection) };
}

/** The contents of files, to be restored if a power cut loses what was not synced. */
export async function contents(files: readonly string[]): Promise<Map<string, Buffer>> {
  return new Map(await Promise.all(files.map(async (file) => [file, await readFile(file)] as const)));
}

/** Removes data that the disk had not confirmed, and data in shared memory of processes. */
export async function cutPower(before: ReadonlyMap<string, Buffer>, steps: readonly SystemCall[]): Promise<void> {
  const unsynced: ReadonlyMap<string, readonly Range[]> = unsyncedRanges(steps);
  for (const [file, old] of before) {
    const ranges = unsynced.get(file);
    if (ranges !== undefined) await writeFile(file, afterPowerCut(old, await readFile(file), ranges));
    await rm(`${file}-shm`, { force: true });
  }
}
