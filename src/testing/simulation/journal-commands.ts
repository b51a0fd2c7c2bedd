import fc from 'fast-check';
import type { OrphanJournal } from '../../bff/redemption/journal/orphan-store.ts';
import type { RefundJournal, RefundRecord } from '../../bff/redemption/journal/refund-store.ts';
import type { Capture } from '../../bff/redemption/journal/tender-facts.ts';
import type { TenderJournal, TenderRecord } from '../../bff/redemption/journal/tender-store.ts';
import type { AttemptBaseline } from '../../bff/redemption/operation/snapshot.ts';
import { money } from '../../contract/money/money.ts';
import { refusal } from '../../contract/voucher/refusal.ts';
import { shopNamed } from '../rigs/shops.ts';
import { ANA, BEN, SHOP } from '../rigs/till.ts';

/** The journals of one server, as far as the memory has them. */
export interface JournalPorts {
  readonly tenders: TenderJournal;
  readonly refunds: RefundJournal;
  readonly orphans: OrphanJournal;
}

/** Another shop of the account. */
export const ELSEWHERE = shopNamed('other');

const CALLS = [
  'begin',
  'unknown',
  'declined',
  'not-captured',
  'manager',
  'again',
  'capture',
  'late',
  'attach',
  'keep',
  'cancel',
  'recall',
  'read',
  'holder',
  'lists',
  'adopt',
  'mid',
  'refund',
  'refunded',
  'refund-unknown',
  'refund-declined',
  'refund-read',
  'orphan',
  'orphan-close',
] as const;

/** One call of one of two servers, about one of a few ids, vouchers and transactions. */
export interface Command {
  readonly call: (typeof CALLS)[number];
  readonly server: 0 | 1;
  readonly tender: number;
  readonly refund: number;
  readonly voucher: number;
  readonly transaction: number;
  readonly amount: number;
  /** True if the decision uses the server's last view of the tender instead of the current one. */
  readonly isStale: boolean;
  readonly waitMs: number;
}

const few = (count: number) => fc.integer({ min: 0, max: count - 1 });

/* Mostly the calls that lead somewhere, about little enough for them to meet. */
export const COMMANDS: fc.Arbitrary<Command> = fc.record({
  call: fc.oneof(
    {
      weight: 3,
      arbitrary: fc.constantFrom('begin' as const, 'unknown' as const, 'capture' as const, 'refund' as const, 'refunded' as const),
    },
    { weight: 4, arbitrary: fc.constantFrom(...CALLS) },
  ),
  server: fc.constantFrom(0 as const, 1 as const),
  tender: few(3),
  refund: few(3),
  voucher: few(2),
  transaction: few(3),
  amount: fc.constantFrom(1000, 2000),
  isStale: fc.boolean(),
  waitMs: fc.constantFrom(0, 1, 1_000, 300_000),
});

/** A server's last view of tenders and refunds. */
type Known = Map<string, unknown>;

const id = (kind: string, index: number) => `00000000-0000-4000-8000-${kind.padStart(6, '0')}00000${index}`;
const BASELINE: AttemptBaseline = {
  snapshot: { remaining: 5000, at: 1, singleUse: null, seen: ['s-1'] },
  offset: { offsetMs: 3, errorMs: 500 },
};
const BY = { personId: 'ana', person: 'Ana' };

/** Makes the call. */
export async function perform(ports: JournalPorts, command: Command, known: Known): Promise<unknown> {
  return aboutRefunds(ports, command, known) ?? aboutOrphans(ports, command) ?? aboutTenders(ports, command, known);
}

async function aboutTenders({ tenders }: JournalPorts, command: Command, known: Known): Promise<unknown> {
  const { call, voucher, amount, server } = command;
  const tenderId = id('a', command.tender);
  const ref = ['AB12345678', 'ab12345678'][voucher] ?? '';
  const captureId = `c-${command.transaction}`;
  const capture: Capture = { captureId, authorizationId: null, captured: amount, evidence: 'answer', refundHandle: null, vouchers: [] };
  const said = { saleId: null, receiptNo: null, entry: null };
  const wish = { shop: SHOP, code: ref, ref, requested: money(amount, 'SGD'), ...said, returnVouchersInfo: true };
  const { device, person } = server === 0 ? ANA : BEN;
  const change = async (make: (tender: TenderRecord) => Promise<TenderRecord | null>) => {
    const tender = await recent(command, known, tenderId, () => tenders.read(SHOP, tenderId));
    return tender && make(tender);
  };
  switch (call) {
    case 'begin':
      return tenders.begin({ id: tenderId, ...wish, device, person }, BASELINE);
    case 'recall':
      return tenders.recall(tenderId, wish);
    case 'unknown':
      return change((tender) => tenders.append(tender, { kind: 'unknown', reason: 'silence', evidence: 'answer-lost' }));
    case 'declined':
      return change((tender) => tenders.append(tender, { kind: 'declined', refusal: refusal('used') }));
    case 'not-captured':
      return change((tender) => tenders.append(tender, { kind: 'not_captured', reason: 'proved' }));
    case 'manager':
      return change((tender) => tenders.append(tender, { kind: 'manager', reason: 'late', evidence: 'issuer-silent', candidates: [] }));
    case 'again':
      return change((tender) => tenders.append(tender, { kind: 'sent', attempt: 2, offset: null }));
    case 'capture':
      return change((tender) => tenders.capture(tender, { kind: 'captured', ...capture }));
    case 'late':
      return change((tender) => tenders.capture(tender, { kind: 'late_capture', ...capture }));
    case 'attach':
      return change((tender) => tenders.capture(tender, { kind: 'attached', capture, by: BY, note: 'seen' }));
    case 'keep':
      return change((tender) => tenders.keepLateCapture(tender, BY, 'kept'));
    case 'cancel':
      return tenders.cancel(SHOP, tenderId);
    case 'read':
      return tenders.read(SHOP, tenderId);
    case 'holder':
      return [
        await tenders.holder(SHOP, ref),
        await tenders.lastCapture(SHOP, ref),
        await tenders.holder(ELSEWHERE, ref),
        await tenders.changedAt(ELSEWHERE, ref),
      ];
    case 'lists':
      return [
        await tenders.inStates(SHOP, ['sent', 'unknown', 'captured'], 5),
        await tenders.refundable(SHOP, ref).then((found) => found.map((tender) => tender.id).sort()),
        await tenders.claimed(SHOP, ['c-0', 'c-1', 'c-2']).then((ids) => [...ids].sort()),
      ];
    case 'adopt':
      return (await tenders.adopt(SHOP, new Set(command.isStale ? [1] : []))).toSorted();
    default:
      await tenders.learnMid(SHOP, `mid-${amount}`);
      return tenders.mid(SHOP);
  }
}

function aboutRefunds({ tenders, refunds }: JournalPorts, command: Command, known: Known): Promise<unknown> | null {
  const refundId = id('b', command.refund);
  const tenderId = id('a', command.tender);
  const change = async (make: (refund: RefundRecord) => Promise<RefundRecord | null>) => {
    const refund = await recent(command, known, refundId, () => refunds.read(SHOP, refundId));
    return refund && make(refund);
  };
  const begin = async () => {
    const tender = await recent(command, known, tenderId, () => tenders.read(SHOP, tenderId));
    return tender && refunds.begin({ id: refundId, device: ANA.device, person: ANA.person, tender, note: 'wrong' }, BASELINE);
  };
  switch (command.call) {
    case 'refund':
      return begin();
    case 'refunded':
      return change((refund) => refunds.refunded(refund, { kind: 'refunded', refundId: `r-${command.transaction}`, evidence: 'answer' }));
    case 'refund-unknown':
      return change((refund) => refunds.append(refund, { kind: 'unknown', reason: 'silence', evidence: 'answer-lost' }));
    case 'refund-declined':
      return change((refund) => refunds.append(refund, { kind: 'declined', refusal: refusal('expired') }));
    case 'refund-read':
      return Promise.all([
        refunds.read(SHOP, refundId),
        refunds.ofTender(SHOP, tenderId),
        refunds.inStates(SHOP, ['sent', 'unknown']),
        refunds.recall(refundId, { shop: SHOP, tenderId, note: 'wrong' }),
      ]);
    default:
      return null;
  }
}

function aboutOrphans({ orphans }: JournalPorts, { call, transaction, refund }: Command): Promise<unknown> | null {
  const orphanId = id('c', refund);
  const transactionId = `c-${transaction}`;
  const row = { transactionId, type: 'capture', status: 'ok', amount: 1, currency: 'SGD', at: null, mid: '1' } as const;
  const close = async () => {
    const orphan = await orphans.read(SHOP, orphanId);
    return orphan && orphans.close(orphan, BY, 'known');
  };
  if (call === 'orphan') return orphans.found({ id: orphanId, shop: SHOP, row, ref: 'AB12345678' });
  return call === 'orphan-close' ? Promise.all([close(), orphans.open(SHOP)]) : null;
}

/** The data for a server's decision: its last view, or the current state. */
async function recent<T>({ isStale, server }: Command, known: Known, key: string, read: () => Promise<T | null>): Promise<T | null> {
  const seen = known.get(`${server} ${key}`) as T | undefined;
  if (isStale && seen !== undefined) return seen;
  const now = await read();
  if (now !== null) known.set(`${server} ${key}`, now);
  return now;
}
