import { describe, expect, it, vi } from 'vitest';
import { exampleTender, sgd } from '../../testing/examples.ts';
import { installIndexedDb } from '../../testing/indexed-db.ts';
import { saveLinkedSaleId } from './linked-sale-id.ts';
import { createTillOutbox } from './outbox.ts';
import { type PendingTender, saleRowOf } from './pending-tender.ts';
import { emptySale } from './sale.ts';

installIndexedDb();

let count = 0;
const freshOutbox = () => createTillOutbox(`outbox-${(count += 1)}`);
const kept = (id: string, savedAt: number): PendingTender => ({
  id,
  body: { code: '1234567890', amount: 3_000, currency: 'SGD', saleId: '3f2504e0-4f89-41d3-9a0c-0305e82c3301' },
  last4: '7890',
  requested: sgd(3_000),
  savedAt,
});

describe('the outbox', () => {
  it('returns redemptions oldest first, as rows without a known outcome', async () => {
    const outbox = freshOutbox();
    await outbox.save(kept('b', 2));
    await outbox.save(kept('a', 1));
    expect((await outbox.operations()).map(saleRowOf)).toEqual(
      ['a', 'b'].map((tenderId, index) => ({
        tenderId,
        last4: '7890',
        requested: sgd(3_000),
        code: '1234567890',
        identities: ['ref:1234567890'],
        savedAt: index + 1,
        view: null,
      })),
    );
  });

  it('restores a sale with a redemption that was saved before the sale', async () => {
    const outbox = freshOutbox();
    const saleId = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
    await outbox.saveSale({ ...emptySale(saleId, 'SGD'), completed: true });
    await outbox.save(kept('a', 1));
    expect(await outbox.sale()).toMatchObject({ id: saleId, completed: true, rows: [{ tenderId: 'a' }] });
  });

  it('requests strict durability, so that a saved redemption survives a power cut', async () => {
    const outbox = freshOutbox();
    await outbox.sale();
    const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction');
    await outbox.save(kept('a', 1));
    expect(transaction).toHaveBeenCalledWith('tenders', 'readwrite', { durability: 'strict' });
    transaction.mockRestore();
  });

  it('deletes a redemption and its ref once it is removed', async () => {
    const outbox = freshOutbox();
    await outbox.save(kept('a', 1));
    await outbox.remove('a');
    expect(await outbox.operations()).toEqual([]);
  });

  it('is shared by all tabs of the device', async () => {
    await createTillOutbox('shared').save(kept('a', 1));
    expect(await createTillOutbox('shared').operations()).toHaveLength(1);
  });

  it('keeps the sale without any ref', async () => {
    const outbox = freshOutbox();
    expect(await outbox.sale()).toBeNull();
    const row = {
      tenderId: 'a',
      last4: '7890',
      requested: sgd(3_000),
      savedAt: 1,
      view: exampleTender('a', 'captured'),
    };
    await outbox.saveSale({
      ...emptySale('s', 'SGD'),
      rows: [{ ...row, code: 'CANARY1234567890', identities: ['ref:CANARY1234567890'] }],
    });
    const sale = await outbox.sale();
    expect(sale).toEqual({ ...emptySale('s', 'SGD'), left: false, rows: [{ ...row, code: null, identities: [] }] });
    expect(JSON.stringify(sale)).not.toContain('CANARY');
  });

  it('stores a register’s sale separately from the till’s own, for the window that uses it', async () => {
    const outbox = freshOutbox();
    const own = { ...emptySale('own', 'SGD'), receiptNo: 'R-1' };
    const asked = {
      ...emptySale('asked', 'SGD'),
      register: { name: 'Front register', origin: 'https://register.example' },
    };
    await outbox.saveSale(own);
    expect(await outbox.sale()).toEqual({ ...own, left: false });
    await outbox.saveSale(asked);
    expect(await outbox.sale()).toEqual({ ...own, left: true });
    saveLinkedSaleId('asked');
    expect(await outbox.sale()).toEqual({ ...asked, left: false });
    expect(await outbox.links()).toEqual([{ ...asked, left: false }]);
    await outbox.dropLink('asked');
    expect(await outbox.sale()).toEqual({ ...own, left: true });
    saveLinkedSaleId(null);
    expect(await outbox.links()).toEqual([]);
  });

  it('keeps the sales that wait for other people, and an unanswered question', async () => {
    const outbox = freshOutbox();
    const sale = emptySale('own', 'SGD');
    const waiting = { ...emptySale('waiting', 'SGD'), touched: { at: 1, by: 'Ana', personId: 'p' } };
    await outbox.saveTill({ sale, left: [waiting], unattended: { scan: null } });
    expect(await outbox.leftSales()).toEqual([{ ...waiting, left: false }]);
    expect(await outbox.sale()).toEqual({ ...sale, left: true });
    const register = { name: 'Front register', origin: 'https://register.example' };
    await outbox.saveTill({ sale: { ...emptySale('asked', 'SGD'), register }, left: [], unattended: null });
    expect(await outbox.leftSales()).toHaveLength(1);
    await outbox.saveTill({ sale, left: [], unattended: null });
    expect(await outbox.leftSales()).toEqual([]);
  });
});
