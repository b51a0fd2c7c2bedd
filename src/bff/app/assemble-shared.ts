import type { DayTerms } from '../../contract/platform/shop-day.ts';
import { createDispatch, type DispatchOptions } from '../../features/api-access/bff/webhooks/dispatch.ts';
import { createOutbox } from '../../features/api-access/bff/webhooks/outbox.ts';
import { createSender } from '../../features/api-access/bff/webhooks/send.ts';
import { createWebhooks, type WebhooksOptions } from '../../features/api-access/bff/webhooks/webhooks.ts';
import { listActivations } from '../../features/gift-cards/bff/activation-list.ts';
import { createMirrorTable } from '../issuer/mirror/mirror-table.ts';
import { openMirror } from '../issuer/mirror/open-mirror.ts';
import { remakeList } from '../issuer/mirror/remake-list.ts';
import { createSales } from '../redemption/journal/sales.ts';
import { createChanges } from '../redemption/operation/changes.ts';
import type { Ground } from './ground.ts';
import { createAllJournals } from './journals.ts';

/** What every part on the way of a voucher is given. */
export type Shared = ReturnType<typeof assembleShared>;

/**
 * What every part on the way of a voucher is given: the journals, how others hear of what is
 * written there, and the issuer's rows.
 */
export function assembleShared(
  { config, shop, account, db, reads, keys, clock, random, log, servers, audit, issuer, metrics }: Ground,
  days: () => Promise<DayTerms>,
) {
  const changes = createChanges({ servers, log });
  const { currency, productBasedValue, timeZone } = config.terms;
  const outbox = createOutbox({ db, clock, random });
  const journals = createAllJournals({ db, keys, clock, servers, changes, timeZone, outbox });
  const { webhooksPrivate: allowPrivate } = config;
  const telling = assembleWebhooks({ db, keys, clock, random, log, audit, outbox, allowPrivate });
  changes.on(telling.dispatch.wake);
  metrics?.follow(changes, journals.tenders);
  const { settleWindowMs, safeSecondAttempt, redeemUnseen, refundScope, sweepEveryMs } = config;
  const settling = { settleWindowMs, safeSecondAttempt, redeemUnseen, refundScope, sweepEveryMs };
  const own = { shop, serverId: servers.id, shared: servers.shared };
  const ports = { ...own, db, reads, keys, clock, random, log, audit, issuer };
  const { searchesPerSecond, historyDays } = config;
  const mid = () => journals.tenders.mid(shop);
  const list = { mid, timeZone };
  const store = createMirrorTable(db, { shop, account }, list);
  const reading = openMirror({ ...ports, servers, searchesPerSecond, historyDays, mid, store });
  const prepareList = () =>
    remakeList({ db, shop, account, terms: list, log, alsoList: () => listActivations(db, shop, timeZone) });
  return {
    ...ports,
    ...settling,
    currency,
    productBasedValue,
    timeZone,
    days,
    ...reading,
    ...telling,
    outbox,
    prepareList,
    learnMid: (learned: string) => journals.tenders.learnMid(shop, learned),
    changes,
    journals,
    journal: journals.tenders,
    sales: createSales(db),
  };
}

type Telling = Omit<WebhooksOptions, 'sender'> & Omit<DispatchOptions, 'sender'> & { readonly allowPrivate: boolean };

/** Who hears of what happens, and how it is told. */
function assembleWebhooks(telling: Telling) {
  const sender = createSender(telling);
  return { webhooks: createWebhooks({ ...telling, sender }), dispatch: createDispatch({ ...telling, sender }) };
}
