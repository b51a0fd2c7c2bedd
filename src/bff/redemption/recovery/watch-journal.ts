import { accessSync, constants } from 'node:fs';
import type { Kysely } from 'kysely';
import type { Ports } from '../../platform/audit/ports.ts';
import { describeError, type Logger } from '../../platform/base/logging.ts';
import type { Random } from '../../platform/base/ports.ts';
import { createGapStore } from '../../platform/store/journal-gaps.ts';
import { lineageOf, notedLineage, noteLineage } from '../../platform/store/lineage.ts';
import type { Schema } from '../../platform/store/schema.ts';
import type { Servers } from '../../platform/store/servers.ts';
import type { Changes } from '../operation/changes.ts';
import {
  type ConfirmedFact,
  type JournalRecord,
  type JournalRecordFile,
  openJournalRecordFile,
  readJournalRecord,
} from './journal-record.ts';
import { judgeJournal } from './judge-journal.ts';
import { GAP_BEFORE_FACT_MS, MARK_EVERY_MS, WATCH_JOURNAL_FACTS_MAX } from './limits.ts';

/** Facts that the folder remembers are looked up in batches of this size. */
const FACTS_PER_QUERY = 200;

export interface WatchJournalOptions extends Pick<Ports, 'shop' | 'db' | 'clock' | 'log' | 'audit'> {
  readonly directory: string;
  readonly servers: Pick<Servers, 'id' | 'alive'>;
  readonly random: Pick<Random, 'uuid'>;
}

/** Watches the journal: facts confirmed to this server are remembered outside of it. */
export interface JournalWatch {
  follow(changes: Pick<Changes, 'on'>): void;
  /**
   * Writes a last mark, which shows that the journal is complete. It writes nothing if the journal
   * is unavailable.
   */
  stop(): Promise<void>;
}

/**
 * Compares the journal with what the data folder remembers, then begins to remember.
 *
 * This happens before the first request. The journal is checked against the data folder and its own
 * notes, and a gap is recorded if the journal may lack operations. An interruption is harmless,
 * because a gap is recorded before the new lineage.
 */
export async function watchJournal(options: WatchJournalOptions): Promise<JournalWatch> {
  const { db, directory, servers, clock, random, log } = options;
  const seen = readJournalRecord(directory);
  const lineage = await lineageOf(db, directory);
  await noteGap(options, seen, lineage);
  if (lineage !== null) await noteLineage(db, lineage);
  const server = seen?.server ?? random.uuid();
  const file = tryToOpen(directory, log);
  let last = seen?.mark ?? null;
  let since: ConfirmedFact[] = [];
  let marking = Promise.resolve();
  let markedMs = clock.monotonic();

  async function mark(isStopped: boolean): Promise<void> {
    if (file === null) return;
    const next = { server, mark: random.uuid(), at: clock.now(), isStopped };
    markedMs = clock.monotonic();
    since = [];
    const row = { mark: next.mark, previous: last, at: next.at, server_id: servers.id, stopped: isStopped ? 1 : 0 };
    await db
      .insertInto('journal_mark')
      .values({ server, ...row })
      .onConflict((conflict) => conflict.column('server').doUpdateSet(row))
      .execute();
    file.mark(next);
    last = next.mark;
    /* Facts confirmed while the mark was written may be later than the mark. */
    for (const fact of since) file.add(fact);
  }

  const markSoon = (): void => {
    marking = marking
      .then(() => mark(false))
      .catch((error: unknown) =>
        log.warn(describeError(error), 'failed to save the marker of the journal’s newest fact'),
      );
  };
  await forgetGone(options, server);
  await mark(false);
  let stopFollowing = () => {};
  return {
    follow(changes) {
      stopFollowing = changes.on(({ id, version }) => {
        if (version === undefined || file === null) return;
        file.add({ id, version });
        since.push({ id, version });
        if (since.length === WATCH_JOURNAL_FACTS_MAX || clock.monotonic() - markedMs > MARK_EVERY_MS) markSoon();
      });
    },
    async stop() {
      stopFollowing();
      await marking;
      try {
        await mark(true);
      } catch (error) {
        log.warn(
          describeError(error),
          'failed to save the marker of the journal’s newest fact at shutdown; the next start checks each fact',
        );
      }
      file?.close();
    },
  };
}

async function noteGap(
  options: WatchJournalOptions,
  seen: JournalRecord | null,
  lineage: string | null,
): Promise<void> {
  const { db, shop, clock, random, log, audit } = options;
  const found = {
    lineage,
    noted: await notedLineage(db),
    hasMark: seen === null || (await hasMark(db, seen)),
    lacking: await countLacking(db, seen?.since ?? []),
    unstoppedServers: await countOtherFacts(options, seen),
  };
  const reason = judgeJournal(seen, found);
  if (reason === null) return;
  log.error(
    { reason, count: found.lacking },
    'the journal may be missing confirmed redemptions: redeeming is paused until that is reviewed',
  );
  await db.transaction().execute(async (tx) => {
    const gaps = createGapStore(tx, shop);
    const fromAt = gapStartsAt(await gaps.newestFact(), clock.now());
    const id = random.uuid();
    const gap = await gaps.note({ id, reason, fromAt, foundAt: clock.now() });
    if (gap.id !== id) return;
    const by = { shop, person: null, device: null };
    await audit.write({ by, action: 'data.gap-found', subject: gap.id, details: { reason } }, tx);
  });
}

/**
 * Returns the start of the period whose operations a journal may lack, based on its newest fact:
 * milliseconds UTC.
 */
export function gapStartsAt(newestFact: number | null, now: number): number {
  return Math.min(newestFact ?? now, now) - GAP_BEFORE_FACT_MS;
}

async function hasMark(db: Kysely<Schema>, { server, mark }: JournalRecord): Promise<boolean> {
  const row = await db
    .selectFrom('journal_mark')
    .select(['mark', 'previous'])
    .where('server', '=', server)
    .executeTakeFirst();
  /* The journal gets a new mark before the folder does. */
  return row?.mark === mark || row?.previous === mark;
}

async function countLacking(db: Kysely<Schema>, facts: readonly ConfirmedFact[]): Promise<number> {
  let lacking = 0;
  for (let start = 0; start < facts.length; start += FACTS_PER_QUERY) {
    const some = facts.slice(start, start + FACTS_PER_QUERY);
    const ids = [...new Set(some.map(({ id }) => id))];
    const rows = await db.selectFrom('operation').select(['id', 'version']).where('id', 'in', ids).execute();
    const versions = new Map(rows.map(({ id, version }) => [id, version]));
    lacking += some.filter(({ id, version }) => (versions.get(id) ?? -1) < version).length;
  }
  return lacking;
}

async function countOtherFacts({ db }: WatchJournalOptions, seen: JournalRecord | null): Promise<number> {
  const rows = await db.selectFrom('journal_mark').select('server').where('stopped', '=', 0).execute();
  return rows.filter(({ server }) => server !== seen?.server).length;
}

/** Deletes the marks of stopped servers, which have no use once this journal has been judged. */
async function forgetGone({ db, servers }: WatchJournalOptions, ownId: string): Promise<void> {
  const alive = [...(await servers.alive())];
  await db.deleteFrom('journal_mark').where('server', '!=', ownId).where('server_id', 'not in', alive).execute();
}

function tryToOpen(directory: string, log: Logger): JournalRecordFile | null {
  try {
    accessSync(directory, constants.W_OK);
    return openJournalRecordFile(directory);
  } catch (error) {
    /* A server of a shared database may have no folder of its own. The journal's own notes then
       decide. */
    log.info(describeError(error), 'failed to save in DATA_DIR what the journal confirmed');
    return null;
  }
}
