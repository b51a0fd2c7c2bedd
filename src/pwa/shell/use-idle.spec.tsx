import { act, cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { useIdle } from './use-idle.ts';

afterEach(cleanup);

const AFTER_MS = 800;

function Page({ onIdle }: { readonly onIdle: () => void }) {
  useIdle(AFTER_MS, onIdle);
  return null;
}

it('an untouched page is idle, unless another tab of it is in use', async () => {
  let idle = 0;
  const began = performance.now();
  render(<Page onIdle={() => (idle += 1)} />);
  const other = new BroadcastChannel('tillside-signs-of-life');
  await act(async () => {
    while (performance.now() - began < 2 * AFTER_MS) {
      other.postMessage(null);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  });
  expect(idle).toBe(0);
  await expect.poll(() => idle, { timeout: 4 * AFTER_MS }).toBe(1);
  other.close();
});

it('a touched page notifies the other tabs', async () => {
  render(<Page onIdle={() => undefined} />);
  const other = new BroadcastChannel('tillside-signs-of-life');
  const heard = new Promise((resolve) => other.addEventListener('message', resolve, { once: true }));
  document.dispatchEvent(new Event('pointerdown'));
  expect(await heard).toMatchObject({ type: 'message', data: null });
  other.close();
});
