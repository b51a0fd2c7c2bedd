import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { LIMITS } from '../../../contract/access/limits.ts';
import { MODEL_MID } from '../../../testing/issuer/model-issuer.ts';
import {
  GOOD,
  HANGING,
  HOUR_MS,
  LOST,
  NEVER_DONE,
  NOT_SENT,
  putHanging,
  putTens,
  rangeStatesOf,
  SAM,
  TOM,
  ten,
  tens,
  VOID,
} from '../../../testing/rigs/cards.ts';
import { ANA, createTestTill, MEI, SHOP } from '../../../testing/rigs/till.ts';

let till: Awaited<ReturnType<typeof createTestTill>>;
beforeEach(async () => {
  till = await createTestTill();
});

describe('an activation', () => {
  it('sends one range after the other and is done', async () => {
    const activation = await putTens(till, 3);
    expect(activation).toMatchObject({ state: 'done', stopReason: null, person: 'Ana', device: 'Till 1' });
    expect(rangeStatesOf(activation)).toEqual(['done', 'done', 'done']);
    expect(till.issuer.activated()).toEqual(tens(3).map(({ start, end }) => ({ start, end })));
  });

  it('waits for the end of a short pause that the issuer requested, then sends the next range', async () => {
    const { clock, issuer } = till;
    const { activate } = issuer;
    issuer.activate = async (...order) => {
      const untilMs = clock.monotonic() + 3_000;
      issuer.pauseMs = () => Math.max(0, untilMs - clock.monotonic());
      return activate(...order);
    };
    const put = till.activations.put(SAM, randomUUID(), { ranges: tens(2) });
    await clock.advance(2_999);
    expect(issuer.rangesTried()).toHaveLength(1);
    await clock.advance(1);
    expect((await put).view.state).toBe('done');
  });

  it('records a new shop’s own mid, so that a lost redemption is not confused with those of other shops', async () => {
    expect(await till.journal.mid(SHOP)).toBeNull();
    const { activate } = till.issuer;
    till.issuer.activate = async (...order) => {
      const outcome = await activate(...order);
      return outcome.outcome === 'succeeded' ? { ...outcome, value: { ...outcome.value, mid: MODEL_MID } } : outcome;
    };
    await putTens(till, 1);
    expect(await till.journal.mid(SHOP)).toBe(MODEL_MID);
  });

  it('returns the existing activation for the same id and ranges, and does not send it again', async () => {
    const id = randomUUID();
    const first = await putTens(till, 2, id);
    const again = await till.activations.put(SAM, id, { ranges: tens(2) });
    expect(again).toEqual({ view: first, isNew: false });
    expect(till.issuer.rangesTried()).toHaveLength(2);
  });

  it('sends each range once when the same request arrives ten times at once', async () => {
    const id = randomUUID();
    const all = await Promise.all(Array.from({ length: 10 }, () => till.activations.put(SAM, id, { ranges: tens(3) })));
    expect(all.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(till.issuer.rangesTried()).toHaveLength(3);
  });

  it('refuses the same id for other ranges, and the id of a redemption', async () => {
    const id = randomUUID();
    await putTens(till, 2, id);
    await expect(putTens(till, 3, id)).rejects.toMatchObject({ status: 409, code: 'activation-mismatch' });
    till.issuer.add('1234567890');
    const tender = randomUUID();
    await till.tenders.put(ANA, tender, { code: '1234567890', amount: 100, currency: 'SGD' });
    await expect(till.activations.put(SAM, tender, { ranges: [ten(7)] })).rejects.toMatchObject({
      code: 'activation-mismatch',
    });
  });

  it('refuses a wrong count, names the range, and does not store the activation', async () => {
    const asked = till.activations.put(SAM, randomUUID(), { ranges: [ten(0), { ...ten(1), count: 9 }] });
    await expect(asked).rejects.toMatchObject({
      status: 400,
      code: 'bad-range',
      details: { field: 'ranges.1.count', range: 1 },
    });
    expect(await till.activations.latest(SAM)).toEqual([]);
  });

  it('ends as incomplete if the issuer refuses a range, and keeps its reason', async () => {
    till.issuer.failNextRanges(VOID);
    const activation = await putTens(till, 2);
    expect(activation).toMatchObject({
      state: 'incomplete',
      ranges: [{ state: 'refused', refusal: VOID.answer }, { state: 'done' }],
    });
  });

  it('is visible to its author, at its device and to a manager only', async () => {
    const { id } = await putTens(till, 1);
    for (const caller of [SAM, MEI, { ...TOM, device: SAM.device }])
      expect((await till.activations.get(caller, id)).id).toBe(id);
    await expect(till.activations.get(TOM, id)).rejects.toMatchObject({ status: 404 });
    await expect(till.activations.stop(TOM, id)).rejects.toMatchObject({ status: 404 });
    expect((await till.activations.latest(SAM)).map((mine) => mine.id)).toEqual([id]);
    expect(await till.activations.latest(TOM)).toEqual([]);
    expect((await till.activations.latest(MEI, { all: true })).map((found) => found.id)).toEqual([id]);
    expect(await till.activations.latest(TOM, { all: true })).toEqual([]);
  });

  it('answers after five seconds at the latest, and continues', async () => {
    till.issuer.failNextRanges({ commit: 'now', answer: { afterMs: 20_000 } });
    const asked = putTens(till, 3);
    await till.clock.advance(5_000);
    const early = await asked;
    expect(early.state).toBe('running');
    expect(rangeStatesOf(early)).toEqual(['sent', 'waiting', 'waiting']);
    await till.clock.advance(20_000);
    expect((await till.activations.get(SAM, early.id)).state).toBe('done');
  });

  it('does not send a range more than five seconds after it was written as sent', async () => {
    const { activate } = till.issuer;
    till.issuer.activate = async (range, onFirstByte) => {
      await till.clock.sleep(LIMITS.sentToFirstByteMs + 1);
      return activate(range, onFirstByte);
    };
    const asked = putTens(till, 1);
    await till.clock.advance(6_000);
    const activation = await till.activations.get(SAM, (await asked).id);
    expect(rangeStatesOf(activation)).toEqual(['not_sent']);
    expect(till.issuer.activated()).toEqual([]);
  });
});

describe('a range whose answer is lost', () => {
  it('in the third of five stays unknown, is never resent automatically, and the others are done', async () => {
    till.issuer.failNextRanges(GOOD, GOOD, LOST);
    const activation = await putTens(till, 5);
    expect(activation.state).toBe('unknown');
    expect(rangeStatesOf(activation)).toEqual(['done', 'done', 'unknown', 'done', 'done']);
    await till.clock.advance(HOUR_MS);
    expect(till.issuer.rangesTried()).toHaveLength(5);
  });

  it('is resent when a person requests it by its position, and is then done', async () => {
    till.issuer.failNextRanges(LOST);
    const { id } = await putTens(till, 2);
    const activation = await till.activations.resume(SAM, id, [0]);
    expect(activation.state).toBe('done');
    expect(till.issuer.rangesTried().at(-1)).toEqual({ start: '001', end: '010' });
  });

  it('stays unknown if the issuer refuses it the second time, which proves nothing about the first', async () => {
    till.issuer.failNextRanges(LOST, VOID);
    const { id } = await putTens(till, 1);
    const activation = await till.activations.resume(SAM, id, [0]);
    expect(activation).toMatchObject({ state: 'unknown', ranges: [{ state: 'unknown', refusal: VOID.answer }] });
  });

  it('becomes unknown again if stopped before it is resent', async () => {
    till.issuer.failNextRanges(NEVER_DONE, HANGING);
    const asked = putTens(till, 3);
    await till.clock.advance(5_000);
    const { id } = await asked;
    const resumed = till.activations.resume(SAM, id, [0]);
    await till.clock.advance(5_000);
    expect(rangeStatesOf(await resumed)).toEqual(['waiting', 'sent', 'waiting']);
    expect(rangeStatesOf(await till.activations.stop(SAM, id))).toEqual(['unknown', 'sent', 'waiting']);
    await till.clock.advance(HOUR_MS);
    expect(await till.activations.get(SAM, id)).toMatchObject({ state: 'stopped' });
    expect(till.issuer.rangesTried()).toHaveLength(2);
  });

  it('stops the remaining ranges after three in a row, until a person resumes them', async () => {
    till.issuer.failNextRanges(NOT_SENT, NEVER_DONE, NOT_SENT);
    const activation = await putTens(till, 6);
    expect(activation).toMatchObject({ state: 'stopped', stopReason: 'issuer-silent' });
    expect(rangeStatesOf(activation)).toEqual(['not_sent', 'unknown', 'not_sent', 'waiting', 'waiting', 'waiting']);
    const resumed = await till.activations.resume(SAM, activation.id, []);
    expect(resumed.state).toBe('unknown');
    expect(rangeStatesOf(resumed)).toEqual(['done', 'unknown', 'done', 'done', 'done', 'done']);
    expect((await till.activations.resume(SAM, activation.id, [1])).state).toBe('done');
  });
});

describe('stop and resume', () => {
  it('stops before the next range, and resume continues with the rest', async () => {
    const { id } = await putHanging(till, 4, 1);
    expect(await till.activations.stop(SAM, id)).toMatchObject({ state: 'stopping' });
    await till.clock.advance(HOUR_MS);
    const stopped = await till.activations.get(SAM, id);
    expect(stopped).toMatchObject({ state: 'stopped', stopReason: 'asked' });
    expect(rangeStatesOf(stopped)).toEqual(['done', 'done', 'waiting', 'waiting']);
    expect(await till.activations.stop(SAM, id)).toEqual(stopped);
    expect((await till.activations.resume(SAM, id, [])).state).toBe('done');
    expect(till.issuer.rangesTried()).toHaveLength(4);
  });

  it('continues if it is resumed before it has stopped, with each range sent once', async () => {
    const { id } = await putHanging(till, 4, 1);
    await till.activations.stop(SAM, id);
    const resumed = till.activations.resume(SAM, id, []);
    await till.clock.advance(HOUR_MS);
    await resumed;
    expect((await till.activations.get(SAM, id)).state).toBe('done');
    expect(till.issuer.rangesTried()).toHaveLength(4);
  });

  it('cannot be resumed if all is done, and refuses an unknown position', async () => {
    const { id } = await putTens(till, 1);
    await expect(till.activations.resume(SAM, id, [])).rejects.toMatchObject({
      status: 409,
      code: 'nothing-to-resume',
    });
    await expect(till.activations.resume(SAM, id, [0])).rejects.toMatchObject({ code: 'nothing-to-resume' });
    await expect(till.activations.resume(SAM, id, [1])).rejects.toMatchObject({ status: 400, code: 'bad-range' });
  });

  it('sends a refused range again only when it is named', async () => {
    till.issuer.failNextRanges(VOID);
    const { id } = await putTens(till, 1);
    await expect(till.activations.resume(SAM, id, [])).rejects.toMatchObject({ code: 'nothing-to-resume' });
    expect(await till.activations.resume(SAM, id, [0])).toMatchObject({ state: 'done', ranges: [{ refusal: null }] });
  });
});

describe('reserved cards', () => {
  const overlapping = { start: '010', end: '011', count: 2 };
  const asked = () => till.activations.put(TOM, randomUUID(), { ranges: [ten(8), overlapping] });
  const overlap = { status: 409, code: 'ranges-overlap', details: { range: 1 } };

  it('are refused if a list contains them twice', async () => {
    const twice = till.activations.put(SAM, randomUUID(), { ranges: [ten(0), overlapping] });
    await expect(twice).rejects.toMatchObject(overlap);
    expect(till.issuer.rangesTried()).toEqual([]);
  });

  it('are refused if they were activated before', async () => {
    await putTens(till, 1);
    await expect(asked()).rejects.toMatchObject(overlap);
  });

  it('are refused while they are being sent or their state is unknown', async () => {
    const hanging = await putHanging(till, 2, 0);
    await expect(asked()).rejects.toMatchObject(overlap);
    const after = await createTestTill(till);
    await after.settler.recover();
    expect(rangeStatesOf(await after.activations.get(SAM, hanging.id))).toEqual(['unknown', 'waiting']);
    await expect(after.activations.put(TOM, randomUUID(), { ranges: [ten(8), overlapping] })).rejects.toMatchObject(
      overlap,
    );
  });

  it('are free if they were refused, or if a stopped activation never sent them', async () => {
    till.issuer.failNextRanges(NOT_SENT, NOT_SENT, NOT_SENT);
    const stopped = await putTens(till, 4);
    expect(stopped.state).toBe('stopped');
    expect((await till.activations.put(TOM, randomUUID(), { ranges: [ten(0), ten(3)] })).view.state).toBe('done');
    await expect(till.activations.resume(SAM, stopped.id, [])).rejects.toMatchObject({
      code: 'ranges-overlap',
      details: { range: 0 },
    });
  });

  it('are assigned to one of two simultaneous requests', async () => {
    const both = await Promise.allSettled([putTens(till, 2), putTens(till, 2, randomUUID(), TOM)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(till.issuer.rangesTried()).toHaveLength(2);
  });
});
