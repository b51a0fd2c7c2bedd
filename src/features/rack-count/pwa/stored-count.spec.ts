import { beforeEach, expect, it, vi } from 'vitest';
import { installIndexedDb } from '../../../pwa/testing/indexed-db.ts';
import type { CountedCard } from './count.ts';
import { openStoredCount } from './stored-count.ts';

const card = (tag: string, change: Partial<CountedCard> = {}): CountedCard => ({
  tag,
  also: [],
  last4: tag.slice(-4),
  at: '2026-03-01T08:00:00.000Z',
  state: 'unchecked',
  checkedAt: '',
  ...change,
});

beforeEach(installIndexedDb);

it('two windows share one count, keep the newest state of each card, and notify each other', async () => {
  const [first, second] = [openStoredCount('count'), openStoredCount('count')];
  const heard = vi.fn<() => void>();
  second.onChange(heard);
  const newest = card('a', { state: 'active', checkedAt: '2026-03-01T08:02:00.000Z' });
  await first.add('', [newest]);
  await second.add('', [card('b'), card('a', { state: 'inactive', checkedAt: '2026-03-01T08:01:00.000Z' })]);
  expect((await first.read()).cards).toEqual([newest, card('b')]);
  await vi.waitFor(() => expect(heard).toHaveBeenCalled());
});

it('a new count does not include the cards of the previous one', async () => {
  const [first, second] = [openStoredCount('count'), openStoredCount('count')];
  await first.add('', [card('a')]);
  await first.begin('next');
  expect(await second.add('', [card('b')])).toEqual({ id: 'next', cards: [] });
});

it('two windows that open at the same time hash with the same key', async () => {
  const [first, second] = [openStoredCount('count'), openStoredCount('count')];
  const tags = await Promise.all([first.tagOf('AB123456781'), second.tagOf('AB123456781')]);
  expect(tags[0]).toBe(tags[1]);
});
