import { FIRST_FEATURES, SERVER_FEATURES } from '../../features/bff.ts';
import { withinBudget } from '../issuer/mirror/within-budget.ts';
import type { Caller } from '../platform/http/caller.ts';
import { refuse } from '../platform/http/problem.ts';
import type { IdentifyKey } from '../platform/http/route.ts';
import { withinShop } from '../platform/store/across-shops.ts';
import { createAttention } from '../redemption/cases/attention.ts';
import { behindSource } from '../redemption/cases/behind.ts';
import { gapSource } from '../redemption/cases/gap.ts';
import { guessedCodesSource } from '../redemption/cases/guessed-codes.ts';
import { kindContradictionSource } from '../redemption/cases/kind-contradiction-source.ts';
import { lockedDevicesSource } from '../redemption/cases/locked-devices.ts';
import { orphanSource } from '../redemption/cases/orphans.ts';
import { otherMidSource } from '../redemption/cases/other-mid-source.ts';
import { overpaymentSource } from '../redemption/cases/overpayments.ts';
import { refundSource } from '../redemption/cases/refunds.ts';
import { tenderSource } from '../redemption/cases/tenders.ts';
import { createCheck } from '../redemption/check/check.ts';
import { latestRefundScope } from '../redemption/journal/refund-scope.ts';
import { combineGuards } from '../redemption/operation/voucher-guards.ts';
import { createRefundAttempt } from '../redemption/refund/attempt.ts';
import { createManagerRefunds } from '../redemption/refund/manager-refunds.ts';
import { createRefunds } from '../redemption/refund/refunds.ts';
import { RULES } from '../redemption/settle/in-force.ts';
import { createRefundCaseKind } from '../redemption/settle/refund-case.ts';
import { tenderCases } from '../redemption/settle/tender-case.ts';
import { createTenderAttempt } from '../redemption/tender/attempt.ts';
import { createSaleDueReporting, createSaleNumbering } from '../redemption/tender/sale.ts';
import { createTenders } from '../redemption/tender/tenders.ts';
import { assembleCore, type Core } from './assemble-core.ts';
import { type CreatedFeature, createFeatures, type FeatureBeforeCore, type PartsOf } from './feature.ts';
import type { Hooks } from './feature-hooks.ts';
import { EXAMPLES, FEATURE_TABLES, STATUS_DERIVATIONS, SUMMARIES, TRAIL_LINES } from './feature-tables.ts';
import type { Foundation } from './foundation.ts';

type Intersection<Union> = (Union extends unknown ? (part: Union) => void : never) extends (part: infer All) => void
  ? All
  : never;
type FeatureParts = object & Intersection<PartsOf<(typeof SERVER_FEATURES)[number] | (typeof FIRST_FEATURES)[number]>>;

export type Parts = ReturnType<typeof assemble>;

/**
 * Assembles the server: features that the core publishes to, the core, the other features, and then
 * the parts that combine both. Each part is created from earlier ones. No part runs before the
 * start.
 */
export function assemble(given: Foundation) {
  const { db, reads, shop } = given;
  const foundation: Foundation = { ...given, db: withinShop(db, shop), reads: withinShop(reads, shop) };
  const firstFeatures: readonly FeatureBeforeCore<object>[] = FIRST_FEATURES;
  const first = firstFeatures.map((feature) => feature.createFirst(foundation));
  const core = assembleCore(foundation, {
    lines: TRAIL_LINES,
    summaries: SUMMARIES,
    examples: EXAMPLES,
    statusDerivations: STATUS_DERIVATIONS,
    settingsFindings: FEATURE_TABLES.flatMap(({ settingsFindings }) => settingsFindings ?? []),
    cardsOfLines: FEATURE_TABLES.find(({ cardsOfLines }) => cardsOfLines)?.cardsOfLines,
    isOfficeMember: FEATURE_TABLES.find(({ isOfficeMember }) => isOfficeMember)?.isOfficeMember ?? (async () => false),
    onEnrolled: async (...enrolled) => {
      for (const { onEnrolled } of FEATURE_TABLES) await onEnrolled?.(...enrolled);
    },
    listsMore: FEATURE_TABLES.flatMap(({ listsMore }) => listsMore ?? []),
    outbox: first.find(({ outbox }) => outbox)?.outbox,
    onChange: first.flatMap(({ onChange }) => onChange ?? []),
  });
  const hooks: readonly CreatedFeature<object, Hooks>[] = [...first, ...createFeatures(SERVER_FEATURES, core, first)];
  const parts = Object.assign({}, ...hooks.map((made) => made.parts)) as FeatureParts;
  const assertConfirmed = async (caller: Caller) => {
    for (const hook of hooks) await hook.assertConfirmed?.(caller);
  };
  return {
    ...core,
    ...parts,
    ...assembleRedemption(core, hooks, assertConfirmed),
    assertConfirmed,
    hooks,
    identifyKey: first.find(({ identifyKey }) => identifyKey)?.identifyKey ?? refuseKey,
  };
}

/** Without the feature of API keys, every key is invalid. */
const refuseKey: IdentifyKey = () => Promise.reject(refuse('wrong-key'));

/** Assembles the parts that redeem and refund, and those that resolve unknown outcomes. */
function assembleRedemption(core: Core, hooks: readonly Hooks[], assertConfirmed: (caller: Caller) => Promise<void>) {
  const { db, shop, journals, gate, settler } = core;
  const guards = combineGuards(hooks.flatMap((hook) => hook.guards ?? []));
  const attempt = createTenderAttempt({
    ...core,
    onKindContradiction: core.kindContradictions.note,
    onOtherMid: core.midCheck.note,
  });
  const refundAttempt = createRefundAttempt({ ...core, ...journals });
  const searching = { ...core, issuer: withinBudget(core.issuer, core.budget, core.clock), rules: RULES };
  settler.add(
    tenderCases({
      ...searching,
      ...gate,
      attempt,
      guards,
    }),
    createRefundCaseKind({ ...searching, ...gate, ...journals }),
    ...hooks.flatMap((hook) => hook.caseKinds ?? []),
  );
  const refunds = createRefunds({
    ...core,
    ...journals,
    assertConfirmed,
    attempt: refundAttempt,
    learnedScope: () => latestRefundScope(db, shop),
  });
  const managerRefunds = createManagerRefunds(refunds, core.random);
  const tillReports = core.tillReports(async (by, lostZs) => {
    for (const hook of hooks) await hook.onRemembered?.(by, lostZs);
  });
  const attention = createAttention([
    tenderSource({ ...core, ...journals, managerRefunds }),
    overpaymentSource({ ...core, managerRefunds }),
    refundSource({ ...core, ...journals }),
    orphanSource({ ...core, ...journals, managerRefunds }),
    guessedCodesSource(core),
    lockedDevicesSource(core),
    gapSource({ ...core, tillReports: tillReports }),
    behindSource(core.sweeper),
    kindContradictionSource(core.kindContradictions),
    otherMidSource(core.midCheck),
    ...hooks.flatMap((hook) => hook.attentionSources ?? []),
  ]);
  return {
    guards,
    check: createCheck({ ...core, checkFacts: hooks.flatMap((hook) => hook.checkFacts ?? []) }),
    tenders: createTenders({
      ...core,
      guards,
      attempt,
      needsReceiptNo: async (of) => (await core.settings.recent(of)).receiptUse === 'required',
    }),
    numberSale: createSaleNumbering(core),
    reportSaleDue: createSaleDueReporting(core),
    refunds,
    tillReports: tillReports,
    attention,
  };
}
