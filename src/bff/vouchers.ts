import { attentionRoutes } from './attention/route.ts';
import { checkRoutes } from './check/route.ts';
import { createEvents } from './events/events.ts';
import { eventRoutes } from './events/route.ts';
import type { Router } from './http/route.ts';
import type { Metrics } from './metrics/metrics.ts';
import { refundRoutes } from './refund/route.ts';
import { settingsRoutes } from './settings/route.ts';
import { tenderRoutes } from './tender/route.ts';
import { createClosings } from './transactions/closings.ts';
import { transactionRoutes } from './transactions/route.ts';
import { createTransactions } from './transactions/transactions.ts';
import { createVoucherParts, type VoucherPartsOptions } from './voucher-parts.ts';

export interface VouchersOptions extends VoucherPartsOptions {
  /** Counts what tenders come to, where somebody watches. */
  readonly metrics?: Metrics | undefined;
}

/** Everything that deals in vouchers, with its routes, and when it begins and ends. */
export interface Vouchers {
  routes(router: Pick<Router, 'on' | 'onStream'>): void;
  /** Before the first request: reads what the last stop left open and begins to settle it, and to look for captures that nothing explains. */
  recover(): Promise<void>;
  /** Ends the streams that pages listen to; they come back to another server, or to this one later. */
  endStreams(): void;
  /** Stops settling and looking, and waits for what is with the issuer. */
  close(): Promise<void>;
}

/** Puts it together; nothing runs before `recover`. */
export function createVouchers(options: VouchersOptions): Vouchers {
  const { db, keys, timeZone } = options;
  const { shared, journals, settings, stock, settler, tenders, check, refunds, sweeper, attention } = createVoucherParts(options);
  options.metrics?.follow(shared.changes, journals.tenders);
  const transactions = createTransactions({ ...shared, db, keys, journals, timeZone });
  const closings = createClosings({ ...shared, db, timeZone, readDay: transactions.readDay });
  const events = createEvents(shared);
  return {
    endStreams: () => events.close(),
    routes({ on, onStream }) {
      eventRoutes(onStream, events);
      checkRoutes(on, check);
      tenderRoutes(on, tenders);
      refundRoutes(on, refunds);
      stock.routes(on);
      settingsRoutes(on, settings);
      attentionRoutes(on, attention);
      transactionRoutes({ on, onStream, audit: shared.audit }, transactions, closings);
    },
    async recover() {
      await settler.recover();
      sweeper.start();
    },
    async close() {
      await Promise.all([settler.stop(), sweeper.stop(), stock.close()]);
      await Promise.all([tenders.drain(), refunds.drain()]);
    },
  };
}
