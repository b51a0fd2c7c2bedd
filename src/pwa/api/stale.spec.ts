import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { collectStaleQueries } from './stale.ts';

let client: QueryClient;
let read: string[];

beforeEach(() => {
  vi.useFakeTimers();
  client = new QueryClient();
  read = [];
  vi.spyOn(client, 'invalidateQueries').mockImplementation((filters) => {
    read.push(String(filters?.queryKey?.[0]));
    return Promise.resolve();
  });
});
afterEach(() => {
  vi.useRealTimers();
});

it('changed lists are reloaded soon, each once for a burst of changes', () => {
  const stale = collectStaleQueries(client);
  for (let count = 0; count < 50; count += 1) stale.mark(['tenders']);
  stale.mark(['attention']);
  expect(read).toEqual([]);
  vi.advanceTimersByTime(50);
  expect(read).toEqual(['tenders', 'attention']);
});

it('a list is reloaded at most once a second, and never misses the last change', () => {
  const stale = collectStaleQueries(client);
  for (let ms = 0; ms < 3_000; ms += 10) {
    stale.mark(['tenders']);
    vi.advanceTimersByTime(10);
  }
  expect(read.length).toBeLessThanOrEqual(3);
  stale.mark(['tenders']);
  const before = read.length;
  vi.advanceTimersByTime(1_000);
  expect(read.length).toBe(before + 1);
});

it('no list is reloaded once reloading has stopped', () => {
  const stale = collectStaleQueries(client);
  stale.mark(['tenders']);
  stale.stop();
  vi.advanceTimersByTime(5_000);
  expect(read).toEqual([]);
});
