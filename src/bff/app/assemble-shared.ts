import type { DayTerms } from '../../contract/platform/shop-day.ts';
import { createAccountReader } from '../issuer/mirror/account-reader.ts';
import { remakeList } from '../issuer/mirror/remake-list.ts';
import type { VisibleByKind } from '../platform/audit/journal-lines.ts';
import { withinAllShops } from '../platform/store/across-shops.ts';
import { createJournals, journalTools } from '../redemption/journal/journals.ts';
import { createSales } from '../redemption/journal/sales.ts';
import type { DeriveStatusesByKind } from '../redemption/journal/verify-states.ts';
import { createChanges } from '../redemption/operation/changes.ts';
import { NO_NEWS, type OperationNews } from '../redemption/operation/operations.ts';
import type { Examples, HooksBeforeCore, Tables } from './feature-hooks.ts';
import type { Foundation } from './foundation.ts';

/** Data of the features that the core needs before it is assembled. */
export interface FeatureInputs extends Pick<Tables, 'cardsOfLines'> {
  readonly outbox: OperationNews | undefined;
  /** Facts of all operations that appear in the audit trail. */
  readonly lines: VisibleByKind;
  /** One sentence for each route. */
  readonly summaries: Readonly<Record<string, string>>;
  readonly examples: Examples;
  readonly statusDerivations: DeriveStatusesByKind;
  readonly settingsFindings: readonly NonNullable<Tables['settingsFindings']>[];
  readonly listsMore: readonly NonNullable<Tables['listsMore']>[];
  readonly onEnrolled: NonNullable<Tables['onEnrolled']>;
  readonly isOfficeMember: NonNullable<Tables['isOfficeMember']>;
  readonly onChange: readonly NonNullable<HooksBeforeCore['onChange']>[];
}

/**
 * Assembles the journals, the publication of changes, and the copy of the issuer's transactions.
 */
export function assembleShared(
  {
    config,
    shop,
    account,
    db,
    reads,
    keys,
    clock,
    random,
    log,
    servers,
    audit,
    issuer,
    metrics,
    reader: known,
  }: Foundation,
  days: () => Promise<DayTerms>,
  { outbox = NO_NEWS, onChange, listsMore }: FeatureInputs,
) {
  const changes = createChanges({ servers, log });
  const { currency, productBasedValue, timeZone } = config.terms;
  const tools = journalTools({ db, keys, clock, servers, changes, timeZone, outbox });
  const journals = createJournals(tools);
  for (const listener of onChange) changes.on(listener);
  metrics?.follow(changes, journals.tenders);
  const { settleWindowMs, safeSecondAttempt, redeemUnseen, refundScope, sweepEveryMs } = config;
  const settling = { settleWindowMs, safeSecondAttempt, redeemUnseen, refundScope, sweepEveryMs };
  const identity = { shop, serverId: servers.id, shared: servers.shared };
  const ports = { ...identity, db, reads, keys, clock, random, log, audit, issuer };
  const { searchesPerSecond, historyDays } = config;
  const mid = () => journals.tenders.mid(shop);
  const owner = { shop, mid, timeZone };
  const reader =
    known ??
    createAccountReader({ ...ports, db: withinAllShops(db), account, servers, searchesPerSecond, historyDays });
  reader.join(owner, issuer);
  const { mirror, upkeep, budget } = reader;
  const alsoList = async () => {
    const counts = await Promise.all(listsMore.map((listMore) => listMore(db, shop, timeZone)));
    return counts.reduce((sum, count) => sum + count, 0);
  };
  return {
    ...ports,
    ...settling,
    servers,
    currency,
    productBasedValue,
    timeZone,
    days,
    reader,
    mirror,
    upkeep,
    budget,
    prepareList: () => remakeList({ db, account, owner, log, alsoList }),
    learnMid: (learned: string) => journals.tenders.learnMid(shop, learned),
    changes,
    outbox,
    tools,
    journals,
    journal: journals.tenders,
    sales: createSales(db),
  };
}
