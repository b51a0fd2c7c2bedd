import { useState } from 'react';
import { LIMITS } from '../../contract/access/limits.ts';
import { useScanGuard } from '../scan/use-scans.ts';
import type { KeypadKey } from '../ui/keypad.tsx';

interface PinEntryState {
  readonly value: string;
  /** Replaces the digits, for the keyboard. */
  readonly type: (text: string) => void;
  /** Handles a key of the keypad. */
  readonly press: (key: KeypadKey) => void;
}

/**
 * The digits of a PIN that is entered by keyboard or keypad. A hand scanner never enters any.
 * @param checking the PIN that is being checked, or null
 * @param onPin receives the PIN after its last digit; without it, the digits stay for a form
 */
export function usePin(checking: string | null, onPin?: (pin: string) => void): PinEntryState {
  const [digits, setDigits] = useState('');
  useScanGuard();
  const type = (text: string) => {
    if (checking !== null) return;
    const next = text.replace(/\D/g, '').slice(0, LIMITS.pinDigits);
    const isComplete = onPin !== undefined && next.length === LIMITS.pinDigits;
    /* Cleared before the answer: a further digit would otherwise send a wrong PIN. */
    setDigits(isComplete ? '' : next);
    if (isComplete) onPin(next);
  };
  return { value: checking ?? digits, type, press: (key) => type(afterKey(digits, key)) };
}

function afterKey(pin: string, key: KeypadKey): string {
  if (key === 'clear') return '';
  return key === 'back' ? pin.slice(0, -1) : pin + key;
}

/** The keys after the nine. */
export const PIN_KEYS: readonly KeypadKey[] = ['clear', '0', 'back'];
