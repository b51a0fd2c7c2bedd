/** Minor units of a currency, or a number of items. */
export type Value = { readonly amount: number; readonly currency: string } | { readonly items: number };

/** The fields of a redemption at the server that this client reads; the response has more. */
export interface Tender {
  readonly id: string;
  readonly state: string;
  readonly requested: Value;
  readonly captured: Value | null;
  readonly remaining: Value | null;
  readonly refusal: { readonly reason: string; readonly issuerText: string | null } | null;
}

interface Ended {
  readonly id: string;
  readonly tender: Tender;
}

/** The outcome of a redemption. Only `redeemed` and `partly` have an amount to book. */
export type Redemption =
  | (Ended & { readonly outcome: 'redeemed'; readonly captured: Value })
  /** Less than requested: collect the rest in another way. */
  | (Ended & { readonly outcome: 'partly'; readonly captured: Value; readonly left: number })
  /** The issuer refused it. Nothing was redeemed. */
  | (Ended & { readonly outcome: 'declined'; readonly reason: string })
  /** Certainly nothing was redeemed, or everything was refunded. */
  | { readonly outcome: 'notRedeemed'; readonly id: string; readonly reason: string; readonly tender: Tender | null }
  /**
   * Money may have been taken. Book nothing, redeem nothing under another name, and call again with
   * the same name.
   */
  | { readonly outcome: 'unknown'; readonly id: string; readonly reason: string; readonly tender: Tender | null };

export type RedemptionCases<Result> = {
  readonly [Outcome in Redemption['outcome']]: (redemption: Extract<Redemption, { outcome: Outcome }>) => Result;
};

/** Calls the function of the outcome. The compiler reports a missing one. */
export function matchRedemption<Result>(redemption: Redemption, cases: RedemptionCases<Result>): Result {
  const run = cases[redemption.outcome] as (redemption: Redemption) => Result;
  return run(redemption);
}

const TAKEN = new Set(['captured', 'captured_partial', 'attached']);
const NOT_TAKEN = new Set(['not_sent', 'not_captured', 'cancelled', 'refunded']);

/** Reads the outcome of a redemption. Every state that is not certain is `unknown`. */
export function redemptionOf(tender: Tender): Redemption {
  const { id, state, requested, captured, refusal } = tender;
  if (TAKEN.has(state) && captured !== null) {
    const left = numberOf(requested) - numberOf(captured);
    return left > 0 ? { outcome: 'partly', id, captured, left, tender } : { outcome: 'redeemed', id, captured, tender };
  }
  if (state === 'declined') return { outcome: 'declined', id, reason: refusal?.reason ?? state, tender };
  if (NOT_TAKEN.has(state)) return { outcome: 'notRedeemed', id, reason: state, tender };
  return { outcome: 'unknown', id, reason: state, tender };
}

const numberOf = (value: Value) => ('items' in value ? value.items : value.amount);

/** Reads a redemption from a response; null for anything else. */
export function readTender(body: unknown, id: string): Tender | null {
  if (typeof body !== 'object' || body === null) return null;
  const tender = body as Partial<Tender>;
  const isTender = tender.id === id && typeof tender.state === 'string' && isValue(tender.requested);
  return isTender && (tender.captured === null || isValue(tender.captured)) ? (tender as Tender) : null;
}

function isValue(value: Value | undefined): value is Value {
  if (typeof value !== 'object' || value === null) return false;
  return 'items' in value ? Number.isInteger(value.items) : Number.isInteger(value.amount);
}
