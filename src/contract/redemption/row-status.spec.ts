import { expect, it } from 'vitest';
import {
  COUNTED_STATUSES,
  isCounted,
  mayBeMoney,
  metaStatusOf,
  ROW_STATUSES,
  rowStatusOf,
  STATUS_TEXTS,
} from './row-status.ts';

const capture = (rawStatus: string) => rowStatusOf({ rawStatus, type: 'capture' });

it('every status text has one status, and is written in the compared form', () => {
  const words = Object.values(STATUS_TEXTS).flat();
  expect(new Set(words).size).toBe(words.length);
  expect(words.filter((word) => !/^[a-z]+$/.test(word))).toEqual([]);
  for (const [status, of] of Object.entries(STATUS_TEXTS))
    for (const word of of) expect(rowStatusOf({ rawStatus: word, type: 'other' })).toBe(status);
});

it.each([
  ['Succeeded', 'succeeded'],
  ['SUCCESSFUL', 'succeeded'],
  ['Processing', 'pending'],
  ['IN_PROGRESS', 'pending'],
  ['In progress', 'pending'],
  ['Failed', 'failed'],
  ['Timed-out', 'failed'],
  ['Reversed', 'reversed'],
  ['Refunded', 'refunded'],
  ['Authorized', 'pending'],
  ['', 'unknown'],
  ['Pondering', 'unknown'],
  ['not succeeded', 'unknown'],
])('a capture with the status “%s” is %s', (word, status) => {
  expect(capture(word)).toBe(status);
});

it('the status of some texts depends on the type of the row', () => {
  expect(rowStatusOf({ rawStatus: 'Refunded', type: 'refund' })).toBe('succeeded');
  expect(rowStatusOf({ rawStatus: 'Authorized', type: 'authorization' })).toBe('succeeded');
});

it('the status of an answer is one of two published texts', () => {
  expect(['Succeeded', 'FAILED', 'success', 'pending', '', null].map(metaStatusOf)).toEqual([
    'succeeded',
    'failed',
    'unknown',
    'unknown',
    'unknown',
    'unknown',
  ]);
});

it('sums include successful, refunded and unknown rows, but not failed or reversed ones', () => {
  expect(COUNTED_STATUSES).toEqual(['succeeded', 'refunded', 'unknown']);
  expect(isCounted('deactivated')).toBe(false);
  const statuses = Object.keys(ROW_STATUSES) as (keyof typeof ROW_STATUSES)[];
  expect(statuses.filter((status) => !mayBeMoney({ status }))).toEqual(['failed', 'reversed', 'refunded']);
});
