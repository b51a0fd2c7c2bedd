import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ANA, BEN, createTestTill, QUIET } from '../../../testing/rigs/till.ts';
import type { Caller } from '../http/caller.ts';
import { createEvents, type Events } from './events.ts';
import { createStreams, type Streams } from './streams.ts';

const REF = '1234567890';
const MEI: Caller = {
  ...ANA,
  device: { id: 'office', name: 'Office' },
  person: { id: 'mei', name: 'Mei', role: 'manager' },
};
const SAM: Caller = { ...MEI, person: { id: 'sam', name: 'Sam', role: 'stock' } };

let till: Awaited<ReturnType<typeof createTestTill>>;
let streams: Streams;
let events: Events;
beforeEach(async () => {
  till = await createTestTill();
  till.issuer.add(REF);
  streams = createStreams({ ...till, log: QUIET });
  events = createEvents({ ...till, streams });
});
afterEach(() => streams.close());

/** A page that listens; `heard` has the events so far. */
function listen(caller: Caller, isStillAllowed: () => Promise<boolean> = () => Promise.resolve(true)) {
  const page = { heard: '', ended: false };
  const reader = events.open(caller, isStillAllowed).pipeThrough(new TextDecoderStream()).getReader();
  const read = async (): Promise<void> => {
    const { done, value } = await reader.read();
    if (done) {
      page.ended = true;
      return;
    }
    page.heard += value;
    return read();
  };
  void read();
  return Object.assign(page, { leave: () => reader.cancel() });
}

const changed = (kind: string, id: string) => `event: changed\ndata: ${JSON.stringify({ kind, id })}\n\n`;
const redeem = async () => {
  const id = randomUUID();
  await till.tenders.put(ANA, id, { code: REF, amount: 2000, currency: 'SGD' });
  return id;
};

describe('a page that listens for events', () => {
  it('receives events of its own redemptions, which only managers’ pages also receive', async () => {
    const [ana, ben, mei, sam] = [ANA, BEN, MEI, SAM].map((caller) => listen(caller));
    const id = await redeem();
    await till.clock.advance(0);
    for (const page of [ana, mei]) expect(page?.heard).toContain(changed('tender', id));
    for (const page of [ben, sam]) expect(page?.heard).not.toContain('changed');
    expect(mei?.heard).not.toContain('attention');
  });

  it('receives cases only if a manager is signed in', async () => {
    const ana = listen(ANA);
    const mei = listen(MEI);
    till.issuer.failNext({ commit: 'never', answer: 'lost' });
    const put = till.tenders.put(ANA, randomUUID(), { code: REF, amount: 2000, currency: 'SGD' });
    await till.clock.advance(6_000);
    const { view: tender } = await put;
    expect(mei.heard).toContain(changed('attention', tender.id));
    expect(ana.heard).not.toContain('attention');
  });

  it('receives changes made by another server', async () => {
    const id = await redeem();
    const ana = listen(ANA);
    const ben = listen(BEN);
    till.changes.notify({ kind: 'tender', id });
    await till.clock.advance(0);
    expect(ana.heard).toContain(changed('tender', id));
    expect(ben.heard).not.toContain('changed');
  });

  it('receives a heartbeat every fifteen seconds, until its access ends', async () => {
    let allowed = true;
    const page = listen(ANA, () => Promise.resolve(allowed));
    await till.clock.advance(30_000);
    expect(page.heard.match(/still here/g)).toHaveLength(2);
    allowed = false;
    await till.clock.advance(15_000);
    expect(page.ended).toBe(true);
    expect(till.clock.sleepers()).toBe(0);
  });

  it('is closed when the same person opens too many newer streams', async () => {
    const pages = Array.from({ length: 7 }, () => listen(ANA));
    await till.clock.advance(0);
    expect(pages.map(({ ended }) => ended)).toEqual([true, false, false, false, false, false, false]);
  });

  it('leaves no listener behind when it closes', async () => {
    const page = listen(ANA);
    await till.clock.advance(0);
    await page.leave();
    await till.clock.advance(0);
    expect(till.clock.sleepers()).toBe(0);
    await redeem();
    expect(page.heard).not.toContain('changed');
  });
});
