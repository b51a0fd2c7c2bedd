import { expect, it } from 'vitest';
import { isFirstHourOfDay } from './update-unused.tsx';

const SINGAPORE = { timeZone: 'Asia/Singapore', dayBegins: '04:00' };
const at = (clock: string) => Date.parse(`2030-01-15T${clock}:00+08:00`);

it.each([
  ['03:59', false],
  ['04:00', true],
  ['04:59', true],
  ['05:00', false],
  ['12:00', false],
])('at %s, a shop whose day begins at four is in its quiet hour: %s', (clock, isQuiet) => {
  expect(isFirstHourOfDay(at(clock), SINGAPORE)).toBe(isQuiet);
});
