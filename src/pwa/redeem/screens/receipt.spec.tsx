import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { receiptReference, type TenderView } from '../../../contract/redemption/tender.ts';
import { exampleTender, SETTINGS, sgd } from '../../testing/examples.ts';
import { ok } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { dueOf, emptySale, type SaleRow, saleFacts, type TillSale } from '../till/sale.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const ID = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';

function rowOf(view: TenderView): SaleRow {
  return {
    tenderId: view.id,
    last4: view.last4,
    requested: view.requested,
    code: null,
    identities: [],
    savedAt: 1,
    view,
  };
}

function saleOf(due: number, ...views: TenderView[]): TillSale {
  const sale = emptySale('sale-1', 'SGD');
  return { ...sale, due: { ...sale.due, added: [due] }, rows: views.map(rowOf) };
}

it('the amounts on a receipt add up, with the other vouchers of the sale', () => {
  const own = exampleTender('t1', 'captured', { captured: sgd(3_000) });
  const sale = saleOf(
    8_000,
    own,
    exampleTender('t2', 'captured', { captured: sgd(1_500) }),
    exampleTender('t3', 'declined'),
  );
  expect(saleFacts(sale, own)).toEqual({ due: sgd(8_000), others: sgd(1_500), leftToPay: sgd(3_500) });
});

it('the amounts on a receipt add up if too much was redeemed or collected', () => {
  const own = exampleTender('t1', 'captured', { captured: sgd(3_000) });
  const facts = { due: sgd(2_000), others: sgd(0), leftToPay: sgd(0) };
  expect(saleFacts(saleOf(2_000, own), own)).toEqual({ ...facts, overpaid: sgd(1_000) });
  const collected = { ...saleOf(3_500, own), collected: 600 };
  expect(saleFacts(collected, own)).toMatchObject({ leftToPay: sgd(0), collected: sgd(600), overpaid: sgd(100) });
});

it('the amounts of the sale are omitted without an amount due, or for another sale', () => {
  const own = exampleTender('t1', 'captured');
  expect(dueOf(saleOf(0, own))).toBe(null);
  expect(saleFacts(saleOf(0, own), own)).toBe(null);
  expect(saleFacts(saleOf(8_000, own), exampleTender('of-an-earlier-sale', 'captured'))).toBe(null);
});

const paper = () => document.body.querySelector(':scope > .receipt')?.textContent?.replaceAll('\u00a0', ' ') ?? '';

/** Redeems a voucher by typing, and waits for its verdict. */
async function takenWith(change: Partial<TenderView>, settings = SETTINGS): Promise<string> {
  let id = '';
  const view = () => ok(exampleTender(id, 'captured', change));
  const check = {
    ref: '1234567890',
    status: 'active',
    rawStatus: null,
    remaining: sgd(5_000),
    unit: 'SGD',
    expires: null,
    product: null,
  };
  const rest = { singleUse: false, lastUse: null, open: null, source: 'legacy', sources: null, refusal: null };
  const { user } = renderApp({
    role: 'cashier',
    answers: {
      settings: () => ok(settings),
      check: () => ok({ ...check, ...rest }),
      putTender: (_body, own) => {
        id = own;
        return view();
      },
      tender: view,
    },
  });
  await user.type(await screen.findByRole('textbox', { name: 'Voucher number' }), '1234567890{Enter}');
  await user.click(await screen.findByRole('button', { name: /Redeem all SGD/ }));
  await screen.findByRole('heading', { name: 'Redeemed' });
  await vi.waitFor(() => expect(paper()).not.toBe(''));
  return id;
}

it('the receipt omits unknown data: balance, expiry, product, and the header if the shop has none', async () => {
  const id = await takenWith({ remaining: null });
  expect(paper()).toContain(receiptReference(id));
  expect(paper()).toContain('Redeemed');
  for (const absent of ['Balance on voucher', 'Valid until', 'Due', 'Left to pay', 'null', 'undefined'])
    expect(paper()).not.toContain(absent);
});

it('the receipt states the time of the request, as lists and the digital receipt do', async () => {
  await takenWith({ createdAt: '2030-01-15T09:00:00Z', changedAt: '2030-01-15T11:30:00Z' });
  expect(paper()).toMatch(/15 Jan 2030/);
  expect(paper()).not.toMatch(/[01]?[1789]:30/);
});

it('the receipt contains the shop, the product and the end date, and the issuer’s long number at the end', async () => {
  const settings = {
    ...SETTINGS,
    shopName: 'Café Orchid',
    shopAddress: 'Street 83\nSingapore',
    receiptFooter: 'No refunds in cash',
  };
  await takenWith(
    { product: '$50 Gift Card', expires: '2031-02-28T15:59:59Z', captureId: '1795366929281000000003963886388284170' },
    settings,
  );
  await vi.waitFor(() => expect(paper()).toContain('Café Orchid'));
  expect(paper()).toContain('$50 Gift Card ··7890');
  expect(paper()).toMatch(/Valid until.*28 Feb 2031/);
  expect(paper()).not.toContain('Thank you');
  expect(paper().indexOf('1795366929281')).toBeGreaterThan(paper().indexOf('No refunds in cash'));
});

it('a reference is short and easy to read out and type', () => {
  expect(receiptReference(ID)).toBe('R-3F2504E0');
});
