import type { RowStatus } from './row-status.ts';

/**
 * All states and their meanings. Both sides derive their lists of states from these tables. A new
 * state is a new line here, and the compiler then requires its messages and its handling.
 */

/** The look and sound of a state. An unknown outcome never looks like an answer. */
export type Tone = 'done' | 'attention' | 'refused' | 'unknown';

/** The status of our own operation in the list of transactions. */
export type StateOutcome = 'succeeded' | 'failed' | 'deactivated' | 'unknown';

/** Creates the rows of a table. Each row names the flags that are true. */
const rowsOf =
  <Flag extends string>(flags: readonly Flag[]) =>
  <const Rest extends object>(holding: readonly Flag[], rest: Rest): Readonly<Record<Flag, boolean>> & Rest => ({
    ...(Object.fromEntries(flags.map((flag) => [flag, holding.includes(flag)])) as Record<Flag, boolean>),
    ...rest,
  });

interface TenderMeaning {
  /** The outcome is unknown, so the voucher is locked for other redemptions and refunds. */
  readonly open: boolean;
  /** True if money was captured and not refunded, according to the journal. */
  readonly taken: boolean;
  /** A manager may refund the capture at any time. */
  readonly refundable: boolean;
  /** The cashier who redeemed may undo the redemption within the undo window. */
  readonly undoable: boolean;
  /**
   * A manager may have to decide the outcome; for `sent`, only after the answer had time to arrive.
   */
  readonly forManager: boolean;
  readonly outcome: StateOutcome;
  readonly tone: Tone;
}

const tender = rowsOf(['open', 'taken', 'refundable', 'undoable', 'forManager']);

export const TENDER_STATES = {
  intent: tender(['open'], { outcome: 'unknown', tone: 'unknown' }),
  sent: tender(['open', 'forManager'], { outcome: 'unknown', tone: 'unknown' }),
  unknown: tender(['open', 'forManager'], { outcome: 'unknown', tone: 'unknown' }),
  manager: tender(['open', 'forManager'], { outcome: 'unknown', tone: 'unknown' }),
  captured: tender(['taken', 'refundable', 'undoable'], { outcome: 'succeeded', tone: 'done' }),
  captured_partial: tender(['taken', 'refundable', 'undoable'], { outcome: 'succeeded', tone: 'attention' }),
  /**
   * A capture appeared after the tender was recorded without one: a manager keeps or refunds it.
   */
  late_capture: tender(['refundable', 'forManager'], { outcome: 'succeeded', tone: 'attention' }),
  /** A manager assigned a capture to this tender. */
  attached: tender(['taken', 'refundable'], { outcome: 'succeeded', tone: 'done' }),
  refunded: tender([], { outcome: 'succeeded', tone: 'done' }),
  declined: tender([], { outcome: 'failed', tone: 'refused' }),
  not_sent: tender([], { outcome: 'failed', tone: 'attention' }),
  not_captured: tender([], { outcome: 'failed', tone: 'attention' }),
  /** The tombstone of an id that was cancelled before it arrived. */
  cancelled: tender([], { outcome: 'failed', tone: 'attention' }),
} as const satisfies Record<string, TenderMeaning>;

interface RefundMeaning {
  /** The refund may still change the voucher, so no other operation may use the voucher. */
  readonly open: boolean;
  /**
   * A manager may have to decide the outcome; for `sent`, only after the answer had time to arrive.
   */
  readonly forManager: boolean;
  /** `failed`: the capture is unchanged. */
  readonly outcome: StateOutcome;
  readonly tone: Tone;
}

/** States of a refund; as for a tender, with `refunded` for captured. */
export const REFUND_STATES = {
  intent: { open: true, forManager: false, outcome: 'unknown', tone: 'unknown' },
  sent: { open: true, forManager: true, outcome: 'unknown', tone: 'unknown' },
  unknown: { open: true, forManager: true, outcome: 'unknown', tone: 'unknown' },
  manager: { open: true, forManager: true, outcome: 'unknown', tone: 'unknown' },
  refunded: { open: false, forManager: false, outcome: 'succeeded', tone: 'done' },
  declined: { open: false, forManager: false, outcome: 'failed', tone: 'refused' },
  not_sent: { open: false, forManager: false, outcome: 'failed', tone: 'attention' },
  not_refunded: { open: false, forManager: false, outcome: 'failed', tone: 'attention' },
} as const satisfies Record<string, RefundMeaning>;

interface RangeMeaning {
  /** The cards are, may be or may become active, so no other activation may include them. */
  readonly taken: boolean;
  /** It is unknown if the cards are active, so a manager may have to decide. */
  readonly forManager: boolean;
  /** The cards are or may be active, so they may be deactivated if the issuer offers that. */
  readonly undoable: boolean;
  /** The numbers are certainly sequence numbers, because the issuer accepted them. */
  readonly proven: boolean;
  /**
   * How a resumed activation sends the range: automatically, only if a person names it, or never.
   */
  readonly resumes: 'by-itself' | 'when-named' | 'never';
  readonly outcome: StateOutcome;
  /** Null for a range that was not sent yet. */
  readonly tone: Tone | null;
}

const range = rowsOf(['taken', 'forManager', 'undoable', 'proven']);

export const RANGE_STATES = {
  /** Not sent yet. The cards are reserved only while the activation is open. */
  waiting: range([], { resumes: 'by-itself', outcome: 'unknown', tone: null }),
  sent: range(['taken'], { resumes: 'never', outcome: 'unknown', tone: 'unknown' }),
  /** The issuer confirmed that its cards are active. */
  done: range(['taken', 'undoable', 'proven'], { resumes: 'never', outcome: 'succeeded', tone: 'done' }),
  /** The issuer reported that it activated no card. */
  refused: range([], { resumes: 'when-named', outcome: 'failed', tone: 'refused' }),
  /**
   * The issuer refused the range as a whole, and its halves were sent instead: their states apply.
   */
  halved: range([], { resumes: 'never', outcome: 'failed', tone: null }),
  /** The request never left, so nothing was activated. */
  not_sent: range([], { resumes: 'by-itself', outcome: 'failed', tone: 'attention' }),
  /** The request left and its answer was lost; it is never sent again automatically. */
  unknown: range(['taken', 'forManager'], { resumes: 'when-named', outcome: 'unknown', tone: 'unknown' }),
  /** The outcome was unknown, and a manager found the cards not active, or closed the case. */
  closed: range([], { resumes: 'never', outcome: 'failed', tone: 'attention' }),
  /** The outcome was unknown, and a manager found the cards active. */
  found_active: range(['taken'], { resumes: 'never', outcome: 'succeeded', tone: 'done' }),
  /** A manager closed an unknown deactivation without recording if the cards are active. */
  closed_unknown: range(['proven'], { resumes: 'never', outcome: 'unknown', tone: 'attention' }),
  /** The cards were activated, and a request to deactivate them is at the issuer now. */
  deactivating: range(['taken', 'proven'], { resumes: 'never', outcome: 'unknown', tone: 'unknown' }),
  /** The issuer confirmed that its cards are no longer active. */
  deactivated: range(['proven'], { resumes: 'never', outcome: 'deactivated', tone: 'attention' }),
  /**
   * The request to deactivate the cards left and its answer was lost; it is never sent again
   * automatically.
   */
  deactivation_unknown: range(['taken', 'forManager', 'undoable', 'proven'], {
    resumes: 'never',
    outcome: 'unknown',
    tone: 'unknown',
  }),
} as const satisfies Record<string, RangeMeaning>;

interface ActivationMeaning {
  /** A server is processing the activation. */
  readonly open: boolean;
  readonly sending: boolean;
  readonly tone: Tone;
}

export const ACTIVATION_STATES = {
  running: { open: true, sending: true, tone: 'unknown' },
  /** No further range is sent after the one at the issuer. */
  stopping: { open: true, sending: true, tone: 'unknown' },
  /** No request is running, and some ranges still wait. */
  stopped: { open: false, sending: false, tone: 'attention' },
  deactivating: { open: true, sending: false, tone: 'unknown' },
  done: { open: false, sending: false, tone: 'done' },
  /** The activation has ended, and it is unknown if the cards of some range are active. */
  unknown: { open: false, sending: false, tone: 'unknown' },
  deactivated: { open: false, sending: false, tone: 'attention' },
  /** The activation has ended, and some ranges are refused, not sent, closed or deactivated. */
  incomplete: { open: false, sending: false, tone: 'attention' },
} as const satisfies Record<string, ActivationMeaning>;

interface IssueMeaning {
  /** A server is processing the order, so the issuer may still create vouchers. */
  readonly open: boolean;
  /** The answer to a request was lost, so a manager may have to end the order. */
  readonly forManager: boolean;
  readonly tone: Tone;
}

/**
 * States of an issue of vouchers. It needs several requests to the issuer; each request has its own
 * key, so that it takes effect at most once.
 */
export const ISSUE_STATES = {
  running: { open: true, forManager: false, tone: 'attention' },
  /** The answer to a request was lost; it is sent again automatically with the same key. */
  unknown: { open: true, forManager: true, tone: 'unknown' },
  /** As `unknown`, for so long that a manager was called. */
  manager: { open: true, forManager: true, tone: 'unknown' },
  /** No further request is sent after the one at the issuer. */
  stopping: { open: true, forManager: false, tone: 'attention' },
  /** No request is running; a person decides about the missing vouchers. */
  stopped: { open: false, forManager: false, tone: 'attention' },
  done: { open: false, forManager: false, tone: 'done' },
  /** The issuer created some vouchers and refused the others, about which a person decides. */
  partly: { open: false, forManager: false, tone: 'attention' },
  declined: { open: false, forManager: false, tone: 'refused' },
} as const satisfies Record<string, IssueMeaning>;

interface VoucherMeaning {
  /** Tone at the till, for a customer who wants to pay with the voucher. */
  readonly tone: Tone;
  /** Tone in the list of sold vouchers, where a used voucher has served its purpose. */
  readonly soldTone: Tone;
}

export const VOUCHER_STATUSES = {
  active: { tone: 'done', soldTone: 'done' },
  inactive: { tone: 'attention', soldTone: 'attention' },
  expired: { tone: 'refused', soldTone: 'refused' },
  void: { tone: 'refused', soldTone: 'refused' },
  used: { tone: 'refused', soldTone: 'attention' },
  /** The issuer stated none. */
  unknown: { tone: 'unknown', soldTone: 'unknown' },
} as const satisfies Record<string, VoucherMeaning>;

/**
 * Why a voucher is not redeemed. A cashier can resolve reasons with the tone `attention`; the
 * others require another means of payment. `issuer-declined` covers issuer codes that are not in
 * this list, and shows the code. `isOurs`: refused by us, whatever its status is at the issuer.
 */
export const REFUSAL_REASONS = {
  'not-found': { tone: 'refused' },
  inactive: { tone: 'attention' },
  expired: { tone: 'refused' },
  void: { tone: 'refused' },
  used: { tone: 'refused' },
  /**
   * Nothing can be redeemed. The voucher was used, or is not activated yet; the issuer does not
   * state which.
   */
  'nothing-on-it': { tone: 'refused' },
  'not-enough': { tone: 'attention' },
  'wrong-currency': { tone: 'refused' },
  'open-elsewhere': { tone: 'attention', isOurs: true },
  /** A manager put it on hold. */
  held: { tone: 'attention', isOurs: true },
  'issuer-declined': { tone: 'refused' },
} as const satisfies Record<string, { readonly tone: Tone; readonly isOurs?: true }>;

/** The status of a line in the list of transactions: see `RowStatus` for those of the issuer. */
export const TRANSACTION_STATUSES = {
  succeeded: { tone: 'done' },
  failed: { tone: 'refused' },
  /** The cards were activated, and deactivated afterwards. */
  deactivated: { tone: 'attention' },
  pending: { tone: 'unknown' },
  reversed: { tone: 'attention' },
  refunded: { tone: 'attention' },
  unknown: { tone: 'unknown' },
} as const satisfies Record<StateOutcome | RowStatus, { readonly tone: Tone }>;

type States<Meaning> = Readonly<Record<string, Meaning>>;

/** The states of a table, in its order. */
export function statesOf<Table extends States<object>>(table: Table): (keyof Table & string)[] {
  return Object.keys(table);
}

/** The states of a table that match a condition, in its order. */
export function statesWhere<Table extends States<object>>(
  table: Table,
  holds: (meaning: Table[keyof Table]) => boolean,
): (keyof Table & string)[] {
  return statesOf(table).filter((state) => holds(table[state]));
}

export type TransactionStatus = keyof typeof TRANSACTION_STATUSES;
