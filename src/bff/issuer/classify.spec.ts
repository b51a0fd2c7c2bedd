import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classifyRedeem } from './classify.ts';
import type { Reply } from './exchange.ts';
import type { RedeemOrder } from './port.ts';

const order: RedeemOrder = { ref: '4000123456', worth: { amount: 2000, currency: 'SGD' } };
const items: RedeemOrder = { ...order, worth: { items: 2 } };

const answer = (status: number, body: unknown): Reply => ({
  kind: 'answer',
  status,
  text: typeof body === 'string' ? body : JSON.stringify(body),
});
const taken = (data: object = {}, meta: object = { status: 'succeeded' }) => ({
  data: {
    authorization_id: '11',
    capture_id: '12',
    mid: '000000000000042',
    captured_amount: 2000,
    authorized_amount: 2000,
    ...data,
  },
  meta,
  links: [{ rel: 'refund', href: '/api/transactions/edr-12/actions/refund' }],
});
const failed = (...codes: unknown[]) => ({
  meta: { status: 'failed', messages: codes.map((code) => ({ code, level: 'error', text: 'No.' })) },
});

const outcomes: [string, Reply, string][] = [
  ['a whole success', answer(200, taken()), 'captured'],
  ['a success with 201', answer(201, taken()), 'captured'],
  ['a success whose status word is in capitals', answer(200, taken({}, { status: 'SUCCEEDED' })), 'captured'],
  ['a success with unknown fields', answer(200, { ...taken(), more: { deep: [1] } }), 'captured'],
  ['less than asked', answer(200, taken({ captured_amount: 500 })), 'captured'],
  ['a refusal with 400', answer(400, failed('ERV0010')), 'declined'],
  ['a refusal with 404', answer(404, failed('ERV0001')), 'declined'],
  ['a refusal with 409', answer(409, failed('ERV0033')), 'declined'],
  ['a refusal with 422', answer(422, failed('ERV0004')), 'declined'],
  ['an unknown code on a refusing status', answer(400, failed('ERV4711')), 'declined'],
  ['a known code inside a 200', answer(200, failed('ERV0006')), 'declined'],
  ['silence before the first byte', { kind: 'silence', sent: false, reason: 'ECONNREFUSED' }, 'not-sent'],
  ['silence after the first byte', { kind: 'silence', sent: true, reason: 'UND_ERR_SOCKET' }, 'unknown'],
  ['more than asked', answer(200, taken({ captured_amount: 2001 })), 'unknown'],
  ['nothing captured', answer(200, taken({ captured_amount: 0 })), 'unknown'],
  ['a negative amount', answer(200, taken({ captured_amount: -2000 })), 'unknown'],
  ['a fraction of a cent', answer(200, taken({ captured_amount: 19.5 })), 'unknown'],
  ['an amount in words', answer(200, taken({ captured_amount: 'twenty' })), 'unknown'],
  ['no amount', answer(200, taken({ captured_amount: null })), 'unknown'],
  ['no capture id', answer(200, taken({ capture_id: null })), 'unknown'],
  ['an empty capture id', answer(200, taken({ capture_id: ' ' })), 'unknown'],
  ['a capture id that is an object', answer(200, taken({ capture_id: { id: 1 } })), 'unknown'],
  ['no meta', answer(200, { data: taken().data }), 'unknown'],
  ['meta without a status', answer(200, taken({}, {})), 'unknown'],
  ['another status word', answer(200, taken({}, { status: 'pending' })), 'unknown'],
  ['failed inside a 200 without a code', answer(200, { meta: { status: 'failed', messages: null } }), 'unknown'],
  ['an unknown code inside a 200', answer(200, failed('ERV4711')), 'unknown'],
  ['a known code inside a 202', answer(202, failed('ERV0010')), 'unknown'],
  ['a refusal beside a capture id', answer(400, { ...taken(), ...failed('ERV0010') }), 'unknown'],
  ['a refusal beside a capture id in a list', answer(400, { data: [taken().data], ...failed('ERV0010') }), 'unknown'],
  ['a refusal with an empty capture id', answer(400, { data: { capture_id: '' }, ...failed('ERV0010') }), 'declined'],
  ['a refusing status that says succeeded', answer(400, taken()), 'unknown'],
  ['time-out code on a refusing status', answer(400, failed('ERV1102')), 'unknown'],
  ['internal error code among others', answer(400, failed('ERV0010', 'ERV1202')), 'unknown'],
  ['time-out with 500', answer(500, failed('ERV1102')), 'unknown'],
  ['a known refusal with 500', answer(500, failed('ERV0010')), 'unknown'],
  ['a known refusal with 401', answer(401, failed('ERV0010')), 'unknown'],
  ['a known refusal with 403', answer(403, failed('ERV0010')), 'unknown'],
  ['a known refusal with 402', answer(402, failed('ERV0010')), 'unknown'],
  ['a known refusal with 408', answer(408, failed('ERV0010')), 'unknown'],
  ['a known refusal with 429', answer(429, failed('ERV0010')), 'unknown'],
  ['a bare 400', answer(400, ''), 'unknown'],
  ['a 400 without messages', answer(400, { meta: { status: 'failed', messages: null } }), 'unknown'],
  ['a 400 with messages but no code', answer(400, failed(null, '')), 'unknown'],
  ['a 400 with a code that is no code', answer(400, failed('<b>no</b>')), 'unknown'],
  ['a 400 of HTML', answer(400, '<html>Bad Request</html>'), 'unknown'],
  ['a 404 of HTML', answer(404, '<html>Not Found</html>'), 'unknown'],
  ['a 200 of HTML', answer(200, '<html>Sign in to the Wi-Fi</html>'), 'unknown'],
  ['a 502 of HTML', answer(502, '<html>Bad Gateway</html>'), 'unknown'],
  ['half a body', answer(200, JSON.stringify(taken()).slice(0, 60)), 'unknown'],
  ['an empty body', answer(200, ''), 'unknown'],
  ['no content', answer(204, ''), 'unknown'],
  ['an array', answer(200, [taken()]), 'unknown'],
  ['null', answer(200, 'null'), 'unknown'],
  ['data in an array', answer(200, { ...taken(), data: [taken().data] }), 'unknown'],
  ['a redirect', answer(302, taken()), 'unknown'],
  ['a permanent redirect', answer(308, failed('ERV0010')), 'unknown'],
];

describe('the answer to a redemption', () => {
  it.each(outcomes)('is classified: %s', (_name, reply, outcome) => {
    expect(classifyRedeem(reply, order).outcome).toBe(outcome);
  });

  it('keeps every digit of ids sent as long numbers', () => {
    const text = JSON.stringify(taken()).replace('"12"', '1234567890123456789012345678901234567');
    const outcome = classifyRedeem({ kind: 'answer', status: 200, text }, order);
    expect(outcome).toMatchObject({
      outcome: 'captured',
      captureId: '1234567890123456789012345678901234567',
      authorizationId: '11',
    });
  });

  it('returns the captured amount, and reads only the handle from the refund link', () => {
    expect(classifyRedeem(answer(200, taken({ captured_amount: 500 })), order)).toEqual({
      outcome: 'captured',
      captureId: '12',
      authorizationId: '11',
      mid: '000000000000042',
      captured: { amount: 500, currency: 'SGD' },
      vouchers: [],
      refundHandle: 'edr-12',
    });
  });

  it.each([
    'https://evil.example/api/transactions/edr-13/actions/refund',
    '/api/transactions/edr-12/actions/refund/../../x',
    '/api/transactions/e%2Fdr-12/actions/refund',
    'javascript:alert(1)',
    '',
  ])('does not yield a refund handle from the link %s', (href) => {
    const reply = answer(200, { ...taken(), links: [{ rel: 'refund', href }] });
    expect(classifyRedeem(reply, order)).toMatchObject({ outcome: 'captured', refundHandle: null });
  });

  it.each([
    ['ERV0001', 'not-found'],
    ['ERV0004', 'expired'],
    ['ERV0006', 'void'],
    ['ERV0009', 'issuer-declined'],
    ['ERV0010', 'not-enough'],
    ['ERV0033', 'used'],
    ['ERV0077', 'used'],
    ['ERV4711', 'issuer-declined'],
  ])('the code %s means %s', (code, reason) => {
    expect(classifyRedeem(answer(400, failed(code)), order)).toMatchObject({
      outcome: 'declined',
      refusal: { reason, issuerCode: code },
    });
  });

  it('uses the message with a known meaning first', () => {
    expect(classifyRedeem(answer(400, failed('ERV4711', 'ERV0010')), order)).toMatchObject({
      refusal: { reason: 'not-enough' },
    });
  });

  it('masks the ref in the issuer’s text', () => {
    const body = {
      meta: { status: 'failed', messages: [{ code: 'ERV0001', text: 'Voucher 4000123456\u0000 does\nnot exist' }] },
    };
    expect(classifyRedeem(answer(404, body), order)).toMatchObject({
      refusal: { issuerText: 'Voucher ··3456 does not exist' },
    });
  });

  it('names codes but never the body in the reason for “unknown”', () => {
    expect(classifyRedeem(answer(500, failed('ERV1102')), order)).toEqual({
      outcome: 'unknown',
      reason: 'HTTP 500 ERV1102',
    });
    expect(classifyRedeem(answer(500, '4000123456 secret'), order)).toEqual({ outcome: 'unknown', reason: 'HTTP 500' });
  });

  it.each([
    ['an absent amount as the requested amount', undefined, 2],
    ['a zero amount as the requested amount', 0, 2],
    ['a count of items', 1, 1],
  ])('is classified for items: %s', (_name, captured_amount, expected) => {
    const outcome = classifyRedeem(answer(200, taken({ captured_amount })), items);
    expect(outcome).toMatchObject({ outcome: 'captured', captured: { items: expected } });
  });

  it('is unknown if more items than requested were captured, so that a person decides', () => {
    expect(classifyRedeem(answer(200, taken({ captured_amount: 3 })), items).outcome).toBe('unknown');
  });
});

describe('any possible answer', () => {
  const status = fc.oneof(
    fc.constantFrom(200, 201, 204, 302, 400, 401, 403, 404, 409, 422, 500, 502),
    fc.integer({ min: 200, max: 599 }),
  );
  const odd = fc.oneof(fc.jsonValue(), fc.constantFrom('', ' ', '12', 12, null, {}, []));
  const code = fc.oneof(fc.constantFrom('ERV0001', 'ERV0010', 'ERV1102', 'ERV1202', 'ERV4711', ''), fc.string());
  const body = fc
    .oneof(
      fc.record(
        {
          meta: fc.oneof(
            fc.record({
              status: fc.constantFrom('succeeded', 'failed', 'Succeeded', 'other', ''),
              messages: fc.oneof(fc.array(fc.record({ code: fc.oneof(code, odd) })), odd),
            }),
            odd,
          ),
          data: fc.oneof(
            fc.record({ capture_id: odd, captured_amount: fc.oneof(fc.integer(), odd) }, { requiredKeys: [] }),
            odd,
          ),
          links: odd,
          vouchers: odd,
        },
        { requiredKeys: [] },
      ),
      odd,
    )
    .map((value) => JSON.stringify(value));
  const text = fc.oneof(
    body,
    fc.tuple(body, fc.nat(40)).map(([whole, cut]) => whole.slice(0, -cut || undefined)),
    fc.string(),
  );
  const anyOrder = fc.constantFrom(order, items);

  it('counts as captured only on a successful 2xx with a capture id, and never for more than requested', () => {
    fc.assert(
      fc.property(status, text, anyOrder, (httpStatus, answerText, asked) => {
        const outcome = classifyRedeem({ kind: 'answer', status: httpStatus, text: answerText }, asked);
        if (outcome.outcome !== 'captured') return;
        const { data, meta } = JSON.parse(answerText);
        expect(httpStatus).toBeLessThan(300);
        expect(meta.status.toLowerCase()).toBe('succeeded');
        expect(String(data.capture_id).trim()).toBe(outcome.captureId);
        expect(outcome.captureId).not.toBe('');
        expect('items' in outcome.captured ? outcome.captured.items : outcome.captured.amount).toBeLessThanOrEqual(
          'items' in asked.worth ? asked.worth.items : asked.worth.amount,
        );
      }),
      { numRuns: 3000 },
    );
  });

  it('counts as declined only for a coded refusal with an allow-listed status', () => {
    fc.assert(
      fc.property(status, text, anyOrder, (httpStatus, answerText, asked) => {
        const outcome = classifyRedeem({ kind: 'answer', status: httpStatus, text: answerText }, asked);
        if (outcome.outcome !== 'declined') return;
        const { data, meta } = JSON.parse(answerText);
        expect([200, 400, 404, 409, 422]).toContain(httpStatus);
        expect(meta.status.toLowerCase()).toBe('failed');
        expect(outcome.refusal.issuerCode).toMatch(/^[A-Za-z0-9_-]+$/);
        expect(['ERV1102', 'ERV1202']).not.toContain(outcome.refusal.issuerCode);
        expect(
          typeof data?.capture_id === 'number' ||
            (typeof data?.capture_id === 'string' && data.capture_id.trim() !== ''),
        ).toBe(false);
      }),
      { numRuns: 3000 },
    );
  });

  it('never counts as not sent', () => {
    fc.assert(
      fc.property(status, text, (httpStatus, answerText) => {
        expect(classifyRedeem({ kind: 'answer', status: httpStatus, text: answerText }, order).outcome).not.toBe(
          'not-sent',
        );
      }),
    );
  });
});
