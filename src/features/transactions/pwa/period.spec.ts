import { expect, it } from 'vitest';
import { daysOf } from './period.ts';

it.each([
  ['lastMonth', '2030-03-15', { first: '2030-02-01', last: '2030-02-28' }],
  ['lastMonth', '2030-01-01', { first: '2029-12-01', last: '2029-12-31' }],
  ['month', '2030-03-15', { first: '2030-03-01', last: '2030-03-15' }],
  ['week', '2030-03-03', { first: '2030-02-25', last: '2030-03-03' }],
] as const)('%s on %s is %j', (name, today, days) => {
  expect(daysOf(name, today)).toEqual(days);
});
