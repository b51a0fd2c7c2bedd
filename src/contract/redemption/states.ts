/**
 * Every state that something can be in, and what it means.
 *
 * This is the one table for both sides. Lists of states are never written elsewhere; they are asked
 * of these tables. A new state is a new line here, and the compiler then asks for its words and for
 * what follows.
 */

/** How something looks and sounds to a person. What is not known never looks like an answer. */
export type Tone = 'done' | 'attention' | 'refused' | 'unknown';

/** What the list of transactions says of an operation of our own. */
type Outcome = 'succeeded' | 'failed' | 'deactivated' | 'unknown';

/** Makes the rows of a table of which each names the flags that hold; the others do not. */
const rowsOf =
  <Flag extends string>(flags: readonly Flag[]) =>
  <const Rest extends object>(holding: readonly Flag[], rest: Rest): Readonly<Record<Flag, boolean>> & Rest => ({
    ...(Object.fromEntries(flags.map((flag) => [flag, holding.includes(flag)])) as Record<Flag, boolean>),
    ...rest,
  });

interface TenderMeaning {
  /** The outcome is not known, so nobody else may redeem or refund the voucher. */
  readonly open: boolean;
  /** It took money for good, as far as the journal knows. */
  readonly taken: boolean;
  /** It holds a capture that a manager may give back, whoever took it and whenever. */
  readonly refundable: boolean;
  /** The cashier who took it may give it back for a while. */
  readonly undoable: boolean;
  /** A manager may have to judge it; what is `sent` only once its answer had time to come. */
  readonly forManager: boolean;
  readonly outcome: Outcome;
  readonly tone: Tone;
}

const tender = rowsOf(['open', 'taken', 'refundable', 'undoable', 'forManager']);

/** Where a tender stands. */
export const TENDER_STATES = {
  intent: tender(['open'], { outcome: 'unknown', tone: 'unknown' }),
  sent: tender(['open', 'forManager'], { outcome: 'unknown', tone: 'unknown' }),
  unknown: tender(['open', 'forManager'], { outcome: 'unknown', tone: 'unknown' }),
  manager: tender(['open', 'forManager'], { outcome: 'unknown', tone: 'unknown' }),
  captured: tender(['taken', 'refundable', 'undoable'], { outcome: 'succeeded', tone: 'done' }),
  captured_partial: tender(['taken', 'refundable', 'undoable'], { outcome: 'succeeded', tone: 'attention' }),
  /** A capture came after it was said that there is none: a manager keeps it or gives it back. */
  late_capture: tender(['refundable', 'forManager'], { outcome: 'succeeded', tone: 'attention' }),
  /** A manager said which capture is this tender's. */
  attached: tender(['taken', 'refundable'], { outcome: 'succeeded', tone: 'done' }),
  refunded: tender([], { outcome: 'succeeded', tone: 'done' }),
  declined: tender([], { outcome: 'failed', tone: 'refused' }),
  not_sent: tender([], { outcome: 'failed', tone: 'attention' }),
  not_captured: tender([], { outcome: 'failed', tone: 'attention' }),
  /** The tombstone of an id that was given up before it arrived. */
  cancelled: tender([], { outcome: 'failed', tone: 'attention' }),
} as const satisfies Record<string, TenderMeaning>;

interface RefundMeaning {
  /** It may still change the voucher, so nothing else may. */
  readonly open: boolean;
  /** A manager may have to judge it; what is `sent` only once its answer had time to come. */
  readonly forManager: boolean;
  /** `failed`: the capture is where it was. */
  readonly outcome: Outcome;
  readonly tone: Tone;
}

/** Where a refund stands; as a tender, with `refunded` for captured. */
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
  /** Its cards are active, may be, or may come to be: no other activation may have them. */
  readonly taken: boolean;
  /** Nobody knows whether its cards are active, so a manager may have to say. */
  readonly forManager: boolean;
  /** Its cards are or may be active, so it may be taken back where the issuer offered that. */
  readonly undoable: boolean;
  /** The issuer took its numbers for sequence numbers, so they are. */
  readonly proven: boolean;
  /** Whether a resume sends it: by itself, only when somebody names it, or never. */
  readonly resumes: 'by-itself' | 'when-named' | 'never';
  readonly outcome: Outcome;
  /** Null for what has not begun. */
  readonly tone: Tone | null;
}

const range = rowsOf(['taken', 'forManager', 'undoable', 'proven']);

/** Where one range of cards stands. */
export const RANGE_STATES = {
  /** Not sent yet. Its cards are taken only while its activation is open. */
  waiting: range([], { resumes: 'by-itself', outcome: 'unknown', tone: null }),
  /** With the issuer now. */
  sent: range(['taken'], { resumes: 'never', outcome: 'unknown', tone: 'unknown' }),
  /** The issuer says that its cards are active. */
  done: range(['taken', 'undoable', 'proven'], { resumes: 'never', outcome: 'succeeded', tone: 'done' }),
  /** The issuer says that it activated none. */
  refused: range([], { resumes: 'when-named', outcome: 'failed', tone: 'refused' }),
  /** The issuer refused it whole, and its halves went in its place: they say what became of it. */
  halved: range([], { resumes: 'never', outcome: 'failed', tone: null }),
  /** The request never left, so nothing was activated. */
  not_sent: range([], { resumes: 'by-itself', outcome: 'failed', tone: 'attention' }),
  /** The request left and its answer was lost; it is never sent again by itself. */
  unknown: range(['taken', 'forManager'], { resumes: 'when-named', outcome: 'unknown', tone: 'unknown' }),
  /** It was unknown, and a manager has found out what became of it. */
  closed: range([], { resumes: 'never', outcome: 'failed', tone: 'attention' }),
  /** It was done, and a request to take that back is with the issuer now. */
  deactivating: range(['taken', 'proven'], { resumes: 'never', outcome: 'unknown', tone: 'unknown' }),
  /** The issuer says that its cards are no longer active. */
  deactivated: range(['proven'], { resumes: 'never', outcome: 'deactivated', tone: 'attention' }),
  /** The request to take it back left and its answer was lost; it is never sent again by itself. */
  deactivation_unknown: range(['taken', 'forManager', 'undoable', 'proven'], {
    resumes: 'never',
    outcome: 'unknown',
    tone: 'unknown',
  }),
} as const satisfies Record<string, RangeMeaning>;

interface ActivationMeaning {
  /** A server works on it. */
  readonly open: boolean;
  /** A server sends one range after the other. */
  readonly sending: boolean;
  readonly tone: Tone;
}

/** Where a whole activation stands. */
export const ACTIVATION_STATES = {
  /** One range after the other is sent. */
  running: { open: true, sending: true, tone: 'unknown' },
  /** The range that is with the issuer is the last one. */
  stopping: { open: true, sending: true, tone: 'unknown' },
  /** Nothing is under way, and some ranges still wait. */
  stopped: { open: false, sending: false, tone: 'attention' },
  /** A range that was done is being taken back. */
  deactivating: { open: true, sending: false, tone: 'unknown' },
  /** Every range is done. */
  done: { open: false, sending: false, tone: 'done' },
  /** Over, and of some range nobody knows whether its cards are active. */
  unknown: { open: false, sending: false, tone: 'unknown' },
  /** Every range was taken back. */
  deactivated: { open: false, sending: false, tone: 'attention' },
  /** Over, and some ranges are refused, not sent, closed or deactivated. */
  incomplete: { open: false, sending: false, tone: 'attention' },
} as const satisfies Record<string, ActivationMeaning>;

interface IssueMeaning {
  /** A server works on it: the issuer may still give vouchers. */
  readonly open: boolean;
  /** The answer to a request was lost, so a manager may have to give it up. */
  readonly forManager: boolean;
  readonly tone: Tone;
}

/**
 * Where an issue of vouchers stands.
 *
 * The issuer is asked in several requests; each has a key of its own under which it is done once at
 * most.
 */
export const ISSUE_STATES = {
  /** One request after the other is made. */
  running: { open: true, forManager: false, tone: 'attention' },
  /** The answer to a request was lost; it is asked for again under the same key, by itself. */
  unknown: { open: true, forManager: true, tone: 'unknown' },
  /** As `unknown`, for so long that a manager was called. */
  manager: { open: true, forManager: true, tone: 'unknown' },
  /** The request that is with the issuer is the last one. */
  stopping: { open: true, forManager: false, tone: 'attention' },
  /** Nothing is under way; the remainder waits for a person. */
  stopped: { open: false, forManager: false, tone: 'attention' },
  /** All vouchers are here. */
  done: { open: false, forManager: false, tone: 'done' },
  /** The issuer gave some and refused the rest, which waits for a person. */
  partly: { open: false, forManager: false, tone: 'attention' },
  /** The issuer gave none. */
  declined: { open: false, forManager: false, tone: 'refused' },
} as const satisfies Record<string, IssueMeaning>;

interface VoucherMeaning {
  /** At the till, where somebody wants to pay with it. */
  readonly tone: Tone;
  /** In the list of what was sold, where a voucher that was used did what it is for. */
  readonly soldTone: Tone;
}

/** How a voucher stands at the issuer. */
export const VOUCHER_STATUSES = {
  active: { tone: 'done', soldTone: 'done' },
  inactive: { tone: 'attention', soldTone: 'attention' },
  expired: { tone: 'refused', soldTone: 'refused' },
  void: { tone: 'refused', soldTone: 'refused' },
  used: { tone: 'refused', soldTone: 'attention' },
  /** The issuer told nothing of it. */
  unknown: { tone: 'unknown', soldTone: 'unknown' },
} as const satisfies Record<string, VoucherMeaning>;

/**
 * Why a voucher is not redeemed.
 *
 * A cashier can do something about those of the tone `attention`; the others end with another way
 * to pay. `issuer-declined` is the one for an issuer code that this list does not know, and shows
 * that code.
 */
export const REFUSAL_REASONS = {
  'not-found': { tone: 'refused' },
  inactive: { tone: 'attention' },
  expired: { tone: 'refused' },
  void: { tone: 'refused' },
  used: { tone: 'refused' },
  /**
   * Nothing can be taken, and nobody said why.
   *
   * It was used, or it is not activated yet.
   */
  'nothing-on-it': { tone: 'refused' },
  'not-enough': { tone: 'attention' },
  'wrong-currency': { tone: 'refused' },
  'open-elsewhere': { tone: 'attention' },
  /** A manager put it on hold. */
  held: { tone: 'attention' },
  'issuer-declined': { tone: 'refused' },
} as const satisfies Record<string, { readonly tone: Tone }>;

/**
 * How a line of the list of transactions stands.
 *
 * `unknown`: the status is a word that is not known here; such rows are counted.
 */
export const TRANSACTION_STATUSES = {
  succeeded: { tone: 'done' },
  failed: { tone: 'refused' },
  /** It was done, and taken back afterwards. */
  deactivated: { tone: 'attention' },
  unknown: { tone: 'unknown' },
} as const satisfies Record<Outcome, { readonly tone: Tone }>;

type States<Meaning> = Readonly<Record<string, Meaning>>;

/** The states of a table, in its order. */
export function statesOf<Table extends States<object>>(table: Table): (keyof Table & string)[] {
  return Object.keys(table);
}

/** The states of a table of which something holds, in its order. */
export function statesWhere<Table extends States<object>>(
  table: Table,
  holds: (meaning: Table[keyof Table]) => boolean,
): (keyof Table & string)[] {
  return statesOf(table).filter((state) => holds(table[state]));
}

export type TransactionStatus = keyof typeof TRANSACTION_STATUSES;
