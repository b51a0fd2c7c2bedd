import type { Logger } from '../../platform/base/logging.ts';
import type { TenderRecord } from '../journal/tender-store.ts';

/**
 * Remembers redemptions that contradict the server's setting for what vouchers count. They are
 * forgotten when the server restarts, which is the only time when the setting can change.
 */
export interface KindContradictions {
  note(tender: Pick<TenderRecord, 'id' | 'last4' | 'status'>): void;
  /**
   * The time (milliseconds UTC) and the voucher of the latest such redemption; null without one.
   */
  last(): { readonly since: number; readonly last4: string } | null;
}

export function createKindContradictions({ log }: { readonly log: Logger }): KindContradictions {
  let last: ReturnType<KindContradictions['last']> = null;
  return {
    note({ id, last4, status }) {
      last = { since: status.changedAt, last4 };
      log.warn(
        { operationId: id, kind: 'tender', last4 },
        'the result of a redemption contradicts the configured kind of voucher',
      );
    },
    last: () => last,
  };
}
