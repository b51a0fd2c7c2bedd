import { type Attention, createAttention } from '../../bff/attention/attention.ts';
import { orphanSource } from '../../bff/attention/orphans.ts';
import { refundSource } from '../../bff/attention/refunds.ts';
import { tenderSource } from '../../bff/attention/tenders.ts';
import type { Logger } from '../../bff/base/logging.ts';
import type { Random } from '../../bff/base/ports.ts';
import { type Check, createCheck } from '../../bff/check/check.ts';
import { createSnapshots } from '../../bff/check/snapshots.ts';
import type { WrongCodeTable } from '../../bff/check/wrong-code-table.ts';
import { createWrongCodes } from '../../bff/check/wrong-codes.ts';
import type { MirrorStore } from '../../bff/mirror/mirror-store.ts';
import { openMirror } from '../../bff/mirror/open-mirror.ts';
import { createChanges } from '../../bff/operation/changes.ts';
import { createRefundAttempt, type RefundAttempt } from '../../bff/refund/attempt.ts';
import { createGiveBack } from '../../bff/refund/give-back.ts';
import { createRefunds, type Refunds } from '../../bff/refund/refunds.ts';
import { refundCases } from '../../bff/settle/refund-case.ts';
import { createSettler } from '../../bff/settle/settler.ts';
import { createSweeper } from '../../bff/settle/sweeper.ts';
import { tenderCases } from '../../bff/settle/tender-case.ts';
import type { Servers } from '../../bff/store/servers.ts';
import { createTenderAttempt, type TenderAttempt } from '../../bff/tender/attempt.ts';
import { createTenders, type Tenders } from '../../bff/tender/tenders.ts';
import { type Disk, dyingStore, journalled, stepped, withHalfReadings, withoutFreshWindow } from './guards.ts';
import type { ReachedIssuer } from './issuer.ts';
import type { Life } from './life.ts';
import { createMemoryOrphans } from './memory-orphans.ts';
import { type AskedRefunds, createMemoryRefunds } from './memory-refunds.ts';
import type { MemoryStore } from './memory-store.ts';
import { type AskedTenders, createMemoryTenders } from './memory-tenders.ts';
import { BEGINNING_MS } from './plan.ts';
import { CURRENCY } from './view.ts';
import type { WorldRules } from './world-rules.ts';

export const SHOP = 'main';
/** The configuration as by default. */
const SWEEP_EVERY_MS = 300_000;
const HOUR_MS = 3_600_000;
const SEARCHES_PER_SECOND = 50;
/** Nobody steals the disk of a world. */
const PLAIN_KEYS = { hash: (text: string) => text, seal: (text: string) => text, open: (text: string) => text };

/** Nobody guesses codes in a world. */
const NO_WRONG_CODES: WrongCodeTable = {
  since: () => Promise.resolve([]),
  addIf: () => Promise.resolve(),
  add: () => Promise.resolve(),
  remove: () => Promise.resolve(),
  guessed: () => Promise.resolve(),
};

/** One process of the server: the production code on the ports of the world. */
export interface Server {
  readonly life: Life;
  readonly tenders: Tenders;
  readonly refunds: Refunds;
  readonly attention: Attention;
  readonly check: Check;
  /** Before the first request. */
  recover(): Promise<void>;
}

/** What all servers of a shop share. */
export interface SharedStore {
  readonly store: MemoryStore;
  readonly tenders: AskedTenders;
  readonly refunds: AskedRefunds;
  readonly mirror: MirrorStore;
}

export interface ServerOptions {
  readonly life: Life;
  readonly shared: SharedStore;
  readonly issuer: ReachedIssuer;
  readonly servers: Servers;
  readonly log: Logger;
  readonly random: Random;
  readonly safeSecondAttempt: boolean;
  readonly rules: Pick<WorldRules, 'settling' | 'mirror' | 'settleWindowMs' | 'freshWindow' | 'completeReading'>;
  /** Tells the other servers what was written. */
  readonly announce: (change: { readonly kind: string; readonly id: string }) => void;
  readonly disk: Disk;
}

export function createServer(options: ServerOptions): Server {
  const { life, log, random, servers, safeSecondAttempt, rules } = options;
  const { clock } = life;
  const changes = createChanges({ servers, log });
  const { journal, refunds: refundJournal, orphans } = createMemoryJournals(options, changes);
  const issuer = stepped(life, options.issuer);
  const windows = { settleWindowMs: rules.settleWindowMs, sweepEveryMs: SWEEP_EVERY_MS };
  const deps = { shop: SHOP, journal, orphans, issuer, clock, log, random, changes, currency: CURRENCY, ...windows };
  const search = rules.completeReading ? issuer : withHalfReadings(issuer);
  const { mirror, upkeep } = openMirror({
    ...{
      clock,
      log,
      servers,
      keys: PLAIN_KEYS,
      searchesPerSecond: SEARCHES_PER_SECOND,
      historyDays: 400,
      backfillMs: HOUR_MS,
      rules: rules.mirror,
    },
    issuer: search,
    store: options.shared.mirror,
    mid: async () => journal.mid(SHOP),
  });
  const snapshots = createSnapshots({ ...deps, mirror });
  const wrongCodes = createWrongCodes({ ...deps, random: { uuid: () => '' }, table: NO_WRONG_CODES });
  const attempt: TenderAttempt = (sent, sentAtMs) => {
    const sender = { operationId: sent.id, attempt: sent.standing.attempts, ref: sent.ref };
    return createTenderAttempt({ ...deps, issuer: stepped(life, options.issuer.as(sender)) })(sent, sentAtMs);
  };
  const giveBack: RefundAttempt = (sent, ...rest) => {
    const sender = { operationId: sent.id, attempt: 1, ref: sent.tender.ref };
    return createRefundAttempt({ ...deps, refunds: refundJournal, issuer: stepped(life, options.issuer.as(sender)) })(sent, ...rest);
  };
  const settling = { ...deps, mirror, rules: rules.settling };
  const cases = tenderCases({ ...settling, safeSecondAttempt, attempt });
  const kinds = [rules.freshWindow ? cases : withoutFreshWindow(cases), refundCases({ ...settling, refunds: refundJournal })];
  const settler = createSettler({ kinds, servers, clock, log });
  const scope = { learnedScope: async () => null, refundScope: 'edr' };
  const refunds = createRefunds({ ...deps, refunds: refundJournal, attempt: giveBack, snapshots, settler, ...scope });
  const sweeper = createSweeper({ ...deps, mirror, missing: upkeep.progress, refunds: refundJournal });
  return {
    life,
    tenders: createTenders({ ...deps, ...TERMS, attempt, snapshots, wrongCodes, settler }),
    refunds,
    attention: createAttention([
      tenderSource({ ...deps, mirror, refunds: refundJournal, giveBack: createGiveBack(refunds, random) }),
      refundSource({ ...deps, mirror, refunds: refundJournal }),
      orphanSource(deps),
    ]),
    check: createCheck({ ...deps, snapshots, wrongCodes }),
    async recover() {
      await settler.recover();
      upkeep.start();
      sweeper.start();
    },
  };
}

const TERMS = { productBasedValue: 'none', redeemUnseen: false, timeZone: 'UTC', needsReceiptNo: async () => false } as const;

function createMemoryJournals({ life, shared, announce, disk }: ServerOptions, changes: ReturnType<typeof createChanges>) {
  /* A process that dies right after a write tells nobody. */
  const living = { tell: (change: Parameters<typeof changes.tell>[0]) => (life.isDead() ? undefined : changes.tell(change)) };
  const store = dyingStore(shared.store, life, announce);
  const own = { store, serverId: life.id, clock: life.clock, changes: living, beganAt: BEGINNING_MS - HOUR_MS };
  const tenders = createMemoryTenders({ ...own, asked: shared.tenders });
  return {
    journal: journalled(life, disk, tenders),
    refunds: journalled(life, disk, createMemoryRefunds({ ...own, asked: shared.refunds, tender: tenders.now })),
    orphans: journalled(life, disk, createMemoryOrphans(own)),
  };
}
