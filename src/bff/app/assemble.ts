import { createExceptions } from '../../features/exception-report/bff/exceptions.ts';
import { activationCases } from '../../features/gift-cards/bff/activation-case.ts';
import { activationSource } from '../../features/gift-cards/bff/activation-source.ts';
import { createActivations } from '../../features/gift-cards/bff/activations.ts';
import { createRefuseCardCodes } from '../../features/gift-cards/bff/card-codes.ts';
import { createHolds } from '../../features/hold/bff/holds.ts';
import { issueCases } from '../../features/selling/bff/issue-case.ts';
import { issueSource } from '../../features/selling/bff/issue-source.ts';
import { createIssues } from '../../features/selling/bff/issues.ts';
import { createGoOn } from '../../features/selling/bff/make-requests.ts';
import { createClosings } from '../../features/transactions/bff/closings.ts';
import { createTransactions } from '../../features/transactions/bff/transactions.ts';
import { targetOf } from '../../features/voucher-history/bff/target.ts';
import { createAskedApprovals } from '../access/approval/asked.ts';
import { createOftenChecked } from '../access/rate-limits/often-checked.ts';
import { createWrongCodeTable } from '../access/rate-limits/wrong-code-table.ts';
import { createWrongCodes } from '../access/rate-limits/wrong-codes.ts';
import { withinBudget } from '../issuer/mirror/within-budget.ts';
import { createSeals } from '../platform/audit/seals.ts';
import type { Scope } from '../platform/base/scope.ts';
import { createAttention } from '../redemption/cases/attention.ts';
import { backupSource } from '../redemption/cases/backups.ts';
import { behindSource } from '../redemption/cases/behind.ts';
import { gapSource } from '../redemption/cases/gap.ts';
import { guessedCodesSource } from '../redemption/cases/guessed-codes.ts';
import { lockedDevicesSource } from '../redemption/cases/locked-devices.ts';
import { orphanSource } from '../redemption/cases/orphans.ts';
import { otherKindSource } from '../redemption/cases/other-kind.ts';
import { overpaymentSource } from '../redemption/cases/overpayments.ts';
import { refundSource } from '../redemption/cases/refunds.ts';
import { tenderSource } from '../redemption/cases/tenders.ts';
import { createCheck } from '../redemption/check/check.ts';
import { createLooks } from '../redemption/check/looks.ts';
import { createSnapshots } from '../redemption/check/snapshots.ts';
import { latestRefundScope } from '../redemption/journal/refund-scope.ts';
import { tellAll } from '../redemption/operation/changes.ts';
import { createRuns } from '../redemption/operation/runs.ts';
import { inTurn } from '../redemption/operation/voucher-guards.ts';
import { createGapParts, gapsOf } from '../redemption/recovery/gap-parts.ts';
import type { Gate } from '../redemption/recovery/gate.ts';
import type { RememberingDeps } from '../redemption/recovery/remembering.ts';
import { createRefundAttempt } from '../redemption/refund/attempt.ts';
import { createGiveBack } from '../redemption/refund/give-back.ts';
import { createRefunds } from '../redemption/refund/refunds.ts';
import { RULES } from '../redemption/settle/in-force.ts';
import { reportMismatchedClaims } from '../redemption/settle/mismatched-claims.ts';
import { type RefundCaseDeps, refundCases } from '../redemption/settle/refund-case.ts';
import { createSettler, type Settler } from '../redemption/settle/settler.ts';
import { createSweeper } from '../redemption/settle/sweeper.ts';
import { type TenderCaseDeps, tenderCases } from '../redemption/settle/tender-case.ts';
import { createTenderAttempt } from '../redemption/tender/attempt.ts';
import { createOtherKinds } from '../redemption/tender/other-kinds.ts';
import { createSaleNumbering } from '../redemption/tender/sale.ts';
import { createTenders } from '../redemption/tender/tenders.ts';
import {
  assembleDisplays,
  assembleHearing,
  assemblePrinting,
  assembleRegisters,
  assembleShifts,
  assembleStories,
} from './assemble-beside.ts';
import { assemblePeople, type PeopleParts } from './assemble-people.ts';
import { assembleShared, type Shared } from './assemble-shared.ts';
import type { Ground } from './ground.ts';
import { TRAIL_LINES } from './journals.ts';

export type Parts = ReturnType<typeof assemble>;

/**
 * Puts the parts of the server together, each from parts that are there already: who may do
 * something, then the way of a voucher (check, attempt, journal, settling, what is left for a
 * manager), then what looks back on it. Nothing runs yet: see {@link startParts}.
 */
export function assemble(ground: Ground) {
  const people = assemblePeople(ground);
  const shared = assembleShared(ground, people.days);
  const checking = assembleChecking(shared);
  const sending = assembleSending(
    { ...shared, gate: { assertNeverArrived: (id, deviceId) => gap.gate.assertNeverArrived(id, deviceId) } },
    people,
  );
  const settler = assembleSettler(
    ground,
    {
      ...shared,
      isOnHold: async ({ shop, ref }) => !(await checking.guards.mayRepeat(shop, ref)),
      isHeld: (tender) => gap.gate.isHeld(tender),
      isFromBefore: (tender) => gap.gate.isFromBefore(tender),
      isAmbiguous: (tender) => gap.gate.isAmbiguous(tender),
      isRefundHeld: (refund) => gap.gate.isRefundHeld(refund),
      isRefundAmbiguous: (refund, row) => gap.gate.isRefundAmbiguous(refund, row),
    },
    sending,
  );
  const shifts = assembleShifts(ground, shared, people, () => looking.seals.sealSoon());
  const gap: Gap = assembleGap({ ...shared, burnLost: shifts.zNumbers.take }, settler);
  const wishes = assembleWishes({ ...shared, gate: gap.gate, tags: gap.tags }, people, checking, {
    ...sending,
    settler,
  });
  const stories = assembleStories(ground, { ...shared, ...checking }, people);
  const looking = assembleLooking(ground, { ...shared, ...gap, otherKinds: sending.otherKinds }, wishes, people);
  const hearing = assembleHearing(shared);
  const displays = assembleDisplays(ground, { ...shared, ...hearing }, people);
  const printing = assemblePrinting(ground, shared);
  return {
    ...people,
    ...shared,
    ...checking,
    ...sending,
    settler,
    ...gap,
    ...wishes,
    stories,
    askedApprovals: createAskedApprovals({
      ...shared,
      otherManagers: people.otherManagers,
      sessionIdleMs: ground.config.sessionIdleMs,
      tell: (id) => tellAll({ ...shared, servers: ground.servers }, 'approval', id),
    }),
    exceptions: createExceptions({ ...shared, ...people, trailLines: TRAIL_LINES }),
    ...shifts,
    ...looking,
    ...hearing,
    ...displays,
    ...printing,
  };
}

type Checking = ReturnType<typeof assembleChecking>;

function assembleChecking(shared: Shared) {
  const snapshots = createSnapshots(shared);
  const wrongCodes = createWrongCodes({ ...shared, table: createWrongCodeTable(shared) });
  const looks = createLooks({ ...shared, snapshots, wrongCodes });
  const holds = createHolds({
    ...shared,
    async refOf(caller, asked) {
      const { looked } = await targetOf({ ...shared, looks }, caller, asked);
      return looked === null || (looked.isAbsent && asked.code !== undefined) ? null : looked.ref;
    },
  });
  const oftenChecked = createOftenChecked(shared);
  const guards = inTurn([holds]);
  return {
    snapshots,
    wrongCodes,
    looks,
    holds,
    guards,
    check: createCheck({ ...shared, looks, guards, oftenChecked }),
  };
}

type Sending = ReturnType<typeof assembleSending>;

/** What sends to the issuer, and writes before and after what becomes of it. */
function assembleSending(
  shared: Shared & { readonly gate: Pick<Gate, 'assertNeverArrived'> },
  { ceilings }: PeopleParts,
) {
  const { journals } = shared;
  const runs = createRuns(shared);
  const otherKinds = createOtherKinds(shared);
  return {
    runs,
    otherKinds,
    attempt: createTenderAttempt({ ...shared, onOtherKind: otherKinds.note }),
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

/** What finds out how something ended whose answer was lost. */
function assembleSettler(
  { servers }: Ground,
  shared: Shared &
    Pick<TenderCaseDeps, 'isOnHold' | 'isHeld' | 'isFromBefore' | 'isAmbiguous'> &
    Pick<RefundCaseDeps, 'isRefundHeld' | 'isRefundAmbiguous'>,
  { attempt, activations, goOnIssuing }: Sending,
): Settler {
  const { journals } = shared;
  const searching = { ...shared, issuer: withinBudget(shared.issuer, shared.budget, shared.clock), rules: RULES };
  const kinds = [
    tenderCases({ ...searching, attempt }),
    refundCases({ ...searching, refunds: journals.refunds }),
    activationCases({ ...shared, journal: journals.activations, goOn: activations.goOn }),
    issueCases({ ...shared, journal: journals.issues, goOn: goOnIssuing }),
  ];
  return createSettler({ ...shared, servers, kinds });
}

/**
 * What looks for captures that nothing explains, and keeps the shop closed while the journal itself
 * may lack what would explain them.
 */
function assembleGap(shared: Shared & Pick<RememberingDeps, 'burnLost'>, settler: Settler) {
  const { shop, db, journals } = shared;
  const heldSince = (): number | null => gap.gate.heldSince();
  const isAmbiguous: Gate['isAmbiguous'] = (tender) => gap.gate.isAmbiguous(tender);
  const sweeper = createSweeper({
    ...shared,
    heldSince,
    isAmbiguous,
    missing: shared.upkeep.progress,
    refunds: journals.refunds,
    orphans: journals.orphans,
    reportMismatchedClaims: (mid, since) =>
      reportMismatchedClaims({ ...shared, orphans: journals.orphans }, mid, since),
  });
  const gap = createGapParts({
    ...shared,
    ...gapsOf(db, shop),
    refunds: journals.refunds,
    orphans: journals.orphans,
    lookAfter: settler.watch,
    sweepNow: () => sweeper.sweepNow(),
  });
  return { ...gap, sweeper };
}

type Gap = ReturnType<typeof assembleGap>;

/** What a till asks for: each once for an id, and settled where its answer is lost. */
function assembleWishes(
  shared: Shared & Pick<Gap, 'gate' | 'tags'>,
  { approvals, ceilings, saleLimits, settings }: PeopleParts,
  checking: Checking,
  { attempt, refundAttempt, goOnIssuing, settler }: Sending & { readonly settler: Settler },
) {
  const { db, shop, journals } = shared;
  const needsReceiptNo = async (of: Scope) => (await settings.recent(of)).receiptUse === 'required';
  return {
    tenders: createTenders({ ...shared, ...checking, saleLimits, attempt, settler, needsReceiptNo }),
    numberSale: createSaleNumbering(shared),
    refunds: createRefunds({
      ...shared,
      ...checking,
      refunds: journals.refunds,
      approvals,
      saleLimits,
      attempt: refundAttempt,
      settler,
      learnedScope: () => latestRefundScope(db, shop),
    }),
    issues: createIssues({
      ...shared,
      journal: journals.issues,
      ceilings,
      saleLimits,
      goOn: (issue) => goOnIssuing(issue, settler.watch),
    }),
  };
}

/**
 * What looks back: for captures that nothing explains, for what a manager has to judge, and at
 * days.
 */
function assembleLooking(
  { backups }: Ground,
  shared: Shared & Gap & Pick<Sending, 'otherKinds'>,
  { refunds }: ReturnType<typeof assembleWishes>,
  { settings }: PeopleParts,
) {
  const { shop, random, journals } = shared;
  const { orphans, activations, issues } = journals;
  const giveBack = createGiveBack(refunds, random);
  const attention = createAttention([
    tenderSource({ ...shared, orphans, refunds: journals.refunds, giveBack }),
    overpaymentSource({ ...shared, giveBack }),
    refundSource({ ...shared, refunds: journals.refunds }),
    orphanSource({ shop, orphans }),
    guessedCodesSource(shared),
    lockedDevicesSource(shared),
    gapSource(shared),
    behindSource(shared.sweeper),
    otherKindSource(shared.otherKinds),
    ...(backups ? [backupSource(backups)] : []),
    activationSource({ shop, activations }),
    issueSource({ shop, issues }),
  ]);
  const isBlind = async () => (await settings.recent(shared.shop)).closingBlind;
  const transactions = createTransactions({ ...shared, isBlind });
  const seals = createSeals(shared);
  const closings = createClosings({ ...shared, readDay: transactions.readDay, onClosed: seals.sealSoon });
  return { seals, attention, transactions, closings, ...assembleRegisters(shared) };
}
