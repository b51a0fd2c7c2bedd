import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SHOPS } from './credentials.ts';
import { FAULTS, type FaultName } from './fault-table.ts';
import { createFaultSwitch } from './faults.ts';
import { exampleRedeemBody, failureCodes, QUICK, type SpecSandbox, shopHeaders, startForSpec } from './spec-kit.ts';

const FULL = 100_000;
let kit: SpecSandbox;
beforeEach(async () => {
  kit = await startForSpec();
});
afterEach(() => kit.sandbox.close());

const remaining = async (ref: string) => (await kit.truth(ref)).vouchers[0]?.remaining;
const capturesIn = async (ref: string) =>
  (await kit.truth(ref)).transactions.filter(({ type }) => type === 'Capture').length;

/**
 * Sends a redeem on a socket of its own and answers with every byte that came until the connection
 * closed.
 */
async function rawRedeem(ref: string): Promise<string> {
  const { hostname, port } = new URL(kit.sandbox.origin);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const body = JSON.stringify(exampleRedeemBody(ref, 100));
  const headers = {
    ...shopHeaders(SHOPS[0]),
    Host: hostname,
    'Content-Type': 'application/json',
    'Content-Length': body.length,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.write(`POST /merchant/v1/transactions HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
  return text(socket);
}

describe('a sentinel voucher', () => {
  it.each(Object.entries(FAULTS))('%s is an ordinary active voucher to every check', async (_, { ref }) => {
    expect((await kit.v2([ref])).at('data.0')).toMatchObject({ status: 'Active', remaining_value: FULL });
    expect((await kit.merchantCheck(ref)).at('data.remaining_value')).toBe(FULL);
    const voucherId = (await kit.truth(ref)).vouchers[0]?.voucherId ?? '';
    expect((await kit.v3(`/vouchers/${voucherId}`)).at('voucher')).toMatchObject({
      voucher_code: ref,
      status: 'active',
    });
  });

  it.each(['dropAfterCommit', 'lateInSearch'] as const)(
    '%s captures the amount and closes the connection without a response',
    async (name) => {
      expect(await rawRedeem(FAULTS[name].ref)).toBe('');
      expect(await remaining(FAULTS[name].ref)).toBe(FULL - 100);
    },
  );

  it('dropBeforeCommit closes the connection without a response and captures nothing', async () => {
    expect(await rawRedeem(FAULTS.dropBeforeCommit.ref)).toBe('');
    expect(await kit.truth(FAULTS.dropBeforeCommit.ref)).toMatchObject({
      vouchers: [{ remaining: FULL }],
      transactions: [],
    });
  });

  it.each([
    ['silentAfterCommit', 1],
    ['silentBeforeCommit', 0],
  ] as const)('%s keeps the caller waiting and never responds, and captures %i times', async (name, captures) => {
    const began = performance.now();
    expect(await rawRedeem(FAULTS[name].ref)).toBe('');
    expect(performance.now() - began).toBeGreaterThan(QUICK.silenceMs - 5);
    expect(await capturesIn(FAULTS[name].ref)).toBe(captures);
  });

  it('lateCommit sends no response, and captures the amount after its delay', async () => {
    const { ref } = FAULTS.lateCommit;
    expect(await rawRedeem(ref)).toBe('');
    expect(await remaining(ref)).toBe(FULL);
    await vi.waitFor(async () => expect(await remaining(ref)).toBe(FULL - 100), { timeout: 4_000 });
    expect(await capturesIn(ref)).toBe(1);
  });

  it('lateAnswer captures the amount at once, and responds after its delay', async () => {
    const { ref } = FAULTS.lateAnswer;
    const seen: string[] = [];
    const answered = kit.redeem(ref, 100).then((reply) => {
      seen.push('answer');
      return reply;
    });
    await vi.waitFor(async () => expect(await remaining(ref)).toBe(FULL - 100));
    seen.push('taken');
    expect((await answered).at('data.captured_amount')).toBe(100);
    expect(seen).toEqual(['taken', 'answer']);
  });

  it.each([
    ['errorAfterCommit', 1],
    ['errorBeforeCommit', 0],
  ] as const)('%s answers 500 and captures %i times', async (name, captures) => {
    expect(failureCodes(await kit.redeem(FAULTS[name].ref, 100))).toEqual([500, 'failed', 'ERV1202']);
    expect(await capturesIn(FAULTS[name].ref)).toBe(captures);
  });

  it('unauthorizedAfterCommit answers 401 although the amount is captured', async () => {
    expect(failureCodes(await kit.redeem(FAULTS.unauthorizedAfterCommit.ref, 100))).toEqual([401, 'failed', 'SBX0401']);
    expect(await remaining(FAULTS.unauthorizedAfterCommit.ref)).toBe(FULL - 100);
  });

  it.each([
    ['pageAfterCommit', 200],
    ['badGatewayAfterCommit', 502],
  ] as const)('%s answers %i with a web page although the amount is captured', async (name, status) => {
    const reply = await kit.redeem(FAULTS[name].ref, 100);
    expect([reply.status, reply.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8']);
    expect(reply.text).toContain('<!doctype html>');
    expect(await remaining(FAULTS[name].ref)).toBe(FULL - 100);
  });

  it('halfBodyAfterCommit announces a whole answer, sends half of it and closes', async () => {
    const { ref } = FAULTS.halfBodyAfterCommit;
    const [head = '', body = ''] = (await rawRedeem(ref)).split('\r\n\r\n');
    const announced = Number(/^content-length: (\d+)$/im.exec(head)?.[1]);
    expect(head).toMatch(/^HTTP\/1\.1 200 /);
    expect(head).toContain('Date: Sat, 15 Mar 2031 04:00:00 GMT');
    expect(body).toHaveLength(Math.floor(announced / 2));
    expect(body).toMatch(/^\{"data":\{"authorization_id":"\d{37}"/);
    expect(await remaining(ref)).toBe(FULL - 100);
  });

  it('partialCapture captures half of the authorized amount, and reports it', async () => {
    const { ref } = FAULTS.partialCapture;
    const reply = await kit.redeem(ref, 301);
    expect(reply.body).toMatchObject({
      data: { authorized_amount: 301, captured_amount: 150 },
      meta: { status: 'succeeded' },
    });
    expect(await remaining(ref)).toBe(FULL - 150);
    expect((await kit.search()).at('data')).toMatchObject([
      { type: 'Capture', amount: 150, vouchers: [{ using_value: 150 }] },
      { type: 'Authorization', amount: 301, vouchers: [{ using_value: 301 }] },
    ]);
  });

  it('failedInSuccess answers 200 with failed and no messages, and captures nothing', async () => {
    const reply = await kit.redeem(FAULTS.failedInSuccess.ref, 100);
    expect([reply.status, reply.body]).toEqual([200, { meta: { status: 'failed', messages: null } }]);
    expect(await remaining(FAULTS.failedInSuccess.ref)).toBe(FULL);
  });

  it('lateInSearch is listed only after a delay, with its original time', async () => {
    await rawRedeem(FAULTS.lateInSearch.ref);
    expect((await kit.search()).at('data')).toEqual([]);
    kit.clock.now += 60_000;
    expect((await kit.search()).at('data')).toMatchObject([
      { type: 'Capture', created: '2031-03-15T04:00:00.0' },
      { type: 'Authorization', created: '2031-03-15T04:00:00.0' },
    ]);
  });

  it('swappedAnswer captures nothing, and returns the answer to another caller’s request', async () => {
    const { swappedAnswer, dropAfterCommit } = FAULTS;
    await rawRedeem(dropAfterCommit.ref);
    const reply = await kit.redeem(swappedAnswer.ref, 250);
    expect(reply.at('data.captured_amount')).toBe(100);
    expect(await remaining(swappedAnswer.ref)).toBe(FULL);
  });

  it('duplicatedAnswer and staleAnswer capture the amount, and repeat the last and the first response', async () => {
    const answers = [await kit.redeem('1000000050', 10), await kit.redeem('1000000100', 20)];
    const [first, last] = answers.map((reply) => reply.text);
    expect((await kit.redeem(FAULTS.duplicatedAnswer.ref, 100)).text).toBe(last);
    expect((await kit.redeem(FAULTS.staleAnswer.ref, 100)).text).toBe(first);
    expect([await remaining(FAULTS.duplicatedAnswer.ref), await remaining(FAULTS.staleAnswer.ref)]).toEqual([
      FULL - 100,
      FULL - 100,
    ]);
  });

  it('closes the connection instead of repeating a response if there was none before', async () => {
    expect(await rawRedeem(FAULTS.duplicatedAnswer.ref)).toBe('');
    expect(await remaining(FAULTS.duplicatedAnswer.ref)).toBe(FULL - 100);
  });

  it.each([
    [700, { captured_amount: 7, authorized_amount: 700 }],
    [705, { captured_amount: 705, authorized_amount: 352 }],
  ])('contradictoryAnswer redeems the amount, and reports %i as a different amount', async (amount, data) => {
    expect((await kit.redeem(FAULTS.contradictoryAnswer.ref, amount)).body).toMatchObject({ data });
    expect(await remaining(FAULTS.contradictoryAnswer.ref)).toBe(FULL - amount);
  });

  it('can be used repeatedly', async () => {
    const { ref } = FAULTS.errorAfterCommit;
    for (let times = 0; times < 3; times++) await kit.redeem(ref, 100);
    expect(await capturesIn(ref)).toBe(3);
  });

  it('declines a request that an ordinary voucher would decline, without the fault', async () => {
    expect(failureCodes(await kit.redeem(FAULTS.dropAfterCommit.ref, FULL + 1))).toEqual([400, 'failed', 'ERV0010']);
  });
});

describe('faults by rate', () => {
  it('affect ordinary vouchers only while they are on', async () => {
    await kit.faults({ errorAfterCommit: 1 });
    expect((await kit.redeem('1000000050', 100)).status).toBe(500);
    expect(await remaining('1000000050')).toBe(4900);
    expect((await kit.send('DELETE', '/sandbox/faults')).status).toBe(204);
    expect((await kit.redeem('1000000050', 100)).status).toBe(200);
  });

  it('affect every call that changes something, but no lookups', async () => {
    await kit.faults({ errorBeforeCommit: 1 });
    const range = {
      product_class: 'ETX_001',
      start_sequence_voucher_ref: '000101',
      end_sequence_voucher_ref: '000101',
    };
    expect((await kit.merchant('/vouchers/actions/activate', range)).status).toBe(500);
    expect((await kit.issue('ABCV010SG01', { quantity: 1 })).status).toBe(500);
    expect((await kit.search()).status).toBe(200);
    expect((await kit.v2([await kit.card('000101')])).at('data.0.status')).toBe('Inactive');
  });

  it('are determined by the seed', () => {
    const drawn = (seed: number) => {
      const faults = createFaultSwitch();
      faults.set({ dropAfterCommit: 0.3, lateAnswer: 0.3 }, seed);
      return Array.from({ length: 50 }, () => faults.draw()?.ref ?? 'none');
    };
    expect(drawn(7)).toEqual(drawn(7));
    expect(drawn(7)).not.toEqual(drawn(8));
    expect(new Set(drawn(7))).toEqual(new Set([FAULTS.dropAfterCommit.ref, FAULTS.lateAnswer.ref, 'none']));
  });

  it('occur about as often as requested', () => {
    const faults = createFaultSwitch();
    faults.set({ dropBeforeCommit: 0.1 }, 3);
    const struck = Array.from({ length: 10_000 }, () => faults.draw()).filter((fault) => fault !== undefined);
    expect(struck.length).toBeGreaterThan(900);
    expect(struck.length).toBeLessThan(1100);
  });

  it.each([
    ['an unknown name', { rates: { meteorite: 0.1 } }],
    ['a rate over 1', { rates: { lateAnswer: 1.5 } }],
    ['rates that are more than 1 together', { rates: { lateAnswer: 0.6, partialCapture: 0.6 } }],
  ])('refuse %s', async (_, body) => {
    expect((await kit.send('POST', '/sandbox/faults', body)).status).toBe(400);
    expect((await kit.redeem('1000000050', 1)).status).toBe(200);
  });
});

it('each fault has its own sentinel', () => {
  const refs = (Object.keys(FAULTS) as FaultName[]).map((name) => FAULTS[name].ref);
  expect(new Set(refs).size).toBe(refs.length);
});
