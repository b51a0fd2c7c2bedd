import type { Logger } from '../../platform/base/logging.ts';
import type { TenderRecord } from '../journal/tender-store.ts';

/**
 * What spoke against the server's setting of what vouchers count.
 *
 * It is kept since the server was started: that is how long a setting holds.
 */
export interface OtherKinds {
  note(tender: Pick<TenderRecord, 'id' | 'last4' | 'standing'>): void;
  /** The latest: when, milliseconds UTC, and of which voucher; null while there is none. */
  last(): { readonly since: number; readonly last4: string } | null;
}

export function createOtherKinds({ log }: { readonly log: Logger }): OtherKinds {
  let last: ReturnType<OtherKinds['last']> = null;
  return {
    note({ id, last4, standing }) {
      last = { since: standing.changedAt, last4 };
      log.warn(
        { operationId: id, kind: 'tender', last4 },
        'a redemption ended as if its voucher were not of the kind that is set',
      );
    },
    last: () => last,
  };
}
