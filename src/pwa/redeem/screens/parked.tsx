import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { tenderTone } from '../../../contract/redemption/tender.ts';
import { ADDRESSES } from '../../shell/addresses.ts';
import { cue } from '../../shell/sound.ts';
import { TONES } from '../../ui/tone.ts';
import { useFormat } from '../../ui/use-format.tsx';
import { useWords } from '../../words/words.tsx';
import type { SaleRow } from '../till/sale.ts';
import { useTill, useTillStore } from '../till/use-till.tsx';
import { newCuesOf } from './cues.ts';
import { standingWords } from './verdict-words.ts';

/**
 * A chip for each redemption that was left for the next customer, with its status and a link to it.
 */
export function ParkedChips() {
  const words = useWords();
  const { earlier } = useTill();
  if (earlier.length === 0) return null;
  return (
    <ul aria-label={words.sale.earlier} className="flex flex-wrap gap-2 px-4 pb-2 till:px-6">
      {earlier.map((row) => (
        <li key={row.tenderId} className="min-w-0">
          <ParkedChip row={row} />
        </li>
      ))}
    </ul>
  );
}

function ParkedChip({ row }: { readonly row: SaleRow }) {
  const { worth } = useFormat();
  const words = useWords();
  const { show } = useTillStore();
  const [path, go] = useLocation();
  const { view, requested, last4, tenderId } = row;
  const tone = view !== null ? tenderTone(view) : row.notArrived ? 'attention' : 'unknown';
  const { tint, edge, ink, Icon } = TONES[tone];
  return (
    <button
      type="button"
      onClick={() => {
        if (path !== ADDRESSES.redeem) go(ADDRESSES.redeem);
        show(tenderId);
      }}
      className={`flex min-h-12 max-w-full items-center gap-2 rounded-full border-2 px-3 text-label font-semibold ${tint} ${edge} ${ink}`}
    >
      <Icon aria-hidden strokeWidth={1.75} size={20} className="shrink-0" />
      <span className="min-w-0 tabular-nums">
        ··{last4} {worth(view?.captured ?? requested)} {standingWords(words, row)}
      </span>
    </button>
  );
}

/** Sound and announcement for results of earlier sales, on every page. */
export function ParkedNews() {
  const words = useWords();
  const { worth } = useFormat();
  const store = useTillStore();
  const [said, setSaid] = useState('');
  const sentence = useEffectEvent((row: SaleRow) => {
    const amount = row.view?.captured ?? null;
    const standing = standingWords(words, row);
    const came = amount === null ? standing : `${standing} ${worth(amount)}`;
    return words.labelled(words.verdict.voucher(`··${row.last4}`), came);
  });
  useEffect(() => {
    let before = store.state();
    return store.subscribe(() => {
      const now = store.state();
      const news = newCuesOf(before, now);
      before = now;
      for (const one of news) cue(one.cue);
      if (news.length > 0) setSaid(news.map(({ row }) => sentence(row)).join('. '));
    });
  }, [store]);
  return (
    <p aria-live="assertive" className="spoken">
      {said}
    </p>
  );
}
