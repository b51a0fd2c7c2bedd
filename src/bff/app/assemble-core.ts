import { createRepeatedChecks } from '../access/rate-limits/repeated-checks.ts';
import { createWrongCodeTable } from '../access/rate-limits/wrong-code-table.ts';
import { createWrongCodes } from '../access/rate-limits/wrong-codes.ts';
import { createSeals } from '../platform/audit/seals.ts';
import { createEvents } from '../platform/events/events.ts';
import { createStreams } from '../platform/events/streams.ts';
import { createSigningKey } from '../platform/storage/signing-key.ts';
import { createLookups } from '../redemption/check/lookups.ts';
import { createSnapshots } from '../redemption/check/snapshots.ts';
import { createRuns } from '../redemption/operation/runs.ts';
import { createGapParts, gapsOf } from '../redemption/recovery/gap-parts.ts';
import { createMidCheck } from '../redemption/recovery/mid-check.ts';
import { reportMismatchedClaims } from '../redemption/settle/mismatched-claims.ts';
import { reportReversedClaims } from '../redemption/settle/reversed-claims.ts';
import { createSettler } from '../redemption/settle/settler.ts';
import { createKindContradictions } from '../redemption/tender/kind-contradictions.ts';
import { assemblePeople } from './assemble-people.ts';
import { assembleShared, type FeatureInputs } from './assemble-shared.ts';
import type { Foundation } from './foundation.ts';

export type Core = ReturnType<typeof assembleCore>;

/** Assembles the parts that features are created from, each from parts that exist already. */
export function assembleCore(foundation: Foundation, fromFeatures: FeatureInputs) {
  const { config, knownShops = new Map<string, string>(), practiceVouchers, directory, running } = foundation;
  const people = assemblePeople(foundation, fromFeatures);
  const shared = assembleShared(foundation, people.days, fromFeatures);
  const { db, shop, journals } = shared;
  const snapshots = createSnapshots(shared);
  const wrongCodes = createWrongCodes({ ...shared, table: createWrongCodeTable(shared) });
  const settler = createSettler(shared);
  const gaps = gapsOf(db, shop);
  const midCheck = createMidCheck({ ...shared, journal: journals.tenders });
  const gap = createGapParts({
    ...shared,
    ...gaps,
    ...journals,
    midCheck,
    followUp: settler.watch,
    missing: shared.upkeep.progress,
    reportMismatchedClaims: (mid, since) => reportMismatchedClaims({ ...shared, ...journals }, mid, since),
    reportReversedClaims: (mid, now) =>
      reportReversedClaims({ ...shared, ...journals, account: foundation.account }, mid, now),
  });
  const streams = createStreams(shared);
  return {
    ...people,
    ...shared,
    ...gaps,
    ...gap,
    trailLines: fromFeatures.lines,
    summaries: fromFeatures.summaries,
    examples: fromFeatures.examples,
    statusDerivations: fromFeatures.statusDerivations,
    settingsFindings: fromFeatures.settingsFindings,
    isFurtherShop: foundation.isFurtherShop === true,
    config,
    directory,
    running,
    knownShops,
    practiceVouchers,
    sessionIdleMs: config.sessionIdleMs,
    snapshots,
    wrongCodes,
    lookups: createLookups({ ...shared, snapshots, wrongCodes }),
    oftenChecked: createRepeatedChecks(shared),
    runs: createRuns(shared),
    midCheck,
    kindContradictions: createKindContradictions(shared),
    settler,
    streams,
    events: createEvents({ ...shared, streams }),
    seals: createSeals(shared),
    signingKey: createSigningKey(shared),
    isBlind: async () => (await people.settings.recent(shop)).closingBlind,
  };
}
