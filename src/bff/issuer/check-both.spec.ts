import { beforeEach, describe, expect, it } from 'vitest';
import { createManualClock, type ManualClock } from '../../testing/clock.ts';
import { checkBoth } from './check-both.ts';
import { PARTNER_WAIT_MS } from './limits.ts';
import { mergeChecks } from './merge-checks.ts';
import type { IssuerReply, VoucherState } from './port.ts';
import { type ReportedState, toVoucherState } from './voucher-state.ts';

const told: ReportedState = {
  ref: '1',
  status: 'active',
  rawStatus: 'Active',
  holds: 5000,
  unit: null,
  expiresAt: null,
  product: null,
  singleUse: null,
};
const legacyFound = { outcome: 'found', value: toVoucherState('legacy', told) } as const;
const merchantFound = {
  outcome: 'found',
  value: toVoucherState('merchant', { ...told, rawStatus: null, unit: 'SGD' }),
} as const;
const absent = { outcome: 'absent' } as const;
const refused = { outcome: 'unclear', reason: 'HTTP 401' } as const;

let clock: ManualClock;
beforeEach(() => {
  clock = createManualClock();
});

/**
 * Runs two checks that answer after these times, or never. Returns the time of the answer, and the
 * aborted checks.
 */
async function asking(
  legacy: readonly [IssuerReply<VoucherState>, number],
  merchant: readonly [IssuerReply<VoucherState>, number],
) {
  const given: string[] = [];
  const after =
    (name: string, [answer, ms]: readonly [IssuerReply<VoucherState>, number]) =>
    async (signal: AbortSignal) => {
      signal.addEventListener('abort', () => given.push(name));
      if (!Number.isFinite(ms)) return new Promise<never>(() => undefined);
      await clock.sleep(ms);
      given.push(`${name} answered`);
      return answer;
    };
  const began = clock.monotonic();
  let tookMs = Number.NaN;
  const merge = (answers: Parameters<typeof mergeChecks>[0]) =>
    mergeChecks(answers, { currency: 'SGD', legacyCheckUnit: 'minor' });
  const asked = checkBoth({
    legacy: after('legacy', legacy),
    merchant: after('merchant', merchant),
    merge,
    clock,
  }).then((answer) => {
    tookMs = clock.monotonic() - began;
    return answer;
  });
  await clock.advance(12_000);
  return { answer: await asked, tookMs, given };
}

describe('two simultaneous checks', () => {
  it('take as long as the slower one, not as long as both in turn', async () => {
    const { answer, tookMs } = await asking([legacyFound, 300], [merchantFound, 200]);
    expect(tookMs).toBe(300);
    expect(answer).toMatchObject({
      value: { status: 'active', remaining: { amount: 5000 }, sources: { status: 'legacy', holds: 'both' } },
    });
  });

  it('stop waiting for the second answer shortly after the first, which is then used alone', async () => {
    const { answer, tookMs, given } = await asking([legacyFound, 100], [merchantFound, Number.POSITIVE_INFINITY]);
    expect(tookMs).toBe(100 + PARTNER_WAIT_MS);
    expect(answer).toMatchObject({
      outcome: 'found',
      value: { status: 'active', unit: null, remaining: null, sources: { holds: 'legacy' }, isPart: true },
    });
    expect(given).toContain('merchant');
  });

  it('do not wait for a check that has failed', async () => {
    const { answer, tookMs } = await asking([refused, 50], [merchantFound, 400]);
    expect(tookMs).toBe(400);
    expect(answer).toEqual({ ...merchantFound, value: { ...merchantFound.value, isPart: true } });
  });

  it('report a missing voucher as soon as v1 does and the wait for v2 is over', async () => {
    const { answer, tookMs } = await asking([legacyFound, 5_000], [absent, 100]);
    expect(tookMs).toBe(100 + PARTNER_WAIT_MS);
    expect(answer).toEqual(absent);
  });

  it('wait longer if the first answer alone is not useful', async () => {
    const { answer, tookMs } = await asking([absent, 100], [merchantFound, 5_000]);
    expect(tookMs).toBe(5_000);
    expect(answer).toEqual(merchantFound);
  });

  it('report both errors', async () => {
    const { answer } = await asking([refused, 10], [{ outcome: 'unclear', reason: 'timed out' }, 10_000]);
    expect(answer).toEqual({ outcome: 'unclear', reason: 'v1: timed out; v2: HTTP 401' });
  });
});
