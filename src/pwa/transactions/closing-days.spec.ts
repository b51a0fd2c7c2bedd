import { expect, it } from 'vitest';
import type { Closing } from '../../contract/transaction.ts';
import { closedDays } from './closing-days.ts';

const closing = (id: string, date: string): Closing => ({
  id,
  date,
  until: '',
  at: '',
  person: 'Mia',
  device: 'Till 1',
  note: null,
  currencies: [],
  withoutAmount: 0,
  unsettled: 0,
});

it('a day is listed once with its last try, the latest day first though an earlier one was compared again after it', () => {
  const days = closedDays([
    closing('5', '2026-11-20'),
    closing('4', '2026-11-21'),
    closing('3', '2026-11-21'),
    closing('2', '2026-11-20'),
  ]);
  expect(days.map(({ date, last, earlier }) => [date, last.id, earlier.map(({ id }) => id)])).toEqual([
    ['2026-11-21', '4', ['3']],
    ['2026-11-20', '5', ['2']],
  ]);
});
