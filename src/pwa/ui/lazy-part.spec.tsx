import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { createLazyPart, lazyComponent } from './lazy-part.tsx';

const PAGE = { Page: ({ name }: { readonly name: string }) => <p>{name}</p> };

test('a part is fetched once, and drawn at once the next time', async () => {
  const load = vi.fn<() => Promise<typeof PAGE>>(() => Promise.resolve(PAGE));
  const part = createLazyPart(load);
  const Page = lazyComponent(part, ({ Page: page }) => page);
  const { unmount } = render(<Page name="first" />);
  expect(screen.queryByText('first')).toBeNull();
  await screen.findByText('first');
  unmount();
  render(<Page name="again" />);
  expect(screen.queryByText('again')).not.toBeNull();
  expect(load).toHaveBeenCalledTimes(1);
});

test('a part that could not be fetched is requested again', async () => {
  const load = vi
    .fn<() => Promise<typeof PAGE>>()
    .mockRejectedValueOnce(new Error('no network'))
    .mockResolvedValue(PAGE);
  const part = createLazyPart(load);
  await expect(part()).rejects.toThrow('no network');
  expect(part.module()).toBeNull();
  await expect(part()).resolves.toBe(PAGE);
  expect(part.module()).toBe(PAGE);
});
