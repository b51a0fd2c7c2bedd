import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useScans } from '../scan/use-scans.ts';
import { MessagesProvider } from '../words/words.tsx';
import { PinPad } from './pin-pad.tsx';

let now = 1_000;
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Presses keys in the focused field, as hardware would. */
function press(keys: string, gapMs: number): void {
  for (const key of keys) {
    act(() => void vi.advanceTimersByTime(gapMs));
    now += gapMs;
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    Object.defineProperty(event, 'timeStamp', { value: now });
    const field = screen.getByLabelText<HTMLInputElement>('PIN');
    if (field.dispatchEvent(event)) fireEvent.change(field, { target: { value: field.value + key } });
  }
  act(() => void vi.advanceTimersByTime(500));
  now += 500;
}

function Scanning({ onScan }: { readonly onScan: (text: string) => void }) {
  useScans(({ text }) => onScan(text), { enabled: true });
  return null;
}

function show(onScan?: (text: string) => void) {
  const pins: string[] = [];
  render(
    <MessagesProvider>
      {onScan && <Scanning onScan={onScan} />}
      <PinPad label="PIN" onPin={(pin) => pins.push(pin)} autoFocus />
    </MessagesProvider>,
  );
  return pins;
}

describe('a field for a PIN', () => {
  it('sends the PIN after the sixth digit, typed or tapped', () => {
    const pins = show();
    press('274915', 140);
    for (const digit of '481053') fireEvent.click(screen.getByRole('button', { name: digit }));
    expect(pins).toEqual(['274915', '481053']);
  });

  it('ignores the digits of a scan, even on a page that expects no scans', () => {
    const pins = show();
    press('1234567890123456', 8);
    expect(pins).toEqual([]);
    expect(screen.getByLabelText<HTMLInputElement>('PIN').value).toBe('');
  });

  it('passes a scan on to the page that expects it', () => {
    const scans: string[] = [];
    const pins = show((text) => scans.push(text));
    press('1234567890', 8);
    expect(scans).toEqual(['1234567890']);
    expect(pins).toEqual([]);
  });
});
