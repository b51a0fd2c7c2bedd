import { useEffect, useRef } from 'react';
import type { Tone } from '../../../contract/redemption/states.ts';
import { cue } from '../../../pwa/shell/sound.ts';

/**
 * Sounds how something ended that went on before one's eyes; what was over already when it was
 * opened makes no sound.
 *
 * Null while it goes on.
 */
export function useCueOnRest(outcome: Tone | null): void {
  const before = useRef(outcome);
  useEffect(() => {
    if (outcome !== null && before.current === null) cue(outcome);
    before.current = outcome;
  }, [outcome]);
}
