import { render, screen } from '@testing-library/react';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { followTranslation } from './translated-page.ts';

const { removeChild, insertBefore } = Node.prototype;
beforeAll(() => followTranslation(document.body));
afterAll(() => Object.assign(Node.prototype, { removeChild, insertBefore }));

/** Puts `font` elements in the place of text nodes, as Chrome does, unless an element forbids it. */
async function translate(): Promise<void> {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    if (text.parentElement?.closest('[translate="no"], font') !== null) continue;
    const outer = document.createElement('font');
    outer.append(Object.assign(document.createElement('font'), { textContent: `~${text.data}` }));
    text.replaceWith(outer);
  }
  await settled();
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

function Button({ amount, icon = true, first = null }: { amount: string; icon?: boolean; first?: string | null }) {
  return (
    <button type="button">
      {first}
      Redeem {amount}
      {icon && <svg />}
    </button>
  );
}

it('a text that changes after it was translated shows the new amount', async () => {
  const { rerender } = render(<Button amount="30.00" />);
  await translate();
  expect(screen.getByRole('button').textContent).toBe('~Redeem ~30.00');
  rerender(<Button amount="25.00" />);
  await settled();
  expect(screen.getByRole('button').textContent).toBe('~Redeem 25.00');
  await translate();
  rerender(<Button amount="20.00" />);
  await settled();
  expect(screen.getByRole('button').textContent).toBe('~Redeem 20.00');
});

it('elements next to a translated text appear and disappear correctly', async () => {
  const { rerender } = render(<Button amount="30.00" first="Now: " />);
  await translate();
  rerender(<Button amount="30.00" icon={false} />);
  rerender(<Button amount="30.00" first="Then: " />);
  await settled();
  expect(screen.getByRole('button').textContent).toBe('Then: ~Redeem ~30.00');
});
