import { randomUUID } from 'node:crypto';
import { at, MANAGER_PIN, textAt } from '../rigs/people.ts';
import { readAndSweep } from '../rigs/till.ts';
import type { MeteredShop } from './shop.ts';

const REDEMPTIONS = 8;

/** Redemptions of one sale, and what a till asks besides. @returns the redemptions, and their sale */
export async function tillDay({ ask, card, till, manager }: MeteredShop, number: number) {
  const by = till;
  const saleId = randomUUID();
  const codes = Array.from({ length: REDEMPTIONS }, card);
  const tenders = codes.map(() => randomUUID());
  for (const [index, code] of codes.entries()) {
    await ask('check', { by, body: { code } });
    await ask('putTender', {
      by,
      params: { id: tenders[index] ?? '' },
      body: { code, amount: 500, currency: 'SGD', saleId, receiptNo: `R-${number}`, entry: 'camera' },
    });
  }
  const [tender = '', other = ''] = tenders;
  const refund = randomUUID();
  await ask('tender', { by, params: { id: tender } });
  await ask('myTenders', { by });
  await ask('sale', { by, params: { id: saleId }, query: '?due=4000' });
  await ask('cancelTender', { by, params: { id: randomUUID() } });
  await ask('putRefund', { by: manager, params: { id: refund }, body: { tenderId: tender, reason: 'returned' } });
  await ask('refund', { by: manager, params: { id: refund } });
  const unnumbered = randomUUID();
  await ask('postTender', {
    by,
    body: { code: codes[0], amount: 100, currency: 'SGD', saleId: unnumbered },
    headers: { 'idempotency-key': randomUUID() },
  });
  await ask('putSaleReceipt', { by, params: { id: unnumbered }, body: { receiptNo: `S-${number}` } });
  await ask('putSaleDue', { by, params: { id: saleId }, body: { currency: 'SGD', due: 5000, collected: null, revision: 1 } });
  await ask('postRefund', { by: manager, body: { tenderId: other, reason: 'returned' }, headers: { 'idempotency-key': randomUUID() } });
  const journal = textAt(await ask('journal', { by }), 'id');
  await ask('remembered', { by, body: { journal, wishes: [], heard: [], taken: [] } });
  return { codes, tenders, saleId };
}

/** A cashier asks managers, who answer. */
export async function approvalDay({ ask, till, manager, managerId }: MeteredShop, tenderId: string): Promise<void> {
  const wish = { kind: 'refund', refund: { tenderId, reason: 'returned' } };
  const [first, second] = [{ id: randomUUID() }, { id: randomUUID() }];
  await ask('askApproval', { by: till, params: first, body: { wish } });
  await ask('askApproval', { by: till, params: second, body: { wish } });
  const open = await ask('openApprovals', { by: manager });
  const version = (open as readonly { readonly id: string; readonly version: string }[]).find(({ id }) => id === first.id)?.version;
  await ask('answerApproval', { by: manager, params: first, body: { approved: true, version } });
  await ask('askedApproval', { by: till, params: first });
  await ask('takeBackApproval', { by: till, params: second });
  await ask('suspectScam', { by: till, params: second, body: { wish } });
  await ask('putApproval', { by: till, params: { id: randomUUID() }, body: { personId: managerId, pin: MANAGER_PIN, wish } });
}

/** A capture that no operation explains, and a person who guesses codes, become cases. */
export async function caseDay({ ask, server, manager, till, issuer, card }: MeteredShop): Promise<void> {
  const now = server.clock.now();
  issuer.captureElsewhere(card(), 300);
  await readAndSweep(server.parts, { from: now - 60_000, to: now + 1_000 });
  for (let guess = 0; guess < 30; guess += 1) await till.send('POST', '/api/vouchers/check', { code: `9${now + guess}` });
  const items = (await ask('attention', { by: manager })) as readonly unknown[];
  for (const item of items)
    await ask('settleAttention', { by: manager, params: { id: textAt(item, 'id') }, body: { action: 'close', reason: 'Looked into it' } });
  if (!items.some((item) => at(item, 'kind') === 'orphan')) throw new Error('There is no case of a capture');
}

/** A voucher on hold, its history, and a customer display. */
export async function voucherDay({ ask, server, manager, till }: MeteredShop, codes: readonly string[], tenders: readonly string[]) {
  const by = manager;
  const hold = { id: randomUUID() };
  await ask('putHold', { by, params: hold, body: { operationId: tenders[2], reason: 'stolen' } });
  await ask('holds', { by });
  await ask('letGo', { by, params: hold });
  const story = await ask('story', { by, body: { code: codes[3] } });
  await ask('noteStory', { by, body: { token: textAt(story, 'token'), note: 'explained' } });
  const { code } = (await ask('enrolmentCode', { by })) as { readonly code: string };
  await ask('codeShop', { by: till, body: { code } });
  const screen = server.browser();
  await screen.send('POST', '/api/devices', { code, name: `Display ${codes[0]}` });
  await ask('connectDisplay', { by: screen, body: { code: textAt(await ask('displayCode', { by: till }), 'code') } });
  await ask('showSale', { by: till, body: { saleId: randomUUID(), due: null, busy: false } });
  await ask('display', { by: screen });
  const displays = await ask('displays', { by: till });
  await ask('endDisplay', { by: till, params: { id: textAt(displays, '0', 'id') } });
}
