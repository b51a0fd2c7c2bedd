import { grouped } from '../grouped.ts';
import type { OurLine, TheirLine } from './lines.ts';
import type { Left, Matched, MatchTerms, PutInList } from './match-terms.ts';
import { again, alike, almost } from './near-lines.ts';

/**
 * Lays our lines beside somebody else's.
 *
 * What names the same transaction or receipt belongs together; what names none, by amount, time and
 * the last four of the voucher. Between two steps others have their turn.
 * @returns what was found, in the order in which it was; the steps tell how far it has come, 0 to 1
 */
export function* matchLists(
  ours: readonly OurLine[],
  theirs: readonly TheirLine[],
  terms: MatchTerms,
): Generator<number, Matched[]> {
  const all: Matched[] = [];
  const left: Left = { ours: new Set(ours), theirs: new Set(theirs) };
  const found: PutInList = (list, some, others) => {
    all.push({ list, ours: some, theirs: others });
    for (const line of some) left.ours.delete(line);
    for (const line of others) left.theirs.delete(line);
  };
  const total = Math.max(1, theirs.length + ours.length);
  const done = () => 1 - (left.ours.size + left.theirs.size) / total;

  for (const line of theirs) if (isOfOther(line, terms.mid)) found('otherShop', [], [line]);
  yield done();
  for (const step of [byTransaction, byReceipt]) {
    let count = 0;
    for (const group of step(left)) {
      group(found);
      count += 1;
      if (count % 1_000 === 0) yield done();
    }
  }
  for (const step of [alike, almost, again]) {
    let count = 0;
    for (const [bucketOurs, bucketTheirs] of step.buckets(left, all)) {
      step.pair(bucketOurs, bucketTheirs, terms, found);
      count += 1;
      if (count % 500 === 0) yield done();
    }
    yield done();
  }
  for (const line of left.theirs) found('onlyThere', [], [line]);
  const { from, to } = terms.period;
  for (const line of left.ours)
    if (line.at === null || (line.at >= from && line.at <= to)) found('onlyHere', [line], []);
  return all;
}

/** Whether a line says that it is of another shop. */
function isOfOther({ shop }: TheirLine, mid: string | null): boolean {
  const bare = (text: string) => text.replace(/^0+/, '').toLowerCase();
  return shop !== null && mid !== null && /^\d+$/.test(shop) && bare(shop) !== bare(mid);
}

const isSame = (one: Pick<OurLine, 'amount' | 'currency'>, other: Pick<OurLine, 'amount' | 'currency'>) =>
  one.amount === other.amount && one.currency === other.currency;

/** What names the issuer's own id, where the list has such ids at all. */
function* byTransaction({ ours, theirs }: Left): Generator<(found: PutInList) => void> {
  const known = new Map([...ours].flatMap((line) => (line.transactionId === null ? [] : [[line.transactionId, line]])));
  const groups = grouped(
    [...theirs].filter(({ transactionId }) => transactionId !== null && known.has(transactionId)),
    ({ transactionId }) => transactionId,
  );
  for (const [id, [first, ...more]] of groups) {
    const own = known.get(id ?? '');
    if (own === undefined) continue;
    yield (found) => {
      found(isSame(own, first) ? 'agrees' : 'differs', [own], [first]);
      for (const line of more) found('twice', [], [line]);
    };
  }
}

/** What names the same receipt: one voucher by one, or all of a sale together. */
function* byReceipt({ ours, theirs }: Left): Generator<(found: PutInList) => void> {
  const own = grouped(
    [...ours].filter(({ receiptNo }) => receiptNo !== null),
    ({ receiptNo }) => receiptNo,
  );
  const groups = grouped(
    [...theirs].filter(({ receiptNo }) => receiptNo !== null && own.has(receiptNo)),
    ({ receiptNo }) => receiptNo,
  );
  for (const [receiptNo, some] of groups) {
    const here = own.get(receiptNo);
    if (here) yield (found) => receipt(here, some, found);
  }
}

function receipt(ours: readonly OurLine[], theirs: readonly TheirLine[], found: PutInList): void {
  const { pairs, ownLeft, theirLeft } = equalPairs(ours, theirs);
  for (const [own, their] of pairs) found('agrees', [own], [their]);
  if (ownLeft.length === 0) return extra(pairs, theirLeft, found);
  if (theirLeft.length === 0) {
    for (const line of ownLeft) found(pairs.some(([own]) => isTwin(own, line)) ? 'twice' : 'onlyHere', [line], []);
    return;
  }
  const sum = (lines: readonly Pick<OurLine, 'amount'>[]) => lines.reduce((all, { amount }) => all + amount, 0);
  const isOneCurrency = new Set([...ownLeft, ...theirLeft].map(({ currency }) => currency)).size === 1;
  if (isOneCurrency && sum(ownLeft) === sum(theirLeft)) return found('agrees', ownLeft, theirLeft);
  const count = Math.min(ownLeft.length, theirLeft.length);
  for (let at = 0; at < count; at += 1) found('differs', ownLeft.slice(at, at + 1), theirLeft.slice(at, at + 1));
  extra(pairs, theirLeft.slice(count), found);
  for (const line of ownLeft.slice(count)) found('onlyHere', [line], []);
}

const isTwin = (one: OurLine, other: OurLine) => isSame(one, other) && one.last4 === other.last4;

/** Lines of a receipt beyond ours: those that repeat another, and those that nothing here is. */
function extra(pairs: readonly (readonly [OurLine, TheirLine])[], lines: readonly TheirLine[], found: PutInList): void {
  for (const line of lines) found(pairs.some(([, known]) => isSame(known, line)) ? 'twice' : 'onlyThere', [], [line]);
}

function equalPairs(ours: readonly OurLine[], theirs: readonly TheirLine[]) {
  const ownLeft = [...ours];
  const theirLeft: TheirLine[] = [];
  const pairs: (readonly [OurLine, TheirLine])[] = [];
  for (const line of theirs) {
    const at = ownLeft.findIndex((own) => isSame(own, line));
    const [own] = at === -1 ? [] : ownLeft.splice(at, 1);
    if (own) pairs.push([own, line]);
    else theirLeft.push(line);
  }
  return { pairs, ownLeft, theirLeft };
}
