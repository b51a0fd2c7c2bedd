import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { Page } from '../../../pwa/shell/frame/page.tsx';
import { Loaded } from '../../../pwa/shell/loaded.tsx';
import { useShop } from '../../../pwa/shell/use-session.ts';
import { Button } from '../../../pwa/ui/button.tsx';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { usePageWords } from '../../../pwa/words/page-words.ts';
import { useWords } from '../../../pwa/words/words.tsx';
import type { Shift, ShiftSummary } from '../contract/shift.ts';
import { mineQuery } from './queries.ts';
import { ShiftCard } from './shift-card.tsx';

/** The signed-in user's shift: its totals, closing and printout. */
export function MyShiftPage() {
  const { shift: words } = usePageWords('closings');
  const { places } = useWords();
  const mine = useQuery(mineQuery);
  return (
    <Page title={places.myShift} lead={words.myLead} prints="nothing">
      <Loaded query={mine}>{(all) => <Mine all={all} />}</Loaded>
    </Page>
  );
}

function Mine({ all }: { readonly all: readonly ShiftSummary[] }) {
  const { shift: words } = usePageWords('closings');
  const [chosen, setChosen] = useState<string | null>(null);
  const [closed, setClosed] = useState<Shift | null>(null);
  const { device } = useShop();
  const open = all.filter(({ number }) => number === null);
  const here = open.find(({ till }) => till === device?.name) ?? open[0];
  const shown = chosen ?? here?.id;
  const show = (id: string) => {
    setClosed(null);
    setChosen(id);
  };
  const isClosed = (z: Shift) => {
    setChosen(z.id);
    setClosed(z);
  };
  return (
    <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-5">
      {closed?.number != null && <Notice tone="done">{words.closedNow(closed.number)}</Notice>}
      {shown === undefined ? (
        <p className="card p-4 till:p-6">{words.nothingOpen}</p>
      ) : (
        <ShiftCard key={shown} id={shown} isOwn onClosed={isClosed} />
      )}
      <Others shifts={all.filter(({ id }) => id !== shown)} onShow={show} />
    </div>
  );
}

interface OthersProps {
  readonly shifts: readonly ShiftSummary[];
  readonly onShow: (id: string) => void;
}

/** The user's shifts at other tills, and the latest closed ones. */
function Others({ shifts, onShow }: OthersProps) {
  const { shift: words } = usePageWords('closings');
  const { dateTime } = useFormat();
  if (shifts.length === 0) return null;
  return (
    <section className="grid gap-2" aria-labelledby="last-closings">
      <h2 id="last-closings" className="text-section font-semibold">
        {words.mine}
      </h2>
      <ul className="grid gap-2">
        {shifts.map(({ id, number, till, opened, closed }) => (
          <li key={id}>
            <Button className="w-full justify-between! py-2 text-left" onClick={() => onShow(id)}>
              <span className="min-w-0">
                <span className="block">{number === null ? words.elsewhere(till) : `${words.z(number)}, ${till}`}</span>
                <span className="block text-label font-normal text-neutral-11">
                  {closed === null ? words.opened(dateTime(opened)) : words.closed(dateTime(closed))}
                </span>
              </span>
              <ChevronRight aria-hidden strokeWidth={1.75} size={20} className="shrink-0" />
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
