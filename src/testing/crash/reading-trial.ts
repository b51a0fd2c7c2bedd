import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { contents, cutPower, readWatched } from './crash.ts';
import { judgeAtRest } from './mirror.ts';
import { emptyTables } from './mirror-tables.ts';
import type { FollowedWish } from './operation.ts';
import { beforeCommand, type Injection } from './strace.ts';
import { inSession, type Lab, type Trial, type TrialOutcome, type TrialSession, type WatchedServer } from './trial.ts';

/**
 * A server that is traced from its first call on while it reads missing data, and is killed there
 * or in the middle of its next start. The data is checked each time before another server starts.
 */
export function readingTrial(lab: Lab, trial: Trial): Promise<TrialOutcome> {
  return inSession(lab, trial, async (session) => {
    const { during, recovering, afterwards } = trial;
    await emptyTables(session.shop);
    const start = createStart(lab, session);
    const first = await start(during, afterwards === 'power cut');
    const watched = recovering === undefined ? first : await start(recovering, false);
    const till = await session.tillAt(session.launch());
    await session.conclude(till, start.wish() ?? (await session.prepare(till)));
    return watched;
  });
}

interface Start {
  /**
   * Starts a server, lets it read until the crash or the end of its work, and judges the stored
   * rows.
   */
  (injection: Injection | null, isPowerCut: boolean): Promise<WatchedServer>;
  /** Null while no server has run long enough to receive a request. */
  wish(): FollowedWish | null;
}

function createStart(lab: Lab, session: TrialSession): Start {
  let wish: FollowedWish | null = null;
  const start = async (injection: Injection | null, isPowerCut: boolean) => {
    const output = join(lab.folder, `trace-${randomUUID()}`);
    const before = isPowerCut ? await contents(session.shop.files) : new Map<string, Buffer>();
    const server = session.launch(beforeCommand(lab.strace, output, injection ?? undefined));
    if ((await server.origin) !== null) {
      const till = await session.tillAt(server);
      wish ??= await session.prepare(till);
      await wish.send(till);
      await wish.follow(till);
    }
    await server.kill();
    const watched = await readWatched(output, injection);
    if (isPowerCut) await cutPower(before, watched.steps);
    session.faults.push(...(await judgeAtRest(lab.service, session.shop)));
    return watched;
  };
  return Object.assign(start, { wish: () => wish });
}
