import { afterEach, describe, expect, it } from 'vitest';
import { LIMITS } from '../../../contract/access/limits.ts';
import { createIssuerRig, jsonAnswer, refusedAnswer, sentBody } from '../../../testing/issuer/issuer-rig.ts';
import { httpAnswer } from '../../../testing/raw-server.ts';

const MID = '000000000000042';

const rig = createIssuerRig();
afterEach(() => rig.close());

const bodyOf = (data: unknown, more: object = {}) => ({ data, meta: { status: 'succeeded' }, ...more });
const succeeded = (data: unknown) => jsonAnswer(bodyOf(data));
const REDEMPTION = bodyOf({ authorization_id: '11', capture_id: '12', mid: MID, captured_amount: 700 });

describe('activating a range', () => {
  const range = { start: '000101', end: '000150' };

  it.each(['activate', 'deactivate'] as const)('sends both ends as they are printed (%s)', async (action) => {
    const server = await rig.serve(() => succeeded({ mid: 42, activation_id: '77' }));
    const done = await rig.issuerAt(server)[action](range);
    expect(server.requests[0]).toMatchObject({ method: 'POST', target: `/merchant/v1/vouchers/actions/${action}` });
    expect(sentBody(server)).toEqual({
      product_class: 'ETX_001',
      start_sequence_voucher_ref: '000101',
      end_sequence_voucher_ref: '000150',
    });
    expect(done).toMatchObject({ outcome: 'succeeded', value: { mid: '000000000000042' } });
  });

  it('succeeds even if the id is empty', async () => {
    const server = await rig.serve(() => succeeded({ mid: '1', activation_id: '' }));
    expect(await rig.issuerAt(server).activate(range)).toEqual({
      outcome: 'succeeded',
      value: { activationId: null, mid: '1', canDeactivate: false },
    });
  });

  it.each([
    ['the link of the specification', [{ rel: 'deactivate', href: '/api/vouchers/actions/deactivate' }], true],
    [
      'the link on another host, which is not followed',
      [{ rel: 'Deactivate', href: 'https://evil.example/vouchers/actions/deactivate' }],
      true,
    ],
    ['a link to something else', [{ rel: 'deactivate', href: 'https://evil.example/steal' }], false],
    ['another link', [{ rel: 'refund', href: '/api/vouchers/actions/deactivate' }], false],
    ['no links', undefined, false],
    ['unexpected links', 'deactivate', false],
  ])('can be deactivated if the answer has %s: %#', async (_, links, canDeactivate) => {
    const server = await rig.serve(() =>
      jsonAnswer({ data: { mid: '1', activation_id: '7' }, meta: { status: 'succeeded' }, links }),
    );
    const issuer = rig.issuerAt(server);
    expect(await issuer.activate(range)).toEqual({
      outcome: 'succeeded',
      value: { activationId: '7', mid: '1', canDeactivate },
    });
    await issuer.deactivate(range);
    expect(server.requests.at(-1)?.target).toBe('/merchant/v1/vouchers/actions/deactivate');
  });

  it('is stopped before the first byte, refused, or unknown, like a redemption', async () => {
    const answers = [
      refusedAnswer('ERV4711'),
      refusedAnswer('ERV1102', 500),
      jsonAnswer({ meta: { status: 'succeeded' } }),
    ];
    const server = await rig.serve(() => answers.shift());
    const issuer = rig.issuerAt(server);
    const stop = () => {
      throw new Error('stop');
    };
    expect(await issuer.activate(range, stop)).toMatchObject({ outcome: 'not-sent' });
    expect(await issuer.activate(range)).toMatchObject({ outcome: 'declined', refusal: { issuerCode: 'ERV4711' } });
    expect(await issuer.activate(range)).toEqual({ outcome: 'unknown', reason: 'HTTP 500 ERV1102' });
    expect(await issuer.activate(range)).toEqual({ outcome: 'unknown', reason: 'HTTP 200' });
    expect(server.requests).toHaveLength(3);
  });
});

describe('an answer to a request about cards', () => {
  const range = { start: '000101', end: '000150' };
  const deactivateLink = { links: [{ rel: 'deactivate', href: '/api/vouchers/actions/deactivate' }] };

  it.each([
    ['activate', 'belongs to a redemption', REDEMPTION],
    ['deactivate', 'belongs to a redemption', REDEMPTION],
    ['activate', 'belongs to a refund', bodyOf({ refund_id: '21' })],
    ['deactivate', 'belongs to an activation', bodyOf({ mid: MID }, deactivateLink)],
    ['activate', 'names other cards', bodyOf({ start_sequence_voucher_ref: '000201' })],
    ['activate', 'names another merchant id', bodyOf({ mid: '43' })],
  ] as const)('(%s) is rejected when it %s', async (action, _, answer) => {
    const server = await rig.serve(() => jsonAnswer(answer));
    expect(await rig.issuerAt(server, { mid: MID })[action](range)).toMatchObject({
      outcome: 'unknown',
      isMismatch: true,
    });
  });

  it('is accepted when it names no cards, or the requested cards', async () => {
    const server = await rig.serve((_request, _socket, index) =>
      jsonAnswer(index === 0 ? bodyOf({}) : bodyOf({ end_sequence_voucher_ref: '000150' }, deactivateLink)),
    );
    const issuer = rig.issuerAt(server, { mid: MID });
    expect(await issuer.activate(range)).toMatchObject({ outcome: 'succeeded' });
    expect(await issuer.activate(range)).toMatchObject({ outcome: 'succeeded' });
  });
});

it('an activation is unknown if its answer is too large', async () => {
  const tooLarge = httpAnswer(200, '{}'.padEnd(LIMITS.answerBytesMax + 1));
  const server = await rig.serve(() => tooLarge);
  const activation = await rig.issuerAt(server).activate({ start: '0001', end: '0010' });
  expect(activation).toEqual({ outcome: 'unknown', reason: 'answer too large' });
});
