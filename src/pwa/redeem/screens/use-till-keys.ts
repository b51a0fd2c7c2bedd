import { type RefObject, useEffect, useEffectEvent } from 'react';
import { SHORTCUTS } from '../../shell/layout/shortcuts.tsx';
import { useShortcut } from '../../shell/use-shortcut.ts';
import type { Till } from '../till/till.ts';
import { useTillStore } from '../till/use-till.tsx';

/** The first character of a code: a letter or a digit. */
const STARTS_CODE = /^[\p{L}\p{N}]$/u;
const USES_KEYS = 'input, select, textarea, button, a, summary, [data-takes-keys]';

interface TillKeys {
  readonly field: RefObject<HTMLElement | null>;
  /** F2: the amount due is to be typed. */
  readonly onDue: () => void;
  readonly onEscape: () => void;
  readonly onNewSale: () => void;
}

/** Shortcuts that need no focus: typing starts a code, Enter redeems, Escape closes, F2 and F8. */
export function useTillKeys({ field, onDue, onEscape, onNewSale }: TillKeys): void {
  const store = useTillStore();
  useShortcut(SHORTCUTS.due, onDue);
  useShortcut(SHORTCUTS.newSale, onNewSale);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || usesKeys(event.target, event.key))
      return;
    const { stage } = store.state();
    if (event.key === 'Escape') onEscape();
    if (event.key === 'Enter' && !event.repeat) store.redeem();
    if (STARTS_CODE.test(event.key) && canType(stage)) field.current?.focus();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

/** A refused voucher has no amount, so that characters begin the next code. */
function canType(stage: Till['stage']): boolean {
  if (stage.at === 'panel') return stage.check.refusal !== null;
  return stage.at === 'ready' || stage.at === 'checking' || stage.at === 'not-checked';
}

/**
 * A button or link uses only Enter and the space bar; Escape leaves a field.
 *
 * An open dialog uses all keys, even after a pressed element was removed together with the focus.
 */
function usesKeys(target: EventTarget | null, key: string): boolean {
  if (document.querySelector('dialog[open]') !== null) return true;
  if (!(target instanceof Element)) return false;
  const owner = target.closest(USES_KEYS);
  if (owner === null) return false;
  return key === 'Enter' || (key !== 'Escape' && !owner.matches('button, a, summary'));
}
