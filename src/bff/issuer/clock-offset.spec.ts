import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../testing/clock.ts';
import { createOffsetMemory, offsetFromDate } from './clock-offset.ts';

describe('the offset of the issuer’s clock', () => {
  it('is read from a date, accurate to half a second plus half the round trip', () => {
    expect(offsetFromDate('Tue, 15 Jan 2030 09:01:00 GMT', Date.UTC(2030, 0, 15, 9, 0, 0, 200), 400)).toEqual({
      offsetMs: 60_500,
      errorMs: 701,
    });
  });

  it('is stated with an error that covers our own time if the date is a day ahead', () => {
    const now = Date.UTC(2030, 0, 15, 9);
    const offset = offsetFromDate(new Date(now + 24 * 60 * 60_000).toUTCString(), now, 0);
    expect((offset?.offsetMs ?? 0) - (offset?.errorMs ?? 0)).toBeLessThanOrEqual(0);
  });

  it('is not read from an invalid date', () => expect(offsetFromDate('soon', 0, 0)).toBeNull());

  it('lies within the stated error, whenever in the round trip the header was written', () => {
    const now = Date.UTC(2030, 0, 15, 9);
    const whole = { min: 0, max: 30_000 };
    fc.assert(
      fc.property(
        fc.integer({ min: -600_000, max: 600_000 }),
        fc.double({ ...whole, noNaN: true }),
        fc.integer(whole),
        (skew, roundTrip, moment) => {
          const written = now - roundTrip + Math.min(moment, roundTrip) + skew;
          const header = new Date(Math.floor(written / 1000) * 1000).toUTCString();
          const offset = offsetFromDate(header, now, roundTrip);
          expect(Math.abs((offset?.offsetMs ?? Number.NaN) - skew)).toBeLessThanOrEqual(offset?.errorMs ?? 0);
        },
      ),
    );
  });
});

describe('the stored offset of the issuer’s clock', () => {
  const clock = createManualClock(Date.UTC(2030, 0, 15, 9));
  const memory = createOffsetMemory(clock);

  it('comes from the latest answer, and an invalid date changes nothing', async () => {
    expect(memory.offset()).toBeNull();
    memory.observe('Tue, 15 Jan 2030 09:01:00 GMT', 0);
    await clock.advance(60_000);
    memory.observe('soon', 0);
    expect(memory.offset()).toEqual({ offsetMs: 60_500, errorMs: 501 });
  });

  it('stays accurate if our clock is slewed a little, and becomes less accurate if it is set', () => {
    clock.jump(2_000);
    expect(memory.offset()).toEqual({ offsetMs: 60_500, errorMs: 501 });
    clock.jump(8_000);
    expect(memory.offset()).toEqual({ offsetMs: 55_500, errorMs: 5_502 });
    clock.jump(-20_000);
    expect(memory.offset()).toEqual({ offsetMs: 65_500, errorMs: 5_502 });
    memory.observe('Tue, 15 Jan 2030 09:01:00 GMT', 0);
    expect(memory.offset()).toEqual({ offsetMs: 10_500, errorMs: 501 });
  });
});
