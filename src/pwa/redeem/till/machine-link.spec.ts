import { describe, expect, it } from 'vitest';
import { checkOf, exampleTender, scanOf, sgd } from '../../testing/examples.ts';
import { entryOf } from './entry.ts';
import { freshTill, reduce } from './machine.ts';
import { toPendingTender } from './pending-tender.ts';
import { isFinished, type TillSale } from './sale.ts';
import type { Till, TillEvent } from './till.ts';

const run = (till: Till, ...events: TillEvent[]) => events.reduce(reduce, till);
const fresh = freshTill('sale-1', 'SGD');
const receipt = (receiptNo: string | null): TillEvent => ({ type: 'receipt', receiptNo, newSaleId: 'sale-2' });
const scanned = (text: string): TillEvent => ({ type: 'scanned', scan: scanOf(text), newSaleId: 'sale-2' });
const register = { name: 'Front register', origin: 'https://register.example' };
const asked: TillSale = {
  ...fresh.sale,
  id: 'link-1',
  due: entryOf(3_000, { currency: 'SGD', typed: 'units' }),
  receiptNo: 'R-1029',
  register,
};
const onPanel = (till: Till) => {
  const checking = run(till, scanned('1234567890'));
  if (checking.stage.at !== 'checking') throw new Error(checking.stage.at);
  return run(checking, { type: 'checked', scanned: checking.stage.scanned, check: checkOf() });
};
const redeem: TillEvent = { type: 'redeem', tenderId: 't1', now: 2_000 };

describe('the register’s number of a sale', () => {
  it('stays with the sale, is sent with each redemption, and may differ for the next', () => {
    const till = run(
      onPanel(run(fresh, { type: 'due-key', key: '5', newSaleId: 's' }, receipt('R-1'))),
      receipt('R-2'),
      redeem,
    );
    expect(till.sale.receiptNo).toBe('R-2');
    const [row] = till.sale.rows;
    if (row === undefined) throw new Error('no redemption was begun');
    expect(toPendingTender(row, till.sale.id).body).toMatchObject({ receiptNo: 'R-2', entry: 'wedge' });
    expect(run(till, receipt('R-3')).sale.receiptNo).toBe('R-2');
    const over = run(
      till,
      { type: 'answered', view: exampleTender('t1', 'captured', { captured: sgd(500) }), now: 3_000 },
      { type: 'continued', now: 4_000 },
    );
    expect(run(over, receipt('R-3')).sale).toMatchObject({ id: 'sale-2', receiptNo: 'R-3', rows: [] });
  });

  it('is left out of the request if it was not entered', () => {
    const till = run(onPanel(fresh), { type: 'redeem', tenderId: 't1', now: 2_000, all: true });
    const body = till.sale.rows.map((row) => toPendingTender(row, till.sale.id).body);
    expect(body).toHaveLength(1);
    expect(body[0]).not.toHaveProperty('receiptNo');
    expect(body[0]).toHaveProperty('entry', 'wedge');
  });
});

describe('a sale requested by a register', () => {
  const till: Till = { ...fresh, sale: asked };

  it('keeps its amount and its number, whatever is typed or scanned', () => {
    expect(
      run(till, { type: 'due-key', key: '9', newSaleId: 's' }, receipt('R-9'), { type: 'new-sale', newSaleId: 's' })
        .sale,
    ).toBe(asked);
  });

  it('cannot be left for the next customer, and a scan does not begin another sale once it is paid', () => {
    const flying = run(onPanel(till), redeem);
    expect(run(flying, { type: 'park', newSaleId: 's', now: 3_000 })).toBe(flying);
    const paid = run(
      flying,
      { type: 'answered', view: exampleTender('t1', 'captured'), now: 3_000 },
      { type: 'continued', now: 4_000 },
    );
    expect(isFinished(paid.sale)).toBe(true);
    expect(run(paid, scanned('9999999999'))).toBe(paid);
  });
});
