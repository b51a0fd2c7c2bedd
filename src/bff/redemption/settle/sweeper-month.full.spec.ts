import { expect, it } from 'vitest';
import { lowerBound, otherRow } from '../../../testing/issuer/crowd.ts';
import { createTestTill, readAndSweep, SHOP } from '../../../testing/rigs/till.ts';

const DAY_MS = 24 * 3_600_000;

it('a sweep reads a month of a hundred thousand transactions', async () => {
  const till = await createTestTill();
  till.issuer.add('1234567890');
  await till.journal.learnMid(SHOP, '000000000000042');
  const count = 100_000;
  const at = (index: number) => till.clock.now() - Math.floor((31 * DAY_MS * (index + 1)) / count);
  const monthRow = (index: number) =>
    otherRow(`t-${index}`, at(index), index % 1000 === 0 ? '000000000000042' : undefined);
  const rows = Array.from({ length: count }, (_, index) => monthRow(index));
  till.issuer.searchPage = ({ from, to }, page) => {
    const first = lowerBound(rows, to);
    const end = lowerBound(rows, from - 1);
    return Promise.resolve({
      outcome: 'found',
      value: rows.slice(first + page * 100, Math.min(end, first + (page + 1) * 100)),
    });
  };
  const look = readAndSweep(till, { from: till.clock.now() - 31 * DAY_MS, to: till.clock.now() });
  await till.clock.advance(6_000);
  expect(await look).toBe(true);
  expect(await till.attention.list()).toHaveLength(100);
}, 60_000);
