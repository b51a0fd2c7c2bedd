import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasRedeemed, isTenderOpen, type TenderState } from '../../../contract/redemption/tender.ts';
import { checkOf, exampleTender, scanOf, sgd } from '../../testing/examples.ts';
import { LEFT_AFTER_MS, SAME_CUSTOMER_MS } from '../limits.ts';
import type { Key } from './entry.ts';
import { freshTill, reduce } from './machine.ts';
import { balanceOf, isOver, type SaleRow, type TillSale } from './sale.ts';
import { allRows, isCover, READY_STAGE, type Till, type TillEvent } from './till.ts';
import { amountToCollect, awaitsAnswer, continuableSale, isCustomerUnclear, isOfOtherPerson } from './whose-sale.ts';

const ANA = { id: 'p-ana', name: 'Ana' };
const BOB = { id: 'p-bob', name: 'Bob' };
const DAYS = { timeZone: 'Asia/Singapore', dayBegins: '00:00' };
const NOON = Date.parse('2030-01-15T04:00:00Z');
const fresh: Till = { ...freshTill('sale-1', 'SGD'), now: NOON, person: ANA, days: DAYS };
const run = (till: Till, ...events: TillEvent[]) => events.reduce(reduce, till);
const later = (till: Till, ms: number): Till => ({ ...till, now: till.now + ms });
const keys = (...pressed: Key[]): TillEvent[] => pressed.map((key) => ({ type: 'due-key', key, newSaleId: 'sale-2' }));
const scan = (ref: string): TillEvent => ({ type: 'scanned', scan: scanOf(ref, 20_000), newSaleId: 'sale-2' });
const goOn: TillEvent = { type: 'continued', now: 9_000 };
const collected: TillEvent = { type: 'collected' };
const same: TillEvent = { type: 'sale-continued' };

/** Redeems SGD 50.00 at most from a voucher, and shows the verdict. */
function paid(till: Till, tenderId: string, ref: string, amount: number): Till {
  const looked = run(till, scan(ref));
  if (looked.stage.at !== 'checking') throw new Error(`not being checked: ${looked.stage.at}`);
  const shown = run(looked, { type: 'checked', scanned: looked.stage.scanned, check: checkOf({ ref }) });
  const redeemed = run(shown, { type: 'redeem', tenderId, now: till.now, all: balanceOf(till.sale).due === null });
  const view = exampleTender(tenderId, 'captured', { requested: sgd(amount), captured: sgd(amount) });
  return run(redeemed, { type: 'answered', view, now: till.now });
}
const part = paid(run(fresh, ...keys('8', '0')), 't1', '1111111111', 5_000);

describe('a verdict with an amount left to pay', () => {
  it('stays until the cashier has collected it, which ends the sale', () => {
    expect(awaitsAnswer(part)).toBe(true);
    expect(part.stage).toMatchObject({ at: 'verdict', returnsAt: null });
    const over = run(part, collected);
    expect(over).toMatchObject({ stage: { at: 'ready' }, sale: { id: 'sale-1', collected: 3_000, completed: true } });
    expect(balanceOf(over.sale)).toMatchObject({ left: 0, redeemed: 5_000 });
    expect(run(over, ...keys('3', '5')).sale).toMatchObject({ id: 'sale-2', rows: [], due: { text: '35' } });
    expect(run(over, scan('2222222222')).sale.id).toBe('sale-2');
  });

  it('continues with another voucher, scanned at once or after the verdict', () => {
    for (const till of [part, run(part, goOn)])
      expect(run(till, scan('2222222222'))).toMatchObject({ sale: { id: 'sale-1' }, stage: { at: 'checking' } });
  });

  it('asks whether the customer is the same before an amount is typed', () => {
    const wanted = run(part, { type: 'due-wanted' });
    expect(isCustomerUnclear(wanted)).toBe(true);
    expect(run(wanted, ...keys('3')).sale.due).toEqual(part.sale.due);
    const open = run(wanted, { type: 'same-customer', newSaleId: 'sale-2' }, ...keys('9', '0'));
    expect(balanceOf(open.sale)).toMatchObject({ due: 9_000, redeemed: 5_000, left: 4_000 });
  });

  it('is restored after a reload, unlike that of a paid sale', () => {
    const found = (sale: TillSale): TillEvent => ({ type: 'found', sale: structuredClone(sale), rows: [] });
    expect(awaitsAnswer(run(fresh, found(part.sale)))).toBe(true);
    const full = paid(run(fresh, ...keys('3', '0')), 't1', '1111111111', 3_000);
    const reloaded = run(fresh, found(full.sale));
    expect([reloaded.stage.at, isOver(reloaded.sale), reloaded.recent]).toEqual(['ready', true, null]);
  });

  it('needs no confirmation for a register, which collects the amount itself', () => {
    const register = { name: 'R', origin: 'https://r.example' };
    const till: Till = { ...part, sale: { ...part.sale, register } };
    expect([awaitsAnswer(till), amountToCollect(till.sale)]).toEqual([false, null]);
  });
});

describe('a verdict with nothing left to pay', () => {
  const full = paid(run(fresh, ...keys('3', '0')), 't1', '1111111111', 3_000);
  const withoutDue = paid(fresh, 't1', '1111111111', 5_000);

  it.each<[string, Till]>([
    ['with an amount due', full],
    ['without one', withoutDue],
  ])('ends the sale %s, and no key, number or scan changes it again', (_, verdict) => {
    const over = run(verdict, goOn);
    const inputs: TillEvent[] = [
      ...keys('2', 'back', 'clear', 'add'),
      scan('2222222222'),
      { type: 'receipt', receiptNo: 'R 1', newSaleId: 'sale-2' },
    ];
    for (const input of inputs) expect(run(over, input).sale).toMatchObject({ id: 'sale-2', rows: [] });
    expect(run(verdict, scan('2222222222')).sale).toMatchObject({ id: 'sale-2', rows: [] });
    expect(run(verdict, { type: 'due-wanted' }, ...keys('2')).sale).toMatchObject({ id: 'sale-2', rows: [] });
  });

  it('continues if the redemption on the screen is refunded, but not after the verdict was closed', () => {
    const refund: TillEvent = {
      type: 'answered',
      view: exampleTender('t1', 'refunded', { requested: sgd(3_000), captured: sgd(3_000) }),
      now: NOON,
    };
    expect(balanceOf(run(full, refund, goOn).sale)).toMatchObject({ left: 3_000 });
    expect(isOver(run(full, refund, goOn).sale)).toBe(false);
    expect(isOver(run(full, goOn, refund).sale)).toBe(true);
  });
});

describe('the same customer', () => {
  const over = run(part, collected);
  const higher = run(over, ...keys('9', '0'));

  it('has the redeemed amount credited if the bill turns out higher', () => {
    expect(continuableSale(higher)?.id).toBe('sale-1');
    const again = run(higher, same);
    expect(balanceOf(again.sale)).toMatchObject({ due: 9_000, redeemed: 5_000, left: 4_000 });
    expect(again.sale).toMatchObject({ id: 'sale-1', completed: false, collected: null });
  });

  it('uses the voucher on the screen for the continued sale', () => {
    const next = run(over, scan('2222222222'));
    if (next.stage.at !== 'checking') throw new Error(next.stage.at);
    const check = checkOf({ ref: '2222222222' });
    const shown = run(next, { type: 'checked', scanned: next.stage.scanned, check }, same);
    expect(shown.stage).toMatchObject({ at: 'panel', amount: sgd(3_000) });
  });

  it.each<[string, Till]>([
    ['after its minute', later(higher, SAME_CUSTOMER_MS + 1)],
    ['after a lock', run(higher, { type: 'locked' })],
    ['after another person signed in', run({ ...higher, person: BOB }, { type: 'signed-in' })],
    ['once the next customer has paid', run(paid(run(over, ...keys('4', '0')), 't2', '2222222222', 4_000), goOn)],
  ])('is no longer offered %s', (_, till) => {
    const again = run(till, same);
    expect(balanceOf(again.sale).redeemed).not.toBe(5_000);
    expect(again.sale.id).not.toBe('sale-1');
  });
});

describe('a sale in progress', () => {
  const open = run(part, goOn);
  const inputs = [...keys('3'), scan('2222222222'), { type: 'receipt', receiptNo: 'R 1', newSaleId: 's' } as const];

  it('stays with its person after a lock', () => {
    const back = run(open, { type: 'locked' }, { type: 'signed-in' });
    expect([isCustomerUnclear(back), back.sale.id]).toEqual([false, 'sale-1']);
  });

  it.each<[string, Till]>([
    ['five minutes later', later(open, LEFT_AFTER_MS + 1)],
    ['for another person', { ...open, person: BOB }],
    ['on another business day', { ...open, sale: { ...open.sale, touched: touchedAt('15:59') }, now: at('16:01') }],
  ])('asks whose sale it is %s, and accepts no input before that', (_, till) => {
    for (const input of inputs) {
      const asked = run(till, input);
      expect(isCustomerUnclear(asked)).toBe(true);
      expect(asked.sale).toEqual(till.sale);
    }
  });

  it('waits for its person, who can continue it after the next sign-in', () => {
    const asked = run({ ...open, person: BOB }, { type: 'signed-in' }, scan('2222222222'));
    const left = run(asked, { type: 'parked-for-owner', newSaleId: 'sale-2' });
    expect(left).toMatchObject({
      sale: { id: 'sale-2', rows: [] },
      stage: { at: 'checking' },
      left: [{ id: 'sale-1' }],
    });
    const ready = run(left, { type: 'panel-closed' });
    const back = run({ ...ready, person: ANA }, { type: 'signed-in' });
    expect([back.sale.id, isCustomerUnclear(back), back.left]).toEqual(['sale-1', true, []]);
    const on = run(back, { type: 'same-customer', newSaleId: 'sale-3' });
    expect(balanceOf(on.sale)).toMatchObject({ left: 3_000, redeemed: 5_000 });
  });

  it('does not ask about the next sale if the previous one was paid when the till was locked', () => {
    const paidUp = paid(run(fresh, ...keys('5', '0')), 't1', '1111111111', 5_000);
    const bob = { ...run(paidUp, { type: 'unattended' }, { type: 'locked' }), person: BOB };
    const typed = run(bob, { type: 'signed-in' }, { type: 'due-wanted' }, ...keys('1', '5'));
    expect(typed.sale).toMatchObject({ id: 'sale-2', due: { text: '15' }, touched: { personId: 'p-bob' } });
    expect(isCustomerUnclear(typed)).toBe(false);
  });

  it('ends when the corrected bill equals the redeemed amount, so that the next bill is separate', () => {
    const corrected = run(open, { type: 'due-wanted' }, { type: 'due-complete' }, ...keys('5', '0'));
    const over = run(corrected, { type: 'due-complete' });
    expect(over.sale).toMatchObject({ id: 'sale-1', completed: true, collected: null });
    for (const next of [run(over, ...keys('7', '0')), run(corrected, scan('2222222222'))])
      expect(next.sale).toMatchObject({ id: 'sale-2', rows: [] });
    const higher = run(over, ...keys('7', '0'), same);
    expect(balanceOf(higher.sale)).toMatchObject({ due: 7_000, redeemed: 5_000, left: 2_000 });
  });

  it('receives late outcomes while it waits for its person', () => {
    const lost = run(part, goOn);
    const asked = run(
      { ...lost, person: BOB },
      { type: 'signed-in' },
      { type: 'parked-for-owner', newSaleId: 'sale-2' },
    );
    const view = exampleTender('t1', 'refunded', { requested: sgd(5_000), captured: sgd(5_000) });
    const heard = run(asked, { type: 'answered', view, now: NOON });
    const back = run({ ...heard, person: ANA }, { type: 'signed-in' });
    expect(balanceOf(back.sale)).toMatchObject({ redeemed: 0, left: 8_000 });
  });
});

function at(clock: string): number {
  return Date.parse(`2030-01-15T${clock}:00Z`);
}

function touchedAt(clock: string): TillSale['touched'] {
  return { at: at(clock), by: ANA.name, personId: ANA.id };
}

const STEPS = [
  ...(['key', 'key', 'key', 'correct', 'enter', 'confirm', 'due-wanted', 'receipt'] as const),
  ...(['scan', 'redeem', 'redeem', 'outcome', 'outcome', 'outcome', 'lost', 'refund'] as const),
  ...(['continued', 'continued', 'collect', 'same-customer', 'next-customer', 'next-customer', 'show'] as const),
  ...(['lock', 'colleague', 'pause', 'reload', 'other-tab', 'resume-left'] as const),
] as const;
type Step = (typeof STEPS)[number];
const step = fc.record({ what: fc.constantFrom(...STEPS), a: fc.nat(99), b: fc.nat(99) });

const DIGITS = ['1', '2', '3', '5', '7', '00', '.'] as const satisfies readonly Key[];
const CORRECTIONS = ['clear', 'back', 'add'] as const satisfies readonly Key[];
const OUTCOMES: readonly TenderState[] = [
  'captured',
  'captured',
  'captured_partial',
  'declined',
  'not_captured',
  'late_capture',
];
const PAUSES_MS = [1_000, 20_000, SAME_CUSTOMER_MS + 1, LEFT_AFTER_MS + 1, 20 * 60 * 60_000];

/** No redemption of another customer is credited to the sale that takes inputs. */
function assertOwnMoney(till: Till, customers: ReadonlyMap<string, number>, customer: number): void {
  const { sale, stage } = till;
  if (isOver(sale) || isCustomerUnclear(till) || isCover(stage)) return;
  for (const { tenderId, view } of sale.rows) {
    const counts = view === null || isTenderOpen(view.state) || hasRedeemed(view.state);
    if (counts) expect(customers.get(tenderId), `${tenderId} in ${sale.id}`).toBe(customer);
  }
}

/**
 * A sale in progress leaves the screen only if somebody decides it; its unknown outcomes stay
 * known.
 */
function assertNothingLost({ sale, left }: Till, { type }: TillEvent, till: Till): void {
  const rowsOf = (sales: readonly TillSale[]) => sales.flatMap(({ rows }) => rows);
  const known = new Set([...allRows(till), ...rowsOf(till.left)].map(({ tenderId }) => tenderId));
  const isOpen = ({ view }: SaleRow) => view === null || isTenderOpen(view.state);
  for (const row of rowsOf([sale, ...left]).filter(isOpen)) expect(known).toContain(row.tenderId);
  const after = new Set([till.sale.id, ...till.left.map(({ id }) => id)]);
  for (const { id } of left) expect(after).toContain(id);
  if (after.has(sale.id) || isOver(sale) || amountToCollect(sale) === null) return;
  expect(['new-sale', 'park', 'sale-continued']).toContain(type);
}

/** A digit after a finished amount begins another one. */
function assertReplaced(key: Key, till: Till): void {
  if (/^[\d.]+$/.test(key)) expect(till.sale.due).toMatchObject({ added: [], text: key === '.' ? '0.' : key });
}

/**
 * A day at one till: customers one after the other, two people, other tabs. The person at the till
 * answers questions truthfully and serves one customer at a time.
 */
class Day {
  till = fresh;
  /** The customer who stands at the till. */
  customer = 1;
  #count = 1;
  /** True once an amount due was finished, so that the next digit has to begin another one. */
  #isFinished = false;
  readonly #customers = new Map<string, number>();
  readonly #dueOf = new Map<string, number>();
  readonly #amounts = new Map<string, number>();

  send(event: TillEvent): void {
    const before = this.till;
    this.till = reduce(before, event);
    assertNothingLost(before, event, this.till);
    if (event.type === 'due-key' && this.till.sale.due !== before.sale.due) {
      if (this.#isFinished) assertReplaced(event.key, this.till);
      this.#isFinished = false;
    }
    assertOwnMoney(this.till, this.#customers, this.customer);
  }

  #ownerOf(sale: TillSale): number | undefined {
    const [first] = sale.rows;
    return first === undefined ? this.#dueOf.get(sale.id) : this.#customers.get(first.tenderId);
  }

  /** Answers whose sale it is, as it is. */
  #answer(newSaleId: string): void {
    if (this.#ownerOf(this.till.sale) === this.customer) return this.send({ type: 'same-customer', newSaleId });
    this.send({ type: isOfOtherPerson(this.till) ? 'parked-for-owner' : 'new-sale', newSaleId });
  }

  do({ what, a, b }: { readonly what: Step; readonly a: number; readonly b: number }): void {
    this.#count += 1;
    const newSaleId = `sale-${this.#count}`;
    this.till = later(this.till, 500 + 100 * b);
    if (isCustomerUnclear(this.till) && a % 3 > 0) return this.#answer(newSaleId);
    switch (what) {
      case 'key':
      case 'correct':
        return this.#typeDue(
          what === 'key' ? (DIGITS[a % DIGITS.length] ?? '1') : (CORRECTIONS[a % 3] ?? 'back'),
          newSaleId,
        );
      case 'enter':
        this.send({ type: 'due-complete' });
        this.#isFinished = true;
        return;
      case 'confirm':
        this.send({ type: 'scanned', scan: { text: `${a + 1}.50`, source: 'typed', at: this.till.now }, newSaleId });
        if (this.till.note?.reason === 'due?') this.#isFinished = true;
        return this.send({ type: 'due-confirmed', newSaleId });
      case 'due-wanted':
        return this.send({ type: 'due-wanted' });
      case 'receipt':
        return this.send({ type: 'receipt', receiptNo: `R ${a}`, newSaleId });
      case 'scan':
        return this.#scan(a, newSaleId);
      case 'redeem':
        return this.#redeem(a, b, newSaleId);
      case 'outcome':
        return this.#hear(
          a,
          (row) => row.view === null || isTenderOpen(row.view.state),
          OUTCOMES[b % OUTCOMES.length] ?? 'captured',
        );
      case 'lost':
        return this.#hear(a, (row) => row.view === null, b % 2 === 0 ? 'unknown' : 'manager');
      case 'refund':
        return this.#hear(a, (row) => row.view !== null && hasRedeemed(row.view.state), 'refunded');
      case 'continued':
        return this.send({ type: 'continued', now: this.till.now });
      case 'collect':
        return this.till.stage.at === 'flight' ? undefined : this.send({ type: 'collected' });
      case 'same-customer':
        return this.#continue();
      case 'next-customer':
        return this.#nextCustomer(a, newSaleId);
      case 'show': {
        const row = allRows(this.till)[a % Math.max(1, allRows(this.till).length)];
        // The question covers the rows.
        const isFree =
          !isCustomerUnclear(this.till) && (this.till.stage.at === 'ready' || this.till.stage.at === 'panel');
        return row && isFree ? this.send({ type: 'show', tenderId: row.tenderId, now: this.till.now }) : undefined;
      }
      case 'lock':
        this.send({ type: 'locked' });
        return this.send({ type: 'signed-in' });
      case 'colleague':
        this.send({ type: 'locked' });
        this.till = { ...this.till, person: this.till.person === ANA ? BOB : ANA };
        if (b % 2 === 0 && this.till.stage.at !== 'flight') this.customer = this.#count;
        return this.send({ type: 'signed-in' });
      case 'pause':
        this.till = later(this.till, PAUSES_MS[a % PAUSES_MS.length] ?? 1_000);
        return a % 2 === 0 ? this.send({ type: 'unattended' }) : undefined;
      case 'reload':
      case 'other-tab':
        return this.#open(what, newSaleId);
      case 'resume-left': {
        const sale = this.till.left[a % Math.max(1, this.till.left.length)];
        if (sale === undefined || this.till.stage.at !== 'ready' || this.till.sale.rows.length > 0) return undefined;
        this.customer = this.#ownerOf(sale) ?? this.customer;
        return this.send({ type: 'parked-sale-resumed', saleId: sale.id });
      }
    }
  }

  #typeDue(key: Key, newSaleId: string): void {
    this.send({ type: 'due-key', key, newSaleId });
    if (!isCustomerUnclear(this.till) && this.till.sale.rows.length === 0)
      this.#dueOf.set(this.till.sale.id, this.customer);
  }

  #scan(a: number, newSaleId: string): void {
    const ref = `5${String(this.#count).padStart(9, '0')}`;
    this.send({ type: 'scanned', scan: scanOf(ref, this.till.now), newSaleId });
    const { stage } = this.till;
    if (stage.at !== 'checking') return;
    this.#isFinished = true;
    this.send({ type: 'checked', scanned: stage.scanned, check: checkOf({ ref, remaining: sgd(100 + 10 * a) }) });
  }

  #redeem(a: number, b: number, newSaleId: string): void {
    if (this.till.stage.at !== 'panel') this.#scan(a, newSaleId);
    const tenderId = `t${this.#count}`;
    this.#customers.set(tenderId, this.customer);
    this.send({ type: 'redeem', tenderId, now: this.till.now, all: b % 2 === 0 });
    const row = this.till.sale.rows.find((one) => one.tenderId === tenderId);
    if (row === undefined || !('amount' in row.requested)) return;
    this.#amounts.set(tenderId, row.requested.amount);
    this.#isFinished = true;
    assertOwnMoney({ ...this.till, stage: READY_STAGE }, this.#customers, this.customer);
  }

  #hear(a: number, isFit: (row: SaleRow) => boolean, state: TenderState): void {
    const { left, recent } = this.till;
    const rows = [...allRows(this.till), ...left.flatMap(({ rows: own }) => own), ...(recent?.sale.rows ?? [])].filter(
      isFit,
    );
    const row = rows[a % Math.max(1, rows.length)];
    if (row === undefined) return;
    const amount = this.#amounts.get(row.tenderId) ?? 0;
    const captured =
      hasRedeemed(state) || state === 'late_capture'
        ? sgd(state === 'captured_partial' ? 1 : amount)
        : (row.view?.captured ?? null);
    this.send({
      type: 'answered',
      view: exampleTender(row.tenderId, state, { requested: sgd(amount), captured }),
      now: this.till.now,
    });
  }

  /** A customer comes back with a higher bill, before anybody else was served. */
  #continue(): void {
    const last = continuableSale(this.till);
    if (last === null) return;
    const isOther = this.till.sale.id !== last.id && this.#ownerOf(this.till.sale) === this.customer;
    const owner = this.#ownerOf(last);
    if (owner === undefined || (isOther && owner !== this.customer)) return;
    this.customer = owner;
    this.send({ type: 'sale-continued' });
  }

  /** The next customer steps up; the person at the till first answers what the screen asks. */
  #nextCustomer(a: number, newSaleId: string): void {
    const { stage, sale } = this.till;
    if (stage.at === 'flight') this.send({ type: 'park', newSaleId, now: this.till.now });
    else if (stage.at === 'panel' || stage.at === 'checking') this.send({ type: 'panel-closed' });
    else if (stage.at === 'verdict' && !awaitsAnswer(this.till)) this.send({ type: 'continued', now: this.till.now });
    if (this.till.stage.at === 'verdict' && !awaitsAnswer(this.till)) return;
    const isOpen = this.till.sale.id === sale.id && !isOver(this.till.sale) && this.till.sale.rows.length > 0;
    if (isOpen && a % 2 === 0) this.send({ type: 'collected' });
    if (!isOver(this.till.sale) && this.till.sale.rows.length > 0) this.send({ type: 'new-sale', newSaleId });
    if (this.till.sale.rows.length > 0 && !isOver(this.till.sale)) return;
    this.customer = this.#count;
  }

  /** What this tab after a reload, or another one that takes the sale over, finds on the device. */
  #open(what: 'reload' | 'other-tab', newSaleId: string): void {
    const { sale, earlier, left, person, now, unattended } = this.till;
    const rows = [...earlier, ...sale.rows].filter(({ view }) => view === null || isTenderOpen(view.state));
    const base =
      what === 'reload' ? freshTill(newSaleId, 'SGD') : run(this.till, { type: 'opened-elsewhere', newSaleId });
    this.till = { ...base, now, person, days: DAYS };
    this.#isFinished = true;
    this.send({
      type: 'found',
      sale: structuredClone(sale),
      rows,
      left: structuredClone(left),
      unattended: unattended !== null,
    });
  }
}

describe('for any sequence of customers and people', () => {
  // VITE_SALE_SEQUENCES=1000000 takes some minutes.
  const numRuns = Number(import.meta.env['VITE_SALE_SEQUENCES'] ?? 3_000);

  it('no customer pays with another’s voucher, no sale is lost, and no digit is added to a finished amount', {
    timeout: 3_600_000,
  }, () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 4, maxLength: 40 }), (steps) => {
        const day = new Day();
        for (const one of steps) day.do(one);
      }),
      { numRuns },
    );
  });
});
