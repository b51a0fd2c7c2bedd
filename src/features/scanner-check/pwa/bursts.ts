import { createKeyReader, isInputMethodKey, KEY_EVENTS } from '../../../reader/listen.ts';
import { isCharacter, isIgnoredKey, type ScanSuffix, suffixOf, WEDGE, type WedgeKey } from '../../../reader/wedge.ts';
import { SILENCE_MS } from './limits.ts';

/** Keys in quick succession, before any interpretation. */
export interface Burst {
  readonly keys: readonly WedgeKey[];
  /** The key that ended the burst; `other` for an unusual suffix, null for silence. */
  readonly suffix: ScanSuffix | 'other' | null;
  /** An input method took some of the keys. It may have hidden them: then `keys` lacks them. */
  readonly isComposed?: boolean;
}

/** Fewer keys are typing. */
const KEYS_MIN = 4;

/**
 * Listens for bursts; apart from their first, their keys have no other effect.
 * @returns a function that stops listening
 */
export function listenForBursts(document: Document, report: (burst: Burst) => void): () => void {
  let keys: WedgeKey[] = [];
  let hiddenKeys = 0;
  let isComposed = false;
  let silence: ReturnType<typeof setTimeout> | undefined;
  const readKey = createKeyReader();
  let lastKeyAt = Number.NEGATIVE_INFINITY;
  let endedAt = Number.NEGATIVE_INFINITY;

  function end(suffix: Burst['suffix']): void {
    clearTimeout(silence);
    const burst: Burst = { keys, suffix, ...(isComposed && { isComposed }) };
    const isBurst = keys.length + hiddenKeys >= KEYS_MIN;
    keys = [];
    hiddenKeys = 0;
    isComposed = false;
    lastKeyAt = Number.NEGATIVE_INFINITY;
    if (isBurst) report(burst);
  }

  function onKey(event: KeyboardEvent): void {
    const key = readKey(event);
    if (key === null || isIgnoredKey(key)) return;
    const follows = key.at - lastKeyAt < SILENCE_MS;
    const isTaken = isInputMethodKey(event);
    const suffix = suffixOf(key);
    const isSecondSuffix = suffix !== null && key.at - endedAt <= WEDGE.gapMsMax;
    // The first character of a scan looks like a typed key; the following ones are suppressed.
    if (follows || isSecondSuffix) stop(event);
    if (!isCharacter(key) && (suffix !== null || !isTaken)) {
      if (follows) endedAt = key.at;
      return follows ? end(suffix ?? 'other') : undefined;
    }
    if (isCharacter(key)) keys.push(key);
    else hiddenKeys += 1;
    isComposed ||= isTaken;
    lastKeyAt = key.at;
    clearTimeout(silence);
    silence = setTimeout(() => end(null), SILENCE_MS);
  }

  for (const type of KEY_EVENTS) document.addEventListener(type, onKey, { capture: true });
  return () => {
    clearTimeout(silence);
    for (const type of KEY_EVENTS) document.removeEventListener(type, onKey, { capture: true });
  };
}

function stop(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}
