import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { createRefundRig, REFUNDED_REF, type RefundRig } from '../../../testing/rigs/refund-rig.ts';
import { ANA, SHOP } from '../../../testing/rigs/till.ts';

const UNREACHABLE = { status: 503, code: 'issuer-unreachable', retry: 'safe' };

let rig: RefundRig;
/** The issuer requests a pause. */
let pause: (ms: number) => void;
beforeEach(async () => {
  rig = await createRefundRig();
  const { clock, issuer } = rig.till;
  pause = (ms) => {
    const untilMs = clock.monotonic() + ms;
    issuer.pauseMs = () => Math.max(0, untilMs - clock.monotonic());
  };
});

const redeem = (id: string) => rig.till.tenders.put(ANA, id, { code: REFUNDED_REF, amount: 2000, currency: 'SGD' });
const isStored = async (id: string) => (await rig.till.journal.read(SHOP, id)) !== null;

describe('a redemption during a pause requested by the issuer', () => {
  it('waits for the end of a short pause, and is stored and sent only then', async () => {
    const { clock, issuer } = rig.till;
    pause(3_000);
    const id = randomUUID();
    const put = redeem(id);
    await clock.advance(2_999);
    expect([await isStored(id), issuer.attempts()]).toEqual([false, 0]);
    await clock.advance(1);
    expect((await put).view.state).toBe('captured');
    expect(issuer.attempts()).toBe(1);
  });

  it('is refused at once in a long pause, is not stored, and may be repeated after it', async () => {
    pause(30_000);
    const id = randomUUID();
    await expect(redeem(id)).rejects.toMatchObject({ ...UNREACHABLE, details: { retryAfterMs: 30_000 } });
    expect([await isStored(id), rig.till.issuer.attempts()]).toEqual([false, 0]);
    await rig.till.clock.advance(30_000);
    expect((await redeem(id)).view.state).toBe('captured');
  });

  it('is refused if the pause is extended while it waits', async () => {
    const { clock, issuer } = rig.till;
    pause(3_000);
    const id = randomUUID();
    const put = redeem(id);
    const refusal = put.catch((error: unknown) => error);
    await clock.advance(2_000);
    pause(5_000);
    await clock.advance(1_000);
    expect(await refusal).toMatchObject(UNREACHABLE);
    expect([await isStored(id), issuer.attempts()]).toEqual([false, 0]);
  });

  it('waits just as long if the wall clock is set meanwhile', async () => {
    const { clock } = rig.till;
    pause(3_000);
    const put = redeem(randomUUID());
    await clock.advance(1_000);
    clock.jump(3_600_000);
    await clock.advance(1_000);
    clock.jump(-7_200_000);
    await clock.advance(999);
    expect(rig.till.issuer.attempts()).toBe(0);
    await clock.advance(1);
    expect((await put).view.state).toBe('captured');
  });

  it('can be cancelled by its till while it waits', async () => {
    const { clock, issuer, tenders } = rig.till;
    pause(3_000);
    const id = randomUUID();
    const refusal = redeem(id).catch((error: unknown) => error);
    await clock.advance(0);
    expect(await tenders.cancel(ANA, id)).toMatchObject({ state: 'cancelled' });
    await clock.advance(3_000);
    expect(await refusal).toMatchObject({ code: 'tender-cancelled' });
    expect(issuer.attempts()).toBe(0);
  });
});

describe('a refund during a pause requested by the issuer', () => {
  it('waits for the end of a short pause', async () => {
    const tenderId = await rig.redeemed();
    pause(3_000);
    const put = rig.refund(tenderId);
    await rig.till.clock.advance(2_999);
    expect(rig.till.issuer.refundsCalled()).toEqual([]);
    expect((await rig.whileTimePasses(put)).view.state).toBe('refunded');
  });

  it('is refused in a long pause, is not stored, and may be repeated after it', async () => {
    const tenderId = await rig.redeemed();
    pause(30_000);
    const id = randomUUID();
    await expect(rig.refund(tenderId, { id })).rejects.toMatchObject(UNREACHABLE);
    expect(rig.till.issuer.refundsCalled()).toEqual([]);
    expect((await rig.till.tenders.get(ANA, tenderId)).state).toBe('captured');
    await rig.till.clock.advance(30_000);
    expect((await rig.whileTimePasses(rig.refund(tenderId, { id }))).view.state).toBe('refunded');
  });
});
