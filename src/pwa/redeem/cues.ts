import { REFUSAL_REASONS } from '../../contract/states.ts';
import { tenderTone } from '../../contract/tender.ts';
import type { Cue } from '../shell/sound.ts';
import type { Stage } from './till.ts';

/** The sound for going from one stage to the next: a click when a code was read, another sound for each answer, none otherwise. */
export function cueOf(before: Stage, now: Stage): Cue | null {
  switch (now.at) {
    case 'checking':
      return 'read';
    case 'panel':
      return before.at === 'checking' && now.check.refusal !== null ? REFUSAL_REASONS[now.check.refusal.reason].tone : null;
    case 'verdict': {
      const isSame = before.at === 'verdict' && before.tenderId === now.tenderId && before.view.state === now.view.state;
      return isSame ? null : tenderTone(now.view);
    }
    case 'rejected':
    case 'not-checked':
      return 'attention';
    case 'not-arrived':
      return before.at === 'not-arrived' ? null : 'attention';
    case 'flight':
    case 'ready':
      return null;
  }
}
