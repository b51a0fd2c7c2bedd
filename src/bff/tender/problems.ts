import { notReady, Problem } from '../http/problem.ts';
import type { Holder } from '../journal/tender-store.ts';

/** The id was used before, for something else or for nothing. */
export function conflict(outcome: 'different' | 'cancelled'): Problem {
  return outcome === 'cancelled'
    ? new Problem({ status: 409, code: 'tender-cancelled', message: 'This redemption was given up; start a new one.', retry: 'never' })
    : new Problem({ status: 409, code: 'tender-mismatch', message: 'This id was used for another redemption.', retry: 'never' });
}

/** Another redemption of the voucher is not settled; told with its till and its start. */
export function voucherOpen(holder: Holder): Problem {
  return new Problem({
    status: 409,
    code: 'voucher-open',
    message: 'A redemption of this voucher is not settled yet.',
    retry: 'after-check',
    details: { device: holder.device, since: new Date(holder.since).toISOString() },
  });
}

export function wrongCurrency(own: string): Problem {
  return new Problem({
    status: 400,
    code: 'wrong-currency',
    message: `This shop takes ${own} only.`,
    retry: 'never',
    details: { field: 'currency' },
  });
}

/** The voucher behind a link is not there, so there is nothing to take money from. */
export function noSuchVoucher(): Problem {
  return new Problem({
    status: 400,
    code: 'bad-code',
    message: 'The issuer knows no voucher behind this link.',
    retry: 'never',
    details: { field: 'code' },
  });
}

export function itemsNotSupported(): Problem {
  return new Problem({
    status: 400,
    code: 'items-not-supported',
    message: 'Items are redeemed one at a time here.',
    retry: 'never',
    details: { field: 'items' },
  });
}

/** Nothing was sent, because nothing could be written before; the same request may come again. */
export function journalClosed(): Problem {
  return notReady('safe');
}

export function neverArrived(): Problem {
  return new Problem({ status: 404, code: 'not-found', message: 'This redemption never arrived here.', retry: 'safe' });
}

export function alreadyStarted(): Problem {
  return new Problem({
    status: 409,
    code: 'tender-started',
    message: 'This redemption has arrived; look at how it stands.',
    retry: 'never',
  });
}
