import { randomUUID } from 'node:crypto';
import { NO_BOOKS } from '../../features/closings/contract/books.ts';
import { at, textAt } from '../rigs/people.ts';
import type { MeteredShop } from './shop.ts';

const ACCOUNT = { account: '1370', tax: '' };
const CLASSES = { 'own-multi': ACCOUNT, 'own-single': ACCOUNT, 'other-issuer': ACCOUNT, free: ACCOUNT };
const BOOKS = { ...NO_BOOKS, classes: CLASSES, clearing: ACCOUNT };

/** The end of a day: its shifts, its lists, its exports. */
export async function booksDay({ ask, server, manager }: MeteredShop, day: string, number: number): Promise<void> {
  const by = manager;
  const now = server.clock.now();
  const period = { from: new Date(now - 86_400_000).toISOString(), to: new Date(now + 60_000).toISOString() };
  const days = { from: day, to: day };
  const query = `?from=${day}&to=${day}`;
  for (const filter of [undefined, { receiptNo: `R-${number}` }, { last4: '7003' }, { entry: 'camera' }, { type: 'refund' }]) {
    await ask('transactionLines', { by, body: { ...period, ...(filter && { filter }) } });
    await ask('transactionTotals', { by, body: { ...period, ...(filter && { filter }) } });
  }
  const found = await ask('searchTransactions', { by, body: period });
  await ask('transactionDetail', { by, body: { id: textAt(found, 'transactions', '0', 'id') } });
  await ask('voucherTag', { by, body: { code: '1234567001' } });
  await ask('exportTransactions', { by, body: period });
  await ask('putClosing', { by, params: { id: randomUUID() }, body: { date: day, register: [{ currency: 'SGD', amount: 0 }] } });
  for (const name of ['closings', 'listTenders', 'listRefunds', 'closedShifts'] as const) await ask(name, { by });
  await ask('ourLines', { by, body: period });
  await ask('ourLines', { by, body: { ...period, after: '' } });
  await ask('putLayout', { by, body: { layout: 'Receipt;Amount', columns: { amount: 'Amount' } } });
  await ask('putMatchNote', { by, body: { difference: `R-${number}`, note: 'explained' } });
  await ask('matchMemory', { by });
  for (const filter of [{}, { kind: 'redemptions' }, { kind: 'refunds' }]) await ask('auditSearch', { by, body: { ...period, ...filter } });
  await ask('auditExport', { by, body: period });
  await ask('exceptions', { by, body: {} });
  await ask('lookedAt', { by, body: { key: `reprints:${day}:p1`, note: 'explained' } });
  await ask('cover', { by, query: `?day=${day}` });
  await ask('shifts', { by, query: '?mine=1' });
  await ask('shifts', { by, query: `?day=${day}` });
  for (const shift of (await ask('shifts', { by })) as readonly unknown[]) {
    const params = { id: textAt(shift, 'id') };
    if (at(shift, 'number') !== null) continue;
    await ask('shift', { by, params });
    await ask('closeShift', { by, params, body: {} });
    await ask('noteShift', { by, params, body: { note: 'explained' } });
  }
  await ask('putBooks', { by, body: BOOKS });
  await ask('books', { by });
  await ask('bookedClosings', { by, query });
  await ask('exportBooks', { by, body: { ...days, format: 'csv', currency: 'SGD', again: true } });
  await ask('statement', { by, body: { ...days, till: null } });
  await ask('exportStatement', { by, body: { ...days, till: null } });
  await ask('settings', { by });
  await ask('putSettings', { by, body: { shopName: `Shop ${number}` } });
  await ask('settingOrigins', { by });
}
