import { toWedgeKey } from '../../../pwa/scan/listen.ts';
import { isCharacter, isSilent, type ScanSuffix, suffixOf, WEDGE, type WedgeKey } from '../../../pwa/scan/wedge.ts';

/** Keys in quick succession, before any interpretation. */
export interface Burst {
  readonly keys: readonly WedgeKey[];
  /** The key that ended it; `other` for an unusual suffix, null for silence. */
  readonly suffix: ScanSuffix | 'other' | null;
}

/** Fewer keys are typing. */
const KEYS_MIN = 4;
/** Silence that ends a burst, ms: longer than the pauses of the slowest scanner. */
const SILENCE_MS = 400;

/**
 * Listens for bursts on a page without fields; their keys have no other effect.
 * @returns a function that stops listening
 */
export function listenForBursts(document: Document, report: (burst: Burst) => void): () => void {
  let keys: WedgeKey[] = [];
  let silence: ReturnType<typeof setTimeout> | undefined;
  let endedAt = Number.NEGATIVE_INFINITY;

  function end(suffix: Burst['suffix']): void {
    clearTimeout(silence);
    const ended = keys;
    keys = [];
    if (ended.length >= KEYS_MIN) report({ keys: ended, suffix });
  }

  function onKeyDown(event: KeyboardEvent): void {
    const key = toWedgeKey(event);
    if (isSilent(key)) return;
    const last = keys.at(-1);
    const follows = last !== undefined && key.at - last.at < SILENCE_MS;
    const suffix = suffixOf(key);
    const isSecondSuffix = suffix !== null && key.at - endedAt <= WEDGE.gapMsMax;
    // The first character of a scan looks like a typed key; the following ones are suppressed.
    if (follows || isSecondSuffix) stop(event);
    if (!isCharacter(key)) {
      if (follows) endedAt = key.at;
      return follows ? end(suffix ?? 'other') : undefined;
    }
    keys.push(key);
    clearTimeout(silence);
    silence = setTimeout(() => end(null), SILENCE_MS);
  }

  document.addEventListener('keydown', onKeyDown, { capture: true });
  return () => {
    clearTimeout(silence);
    document.removeEventListener('keydown', onKeyDown, { capture: true });
  };
}

function stop(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}
