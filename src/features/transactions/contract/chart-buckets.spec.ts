import { describe, expect, it } from 'vitest';
import { type DayTerms, dayPeriod } from '../../../contract/platform/shop-day.ts';
import { chartBucketsOf } from './chart-buckets.ts';

const daysFrom = (first: string, last: string, zone: DayTerms) => ({
  from: dayPeriod(first, zone).from,
  to: dayPeriod(last, zone).to,
});

describe('the bars of a chart', () => {
  it('are hours for up to two days, and days of the shop for longer periods', () => {
    const zone = { timeZone: 'Asia/Singapore', dayBegins: '00:00' };
    const [day, two, three] = ['2026-11-20', '2026-11-21', '2026-11-22'].map((last) =>
      chartBucketsOf(daysFrom('2026-11-20', last, zone), zone),
    );
    expect([day?.unit, day?.starts.length, day?.starts[0]]).toEqual(['hour', 24, Date.parse('2026-11-19T16:00:00Z')]);
    expect([two?.unit, two?.starts.length]).toEqual(['hour', 48]);
    expect([three?.unit, three?.starts.map((start) => new Date(start).toISOString())]).toEqual([
      'day',
      ['2026-11-19T16:00:00.000Z', '2026-11-20T16:00:00.000Z', '2026-11-21T16:00:00.000Z'],
    ]);
  });

  it('include all 25 hours of a day when clocks are set back, as hourly bars or as one daily bar', () => {
    const zone = { timeZone: 'Europe/Paris', dayBegins: '00:00' };
    expect(chartBucketsOf(daysFrom('2026-10-25', '2026-10-25', zone), zone).starts).toHaveLength(25);
    const { starts } = chartBucketsOf(daysFrom('2026-10-24', '2026-10-27', zone), zone);
    expect(starts.slice(1).map((start, index) => (start - (starts[index] ?? 0)) / 3_600_000)).toEqual([24, 25, 24]);
  });
});
