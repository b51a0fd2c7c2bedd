import { useEffect } from 'react';
import { cue } from '../shell/sound.ts';
import { useShop } from '../shell/use-session.ts';
import { useFormat } from '../ui/use-format.tsx';
import { useWords } from '../words/words.tsx';
import { announcementOf } from './announcement.ts';
import { cueOf } from './cues.ts';
import { useTill, useTillStore } from './use-till.tsx';

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
