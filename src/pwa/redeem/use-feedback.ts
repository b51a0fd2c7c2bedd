import { useEffect } from 'react';
import { tenderTone } from '../../contract/tender.ts';
import { cue } from '../shell/sound.ts';
import { useShop } from '../shell/use-session.ts';
import type { Format } from '../ui/format.ts';
import { useFormat } from '../ui/use-format.tsx';
import type { Words } from '../words/en.ts';
import { useWords } from '../words/words.tsx';
import { refusalWords, stateWords } from './check-words.ts';
import { cueOf } from './cues.ts';
import type { Stage } from './till.ts';
import { useTill, useTillStore } from './use-till.tsx';
import { verdictWords } from './verdict-words.ts';

/**
 * The sounds of the till, and the sentence for screen readers: a click when a code was read, another sound for the answer.
 * @returns what a live region should say about the stage on the screen
 */
export function useFeedback(): string {
  const words = useWords();
  const format = { ...useFormat(), currency: useShop().currency };
  const store = useTillStore();
  const { stage } = useTill();
  useEffect(() => {
    let before = store.state().stage;
    return store.subscribe(() => {
      const now = store.state().stage;
      const sound = now === before ? null : cueOf(before, now);
      before = now;
      if (sound !== null) cue(sound);
    });
  }, [store]);
  return announcementOf(stage, words, format);
}

function announcementOf(stage: Stage, words: Words, format: Format & { readonly currency: string }): string {
  const { worth } = format;
  switch (stage.at) {
    case 'verdict': {
      const { title, next } = verdictWords(words, stage.view);
      const amount = stage.view.captured === null ? '' : worth(stage.view.captured);
      return `${words.verdict.kinds[tenderTone(stage.view)]}. ${title} ${amount}. ${next}`;
    }
    case 'panel': {
      const { check } = stage;
      const refused = refusalWords(words, check, format);
      if (refused !== null) return `${refused.title}. ${refused.next}`;
      const left = check.remaining === null ? '' : `, ${worth(check.remaining)} ${words.check.left}`;
      return `${check.product?.name ?? words.check.voucher}, ${stateWords(words, check)}${left}`;
    }
    case 'flight':
      return stage.silent ? words.flight.checkingBlind : words.flight.redeeming;
    case 'not-arrived':
      return `${words.notArrived.title}. ${words.notArrived.lead}`;
    case 'checking':
      return words.check.checking;
    default:
      return '';
  }
}
