import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { followTypedDigits } from './plain-digits.ts';

followTypedDigits(document);

function Typed(props: { readonly inputMode?: 'numeric' | 'decimal' | 'none' }) {
  const [text, setText] = useState('');
  return (
    <>
      <input aria-label="field" value={text} onChange={({ target }) => setText(target.value)} {...props} />
      <output>{text}</output>
    </>
  );
}

function typeInto(props: Parameters<typeof Typed>[0], value: string): string | null {
  render(<Typed {...props} />);
  fireEvent.input(screen.getByRole('textbox', { name: 'field' }), { target: { value } });
  return screen.getByRole('status').textContent;
}

test.each([
  ['a number', { inputMode: 'numeric' }, '১২৩৪', '1234'],
  ['an amount', { inputMode: 'decimal' }, '௮௦.௫', '80.5'],
  ['a PIN', { inputMode: 'none' }, '٤٨٠٣١٧', '480317'],
  ['digits of ASCII', { inputMode: 'numeric' }, '42', '42'],
] as const)('%s is read with ASCII digits', (_, props, typed, read) => {
  expect(typeInto(props, typed)).toBe(read);
});

test('a name keeps its digits', () => {
  expect(typeInto({}, 'কাউন্টার ২')).toBe('কাউন্টার ২');
});
