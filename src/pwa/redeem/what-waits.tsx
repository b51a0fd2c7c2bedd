import { Notice } from '../ui/notice.tsx';
import { useFormat } from '../ui/use-format.tsx';
import { useWords } from '../words/words.tsx';
import { isUnsettled } from './sale.ts';
import { allRows, isShutOut } from './till.ts';
import { useTill } from './use-till.tsx';

/** On the lock screen: which redemptions were sent and wait for their outcome, and which one was not sent because nobody was signed in. */
export function WhatWaits() {
  const { unlock } = useWords();
  const { worth } = useFormat();
  const till = useTill();
  return allRows(till)
    .filter(isUnsettled)
    .map(({ tenderId, requested, last4 }) => {
      const isBack = isShutOut(till, tenderId);
      return (
        <Notice key={tenderId} tone={isBack ? 'attention' : 'unknown'}>
          {(isBack ? unlock.shutOut : unlock.outcomeWaits)(worth(requested), `··${last4}`)}
        </Notice>
      );
    });
}
