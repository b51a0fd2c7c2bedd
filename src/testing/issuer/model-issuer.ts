import type {
  ClockOffset,
  Issuer,
  IssuerReply,
  IssuerTransaction,
  RedeemOrder,
  RedeemOutcome,
  VoucherState,
} from '../../bff/issuer/port.ts';
import { toVoucherState } from '../../bff/issuer/voucher-state.ts';
import type { Clock } from '../../bff/platform/base/ports.ts';
import { isSameKind, magnitude, money, unitOf, type VoucherValue, withMagnitude } from '../../contract/money/money.ts';
import { rowStatusOf } from '../../contract/redemption/row-status.ts';
import { refusal } from '../../contract/voucher/refusal.ts';
import { createModelStock, type ModelStock } from './model-stock.ts';

/** The fault of the next redemption or refund. Commit and answer fail independently. */
export interface ModelFault {
  readonly commit: 'now' | 'never' | { readonly afterMs: number };
  /**
   * `not-sent` is true only with `commit: 'never'`; `of-another` returns the newest existing
   * capture.
   */
  readonly answer: 'normal' | 'lost' | 'not-sent' | 'of-another' | { readonly afterMs: number };
  /** Captures only this amount. */
  readonly partial?: number;
}

/** The model's own record of one capture, which the tested code never sees. */
export interface ModelCapture {
  readonly captureId: string;
  readonly ref: string;
  readonly amount: number;
  readonly at: number;
  /** Null before its refund. */
  readonly refundId: string | null;
}

export interface ModelIssuer extends Issuer, ModelStock {
  /** Adds a voucher with this balance in cents, or another state. */
  add(ref: string, remaining?: VoucherValue, state?: Partial<VoucherState & { readonly namesKind: boolean }>): void;
  /** Faults for the next redemptions, in order; afterwards everything is well. */
  failNext(...faults: ModelFault[]): void;
  /** The same for the next refunds. */
  failNextRefund(...faults: Omit<ModelFault, 'partial'>[]): void;
  /** While true, checks and searches return no usable answer. */
  silent: boolean;
  /** Search does not show rows younger than this. */
  searchLagMs: number;
  /** How many redemption requests arrived or were tried. */
  attempts(): number;
  /** The same of refunds, with the handles that were called. */
  refundsCalled(): readonly string[];
  ledger(): readonly ModelCapture[];
  /** Another client, possibly of another shop, redeems from a voucher. */
  captureElsewhere(ref: string, amount: number, mid?: string): void;
  /** Another client refunds a capture. */
  refundElsewhere(captureId: string): void;
  /** The merchant id of the shop that the next requests come from. */
  mid: string;
  /** The status of new rows, in the issuer's words. */
  rowWord: string;
  /** Gives a row another status; null removes it from the search. */
  setRowWord(transactionId: string, word: string | null): void;
  /** The issuer takes a capture back: its row gets this status, and the voucher its money. */
  takeBack(captureId: string, word: string): void;
}

export const MODEL_MID = '000000000000042';
/** First part of every refund link. */
export const MODEL_SCOPE = 'edr';

/** The issuer's behaviour until a test changes it. */
const UNCHANGED = { silent: false, mid: MODEL_MID, rowWord: 'Succeeded', searchLagMs: 0 };

interface ModelVoucher extends Omit<VoucherState, 'holds' | 'unit' | 'sources'> {
  readonly remaining: VoucherValue;
  /** True if a check states the unit of the number. */
  readonly namesKind: boolean;
}

/** A voucher issuer in memory with a hidden ledger, on the clock of the test. */
export function createModelIssuer({ clock }: { clock: Clock }): ModelIssuer {
  const vouchers = new Map<string, ModelVoucher>();
  const captures: ModelCapture[] = [];
  const rows: IssuerTransaction[] = [];
  const faults: ModelFault[] = [];
  const refundFaults: ModelFault[] = [];
  const refundsCalled: string[] = [];
  let attempts = 0;
  let nextId = 1n + 10n ** 30n;

  function commit(ref: string, amount: number, mid: string): { captureId: string; authorizationId: string } | null {
    const voucher = vouchers.get(ref);
    if (!voucher || voucher.status !== 'active' || magnitude(voucher.remaining) < amount) return null;
    const left = magnitude(voucher.remaining) - amount;
    vouchers.set(ref, { ...voucher, remaining: withMagnitude(voucher.remaining, left), status: left === 0 ? 'used' : 'active' });
    const authorizationId = String(nextId++);
    const captureId = String(nextId++);
    const at = clock.now();
    captures.push({ captureId, ref, amount, at, refundId: null });
    for (const [type, id] of [
      ['authorization', authorizationId],
      ['capture', captureId],
    ] as const)
      rows.push(withWord(row(type, id, ref, amount, voucher.remaining, mid, at), model.rowWord));
    return { captureId, authorizationId };
  }

  const refill: Refill = (ref, voucher = vouchers.get(ref), amount = 0) => {
    if (!voucher) throw new Error('There is no such voucher');
    const remaining = withMagnitude(voucher.remaining, magnitude(voucher.remaining) + amount);
    vouchers.set(ref, { ...voucher, remaining, status: 'active' });
    return { remaining };
  };

  async function redeem(order: RedeemOrder, onFirstByte: () => void): Promise<RedeemOutcome> {
    attempts += 1;
    const fault: ModelFault = faults.shift() ?? { commit: 'now', answer: 'normal' };
    if (fault.answer === 'not-sent') return { outcome: 'not-sent', reason: 'connection refused' };
    try {
      onFirstByte();
    } catch {
      return { outcome: 'not-sent', reason: 'held back' };
    }
    const refused = declined(vouchers.get(order.ref), order);
    if (refused) return refused;
    const amount = fault.partial ?? magnitude(order.worth);
    if (typeof fault.commit === 'object') {
      const { mid } = model;
      void clock.sleep(fault.commit.afterMs).then(() => commit(order.ref, amount, mid));
    }
    const committed = fault.commit === 'now' ? commit(order.ref, amount, model.mid) : null;
    const ids = fault.answer === 'of-another' ? { authorizationId: null, captureId: captures.at(-1)?.captureId ?? '' } : committed;
    if (typeof fault.answer === 'object') await clock.sleep(fault.answer.afterMs);
    if (fault.answer === 'lost' || !ids) return { outcome: 'unknown', reason: 'the connection broke' };
    return {
      outcome: 'captured',
      ...ids,
      mid: model.mid,
      captured: withMagnitude(order.worth, amount),
      vouchers: [],
      refundHandle: `${MODEL_SCOPE}-${ids.captureId}`,
    };
  }

  /** Refunds a whole capture once; null if it is already refunded. */
  function giveBack(captureId: string): string | null {
    const index = captures.findIndex((capture) => capture.captureId === captureId);
    const capture = captures[index];
    const voucher = capture && vouchers.get(capture.ref);
    if (!capture || !voucher || capture.refundId !== null) return null;
    const refundId = String(nextId++);
    captures[index] = { ...capture, refundId };
    const { remaining } = refill(capture.ref, voucher, capture.amount);
    rows.push(row('refund', refundId, capture.ref, capture.amount, remaining, model.mid, clock.now()));
    return refundId;
  }

  const refund: Issuer['refund'] = async ({ scope, captureId, ref }, onFirstByte) => {
    refundsCalled.push(`${scope}-${captureId}`);
    const fault: ModelFault = refundFaults.shift() ?? { commit: 'now', answer: 'normal' };
    if (fault.answer === 'not-sent') return { outcome: 'not-sent', reason: 'connection refused' };
    try {
      onFirstByte?.();
    } catch {
      return { outcome: 'not-sent', reason: 'held back' };
    }
    const capture = captures.find((known) => known.captureId === captureId && known.ref === ref);
    if (!capture || scope !== MODEL_SCOPE) return { outcome: 'declined', refusal: refusal('not-found') };
    if (capture.refundId !== null && fault.answer === 'normal') {
      return { outcome: 'declined', refusal: { reason: 'used', issuerCode: 'ERV0077', issuerText: 'Already refunded' } };
    }
    if (typeof fault.commit === 'object') void clock.sleep(fault.commit.afterMs).then(() => giveBack(captureId));
    const refundId = fault.commit === 'now' ? giveBack(captureId) : null;
    if (typeof fault.answer === 'object') await clock.sleep(fault.answer.afterMs);
    if (fault.answer === 'lost' || refundId === null) return { outcome: 'unknown', reason: 'the connection broke' };
    return { outcome: 'succeeded', value: { refundId, mid: model.mid, vouchers: [] } };
  };

  const model: ModelIssuer = {
    ...createModelStock({ clock }),
    ...UNCHANGED,
    add(ref, remaining = money(5000, 'SGD'), state = {}) {
      const plain = { rawStatus: 'Active', expiresAt: null, product: null, singleUse: false, source: 'client', namesKind: true } as const;
      vouchers.set(ref, { ref, status: 'active', ...plain, ...state, remaining });
    },
    failNext: (...next) => void faults.push(...next),
    failNextRefund: (...next) => void refundFaults.push(...next),
    attempts: () => attempts,
    refundsCalled: () => refundsCalled,
    ledger: () => captures,
    captureElsewhere: (ref, amount, mid = model.mid) => void commit(ref, amount, mid),
    refundElsewhere: (captureId) => void giveBack(captureId),
    ...takingBack({ rows, captures, clock, refill }),
    redeem,
    refund,
    checkByRef: (ref) => Promise.resolve(model.silent ? SILENCE : checked(vouchers.get(ref))),
    checkByVoucherId: () => Promise.resolve({ outcome: 'not-configured' }),
    searchPage(period, pageIndex) {
      if (model.silent) return Promise.resolve(SILENCE);
      const visible = rows.filter(({ createdAt }) => {
        const at = createdAt ?? 0;
        return at >= period.from && at <= period.to && at <= clock.now() - model.searchLagMs;
      });
      return Promise.resolve({ outcome: 'found', value: visible.toReversed().slice(pageIndex * PAGE, (pageIndex + 1) * PAGE) });
    },
    clockOffset: (): ClockOffset => ({ offsetMs: 0, errorMs: 500 }),
    pauseMs: () => 0,
  };
  return model;
}

function declined(voucher: ModelVoucher | undefined, order: RedeemOrder): RedeemOutcome | null {
  if (!voucher) return { outcome: 'declined', refusal: refusal('not-found') };
  if (voucher.status !== 'active')
    return { outcome: 'declined', refusal: refusal(voucher.status === 'unknown' ? 'issuer-declined' : voucher.status) };
  if (!isSameKind(voucher.remaining, order.worth)) return { outcome: 'declined', refusal: refusal('wrong-currency') };
  return magnitude(voucher.remaining) < magnitude(order.worth) ? { outcome: 'declined', refusal: refusal('not-enough') } : null;
}

type Refill = (ref: string, voucher?: ModelVoucher, amount?: number) => { readonly remaining: VoucherValue };

/** How the issuer changes its rows afterwards. */
function takingBack({
  rows,
  captures,
  clock,
  refill,
}: {
  readonly rows: IssuerTransaction[];
  readonly captures: readonly ModelCapture[];
  readonly clock: Clock;
  readonly refill: Refill;
}): Pick<ModelIssuer, 'setRowWord' | 'takeBack'> {
  function setRowWord(transactionId: string, word: string | null): void {
    const index = rows.findIndex((known) => known.transactionId === transactionId);
    const known = rows[index];
    if (!known) throw new Error('There is no such row');
    if (word === null) rows.splice(index, 1);
    else rows[index] = { ...withWord(known, word), lastUpdatedAt: clock.now() };
  }
  return {
    setRowWord,
    takeBack(captureId, word) {
      setRowWord(captureId, word);
      const capture = captures.find((known) => known.captureId === captureId);
      if (capture) refill(capture.ref, undefined, capture.amount);
    },
  };
}

const PAGE = 3;
const SILENCE = { outcome: 'unclear', reason: 'no answer' } as const;

function checked(voucher: ModelVoucher | undefined): IssuerReply<VoucherState> {
  if (voucher === undefined) return { outcome: 'absent' };
  const { namesKind, remaining, source, ...rest } = voucher;
  const unit = namesKind ? unitOf(remaining) : null;
  return { outcome: 'found', value: toVoucherState(source, { ...rest, unit, holds: magnitude(remaining) }) };
}

function withWord(of: IssuerTransaction, rawStatus: string): IssuerTransaction {
  return { ...of, rawStatus, status: rowStatusOf({ rawStatus, type: of.type }) };
}

/** A row of a search as the port returns it; tests override the relevant fields. */
export function row(
  type: IssuerTransaction['type'],
  transactionId: string,
  ref: string,
  amount: number,
  worth: VoucherValue,
  mid: string,
  at: number,
): IssuerTransaction {
  return {
    transactionId,
    type,
    rawType: type,
    status: 'succeeded',
    rawStatus: 'succeeded',
    mid,
    amount,
    currency: 'currency' in worth ? worth.currency : '',
    createdAt: at,
    lastUpdatedAt: at,
    vouchers: [{ ref, usingValue: amount, productCode: null, productLabel: null, actions: [] }],
  };
}
