import { NEAR_MS } from '../limits.ts';
import type { OurLine, ShopDays, TheirLine } from './lines.ts';

export interface MatchTerms {
  /** The largest distance between our times and theirs, milliseconds. */
  readonly windowMs: number;
  readonly days: ShopDays;
  /** Returns the shop's day of an instant, `YYYY-MM-DD`. */
  readonly dayOf: (ms: number) => string;
}

/** One rule for pairing lines: equal keys, and similar times. */
export interface MatchRule {
  /** Returns null if the rule does not apply to the line. */
  readonly ownKey: (line: OurLine, at: number) => string | null;
  readonly theirKey: (line: TheirLine) => string | null;
  /** The largest distance between the times, milliseconds. */
  readonly windowMs: number;
  /** True if only one line on each side may have the key. */
  readonly isLone: boolean;
  /** The result for equal amounts. */
  readonly proves: 'agrees' | 'likely' | 'differs';
}

/**
 * Returns the rules in their order.
 *
 * 1. The issuer's id, or ours of the tender.
 * 2. Receipt number and day. Several lines of a receipt match only with equal amounts.
 * 3. Amount, voucher and time. If the voucher is missing, the pair is only *likely*.
 *
 * Lines with different ids, receipts or vouchers never match; only the last step of rule 2 reports
 * such a pair, as one that differs.
 */
export function rulesOf({ windowMs, dayOf }: Pick<MatchTerms, 'windowMs' | 'dayOf'>): MatchRule[] {
  const ofReceipt = (more: (line: Line) => string): Keys => ({
    ownKey: (line, at) => line.receiptNo && `${withoutPunctuation(line.receiptNo)} ${dayOf(at)} ${more(line)}`,
    theirKey: (line) => line.receiptNo && line.day && `${withoutPunctuation(line.receiptNo)} ${line.day} ${more(line)}`,
  });
  const timed = (more: (line: Line) => string): Keys => ({
    ownKey: more,
    theirKey: (line) => (line.at === null ? null : more(line)),
  });
  const dated = (more: (line: Line) => string): Keys => ({
    ownKey: (line, at) => `${dayOf(at)} ${more(line)}`,
    theirKey: (line) => (line.at === null && line.day !== null ? `${line.day} ${more(line)}` : null),
  });
  const near = (keys: Keys, proves: MatchRule['proves']) => [
    matchRule(keys, { proves, windowMs: Math.min(NEAR_MS, windowMs) }),
    matchRule(keys, { proves, windowMs }),
  ];
  return [
    ...[byTransaction, byId].flatMap((keysBy) => [matchRule(keysBy(amountOf), {}), matchRule(keysBy(), {})]),
    ...ignoringField(
      ['transactionId'],
      [
        matchRule(withKeysOf('last4', ofReceipt(amountAndVoucher)), {}),
        ...ignoringField(['last4'], [matchRule(ofReceipt(amountOf), {})]),
      ],
    ),
    ...ignoringField(['transactionId'], [matchRule(ofReceipt(signOf), { isLone: true, proves: 'differs' })]),
    ...ignoringField(
      ['transactionId', 'receiptNo'],
      [
        ...near(withKeysOf('last4', timed(amountAndVoucher)), 'agrees'),
        matchRule(withKeysOf('last4', dated(amountAndVoucher)), {}),
      ],
    ),
    ...ignoringField(
      ['transactionId', 'receiptNo', 'last4'],
      [...near(timed(amountOf), 'likely'), matchRule(dated(amountOf), { proves: 'likely' })],
    ),
  ];
}

type Line = Pick<OurLine, 'amount' | 'currency' | 'last4'>;
type Keys = Pick<MatchRule, 'ownKey' | 'theirKey'>;
type Field = 'transactionId' | 'receiptNo' | 'last4';

const amountOf = ({ amount, currency }: Line) => `${amount} ${currency}`;
const signOf = ({ amount, currency }: Line) => `${Math.sign(amount)} ${currency}`;
const amountAndVoucher = (line: Line) => `${amountOf(line)} ${line.last4}`;
/** Registers write receipt numbers with or without a leading # and zeros. */
const withoutPunctuation = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/^#?0*(?=.)/, '');

const matchRule = (keys: Keys, more: Partial<MatchRule>): MatchRule => {
  return { windowMs: Number.POSITIVE_INFINITY, isLone: false, proves: 'agrees', ...keys, ...more };
};

function byTransaction(more: (line: Line) => string = () => ''): Keys {
  const keyOf = (line: OurLine | TheirLine) => line.transactionId && `${line.transactionId} ${more(line)}`;
  return { ownKey: keyOf, theirKey: keyOf };
}

function byId(more?: (line: Line) => string): Keys {
  const { ownKey, theirKey } = byTransaction(more);
  return { ownKey: (line, at) => ownKey({ ...line, transactionId: line.id }, at), theirKey };
}

/** The same rule for lines that both have a field. */
function withKeysOf(field: Field, { ownKey, theirKey }: Keys): Keys {
  return {
    ownKey: (line, at) => (line[field] === null ? null : ownKey(line, at)),
    theirKey: (line) => (line[field] === null ? null : theirKey(line)),
  };
}

/**
 * The same rules for pairs with the field in at most one line, so that the lines cannot contradict
 * each other in that field.
 */
function ignoringField([field, ...otherFields]: readonly Field[], rules: readonly MatchRule[]): MatchRule[] {
  if (field === undefined) return [...rules];
  return ignoringField(otherFields, rules).flatMap((one) => [
    { ...one, theirKey: (line) => (line[field] === null ? one.theirKey(line) : null) },
    {
      ...one,
      ownKey: (line, at) => (line[field] === null ? one.ownKey(line, at) : null),
      theirKey: (line) => (line[field] === null ? null : one.theirKey(line)),
    },
  ]);
}
