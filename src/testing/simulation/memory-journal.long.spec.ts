import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { onlyServer } from '../../bff/platform/store/servers.ts';
import { createManualClock } from '../clock.ts';
import { createTestJournals } from '../databases/journal-kit.ts';
import { makeShop } from '../rigs/shops.ts';
import { openTestStore } from '../rigs/till.ts';
import { COMMANDS, type Command, ELSEWHERE, type JournalPorts, perform } from './journal-commands.ts';
import { createMemoryOrphans } from './memory-orphans.ts';
import { createMemoryRefunds } from './memory-refunds.ts';
import { createMemoryStore, SOUND_STORE, type StoreRules } from './memory-store.ts';
import { createMemoryTenders } from './memory-tenders.ts';

/** Two servers on one store, each with its journals. */
type Pair = readonly [JournalPorts, JournalPorts];

const clock = () => createManualClock(Date.UTC(2030, 0, 15, 9));

async function onDisk(time: ReturnType<typeof clock>): Promise<{ pair: Pair; close: () => Promise<void> }> {
  const db = await openTestStore();
  await makeShop(db, ELSEWHERE);
  const ports = [1, 2].map((id) => {
    const servers = onlyServer(id);
    return createTestJournals({ db, servers }, time);
  });
  return { pair: ports as unknown as Pair, close: () => db.destroy() };
}

function inMemory(time: ReturnType<typeof clock>, rules: StoreRules): Pair {
  const store = createMemoryStore(rules);
  const tenders = new Map();
  const refunds = new Map();
  const changes = { notify: () => undefined };
  const ports = (serverId: number): JournalPorts => {
    const own = { store, serverId, clock: time, changes };
    const journal = createMemoryTenders({ ...own, asked: tenders });
    const refunded = createMemoryRefunds({ ...own, asked: refunds, tender: journal.now });
    return { tenders: journal, refunds: refunded, orphans: createMemoryOrphans({ ...own, beganAt: 0 }) };
  };
  return [ports(1), ports(2)];
}

/** The result of a call, without parts that depend on the encryption of refs. */
async function outcome(work: Promise<unknown>): Promise<unknown> {
  try {
    const value = await work;
    const hidden = (key: string, inner: unknown) => (key === 'refSealed' ? '' : inner);
    return JSON.parse(JSON.stringify(value ?? null, hidden));
  } catch (error) {
    return error instanceof Error ? error.name : 'unknown';
  }
}

/** Plays the same calls to both, and compares each answer. */
async function compare(commands: readonly Command[], rules: StoreRules): Promise<void> {
  const times = [clock(), clock()] as const;
  const { pair, close } = await onDisk(times[0]);
  const memory = inMemory(times[1], rules);
  const known = [new Map(), new Map()] as const;
  try {
    for (const command of commands) {
      await Promise.all(times.map((time) => time.advance(command.waitMs)));
      const disk = await outcome(perform(pair[command.server], command, known[0]));
      expect({ command, gives: await outcome(perform(memory[command.server], command, known[1])) }).toEqual({ command, gives: disk });
    }
  } finally {
    await close();
  }
}

const anyCalls = fc.array(COMMANDS, { minLength: 5, maxLength: 60 });

describe('the journal in memory', () => {
  it('answers every sequence of calls of two servers like the journal on disk', async () => {
    await fc.assert(
      fc.asyncProperty(anyCalls, (commands) => compare(commands, SOUND_STORE)),
      { numRuns: 60 },
    );
  });

  it.each(['lock', 'versions', 'tombstones', 'uniqueClaims'] as const)('differs from the journal on disk without its %s', async (rule) => {
    const unsound = fc.asyncProperty(anyCalls, (commands) => compare(commands, { ...SOUND_STORE, [rule]: false }));
    expect((await fc.check(unsound, { numRuns: 300, endOnFailure: true })).failed).toBe(true);
  });
});
