import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasRedeemed, isTenderOpen, type TenderState, type TenderView } from '../../../contract/redemption/tender.ts';
import { checkOf, exampleTender, scanOf, sgd } from '../../testing/examples.ts';
import type { Key } from './entry.ts';
import { freshTill, reduce } from './machine.ts';
import { balanceOf, isOver, leftToPay } from './sale.ts';
import { allRows, type Till, type TillEvent } from './till.ts';

const fresh = freshTill('sale-1', 'SGD');
const run = (till: Till, ...events: TillEvent[]) => events.reduce(reduce, till);
const keys = (...pressed: Key[]): TillEvent[] => pressed.map((key) => ({ type: 'due-key', key, newSaleId: 'sale-2' }));
const goOn: TillEvent = { type: 'continued', now: 9_000 };
const heard = (id: string, state: TenderState, amount: number): TillEvent => {
  const captured = hasRedeemed(state) ? sgd(amount) : null;
  return { type: 'answered', view: exampleTender(id, state, { requested: sgd(amount), captured }), now: 3_000 };
};
const scan = (ref: string, at = 1_000): TillEvent => ({ type: 'scanned', scan: scanOf(ref, at), newSaleId: 'sale-2' });

/** Scans a voucher of SGD 50.00 and redeems the proposed or a typed amount. */
function pay(till: Till, tenderId: string, ref: string, ...typed: Key[]): Till {
  const looked = run(till, scan(ref, 20_000));
  if (looked.stage.at !== 'checking') throw new Error(`not being checked: ${looked.stage.at}`);
  const shown = run(looked, { type: 'checked', scanned: looked.stage.scanned, check: checkOf({ ref }) });
  const amount = typed.map((key): TillEvent => ({ type: 'take-key', key }));
  return run(shown, ...amount, { type: 'redeem', tenderId, now: 2_000 });
}

describe('a corrected amount due', () => {
  const paid5of12 = run(
    pay(run(fresh, ...keys('1', '2')), 't1', '1111111111', '5'),
    heard('t1', 'captured', 500),
    goOn,
  );

  it('includes the amount that a voucher paid before the correction', () => {
    expect(leftToPay(paid5of12.sale)).toEqual(sgd(700));
    const corrected = run(paid5of12, ...keys('2', '0'));
    expect(corrected.sale.id).toBe('sale-1');
    expect(leftToPay(corrected.sale)).toEqual(sgd(1_500));
  });

  it('begins the next sale if the previous sale was paid in full, unless the customer is the same', () => {
    const paid = run(pay(run(fresh, ...keys('1', '2')), 't1', '1111111111'), heard('t1', 'captured', 1_200), goOn);
    const next = (...pressed: Key[]) => run(paid, ...keys(...pressed)).sale;
    for (const key of ['7', 'clear', 'back', 'add'] as const)
      expect(next(key)).toMatchObject({ id: 'sale-2', rows: [] });
    const corrected = run(paid, ...keys('2', '0'), { type: 'sale-continued' });
    expect(balanceOf(corrected.sale)).toMatchObject({ due: 2_000, redeemed: 1_200, left: 800 });
    expect(corrected.sale.id).toBe('sale-1');
  });

  it('keeps the sale while it is empty, even if the next voucher is scanned then', () => {
    const next = pay(run(paid5of12, ...keys('clear')), 't2', '2222222222', '3');
    expect(next.sale.rows.map(({ tenderId }) => tenderId)).toEqual(['t1', 't2']);
  });

  it('may be typed after a voucher has paid, for the same customer', () => {
    const paid = run(pay(fresh, 't1', '1111111111', '5'), heard('t1', 'captured', 500), goOn, ...keys('2', '0'));
    expect(balanceOf(paid.sale)).toMatchObject({ due: 2_000, redeemed: 0, left: 2_000 });
    const same = run(paid, { type: 'sale-continued' });
    expect(balanceOf(same.sale)).toMatchObject({ due: 2_000, redeemed: 500, left: 1_500 });
  });
});

describe('a receipt number that is printed after the last voucher has paid', () => {
  const shown = run(pay(run(fresh, ...keys('5')), 't1', '1111111111'), heard('t1', 'captured', 500));
  const receipt = (receiptNo: string): TillEvent => ({ type: 'receipt', receiptNo, newSaleId: 'sale-2' });

  it('belongs to the sale whose verdict is on the screen, and later to the next sale', () => {
    const numbered = run(shown, receipt('R 1'));
    expect(numbered.sale).toMatchObject({ id: 'sale-1', receiptNo: 'R 1' });
    expect(run(numbered, goOn, receipt('R 2')).sale).toMatchObject({ id: 'sale-2', receiptNo: 'R 2', rows: [] });
  });

  it('belongs to the previous sale if the customer is the same', () => {
    const late = run(shown, goOn, receipt('R 1'), { type: 'sale-continued' });
    expect(late.sale).toMatchObject({ id: 'sale-1', receiptNo: 'R 1' });
  });
});

describe('an unknown outcome', () => {
  const unknown = run(pay(run(fresh, ...keys('7')), 't1', '1111111111'), heard('t1', 'unknown', 700), goOn);

  it('suggests no amount for a second voucher', () => {
    const looked = run(unknown, scan('2222222222', 20_000));
    if (looked.stage.at !== 'checking') throw new Error('not being checked');
    const shown = run(looked, {
      type: 'checked',
      scanned: looked.stage.scanned,
      check: checkOf({ ref: '2222222222' }),
    });
    expect(shown.stage).toMatchObject({ at: 'panel', amount: sgd(0) });
    expect(run(shown, { type: 'redeem', tenderId: 't2', now: 5_000 })).toBe(shown);
  });

  it('is an overpayment that a person must see if it turns out redeemed after the amount was collected again', () => {
    const again = run(pay(unknown, 't2', '2222222222', '7'), heard('t2', 'captured', 700), goOn);
    expect(balanceOf(again.sale)).toMatchObject({ left: 0, redeemed: 700, inDoubt: 700, overpaid: 700 });
    const late = run(again, heard('t1', 'attached', 700));
    expect(balanceOf(late.sale)).toMatchObject({ left: 0, redeemed: 1_400, inDoubt: 0, overpaid: 700 });
    expect(late.stage).toMatchObject({ at: 'verdict', tenderId: 't1', returnsAt: null });
  });
});

/** Events of a till, with numbers that select a voucher or a redemption. */
const step = fc.record({
  what: fc.constantFrom(
    ...(['key', 'key', 'key', 'correct', 'redeem', 'redeem', 'redeem', 'outcome', 'outcome', 'outcome'] as const),
    ...([
      'lost',
      'undo',
      'price',
      'continued',
      'continued',
      'new-sale',
      'park',
      'receipt',
      'reload',
      'confirm',
      'rejected',
    ] as const),
  ),
  a: fc.nat(99),
  b: fc.nat(99),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const DIGITS = ['0', '1', '2', '3', '5', '7', '00', '.'] as const satisfies readonly Key[];
const CORRECTIONS = ['clear', 'back', 'add'] as const satisfies readonly Key[];
const OUTCOMES = [
  'captured',
  'captured_partial',
  'declined',
  'not_sent',
  'not_captured',
  'attached',
  'late_capture',
] as const;

/** A till, and an independent record of the same sale. */
class World {
  till = fresh;
  #count = 0;
  readonly tenders = new Map<string, { sale: string; requested: number; view: TenderView | null; price: number }>();

  send(event: TillEvent): void {
    this.till = reduce(this.till, event);
  }

  #pick<T>(of: readonly T[], index: number): T | undefined {
    return of[index % Math.max(1, of.length)];
  }

  #named(isFit: (view: TenderView | null) => boolean, index: number): string | undefined {
    return this.#pick(
      [...this.tenders].filter(([, { view }]) => isFit(view)).map(([id]) => id),
      index,
    );
  }

  #hear(id: string, state: TenderState, b: number): void {
    const known = this.tenders.get(id);
    if (known === undefined) return;
    const part = state === 'captured_partial' ? 1 + (b % known.requested) : known.requested;
    const captured = hasRedeemed(state) || state === 'late_capture' ? sgd(part) : (known.view?.captured ?? null);
    known.view = exampleTender(id, state, { requested: sgd(known.requested), captured });
    this.send({ type: 'answered', view: known.view, now: this.#count * 1_000 });
  }

  do({ what, a, b }: Step): void {
    this.#count += 1;
    const newSaleId = `sale-${this.#count + 1}`;
    const open = () => this.#named((view) => view === null || isTenderOpen(view.state), a);
    switch (what) {
      case 'key':
        return this.send({ type: 'due-key', key: DIGITS[a % DIGITS.length] ?? '1', newSaleId });
      case 'correct':
        return this.send({ type: 'due-key', key: CORRECTIONS[a % 3] ?? 'clear', newSaleId });
      case 'confirm':
        this.send({ type: 'scanned', scan: { text: `${a + 1}.50`, source: 'typed', at: this.#count }, newSaleId });
        return this.send({ type: 'due-confirmed', newSaleId });
      case 'redeem':
        return this.#redeem(a, b, newSaleId);
      case 'outcome': {
        const id = open();
        return id === undefined ? undefined : this.#hear(id, OUTCOMES[b % OUTCOMES.length] ?? 'captured', a);
      }
      case 'lost': {
        const id = open();
        return id === undefined ? undefined : this.#hear(id, b % 2 === 0 ? 'unknown' : 'manager', a);
      }
      case 'undo': {
        const id = this.#named(
          (view) => view !== null && (hasRedeemed(view.state) || view.state === 'late_capture'),
          a,
        );
        return id === undefined ? undefined : this.#hear(id, 'refunded', b);
      }
      case 'price': {
        const row = this.#pick(this.till.sale.rows, a);
        if (row === undefined) return undefined;
        const known = this.tenders.get(row.tenderId);
        if (known !== undefined) known.price = b;
        return this.send({ type: 'priced', tenderId: row.tenderId, amount: b });
      }
      case 'rejected': {
        const id = this.#named((view) => view === null, a);
        if (id === undefined) return undefined;
        this.tenders.delete(id);
        return this.send({ type: 'rejected', tenderId: id, failure: { kind: 'not-saved' } });
      }
      case 'receipt':
        return this.send({ type: 'receipt', receiptNo: `R ${a}`, newSaleId });
      case 'continued':
        return this.send({ type: 'continued', now: this.#count * 1_000 });
      case 'new-sale':
        return this.send({ type: 'new-sale', newSaleId });
      case 'park':
        return this.send({ type: 'park', newSaleId, now: this.#count * 1_000 });
      case 'reload': {
        // What another tab, or this one after a reload, finds: the sale and the rows that are not
        // settled.
        const { sale, earlier } = this.till;
        const rows = [...earlier, ...sale.rows].filter(({ view }) => view === null || isTenderOpen(view.state));
        this.till = run(freshTill(newSaleId, 'SGD'), { type: 'found', sale: structuredClone(sale), rows });
      }
    }
  }

  #redeem(a: number, b: number, newSaleId: string): void {
    const ref = `5${String(this.#count).padStart(9, '0')}`;
    this.send({ type: 'scanned', scan: scanOf(ref, this.#count * 100_000), newSaleId });
    const { stage } = this.till;
    if (stage.at !== 'checking') return;
    this.send({ type: 'checked', scanned: stage.scanned, check: checkOf({ ref, remaining: sgd(100 + 10 * a) }) });
    if (b % 3 === 0) for (const key of ['1', DIGITS[b % 6] ?? '1'] as const) this.send({ type: 'take-key', key });
    const tenderId = `t${this.#count}`;
    this.send({ type: 'redeem', tenderId, now: this.#count, all: b % 2 === 0 });
    const row = this.till.sale.rows.find((one) => one.tenderId === tenderId);
    if (row === undefined || !('amount' in row.requested)) return;
    this.tenders.set(tenderId, { sale: this.till.sale.id, requested: row.requested.amount, view: null, price: 0 });
  }
}

/** Why a new sale may begin; with any other step the sale stays the same one. */
const BEGINS: ReadonlySet<Step['what']> = new Set([
  'new-sale',
  'park',
  'key',
  'correct',
  'confirm',
  'redeem',
  'receipt',
]);

function assertHolds(world: World, before: Till, what: Step['what']): void {
  const { sale } = world.till;
  const { due, redeemed, inDoubt, left, overpaid } = balanceOf(sale);
  if (due !== null) expect((left ?? 0) + redeemed + inDoubt - overpaid).toBe(due);
  const own = [...world.tenders].filter(([, tender]) => tender.sale === sale.id);
  expect(sale.rows.map(({ tenderId }) => tenderId)).toEqual(own.map(([id]) => id));
  const sum = (is: (view: TenderView | null) => boolean, of: (tender: (typeof own)[0][1]) => number) =>
    own.filter(([, { view }]) => is(view)).reduce((total, [, tender]) => total + of(tender), 0);
  const isTaken = (view: TenderView | null) => view !== null && hasRedeemed(view.state);
  expect(redeemed).toBe(sum(isTaken, ({ view }) => (view?.captured as { amount: number } | null)?.amount ?? 0));
  const isDoubt = (view: TenderView | null) =>
    view === null || isTenderOpen(view.state) || view.state === 'late_capture';
  expect(inDoubt).toBe(sum(isDoubt, ({ requested }) => requested));
  const open = [...world.tenders].filter(([, { view }]) => view === null || isTenderOpen(view.state));
  const shown = new Set(allRows(world.till).map(({ tenderId }) => tenderId));
  for (const [id] of open) expect(shown).toContain(id);
  if (sale.id === before.sale.id) return;
  expect(BEGINS).toContain(what);
  if (what !== 'new-sale' && what !== 'park' && !isOver(before.sale)) expect(balanceOf(before.sale).left ?? 0).toBe(0);
}

describe('for any sequence of actions at a till', () => {
  // VITE_SALE_SEQUENCES=1000000 takes some minutes.
  const numRuns = Number(import.meta.env['VITE_SALE_SEQUENCES'] ?? 3_000);

  it('the sale adds up, and no voucher is lost or moved to another sale', { timeout: 3_600_000 }, () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 4, maxLength: 40 }), (steps) => {
        const world = new World();
        for (const one of steps) {
          const before = world.till;
          world.do(one);
          assertHolds(world, before, one.what);
        }
      }),
      { numRuns },
    );
  });
});
