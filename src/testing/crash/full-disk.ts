import { spawnSync } from 'node:child_process';
import { cp, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServerProcess } from './server.ts';
import { inSession, type Lab, readiness, type Trial, type TrialOutcome, type TrialSession } from './trial.ts';

/** Room for a shop, and for its journal to grow for a while. */
const SIZE = '4m';
const BLOCK_BYTES = 4_096;

/** The reason why no separate disk can be mounted here; null if it can. */
export function whyNoDisk(): string | null {
  if (process.platform !== 'linux') return 'tmpfs exists on Linux only';
  return process.getuid?.() === 0 ? null : 'only root may mount a tmpfs';
}

/**
 * A shop on a separate disk that is filled completely. A redemption that cannot be written is not
 * sent, not even after a crash and a start on the full disk. With free space, everything continues.
 */
export function fullDiskTrial(lab: Lab, trial: Trial): Promise<TrialOutcome> {
  return inSession(lab, trial, async (session) => {
    const from = session.shop.env['DATA_DIR'] ?? '';
    const disk = `${from}.disk`;
    const servers: ServerProcess[] = [];
    await mkdir(disk);
    mount('mount', '-t', 'tmpfs', '-o', `size=${SIZE},mode=700`, 'tmpfs', disk);
    try {
      await cp(from, disk, { recursive: true });
      const start = () => {
        const server = session.launch([], { DATA_DIR: disk });
        servers.push(server);
        return server;
      };
      return await fillAndEmpty(session, start, join(disk, 'ballast'));
    } finally {
      for (const server of servers) await server.kill();
      mount('umount', disk);
      await rm(disk, { recursive: true });
    }
  });
}

async function fillAndEmpty(session: TrialSession, start: () => ServerProcess, ballast: string) {
  const { faults } = session;
  const first = start();
  const till = await session.tillAt(first);
  const wish = await session.prepare(till);
  await fill(ballast);
  await wish.send(till);
  faults.push(...(await wish.whileClosed()), ...(await readiness(till, 503)));
  await first.kill();
  const second = start();
  /* It may refuse to start; when it does not, it has to be as careful. */
  if ((await second.origin) !== null) {
    await wish.send(await session.tillAt(second));
    faults.push(...(await wish.whileClosed()));
  }
  await second.kill();
  await rm(ballast);
  const last = await session.tillAt(start());
  faults.push(...(await readiness(last, 200)));
  await session.conclude(last, wish);
  return { steps: [], struck: true };
}

/** Writes until there is no space left. */
async function fill(path: string): Promise<void> {
  const file = await open(path, 'w');
  try {
    for (;;) await file.write(Buffer.alloc(BLOCK_BYTES, 1));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  } finally {
    await file.close();
  }
}

export function mount(command: 'mount' | 'umount', ...rest: string[]): void {
  const { status, stderr } = spawnSync(command, rest, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} did not succeed: ${stderr.trim()}`);
}
