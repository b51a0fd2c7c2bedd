import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openLedger } from './ledger.ts';
import { startSandbox } from './sandbox.ts';
import { failureCodes, type SpecSandbox, startForSpec } from './spec-kit.ts';

describe('the ledger', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('keeps balances, transactions and replies after a restart, and is not seeded again', async () => {
    const key = crypto.randomUUID();
    const before = await startForSpec({ directory: folder });
    const redeemed = await before.redeem('1234567890', 340);
    const issued = await before.issue('ABCV010SG01', { quantity: 1 }, key);
    await before.sandbox.close();

    const after = await startForSpec({ directory: folder, seed: 99 });
    expect(await after.truth('1234567890')).toMatchObject({
      vouchers: [{ remaining: 660 }],
      transactions: [{ type: 'Authorization' }, { type: 'Capture', transactionId: redeemed.at('data.capture_id') }],
    });
    expect((await after.issue('ABCV010SG01', { quantity: 1 }, key)).body).toEqual(issued.body);
    await after.redeem('1234567890', 60);
    expect((await after.truth('1234567890')).transactions).toHaveLength(4);
    await after.sandbox.close();
  });

  it('is stored before the response, so that another reader of the file sees the change at once', async () => {
    const kit = await startForSpec({ directory: folder });
    await kit.redeem('1234567890', 340);
    const reader = openLedger(folder);
    expect(reader.voucherByRef('1234567890')?.remaining).toBe(660);
    reader.close();
    await kit.sandbox.close();
  });

  it('rolls back a step that fails halfway', () => {
    const ledger = openLedger(folder);
    const halfway = () =>
      ledger.atomically(() => {
        ledger.next('voucher');
        throw new Error('power cut');
      });
    expect(halfway).toThrow('power cut');
    expect(ledger.next('voucher')).toBe(1);
    ledger.close();
  });
});

it('the sandbox does not start on a port in use', async () => {
  const kit = await startForSpec();
  const port = Number(new URL(kit.sandbox.origin).port);
  await expect(startSandbox({ directory: ':memory:', port })).rejects.toThrow('EADDRINUSE');
  await kit.sandbox.close();
});

describe('the training vouchers', () => {
  let kit: SpecSandbox;
  beforeAll(async () => {
    kit = await startForSpec();
  });
  afterAll(() => kit.sandbox.close());

  it('cover every group, every state and every kind', async () => {
    const { body } = await kit.send('GET', '/sandbox/ledger');
    const { vouchers } = body as {
      vouchers: { ref: string; status: string; valueBased: boolean; multipleUse: boolean }[];
    };
    const listed = new Set(kit.sandbox.practiceVouchers().map(({ ref }) => ref));
    const shown = vouchers.filter(({ ref }) => listed.has(ref));
    expect(new Set(shown.map(({ status }) => status))).toEqual(
      new Set(['Active', 'Used', 'Expired', 'Inactive', 'Trashed']),
    );
    const kinds = new Set(shown.map(({ valueBased, multipleUse }) => `${valueBased} ${multipleUse}`));
    expect(kinds.size).toBe(4);
    expect(new Set(kit.sandbox.practiceVouchers().map(({ group }) => group))).toEqual(
      new Set(['everyday', 'refused', 'disputes', 'kinds', 'physical', 'trouble']),
    );
  });

  it('carry the link of a digital voucher in their QR code, and the ref of a card', async () => {
    const practice = kit.sandbox.practiceVouchers();
    const { vouchers } = await kit.truth('1234567890');
    const digital = practice.find(({ ref }) => ref === '1234567890');
    expect(digital).toMatchObject({ qr: `https://vouchers.example/v/${vouchers[0]?.voucherId}`, sequence: null });
    const card = practice.find(({ sequence }) => sequence === '000101');
    expect(card?.qr).toBe(await kit.card('000101'));
  });

  it('include a voucher that does not exist', async () => {
    const unknown = kit.sandbox.practiceVouchers().find(({ title }) => title === 'Unknown');
    expect(failureCodes(await kit.redeem(String(unknown?.ref), 1))).toEqual([400, 'failed', 'ERV0001']);
  });

  it('include 500 consecutive cards that are not active yet, and one that is emptied after its activation', async () => {
    const { body } = await kit.send('GET', '/sandbox/ledger');
    const { vouchers } = body as { vouchers: { sequence: string | null; status: string }[] };
    const inactive = vouchers.filter(({ sequence, status }) => sequence !== null && status === 'Inactive');
    expect(inactive.map(({ sequence }) => sequence)).toEqual([
      ...Array.from({ length: 500 }, (_, index) => `000${101 + index}`),
      '000951',
    ]);
  });

  it('are the same for the same seed', async () => {
    const same = await startForSpec({ seed: 1 });
    const other = await startForSpec({ seed: 2 });
    expect(same.sandbox.practiceVouchers()).toEqual(kit.sandbox.practiceVouchers());
    expect(other.sandbox.practiceVouchers()).not.toEqual(kit.sandbox.practiceVouchers());
    await same.sandbox.close();
    await other.sandbox.close();
  });
});

describe('the edges of the API', () => {
  let kit: SpecSandbox;
  beforeAll(async () => {
    kit = await startForSpec();
  });
  afterAll(() => kit.sandbox.close());

  it('answers an unknown address in the format of its API', async () => {
    expect((await kit.v3('/nothing')).at('error.code')).toBe('404-001');
    expect(failureCodes(await kit.merchant('/nothing', {}))).toEqual([404, 'failed', 'SBX0404']);
  });

  it('has no route at the address in the refund link', async () => {
    const redeemed = await kit.redeem('1000000100', 1);
    expect((await kit.send('POST', String(redeemed.at('links.0.href')), {})).status).toBe(404);
  });

  it('refuses a body over 64 KiB', async () => {
    expect(failureCodes(await kit.merchant('/transactions', { currency: 'x'.repeat(70_000) }))).toEqual([
      400,
      'failed',
      'ERV0009',
    ]);
  });
});
