import { useQuery } from '@tanstack/react-query';
import { TENDER_STATES } from '../../contract/states.ts';
import { keptRedemptions } from '../api/last-redemptions.ts';
import { Chip } from '../ui/chip.tsx';
import { useFormat } from '../ui/use-format.tsx';
import { useNow } from '../ui/use-now.ts';
import { useWords } from '../words/words.tsx';
import { allRows } from './till.ts';
import { useTill } from './use-till.tsx';

/** The last redemptions of this till as they stood when it last heard of them; what its sale still holds is shown there. */
export function KeptRedemptions() {
  const { lastTen, states } = useWords();
  const { worth, moment } = useFormat();
  const now = useNow(60_000);
  const held = new Set(allRows(useTill()).map(({ tenderId }) => tenderId));
  const { data } = useQuery({ queryKey: ['kept-redemptions'], queryFn: keptRedemptions, networkMode: 'always', gcTime: 0 });
  const kept = data?.filter(({ id }) => !held.has(id));
  if (kept === undefined || (kept.length === 0 && held.size > 0)) return null;
  return (
    <section className="card p-4" aria-label={lastTen.onTill}>
      <h2 className="text-label font-medium text-neutral-9">{lastTen.onTill}</h2>
      {kept.length === 0 && <p className="pt-1 wrap-anywhere text-neutral-9">{lastTen.noneOnTill}</p>}
      <ul className="divide-y divide-neutral-4">
        {kept.map(({ id, last4, worth: amount, state, createdAt }) => (
          <li key={id} className="flex min-h-12 flex-wrap items-center justify-end gap-x-3 gap-y-1 py-1 tabular-nums">
            <time dateTime={createdAt} className="text-label whitespace-nowrap text-neutral-9">
              {moment(createdAt, now)}
            </time>
            <span className="flex-1">··{last4}</span>
            <span className="font-medium">{worth(amount)}</span>
            <Chip tone={TENDER_STATES[state].tone}>{states[state]}</Chip>
          </li>
        ))}
      </ul>
    </section>
  );
}
