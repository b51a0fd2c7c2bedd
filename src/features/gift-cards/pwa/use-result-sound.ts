import { useEffect, useRef } from 'react';
import type { Tone } from '../../../contract/redemption/states.ts';
import { cue } from '../../../pwa/shell/sound.ts';

/**
 * Plays the sound of a result that arrives while the page is open. An earlier result makes no
 * sound. `outcome` is null while the activation runs.
 */
export function useResultSound(outcome: Tone | null): void {
  const before = useRef(outcome);
  useEffect(() => {
    if (outcome !== null && before.current === null) cue(outcome);
    before.current = outcome;
  }, [outcome]);
}
