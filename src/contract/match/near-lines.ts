import { grouped } from '../grouped.ts';
import { createFinder, inTimeOrder } from './finder.ts';
import type { OurLine, TheirLine } from './lines.ts';
import type { Left, Matched, MatchTerms, PutInList } from './match-terms.ts';

export type Bucket = readonly [readonly OurLine[], readonly TheirLine[]];

/** Puts lines together that name neither a transaction nor a receipt of the other side. */
export interface PairingStep {
  readonly buckets: (left: Left, all: readonly Matched[]) => Iterable<Bucket>;
  readonly pair: (ours: readonly OurLine[], theirs: readonly TheirLine[], terms: MatchTerms, found: PutInList) => void;
}

const worthOf = ({ amount, currency }: Pick<OurLine, 'amount' | 'currency'>) => `${amount} ${currency}`;

/** Two lines that both name a receipt name two. */
const mayBe = (own: OurLine, their: TheirLine) => own.receiptNo === null || their.receiptNo === null;

/** The same amount, near in time; the same voucher where both name one. */
export const alike: PairingStep = {
  *buckets({ ours, theirs }) {
    const own = grouped(ours, worthOf);
    for (const [worth, some] of grouped(theirs, worthOf)) yield [own.get(worth) ?? [], some];
  },
  pair(ours, theirs, { windowMs }, found) {
    const taken = new Set<OurLine | TheirLine>();
    const take = (own: OurLine | null, their: TheirLine) => {
      if (own === null) return;
      taken.add(own).add(their);
      found('agrees', [own], [their]);
    };
    const byVoucher = new Map(
      [...grouped(ours, ({ last4 }) => last4)].map(([last4, some]) => [last4, createFinder(some)]),
    );
    const named = inTimeOrder(theirs.filter(({ last4 }) => last4 !== null));
    for (const their of named) take(byVoucher.get(their.last4)?.take(their, windowMs, mayBe) ?? null, their);
    const rest = createFinder(ours.filter((own) => !taken.has(own)));
    const isOneNameless = (own: OurLine, their: TheirLine) =>
      mayBe(own, their) && (own.last4 === null || their.last4 === null);
    for (const their of inTimeOrder(theirs.filter((one) => one.at !== null && !taken.has(one))))
      take(rest.take(their, windowMs, isOneNameless), their);
  },
};

/** The same voucher, near in time, for another amount. */
export const almost: PairingStep = {
  *buckets({ ours, theirs }) {
    const own = grouped([...ours].filter(isNamed), ({ last4 }) => last4);
    for (const [last4, some] of grouped([...theirs].filter(isNamed), (line) => line.last4))
      yield [own.get(last4) ?? [], some];
  },
  pair(ours, theirs, { windowMs }, found) {
    const finder = createFinder(ours);
    const mayDiffer = (own: OurLine, their: TheirLine) =>
      mayBe(own, their) && own.currency === their.currency && own.amount * their.amount > 0;
    for (const their of inTimeOrder(theirs)) {
      const own = finder.take(their, windowMs, mayDiffer);
      if (own) found('differs', [own], [their]);
    }
  },
};

/** A line of theirs that repeats one that agreed: the same voucher, amount and time. */
export const again: PairingStep = {
  *buckets({ theirs }, all) {
    const known = all.filter(({ list, ours }) => list === 'agrees' && ours.length === 1).flatMap(({ ours }) => ours);
    const own = grouped(known.filter(isNamed), (line) => `${worthOf(line)} ${line.last4}`);
    for (const [key, some] of grouped([...theirs].filter(isNamed), (line) => `${worthOf(line)} ${line.last4}`))
      yield [own.get(key) ?? [], some];
  },
  pair(ours, theirs, { windowMs }, found) {
    const finder = createFinder(ours);
    const isSameSale = (own: OurLine, their: TheirLine) => mayBe(own, their) || own.receiptNo === their.receiptNo;
    for (const their of theirs) if (finder.find(their, windowMs, isSameSale)) found('twice', [], [their]);
  },
};

const isNamed = ({ at, last4 }: Pick<OurLine, 'at' | 'last4'>) => last4 !== null && at !== null;
