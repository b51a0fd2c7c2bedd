import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { tenderTone } from '../../../contract/redemption/tender.ts';
import { ADDRESSES } from '../../shell/addresses.ts';
import { cue } from '../../shell/sound.ts';
import { TONES } from '../../ui/tone.ts';
import { useFormat } from '../../ui/use-format.tsx';
import { useMessages } from '../../words/words.tsx';
import type { SaleRow } from '../till/sale.ts';
import { useTill, useTillStore } from '../till/use-till.tsx';
import { newCuesOf } from './cues.ts';
import { statusText } from './verdict-message.ts';

/**
 * A chip for each redemption that was left for the next customer, with its status and a link to it.
 */
export function ParkedChips() {
  const messages = useMessages();
  const { earlier } = useTill();
  if (earlier.length === 0) return null;
  return (
    <ul
      aria-label={messages.sale.earlier}
      className="flex min-w-0 flex-wrap gap-2 max-till:order-last max-till:basis-full max-till:pb-2"
    >
      {earlier.map((row) => (
        <li key={row.tenderId} className="min-w-0">
          <ParkedChip row={row} />
        </li>
      ))}
    </ul>
  );
}

function ParkedChip({ row }: { readonly row: SaleRow }) {
  const { value } = useFormat();
  const messages = useMessages();
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
        ··{last4} {value(view?.captured ?? requested)} {statusText(messages, row)}
      </span>
    </button>
  );
}

/** Sound and announcement for results of earlier sales, on every page. */
export function ParkedNews() {
  const messages = useMessages();
  const { value } = useFormat();
  const store = useTillStore();
  const [said, setSaid] = useState('');
  const sentence = useEffectEvent((row: SaleRow) => {
    const amount = row.view?.captured ?? null;
    const status = statusText(messages, row);
    const came = amount === null ? status : `${status} ${value(amount)}`;
    return messages.labelled(messages.verdict.voucher(`··${row.last4}`), came);
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
    <p aria-live="assertive" className="spoken top-0">
      {said}
    </p>
  );
}
