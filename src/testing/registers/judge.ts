import { hasRedeemed, isTenderOpen, type TenderState } from '../../contract/redemption/tender.ts';

/**
 * Checks that registers never received more than the journal and the voucher service knew. Amounts
 * are minor units, times UTC ms.
 */

/** The interface of a register; webhooks may be used with both. */
export type SaleWay = 'link' | 'api';

/** One answer to a register about its sale. */
export interface ToldOfSale {
  readonly at: number;
  readonly outcome: 'taken' | 'not_taken' | 'cancelled' | 'unknown';
  /** Certainly redeemed, according to the answer. */
  readonly amount: number;
}

/** A tender as the journal has it at the end. */
export interface JournalTender {
  readonly id: string;
  readonly state: TenderState;
  /** 0 if nothing was redeemed. */
  readonly captured: number;
  readonly captureId: string | null;
  readonly createdAt: number;
  /** The time of its latest change. */
  readonly changedAt: number;
}

/** A capture in the voucher service's own ledger. */
export interface BookedCapture {
  readonly id: string;
  readonly amount: number;
}

/** One request that a webhook's address received, whether or not its answer arrived. */
export interface HeardNews {
  /** `webhook-id`. */
  readonly id: string;
  readonly at: number;
  readonly body: string;
  readonly isSigned: boolean;
  /** The type of event, and its tender. */
  readonly news: string;
  readonly tenderId: string;
}

export interface EndedSale {
  /** The register's number of the sale. */
  readonly reference: string;
  readonly way: SaleWay;
  readonly due: number;
  /** In the order of the answers. */
  readonly told: readonly ToldOfSale[];
  readonly tenders: readonly JournalTender[];
  /** From the vouchers that were there for this sale alone. */
  readonly captures: readonly BookedCapture[];
}

/** Returns the faults of a sale; none if register, journal and voucher service agree. */
export function judgeSale(sale: EndedSale): string[] {
  return [...judgeBooks(sale), ...judgeTold(sale)].map((fault) => `${sale.reference} by ${sale.way}: ${fault}`);
}

const total = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

/** Compares the journal with the ledger of the voucher service. */
function judgeBooks({ due, tenders, captures }: EndedSale): string[] {
  const faults = tenders.flatMap(({ id, state }) =>
    isTenderOpen(state) || state === 'late_capture' ? [`tender ${id} is ${state} at the end`] : [],
  );
  for (const { id, state, captured, captureId } of tenders.filter((tender) => hasRedeemed(tender.state))) {
    const booked = captures.find((capture) => capture.id === captureId);
    if (booked === undefined) faults.push(`tender ${id} is ${state}, and the voucher service has no such capture`);
    else if (booked.amount !== captured) faults.push(`the journal has ${captured} of tender ${id}, the voucher service ${booked.amount}`);
  }
  for (const { id, amount } of captures) {
    const claims = tenders.filter(({ state, captureId }) => hasRedeemed(state) && captureId === id).length;
    if (claims !== 1) faults.push(`the voucher service took ${amount} as ${id}, of which ${claims} tenders know`);
  }
  const taken = total(captures.map(({ amount }) => amount));
  if (taken > due) faults.push(`${taken} were taken for ${due}`);
  return faults;
}

/**
 * Compares the answers to the register with the journal at that time and the actual redemptions.
 */
function judgeTold({ told, tenders, captures }: EndedSale): string[] {
  const faults = told.flatMap((one) => judgeOne(one, tenders));
  told.forEach(({ outcome, at }, index) => {
    const before = told[index - 1];
    const isNew = tenders.some(({ createdAt }) => before !== undefined && createdAt >= before.at && createdAt <= at);
    if (outcome === 'unknown' && before !== undefined && before.outcome !== 'unknown' && !isNew)
      faults.push(`it was told unknown after ${before.outcome}, and nothing was begun between`);
  });
  const last = told.at(-1);
  const taken = total(captures.map(({ amount }) => amount));
  if (last === undefined || last.outcome === 'unknown') faults.push(`at last it was told ${last?.outcome ?? 'nothing'}`);
  else if (last.amount !== taken) faults.push(`at last it was told ${last.amount} taken, and the voucher service took ${taken}`);
  return faults;
}

function judgeOne({ at, outcome, amount }: ToldOfSale, tenders: readonly JournalTender[]): string[] {
  const known = total(tenders.filter(({ state, changedAt }) => hasRedeemed(state) && changedAt <= at).map(({ captured }) => captured));
  if (amount > known) return [`it was told ${outcome} ${amount} when the journal knew of ${known}`];
  if ((outcome === 'taken') !== amount > 0 && outcome !== 'unknown') return [`it was told ${outcome} with ${amount}`];
  if (outcome === 'unknown') return [];
  const begun = tenders.filter(({ createdAt }) => createdAt <= at);
  const early = begun.find(({ changedAt }) => changedAt > at);
  if (early !== undefined) return [`it was told ${outcome} before the journal knew how tender ${early.id} ended`];
  const taken = total(begun.filter(({ state }) => hasRedeemed(state)).map(({ captured }) => captured));
  return amount === taken ? [] : [`it was told ${outcome} ${amount}, and ${taken} turned out to be taken`];
}

/** The event for a tender with this final state; null if there is none. */
function newsOf(state: TenderState): string | null {
  if (hasRedeemed(state)) return 'tender.taken';
  return state === 'cancelled' || isTenderOpen(state) ? null : 'tender.not_taken';
}

/**
 * Returns the faults of a webhook's events: each final state of a tender at least once, with
 * correct content and not too early, always under the same id.
 */
export function judgeHeard(heard: readonly HeardNews[], tenders: readonly JournalTender[]): string[] {
  const faults = heard.flatMap(({ id, isSigned }) => (isSigned ? [] : [`message ${id} has no signature that holds`]));
  for (const [id, same] of groupBy(heard, (one) => one.id))
    if (new Set(same.map(({ body }) => body)).size > 1) faults.push(`message ${id} said two things`);
  for (const [what, same] of groupBy(heard, ({ news, tenderId }) => `${news} of ${tenderId}`))
    if (new Set(same.map(({ id }) => id)).size > 1) faults.push(`${what} was told under several ids`);
  const ends = groupBy(
    heard.filter(({ news }) => news !== 'tender.unknown'),
    ({ tenderId }) => tenderId,
  );
  const known = new Map(tenders.map((tender) => [tender.id, tender]));
  for (const { id, state } of tenders)
    if (newsOf(state) !== null && !ends.has(id)) faults.push(`nobody was told that tender ${id} ended as ${state}`);
  for (const [tenderId, same] of ends) {
    const tender = known.get(tenderId);
    for (const { news, at } of same) {
      if (tender === undefined) faults.push(`${news} was told of ${tenderId}, which is in no sale`);
      else if (newsOf(tender.state) !== news) faults.push(`${news} was told of tender ${tenderId}, which is ${tender.state}`);
      else if (at < tender.changedAt) faults.push(`${news} was told of tender ${tenderId} before the journal knew`);
    }
  }
  return faults;
}

function groupBy<T>(things: readonly T[], keyOf: (thing: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const thing of things) groups.set(keyOf(thing), [...(groups.get(keyOf(thing)) ?? []), thing]);
  return groups;
}
