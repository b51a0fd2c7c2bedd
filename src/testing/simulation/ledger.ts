import type { IssuerTransaction } from '../../bff/issuer/port.ts';

/**
 * The client that requested a transaction: an attempt of ours, or another one. Only the judge sees
 * it.
 */
export type Author =
  | { readonly who: 'ours'; readonly operationId: string; readonly attempt: number; readonly isWithinBound: boolean }
  | { readonly who: 'foreign'; readonly isOtherShop?: boolean };

/** Money that left a voucher. Amounts are minor units, times those of the world. */
export interface LedgerCapture {
  readonly captureId: string;
  readonly ref: string;
  readonly mid: string;
  readonly amount: number;
  /** The reduction of the balance: all of it if one redemption consumes the voucher. */
  readonly consumed: number;
  readonly at: number;
  readonly author: Author;
  /** Refunded, or taken back. */
  isReversed: boolean;
  /** When the issuer took it back without a row of its own; null if it did not. */
  takenBackAt: number | null;
}

/** Money that was returned to a voucher. */
export interface LedgerRefund {
  readonly refundId: string;
  /** Null for a capture before the world began. */
  readonly captureId: string | null;
  readonly ref: string;
  readonly mid: string;
  readonly amount: number;
  readonly at: number;
  readonly author: Author;
}

/** A line of the issuer's books, as its search shows it after a delay. */
export interface LedgerRow {
  readonly transactionId: string;
  readonly type: 'authorization' | 'capture' | 'refund';
  readonly ref: string;
  readonly amount: number;
  readonly mid: string;
  readonly at: number;
  readonly author: Author;
}

export interface LedgerVoucher {
  readonly ref: string;
  readonly isSingleUse: boolean;
  readonly expiresAt: number | null;
  remaining: number;
  /** Its balances over time, oldest first. */
  readonly history: { readonly at: number; readonly remaining: number }[];
}

export type LedgerRefusal = { readonly code: 'ERV0001' | 'ERV0004' | 'ERV0010' | 'ERV0033' | 'ERV0077' };

export interface CaptureOrder {
  readonly ref: string;
  readonly amount: number;
  readonly mid: string;
  readonly author: Author;
}

/** Receives every movement of money at its time. */
export interface LedgerListener {
  captured(capture: LedgerCapture): void;
  refunded(refund: LedgerRefund): void;
}

/** The issuer's ledger: the only truth. */
export interface IssuerBooks {
  readonly captures: readonly LedgerCapture[];
  readonly refunds: readonly LedgerRefund[];
  readonly rows: readonly LedgerRow[];
  issue(voucher: { ref: string; amount: number; isSingleUse: boolean; expiresAt: number | null }): void;
  voucher(ref: string): LedgerVoucher | undefined;
  /** Writes the authorization before a capture; it does not move money. */
  authorize(order: CaptureOrder): void;
  /**
   * Captures after the issuer's own checks; writes the authorization, too, if there is none yet.
   * `atMost` limits the amount.
   */
  capture(order: CaptureOrder & { atMost?: number | undefined; isAuthorized?: boolean }): LedgerCapture | LedgerRefusal;
  /** Refunds a whole capture once. */
  refund(order: { captureId: string; mid: string; author: Author }): LedgerRefund | LedgerRefusal;
  /** The issuer takes a capture back, unless it was refunded. */
  takeBack(captureId: string): void;
  /** Refunds another shop's capture from before the world began. */
  giveBack(order: { ref: string; amount: number; mid: string }): void;
}

/** @param now the world's time, milliseconds */
export function createLedger(now: () => number, listener: LedgerListener): IssuerBooks {
  const vouchers = new Map<string, LedgerVoucher>();
  const captures: LedgerCapture[] = [];
  const refunds: LedgerRefund[] = [];
  const rows: LedgerRow[] = [];
  let nextId = 1_000_000;
  const newId = () => String((nextId += 7));

  function move(voucher: LedgerVoucher, by: number): void {
    voucher.remaining += by;
    voucher.history.push({ at: now(), remaining: voucher.remaining });
  }

  function write(type: LedgerRow['type'], transactionId: string, row: Omit<LedgerRow, 'type' | 'transactionId' | 'at'>): void {
    const { ref, amount, mid, author } = row;
    rows.push({ type, transactionId, ref, amount, mid, author, at: now() });
  }

  return {
    captures,
    refunds,
    rows,
    issue({ amount, ...voucher }) {
      vouchers.set(voucher.ref, { ...voucher, remaining: amount, history: [{ at: now(), remaining: amount }] });
    },
    voucher: (ref) => vouchers.get(ref),
    authorize: (order) => write('authorization', newId(), order),
    capture({ ref, amount, mid, author, atMost, isAuthorized = false }) {
      const voucher = vouchers.get(ref);
      const refused = refusalOf(voucher, amount, now());
      if (refused || !voucher) return refused ?? { code: 'ERV0001' };
      const taken = Math.min(amount, atMost ?? amount);
      const consumed = voucher.isSingleUse ? voucher.remaining : taken;
      const captureId = newId();
      move(voucher, -consumed);
      if (!isAuthorized) write('authorization', newId(), { ref, amount, mid, author });
      write('capture', captureId, { ref, amount: taken, mid, author });
      const capture = { captureId, ref, mid, amount: taken, consumed, at: now(), author, isReversed: false, takenBackAt: null };
      captures.push(capture);
      listener.captured(capture);
      return capture;
    },
    refund({ captureId, mid, author }) {
      const capture = captures.find((known) => known.captureId === captureId);
      const voucher = capture && vouchers.get(capture.ref);
      if (!capture || !voucher) return { code: 'ERV0001' };
      if (capture.isReversed) return { code: 'ERV0077' };
      capture.isReversed = true;
      const refund = { refundId: newId(), captureId, ref: capture.ref, mid, amount: capture.amount, at: now(), author };
      move(voucher, capture.consumed);
      write('refund', refund.refundId, { ref: capture.ref, amount: capture.amount, mid, author });
      refunds.push(refund);
      listener.refunded(refund);
      return refund;
    },
    takeBack(captureId) {
      const capture = captures.find((known) => known.captureId === captureId);
      const voucher = capture && vouchers.get(capture.ref);
      if (!capture || !voucher || capture.isReversed) return;
      Object.assign(capture, { isReversed: true, takenBackAt: now() });
      move(voucher, capture.consumed);
    },
    giveBack({ ref, amount, mid }) {
      const voucher = vouchers.get(ref);
      if (!voucher) return;
      const author = { who: 'foreign' } as const;
      const refund = { refundId: newId(), captureId: null, ref, mid, amount, at: now(), author };
      move(voucher, amount);
      write('refund', refund.refundId, { ref, amount, mid, author });
      refunds.push(refund);
      listener.refunded(refund);
    },
  };
}

/**
 * The books as one shop knows them: operations of the account's other shops are another client's.
 */
export function booksOf(books: IssuerBooks, ownMid: string): IssuerBooks {
  const seen = <T extends { readonly mid: string; readonly author: Author }>(line: T): T =>
    line.author.who === 'ours' && line.mid !== ownMid ? { ...line, author: { who: 'foreign', isOtherShop: true } } : line;
  return {
    ...books,
    get captures() {
      return books.captures.map(seen);
    },
    get refunds() {
      return books.refunds.map(seen);
    },
    get rows() {
      return books.rows.map(seen);
    },
  };
}

function refusalOf(voucher: LedgerVoucher | undefined, amount: number, now: number): LedgerRefusal | null {
  if (!voucher) return { code: 'ERV0001' };
  if (voucher.expiresAt !== null && voucher.expiresAt <= now) return { code: 'ERV0004' };
  if (voucher.remaining === 0) return { code: 'ERV0033' };
  return voucher.remaining < amount ? { code: 'ERV0010' } : null;
}

/** The balance of a voucher at an earlier time. */
export function remainingAt(voucher: LedgerVoucher, at: number): number {
  let remaining = voucher.history[0]?.remaining ?? 0;
  for (const entry of voucher.history) {
    if (entry.at > at) break;
    remaining = entry.remaining;
  }
  return remaining;
}

/**
 * A row as the search returns it. `created` is the issuer's time, in the search's precision of
 * tenths of a second.
 */
export function searchRow(row: LedgerRow, created: number, currency: string): IssuerTransaction {
  const { transactionId, type, mid, amount, ref } = row;
  const createdAt = Math.floor(created / 100) * 100;
  return {
    transactionId,
    type,
    rawType: type,
    status: 'succeeded',
    rawStatus: 'Succeeded',
    mid,
    amount,
    currency,
    createdAt,
    lastUpdatedAt: createdAt,
    vouchers: [{ ref, usingValue: amount, productCode: null, productLabel: null, actions: [] }],
  };
}
