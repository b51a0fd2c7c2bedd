import type { Kysely } from 'kysely';
import type { PracticeVoucher } from '../contract/people.ts';
import { createActivations } from './activation/activations.ts';
import { createRefuseCardCodes } from './activation/card-codes.ts';
import { createApprovals } from './approval/approvals.ts';
import { createCeilings } from './approval/ceilings.ts';
import { activationSource } from './attention/activations.ts';
import { createAttention } from './attention/attention.ts';
import { backupSource } from './attention/backups.ts';
import { behindSource } from './attention/behind.ts';
import { gapSource } from './attention/gap.ts';
import { guessedCodesSource } from './attention/guessed-codes.ts';
import { issueSource } from './attention/issues.ts';
import { orphanSource } from './attention/orphans.ts';
import { refundSource } from './attention/refunds.ts';
import { tenderSource } from './attention/tenders.ts';
import type { Audit } from './audit/audit.ts';
import { createSeals } from './audit/seals.ts';
import { createTrail } from './audit/trail.ts';
import type { Backups } from './backup/backups.ts';
import type { Keys } from './base/keys.ts';
import type { Logger } from './base/logging.ts';
import type { Clock, Random } from './base/ports.ts';
import { createCheck } from './check/check.ts';
import { createSnapshots } from './check/snapshots.ts';
import { createWrongCodeTable } from './check/wrong-code-table.ts';
import { createWrongCodes } from './check/wrong-codes.ts';
import { type Config, SHOP } from './config.ts';
import { createDisplays } from './display/displays.ts';
import { createShown } from './display/shown.ts';
import { createEvents } from './events/events.ts';
import { createGapParts, gapsOf } from './gap/gap-parts.ts';
import { createIssues } from './issue/issues.ts';
import { createGoOn } from './issue/make-requests.ts';
import type { IssuerAdmin } from './issuer/admin-port.ts';
import type { Issuer } from './issuer/port.ts';
import { createJournals, TRAIL_LINES } from './journal/journals.ts';
import { latestRefundScope } from './journal/refund-scope.ts';
import { createAccessKeys } from './keys/access-keys.ts';
import type { Metrics } from './metrics/metrics.ts';
import { createMirrorTable } from './mirror/mirror-table.ts';
import { openMirror } from './mirror/open-mirror.ts';
import { remakeList } from './mirror/remake-list.ts';
import { createChanges } from './operation/changes.ts';
import { createRuns } from './operation/runs.ts';
import { createBadges } from './people/badges.ts';
import { createCodeGuesses } from './people/code-guesses.ts';
import { createDevices } from './people/devices.ts';
import { createEnrolment } from './people/enrolment.ts';
import { createGuessing } from './people/guessing.ts';
import { createPeople } from './people/people.ts';
import { createPinCheck } from './people/pin-check.ts';
import { createPins } from './people/pins.ts';
import { createPractice } from './people/practice.ts';
import { createSessions } from './people/sessions.ts';
import { createSetup } from './people/setup.ts';
import { createShopLocks } from './people/shop-lock.ts';
import { createSignIn } from './people/sign-in.ts';
import { createCloudPrnt } from './printing/cloudprnt.ts';
import { createLeftovers } from './printing/leftovers.ts';
import { createPrinterStore } from './printing/printer-store.ts';
import { createPrinters } from './printing/printers.ts';
import { createPrintoutStore } from './printing/printout-store.ts';
import { createPrintouts } from './printing/printouts.ts';
import { createQueue } from './printing/queue.ts';
import { createRefundAttempt } from './refund/attempt.ts';
import { createGiveBack } from './refund/give-back.ts';
import { createRefunds } from './refund/refunds.ts';
import { createPayLinks } from './register/pay-links.ts';
import { createRegisters } from './register/registers.ts';
import { createReturnKey } from './register/return-key.ts';
import { createSettings } from './settings/settings.ts';
import { activationCases } from './settle/activation-case.ts';
import { RULES } from './settle/in-force.ts';
import { issueCases } from './settle/issue-case.ts';
import { refundCases } from './settle/refund-case.ts';
import { createSettler, type Settler } from './settle/settler.ts';
import { createSweeper } from './settle/sweeper.ts';
import { type TenderCaseDeps, tenderCases } from './settle/tender-case.ts';
import type { Schema } from './store/schema.ts';
import type { Servers } from './store/servers.ts';
import { createTenderAttempt } from './tender/attempt.ts';
import { createTenders } from './tender/tenders.ts';
import { createClosings } from './transactions/closings.ts';
import { createTransactions } from './transactions/transactions.ts';
import { createDispatch, type DispatchOptions } from './webhooks/dispatch.ts';
import { createOutbox } from './webhooks/outbox.ts';
import { createSender } from './webhooks/send.ts';
import { createWebhooks, type WebhooksOptions } from './webhooks/webhooks.ts';

/** What the parts of the server stand on. */
export interface Ground {
  readonly config: Config;
  readonly db: Kysely<Schema>;
  /** The same, for long questions. */
  readonly reads: Kysely<Schema>;
  readonly keys: Keys;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  /** The servers that share the database. */
  readonly servers: Servers;
  /** Where what people do beside the journal is written down. */
  readonly audit: Audit;
  readonly issuer: Issuer & IssuerAdmin;
  /** Where somebody watches. */
  readonly metrics?: Metrics | undefined;
  /** Backups that the server makes by itself; without any, nobody misses them. */
  readonly backups?: Pick<Backups, 'trouble'> | null;
  /** What a person types for the first set-up. */
  readonly setupCode: string;
  /** Null with a real voucher service. */
  readonly practiceVouchers: (() => PracticeVoucher[]) | null;
}

export type Parts = ReturnType<typeof assemble>;

/**
 * Puts the parts of the server together, each from parts that are there already: who may do something, then the way of a voucher (check, attempt, journal,
 * settling, what is left for a manager), then what looks back on it. Nothing runs yet: see {@link startParts}.
 */
export function assemble(ground: Ground) {
  const people = assemblePeople(ground);
  const shared = assembleShared(ground);
  const checking = assembleChecking(shared);
  const sending = assembleSending(shared, people);
  const settler = assembleSettler(
    ground,
    { ...shared, isHeld: (tender) => gap.gate.isHeld(tender), isFromBefore: (tender) => gap.gate.isFromBefore(tender) },
    sending,
  );
  const gap: Gap = assembleGap(shared, settler);
  const wishes = assembleWishes({ ...shared, gate: gap.gate }, people, checking, { ...sending, settler });
  const looking = assembleLooking(ground, { ...shared, ...gap }, wishes);
  const displays = assembleDisplays(shared, people);
  const printing = assemblePrinting(ground, shared);
  return { ...people, ...shared, ...checking, ...sending, settler, ...gap, ...wishes, ...looking, ...displays, ...printing };
}

/**
 * Before the first request: makes who may practise, reads what the last stop left open, begins to settle it, to read the issuer's rows, and to look for captures that
 * nothing explains.
 */
export async function startParts({
  opening,
  settler,
  sweeper,
  seals,
  upkeep,
  practice,
  prepareList,
  queue,
  outbox,
  dispatch,
}: Pick<
  Parts,
  'opening' | 'settler' | 'sweeper' | 'seals' | 'upkeep' | 'practice' | 'prepareList' | 'queue' | 'outbox' | 'dispatch'
>): Promise<void> {
  await prepareList();
  await outbox.refresh();
  dispatch.start();
  await opening.start();
  await settler.recover();
  upkeep.start();
  sweeper.start();
  seals.start();
  await queue.start();
  await practice?.prepare();
}

/** Stops settling and looking, and waits for what is with the issuer. */
export async function stopParts({
  opening,
  settler,
  sweeper,
  seals,
  upkeep,
  runs,
  tenders,
  refunds,
  queue,
  dispatch,
}: Parts): Promise<void> {
  await Promise.all([settler.stop(), sweeper.stop(), seals.stop(), runs.close(), queue.stop()]);
  await Promise.all([tenders.drain(), refunds.drain()]);
  await dispatch.stop();
  await Promise.all([upkeep.stop(), opening.stop()]);
}

/** Who may do something, and how that is found out. */
function assemblePeople({ config, db, reads, keys, clock, random, log, audit, setupCode, practiceVouchers: vouchers }: Ground) {
  const guessing = createGuessing({ db, clock });
  const pins = createPins(keys.pepper);
  const guesses = createCodeGuesses(guessing);
  const enrolment = createEnrolment({ db, clock, random, keys, guesses, audit });
  const settings = createSettings({ db, clock, audit });
  const checkPin = createPinCheck({ db, pins, guessing, audit, refused: 'pin.refused' });
  const sessions = createSessions({ db, clock, random, idleMs: config.sessionIdleMs, log, audit });
  return {
    guessing,
    enrolment,
    devices: createDevices({ db, clock, guessing, log, audit }),
    accessKeys: createAccessKeys({ db, keys, clock, random, audit }),
    sessions,
    badges: createBadges({ db, clock, random, keys, guessing, audit }),
    people: createPeople({ db, clock, random, pins, guessing, sessions, audit }),
    signIn: createSignIn({ db, pins, sessions, guessing, audit }),
    approvals: createApprovals({ db, clock, keys, checkPin, audit }),
    ceilings: createCeilings({ db, clock, keys, settings, checkPin, audit }),
    setup: createSetup({ shop: SHOP, code: setupCode, db, clock, random, enrolment, pins, sessions, guesses, audit, settings }),
    shopLocks: createShopLocks({ db, guessing, audit }),
    practice: vouchers && { ...createPractice({ shop: SHOP, db, clock, enrolment, pins, guessing, audit }), vouchers },
    settings,
    trail: createTrail({ db: reads, shown: TRAIL_LINES }),
  };
}

type Shared = ReturnType<typeof assembleShared>;

/** What every part on the way of a voucher is given: the journals, how others hear of what is written there, and the issuer's rows. */
function assembleShared({ config, db, reads, keys, clock, random, log, servers, audit, issuer, metrics }: Ground) {
  const changes = createChanges({ servers, log });
  const { timeZone } = config.terms;
  const outbox = createOutbox({ db, clock, random });
  const journals = createJournals({ db, keys, clock, servers, changes, timeZone, outbox });
  const telling = assembleWebhooks({ db, keys, clock, random, log, audit, outbox, allowPrivate: config.webhooksPrivate });
  changes.on(telling.dispatch.wake);
  metrics?.follow(changes, journals.tenders);
  const { settleWindowMs, safeSecondAttempt, redeemUnseen, refundScope, sweepEveryMs } = config;
  const { currency, productBasedValue } = config.terms;
  const set = { settleWindowMs, safeSecondAttempt, redeemUnseen, refundScope, sweepEveryMs, currency, productBasedValue, timeZone };
  const ports = { shop: SHOP, shared: servers.shared, db, reads, keys, clock, random, log, audit, issuer, serverId: servers.id };
  const { searchesPerSecond, historyDays } = config;
  const mid = () => journals.tenders.mid(SHOP);
  const list = { mid, timeZone };
  const reading = openMirror({
    ...ports,
    servers,
    searchesPerSecond,
    historyDays,
    mid,
    store: createMirrorTable(db, SHOP, list),
  });
  const prepareList = () => remakeList({ db, shop: SHOP, terms: list, log });
  return { ...ports, ...set, ...reading, ...telling, outbox, prepareList, changes, journals, journal: journals.tenders };
}

type Telling = Omit<WebhooksOptions, 'sender'> & Omit<DispatchOptions, 'sender'> & { readonly allowPrivate: boolean };

/** Who hears of what happens, and how it is told. */
function assembleWebhooks(telling: Telling) {
  const sender = createSender(telling);
  return { webhooks: createWebhooks({ ...telling, sender }), dispatch: createDispatch({ ...telling, sender }) };
}

type Checking = ReturnType<typeof assembleChecking>;

function assembleChecking(shared: Shared) {
  const snapshots = createSnapshots(shared);
  const wrongCodes = createWrongCodes({ ...shared, table: createWrongCodeTable(shared) });
  return { snapshots, wrongCodes, check: createCheck({ ...shared, snapshots, wrongCodes }) };
}

type Sending = ReturnType<typeof assembleSending>;

/** What sends to the issuer, and writes before and after what becomes of it. */
function assembleSending(shared: Shared, { ceilings }: ReturnType<typeof assemblePeople>) {
  const { journals } = shared;
  const runs = createRuns(shared);
  return {
    runs,
    attempt: createTenderAttempt(shared),
    refundAttempt: createRefundAttempt({ ...shared, refunds: journals.refunds }),
    activations: createActivations({
      ...shared,
      journal: journals.activations,
      runs,
      ceilings,
      refuseCardCodes: createRefuseCardCodes(shared),
    }),
    goOnIssuing: createGoOn({ ...shared, journal: journals.issues, runs }),
  };
}

/** What customers see of the tills. */
function assembleDisplays(shared: Shared, { guessing, sessions, settings }: ReturnType<typeof assemblePeople>) {
  const displays = createDisplays({ ...shared, guessing });
  return { displays, shown: createShown({ ...shared, sessions, settings, displays }) };
}

/** What finds out how something ended whose answer was lost. */
function assembleSettler(
  { servers }: Ground,
  shared: Shared & Pick<TenderCaseDeps, 'isHeld' | 'isFromBefore'>,
  { attempt, activations, goOnIssuing }: Sending,
): Settler {
  const { journals } = shared;
  const searching = { ...shared, rules: RULES };
  const kinds = [
    tenderCases({ ...searching, attempt }),
    refundCases({ ...searching, refunds: journals.refunds }),
    activationCases({ ...shared, journal: journals.activations, goOn: activations.goOn }),
    issueCases({ ...shared, journal: journals.issues, goOn: goOnIssuing }),
  ];
  return createSettler({ ...shared, servers, kinds });
}

/** What looks for captures that nothing explains, and keeps the shop closed while the journal itself may lack what would explain them. */
function assembleGap(shared: Shared, settler: Settler) {
  const { shop, db, journals } = shared;
  const heldSince = (): number | null => gap.gate.heldSince();
  const sweeper = createSweeper({
    ...shared,
    heldSince,
    missing: shared.upkeep.progress,
    refunds: journals.refunds,
    orphans: journals.orphans,
  });
  const gap = createGapParts({ ...shared, ...gapsOf(db, shop), lookAfter: settler.watch, sweepNow: () => sweeper.sweepNow() });
  return { ...gap, sweeper };
}

type Gap = ReturnType<typeof assembleGap>;

/** What a till asks for: each once for an id, and settled where its answer is lost. */
function assembleWishes(
  shared: Shared & Pick<Gap, 'gate'>,
  { ceilings, settings }: ReturnType<typeof assemblePeople>,
  checking: Checking,
  { attempt, refundAttempt, goOnIssuing, settler }: Sending & { readonly settler: Settler },
) {
  const { db, journals } = shared;
  const needsReceiptNo = async (shop: string) => (await settings.read(shop)).receiptUse === 'required';
  return {
    tenders: createTenders({ ...shared, ...checking, attempt, settler, needsReceiptNo }),
    refunds: createRefunds({
      ...shared,
      ...checking,
      refunds: journals.refunds,
      attempt: refundAttempt,
      settler,
      learnedScope: () => latestRefundScope(db),
    }),
    issues: createIssues({ ...shared, journal: journals.issues, ceilings, goOn: (issue) => goOnIssuing(issue, settler.watch) }),
  };
}

/** What looks back: for captures that nothing explains, for what a manager has to judge, at days, and for pages that want to hear at once. */
function assembleLooking({ backups }: Ground, shared: Shared & Gap, { refunds }: ReturnType<typeof assembleWishes>) {
  const { shop, random, journals } = shared;
  const { orphans, activations, issues } = journals;
  const attention = createAttention([
    tenderSource({ ...shared, refunds: journals.refunds, giveBack: createGiveBack(refunds, random) }),
    refundSource({ ...shared, refunds: journals.refunds }),
    orphanSource({ shop, orphans }),
    guessedCodesSource(shared),
    gapSource(shared),
    behindSource(shared.sweeper),
    ...(backups ? [backupSource(backups)] : []),
    activationSource({ shop, activations }),
    issueSource({ shop, issues }),
  ]);
  const transactions = createTransactions(shared);
  const seals = createSeals(shared);
  const closings = createClosings({ ...shared, readDay: transactions.readDay, onClosed: seals.sealSoon });
  return { seals, attention, transactions, closings, events: createEvents(shared), ...assembleRegisters(shared) };
}

/** What goes onto paper. */
function assemblePrinting({ config, servers }: Ground, shared: Shared) {
  const addresses = { onLoopback: config.printersOnLoopback };
  const store = createPrintoutStore({ ...shared, servers });
  const printerStore = createPrinterStore({ ...shared, printouts: store });
  const leftovers = createLeftovers({ ...shared, servers, printouts: store });
  const parts = { ...shared, servers, addresses, printers: printerStore, printouts: store, leftovers };
  const queue = createQueue(parts);
  return {
    printers: createPrinters(parts),
    printouts: createPrintouts({ ...parts, queue }),
    cloudPrnt: createCloudPrnt(parts),
    queue,
  };
}

/** What registers that ask by link need. */
function assembleRegisters(shared: Shared) {
  const registers = createRegisters(shared);
  const returnKey = createReturnKey(shared);
  return { registers, returnKey, payLinks: createPayLinks({ ...shared, registers, key: returnKey }) };
}
