import { expect, it } from 'vitest';
import { USUAL_THRESHOLDS } from '../../../contract/access/thresholds.ts';
import type { OpenHours } from '../../../contract/platform/open-hours.ts';
import { type ActivityLine, activityLineOf } from './activity.ts';
import { exceptionsIn } from './signals.ts';

const AT_MIDNIGHT = { timeZone: 'UTC', dayBegins: '00:00' };
const MIA = { id: 'p1', name: 'Mia' };
const REFUNDS = USUAL_THRESHOLDS['late-refunds'];

function line(action: string, clock: string, index: number, days = AT_MIDNIGHT, date = '2031-03-05'): ActivityLine {
  const at = `${date}T${clock}:00.000Z`;
  const id = `${action}-${clock}-${index}`;
  return activityLineOf({ id, at, action, person: MIA, device: null, subject: id, details: {}, opens: null }, days);
}

/** The exceptions for a number of refunds at one time and a redemption at another. */
function shownOf(openHours: OpenHours, refundsAt: string, today = '2031-03-06'): string[] {
  const refunds = Array.from({ length: REFUNDS }, (_, index) => line('refund.done', refundsAt, index));
  const lines = [...refunds, line('tender.taken', '21:50', 0)];
  const terms = { thresholds: USUAL_THRESHOLDS, openHours, today };
  return exceptionsIn({ lines, refunds: [], emptied: [] }, terms).map(({ signal }) => signal);
}

it.each<[string, OpenHours, string, string[]]>([
  ['no closing time is set, and it is before the last redemption', { from: '', to: '' }, '21:30', ['late-refunds']],
  ['no closing time is set, and it is the afternoon', { from: '', to: '' }, '15:00', []],
  ['it closes in the evening', { from: '10:00', to: '22:00' }, '21:40', ['late-refunds']],
  ['it closes after midnight, and that is soon', { from: '18:00', to: '02:00' }, '01:45', ['late-refunds']],
  ['it closes after midnight, and that is hours away', { from: '18:00', to: '02:00' }, '19:00', []],
  ['it is closed in the morning', { from: '18:00', to: '02:00' }, '09:00', ['late-refunds', 'outside-hours']],
])('refunds near closing: %s', (_, openHours, refundsAt, shown) => {
  expect(shownOf(openHours, refundsAt)).toEqual(shown);
});

it('refunds near closing: no hour of the day counts as closing unless it was set', () => {
  expect(shownOf({ from: '', to: '' }, '21:30', '2031-03-05')).toEqual([]);
  expect(shownOf({ from: '10:00', to: '22:00' }, '21:40', '2031-03-05')).toEqual(['late-refunds']);
});

it('refunds near closing: a day that ends after midnight closes with its last redemption', () => {
  const days = { timeZone: 'UTC', dayBegins: '04:00' };
  const last = line('tender.taken', '00:50', 0, days, '2031-03-06');
  const shown = (clock: string, date: string) => {
    const refunds = Array.from({ length: REFUNDS }, (_, index) => line('refund.done', clock, index, days, date));
    const terms = { thresholds: USUAL_THRESHOLDS, openHours: { from: '', to: '' }, today: '2031-03-07' };
    return exceptionsIn({ lines: [...refunds, last], refunds: [], emptied: [] }, terms).map(({ signal, day }) => [
      signal,
      day,
    ]);
  };
  expect(shown('20:00', '2031-03-05')).toEqual([]);
  expect(shown('00:40', '2031-03-06')).toEqual([['late-refunds', '2031-03-05']]);
});
