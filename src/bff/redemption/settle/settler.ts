import type { Ports } from '../../platform/audit/ports.ts';
import { describeError } from '../../platform/base/logging.ts';
import { createLoop, interruptibleSleep } from '../../platform/base/loop.ts';
import { Stale } from '../operation/stale.ts';
import type { CaseKind, FollowUp } from './cases.ts';
import { SETTLER_JOURNAL_RETRY_MS } from './limits.ts';
import { nextQuestionMs, type Progress } from './schedule.ts';
import { startWatch, type Watch } from './settle.ts';

export interface Settler {
  /** Adds kinds of operations. Operations of other kinds cannot be watched. */
  add(...kinds: readonly CaseKind[]): void;
  /**
   * Takes over operations without a responsible living server, once before the first request and
   * regularly afterwards: those left open by the last stop or by other servers, and those that this
   * server lost track of.
   * @throws if the journal cannot be read or written
   */
  recover(): Promise<void>;
  /**
   * Takes over an operation whose outcome is unknown or not written. Repeated calls have no effect.
   */
  readonly watch: FollowUp;
  /** Stops settling; resolves once nothing is running. */
  stop(): Promise<void>;
}

export type SettlerOptions = Pick<Ports, 'clock' | 'log' | 'servers'>;

/** How often a server takes over abandoned operations. */
const ADOPT_EVERY_MS = { shared: 5_000, alone: 60_000 };

export function createSettler({ servers, clock, log }: SettlerOptions): Settler {
  const kinds: CaseKind[] = [];
  const watched = new Map<string, Promise<void>>();
  const adopting = createLoop({
    clock,
    log,
    firstMs: servers.shared ? ADOPT_EVERY_MS.shared : ADOPT_EVERY_MS.alone,
    everyMs: servers.shared ? ADOPT_EVERY_MS.shared : ADOPT_EVERY_MS.alone,
    work: adopt,
    failureMessage: 'failed to find open operations',
  });
  const { signal } = adopting;

  function progressOf({ beganMs, nothingSinceMs }: Watch, withManager: boolean): Progress {
    const nowMs = clock.monotonic();
    const emptyForMs = nothingSinceMs === null ? null : nowMs - nothingSinceMs;
    return { elapsedMs: nowMs - beganMs, withManager, nothingForMs: emptyForMs };
  }

  async function follow(kind: CaseKind, id: string): Promise<void> {
    let memory = startWatch(clock);
    for (;;) {
      try {
        const found = await kind.find(id, watch);
        if (!found) return;
        await clock.sleep(nextQuestionMs(progressOf(memory, found.withManager)), signal);
        const answered = await found.ask(memory, signal);
        memory = answered.watch;
        log.info(
          {
            operationId: id,
            kind: kind.kind,
            state: answered.state,
            ...(found.last4 !== null && { last4: found.last4 }),
          },
          'queried the issuer about an unknown outcome',
        );
      } catch (error) {
        if (signal.aborted) return;
        if (!(error instanceof Stale))
          log.error(
            { operationId: id, kind: kind.kind, ...describeError(error) },
            'failed to resolve an operation; starting again from the journal',
          );
        memory = { ...memory, nothingSinceMs: null };
        if (!(await interruptibleSleep(clock, SETTLER_JOURNAL_RETRY_MS, signal))) return;
      }
    }
  }

  function watch(name: CaseKind['kind'], id: string): void {
    const kind = kinds.find((each) => each.kind === name);
    if (!kind) throw new Error(`No feature resolves the kind ${name}`);
    if (watched.has(id) || signal.aborted) return;
    watched.set(
      id,
      follow(kind, id).finally(() => watched.delete(id)),
    );
  }

  async function adopt(): Promise<void> {
    const alive = await servers.alive();
    for (const kind of kinds) {
      for (const id of await kind.adopt(alive)) {
        if (watched.has(id)) continue;
        const found = await kind.find(id, watch);
        log.warn(
          { operationId: id, kind: kind.kind, ...(found?.last4 != null && { last4: found.last4 }) },
          'took over an open operation',
        );
        if (found) watch(kind.kind, id);
      }
    }
  }

  return {
    add(...more) {
      kinds.push(...more);
    },
    async recover() {
      await adopt();
      adopting.start();
    },
    watch,
    async stop() {
      await Promise.all([adopting.stop(), ...watched.values()]);
    },
  };
}
