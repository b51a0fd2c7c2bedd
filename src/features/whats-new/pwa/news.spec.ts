import { expect, it } from 'vitest';
import { version } from '../../../../package.json';
import { hasUnread, VERSION_NEWS } from './news.ts';

it('news is unread after an update to its version or a later one, compared by numbers', () => {
  const news = [{ version: '0.10.0' }, { version: '0.9.0' }];
  expect(['0.8.2', '0.9.0', '0.10.0', '0.10.1'].map((read) => hasUnread(news, read))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

it('news exists only for versions up to the current one, newest first', () => {
  expect(hasUnread(VERSION_NEWS, version)).toBe(false);
  const versions: string[] = VERSION_NEWS.map((one) => one.version);
  expect(versions).toEqual(versions.toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true })));
});
