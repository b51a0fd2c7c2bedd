import type { WrongCodeTable } from '../../bff/access/rate-limits/wrong-code-table.ts';
import { createWrongCodes } from '../../bff/access/rate-limits/wrong-codes.ts';
import { type AccountReader, createReaderOn } from '../../bff/issuer/mirror/account-reader.ts';
import type { MirrorStore } from '../../bff/issuer/mirror/mirror-store.ts';
import { withinBudget } from '../../bff/issuer/mirror/within-budget.ts';
import type { Logger } from '../../bff/platform/base/logging.ts';
import type { Random } from '../../bff/platform/base/ports.ts';
import type { Servers } from '../../bff/platform/store/servers.ts';
import { type Attention, createAttention } from '../../bff/redemption/cases/attention.ts';
import { gapSource } from '../../bff/redemption/cases/gap.ts';
import { orphanSource } from '../../bff/redemption/cases/orphans.ts';
import { refundSource } from '../../bff/redemption/cases/refunds.ts';
import { tenderSource } from '../../bff/redemption/cases/tenders.ts';
import { type Check, createCheck } from '../../bff/redemption/check/check.ts';
import { createLookups } from '../../bff/redemption/check/lookups.ts';
import { createSnapshots } from '../../bff/redemption/check/snapshots.ts';
import { createChanges } from '../../bff/redemption/operation/changes.ts';
import { combineGuards } from '../../bff/redemption/operation/voucher-guards.ts';
import { createGapParts } from '../../bff/redemption/recovery/gap-parts.ts';
import type { Gate } from '../../bff/redemption/recovery/gate.ts';
import type { TillReports } from '../../bff/redemption/recovery/till-reports.ts';
import { gapStartsAt } from '../../bff/redemption/recovery/watch-journal.ts';
import { createRefundAttempt, type RefundAttempt } from '../../bff/redemption/refund/attempt.ts';
import { createManagerRefunds } from '../../bff/redemption/refund/manager-refunds.ts';
import { createRefunds, type RefundDeps, type Refunds } from '../../bff/redemption/refund/refunds.ts';
import { createRefundCaseKind } from '../../bff/redemption/settle/refund-case.ts';
import { createSettler } from '../../bff/redemption/settle/settler.ts';
import { tenderCases } from '../../bff/redemption/settle/tender-case.ts';
import { createTenderAttempt, type TenderAttempt } from '../../bff/redemption/tender/attempt.ts';
import { createTenders, type TenderDeps, type Tenders } from '../../bff/redemption/tender/tenders.ts';
import { type ClosingParts, openClosings, type SharedClosings } from './closings.ts';
import { type Disk, dyingStore, journalled, stepped, withHalfReadings, withoutFreshWindow } from './guards.ts';
import type { ReachedIssuer } from './issuer.ts';
import type { Life } from './life.ts';
import type { JournalGaps, MemoryGaps } from './memory-gaps.ts';
import { createMemoryOrphans } from './memory-orphans.ts';
import { type AskedRefunds, createMemoryRefunds } from './memory-refunds.ts';
import type { MemoryStore } from './memory-store.ts';
import { type AskedTenders, createMemoryTenders } from './memory-tenders.ts';
import { BEGINNING_MS, type ShopIdentity } from './plan.ts';
import { createToldStories, type ToldStories } from './told-stories.ts';
import { CURRENCY } from './view.ts';
import type { WorldRules } from './world-rules.ts';

/** The default configuration. */
const SWEEP_EVERY_MS = 300_000;
const HOUR_MS = 3_600_000;
const SEARCHES_PER_SECOND = 50;
/** The disk is not attacked in the simulation. */
const PLAIN_KEYS = { hash: (text: string) => text, seal: (text: string) => text, open: (text: string) => text };

/** Codes are not guessed in the simulation. */
const NO_WRONG_CODES: WrongCodeTable = {
  since: () => Promise.resolve([]),
  add: () => Promise.resolve(),
  guessed: () => Promise.resolve(),
};
/** The journal's id, and an audit trail that is never read. */
export const JOURNAL = 'the journal';
/** Managers in the simulation refund directly. */
const NO_APPROVALS: RefundDeps['approvals'] = { approverOf: async () => null, use: async () => null };
/** There are no registers here. */
const NO_SALES: TenderDeps['sales'] = {
  mark: async () => ({ tenders: 0, facts: 0, beingRefunded: new Set() }),
  assertOpen: async () => undefined,
  wasReported: async () => false,
  reportedDue: async () => null,
};
/** No manager has set a limit here. */
const NO_LIMITS: TenderDeps['saleLimits'] = { set: async () => ({}), assertWithin: async () => undefined };
const NO_TRAIL = { write: async () => undefined };

/** One shop in one process of the server: the production code on the ports of the world. */
export interface Server {
  readonly life: Life;
  readonly tenders: Tenders;
  readonly refunds: Refunds;
  readonly attention: Attention;
  readonly check: Check;
  readonly stories: ToldStories;
  readonly gate: Gate;
  readonly tillReports: TillReports;
  readonly closings: ClosingParts | null;
  /** Before the first request. */
  recover(): Promise<void>;
}

/** The data that all servers of a shop share. */
export interface SharedStore {
  readonly store: MemoryStore;
  readonly tenders: AskedTenders;
  readonly refunds: AskedRefunds;
  readonly gaps: MemoryGaps;
  readonly closings: SharedClosings | null;
}

export interface ServerOptions {
  readonly life: Life;
  readonly identity: ShopIdentity;
  readonly shared: SharedStore;
  readonly journalGaps: JournalGaps;
  /** The reader of the account's rows in this process. */
  readonly reader: AccountReader;
  readonly issuer: ReachedIssuer;
  readonly servers: Servers;
  readonly log: Logger;
  readonly random: Random;
  readonly safeSecondAttempt: boolean;
  readonly rules: Pick<WorldRules, 'settling' | 'mirror' | 'settleWindowMs' | 'freshWindow' | 'completeReading' | 'guard' | 'story'>;
  /** Informs the other servers of a write. */
  readonly announce: (change: { readonly kind: string; readonly id: string }) => void;
  readonly disk: Disk;
}

/** Reads the issuer's rows for all shops of the account in one process. */
export function openAccountReader(
  store: MirrorStore,
  {
    life,
    log,
    servers,
    rules,
  }: Pick<ServerOptions, 'log' | 'servers'> & { readonly life: Life; readonly rules: Pick<WorldRules, 'mirror'> },
): AccountReader {
  return createReaderOn(() => store, {
    clock: life.clock,
    log,
    servers,
    keys: PLAIN_KEYS,
    searchesPerSecond: SEARCHES_PER_SECOND,
    historyDays: 400,
    backfillMs: HOUR_MS,
    rules: rules.mirror,
  });
}

export function createServer(options: ServerOptions): Server {
  const { life, log, random, servers, safeSecondAttempt, rules } = options;
  const { clock } = life;
  const { shop } = options.identity;
  const changes = createChanges({ servers, log });
  const closings = openClosings(options, changes);
  const { journal, refunds: refundJournal, orphans } = createMemoryJournals(options, changes);
  const issuer = stepped(life, options.issuer);
  const windows = { settleWindowMs: rules.settleWindowMs, sweepEveryMs: SWEEP_EVERY_MS };
  const deps = { shop, journal, refunds: refundJournal, orphans, issuer, clock, log, random, changes, ...SHOP_TERMS, ...windows };
  const search = rules.completeReading ? issuer : withHalfReadings(issuer);
  const { mirror, upkeep, budget } = options.reader;
  options.reader.join({ shop, mid: () => journal.mid(shop), timeZone: 'UTC' }, search);
  const snapshots = createSnapshots({ ...deps, mirror });
  const wrongCodes = createWrongCodes({ ...deps, keys: PLAIN_KEYS, random: { uuid: () => '' }, table: NO_WRONG_CODES });
  const lookups = createLookups({ ...deps, snapshots, wrongCodes });
  const attempt: TenderAttempt = (sent, sentAtMs) => {
    const sender = { operationId: sent.id, attempt: sent.status.attempts, ref: sent.ref };
    return createTenderAttempt({ ...deps, issuer: stepped(life, options.issuer.as(sender)) })(sent, sentAtMs);
  };
  const giveBack: RefundAttempt = (sent, ...rest) => {
    const sender = { operationId: sent.id, attempt: 1, ref: sent.tender.ref };
    return createRefundAttempt({ ...deps, issuer: stepped(life, options.issuer.as(sender)) })(sent, ...rest);
  };
  const settling = { ...deps, issuer: withinBudget(issuer, budget, clock), mirror, rules: rules.settling };
  const settler = createSettler({ servers, clock, log });
  const scope = { learnedScope: async () => null, refundScope: 'edr' };
  const { gaps } = options.shared;
  const gap = createGapParts({
    ...deps,
    mirror,
    gaps,
    shared: servers.shared,
    audit: NO_TRAIL,
    missing: upkeep.progress,
    followUp: settler.watch,
    journalId: async () => JOURNAL,
    keys: PLAIN_KEYS,
    midCheck: { refresh: async () => undefined, assertAgreed: () => undefined },
  });
  const { gate, sweeper } = gap;
  const tillReports = gap.tillReports(async (...told) => closings?.zNumbers.take(...told));
  const cases = tenderCases({ ...settling, ...gate, safeSecondAttempt, attempt });
  settler.add(rules.freshWindow ? cases : withoutFreshWindow(cases), createRefundCaseKind({ ...settling, ...gate }));
  const refunds = createRefunds({
    ...deps,
    gate,
    sales: NO_SALES,
    approvals: NO_APPROVALS,
    assertConfirmed: async () => undefined,
    attempt: giveBack,
    snapshots,
    settler,
    ...scope,
  });
  const managerRefunds = createManagerRefunds(refunds, random);
  return {
    life,
    tenders: createTenders({ ...deps, ...TERMS, gate, tags: gap.tags, sales: NO_SALES, attempt, snapshots, wrongCodes, settler }),
    refunds,
    attention: createAttention([
      tenderSource({ ...deps, mirror, gate, managerRefunds }),
      refundSource({ ...deps, mirror }),
      orphanSource({ ...deps, gate, managerRefunds }),
      gapSource({ gate, tillReports }),
    ]),
    gate,
    tillReports: tillReports,
    closings,
    check: createCheck({ ...deps, lookups }),
    stories: createToldStories({ ...deps, rules, mirror, lookups, journals: { tenders: journal, refunds: refundJournal } }),
    async recover() {
      await noteOtherCopy(options);
      await closings?.zNumbers.start();
      await gap.opening.start();
      await settler.recover();
      upkeep.start();
      sweeper.start();
    },
  };
}

/** Settings of managers, none of which is set here. */
const SHOP_TERMS = {
  currency: CURRENCY,
  guards: combineGuards([]),
  checkFacts: [],
  saleLimits: NO_LIMITS,
  oftenChecked: { recordCheck: async () => undefined },
};
const TERMS = {
  productBasedValue: 'none',
  redeemUnseen: false,
  days: async () => ({ timeZone: 'UTC', dayBegins: '00:00' }),
  needsReceiptNo: async () => false,
} as const;
/** Like a start that compares the journal with its recorded state. */
async function noteOtherCopy({ shared: { gaps }, journalGaps, rules, life, random }: ServerOptions): Promise<void> {
  if (!journalGaps.isOtherCopy) return;
  journalGaps.isOtherCopy = false;
  if (!rules.guard) return;
  const now = life.clock.now();
  await gaps.note({ id: random.uuid(), reason: 'other-copy', fromAt: gapStartsAt(await gaps.newestFact(), now), foundAt: now });
}

function createMemoryJournals({ life, shared, announce, disk }: ServerOptions, changes: ReturnType<typeof createChanges>) {
  /* A process that dies right after a write informs no other. */
  const living = { notify: (change: Parameters<typeof changes.notify>[0]) => (life.isDead() ? undefined : changes.notify(change)) };
  const store = dyingStore(shared.store, life, announce);
  const own = { store, serverId: life.id, clock: life.clock, changes: living, beganAt: BEGINNING_MS - 24 * HOUR_MS };
  const tenders = createMemoryTenders({ ...own, asked: shared.tenders });
  return {
    journal: journalled(life, disk, tenders),
    refunds: journalled(life, disk, createMemoryRefunds({ ...own, asked: shared.refunds, tender: tenders.now })),
    orphans: journalled(life, disk, createMemoryOrphans(own)),
  };
}
