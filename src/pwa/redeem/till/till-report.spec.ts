import { expect, it } from 'vitest';
import type { StoredRedemption } from '../../api/last-redemptions.ts';
import type { PendingTender } from './pending-tender.ts';
import { createTillReport } from './till-report.ts';

const NOW = Date.UTC(2030, 0, 15, 9);
const worth = { amount: 500, currency: 'SGD' };
const kept = (changes: Partial<StoredRedemption>): StoredRedemption => ({
  id: 'a',
  last4: '7890',
  worth,
  state: 'captured',
  captureId: 'c-1',
  saleId: 's',
  receiptNo: 'R-1029',
  createdAt: new Date(NOW - 60_000).toISOString(),
  changedAt: new Date(NOW - 50_000).toISOString(),
  ...changes,
});
const pendingTender: PendingTender = {
  id: 'w',
  body: { code: '1234567890', ...worth },
  last4: '7890',
  requested: worth,
  savedAt: NOW - 5_000,
};

it('the till reports the age of redemptions in progress, and the capture of completed ones', () => {
  expect(
    createTillReport('j', [pendingTender], [kept({}), kept({ id: 'b', state: 'declined', captureId: null })], NOW),
  ).toEqual({
    journal: 'j',
    wishes: [{ id: 'w', body: pendingTender.body, sentAgoMs: 5_000 }],
    heard: [
      { id: 'a', agoMs: 60_000 },
      { id: 'b', agoMs: 60_000 },
    ],
    taken: [{ id: 'a', captureId: 'c-1', captured: worth, saleId: 's', receiptNo: 'R-1029' }],
  });
});

it('a device whose clock was set back shows no future time', () => {
  expect(createTillReport('j', [pendingTender], [], NOW - 60_000).wishes[0]?.sentAgoMs).toBe(0);
});

it('older data without a capture, and refunded redemptions, are not reported as redeemed', () => {
  const { captureId: _, ...older } = kept({});
  expect(createTillReport('j', [], [older, kept({ state: 'refunded' })], NOW).taken).toEqual([]);
});
