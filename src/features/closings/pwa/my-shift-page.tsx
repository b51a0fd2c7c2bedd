import { useQuery } from '@tanstack/react-query';
import { ChevronRight, Lock } from 'lucide-react';
import { useState } from 'react';
import { Page } from '../../../pwa/shell/layout/page.tsx';
import { Loaded } from '../../../pwa/shell/loaded.tsx';
import { useLock, useShop } from '../../../pwa/shell/use-session.ts';
import { Button } from '../../../pwa/ui/button.tsx';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useMessages } from '../../../pwa/words/words.tsx';
import type { Shift, ShiftSummary } from '../contract/shift.ts';
import { mineQuery } from './queries.ts';
import { ShiftCard } from './shift-card.tsx';

/** The signed-in user's shift: its totals, closing and printout. */
export function MyShiftPage() {
  const { shift: messages } = usePageMessages('closings');
  const { places } = useMessages();
  const mine = useQuery(mineQuery);
  return (
    <Page title={places.myShift} lead={messages.myLead} prints="nothing">
      <Loaded query={mine}>{(all) => <CurrentShift all={all} />}</Loaded>
    </Page>
  );
}

function CurrentShift({ all }: { readonly all: readonly ShiftSummary[] }) {
  const { shift: messages } = usePageMessages('closings');
  const [chosen, setChosen] = useState<string | null>(null);
  const [closed, setClosed] = useState<Shift | null>(null);
  const { device } = useShop();
  const { header } = useMessages();
  const lock = useLock();
  const open = all.filter(({ number }) => number === null);
  /* A shift at another till is closed only after a deliberate choice. */
  const atThisTill = open.find(({ till }) => till === device?.name);
  const selected = chosen ?? atThisTill?.id;
  const show = (id: string) => {
    setClosed(null);
    setChosen(id);
  };
  const isClosed = (z: Shift) => {
    setChosen(z.id);
    setClosed(z);
  };
  return (
    <div className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-5">
      {closed?.number != null && (
        <>
          <Notice tone="done">{messages.closedNow(closed.number)}</Notice>
          <Button className="justify-self-start" onClick={lock}>
            <Lock aria-hidden strokeWidth={1.75} size={20} />
            {header.lock}
          </Button>
        </>
      )}
      {selected === undefined ? (
        <p className="card p-4 till:p-6">{messages.nothingOpen}</p>
      ) : (
        <ShiftCard key={selected} id={selected} isOwn onClosed={isClosed} />
      )}
      <OtherShifts shifts={all.filter(({ id }) => id !== selected)} onShow={show} />
    </div>
  );
}

interface OtherShiftsProps {
  readonly shifts: readonly ShiftSummary[];
  readonly onShow: (id: string) => void;
}

/** The user's shifts at other tills, and the latest closed ones. */
function OtherShifts({ shifts, onShow }: OtherShiftsProps) {
  const { shift: messages } = usePageMessages('closings');
  const { dateTime } = useFormat();
  if (shifts.length === 0) return null;
  return (
    <section className="grid gap-2" aria-labelledby="last-closings">
      <h2 id="last-closings" className="text-section font-semibold">
        {messages.mine}
      </h2>
      <ul className="grid gap-2">
        {shifts.map(({ id, number, till, opened, closed }) => (
          <li key={id}>
            <Button className="w-full justify-between! py-2 text-left" onClick={() => onShow(id)}>
              <span className="min-w-0">
                <span className="block">
                  {number === null ? messages.elsewhere(till) : `${messages.z(number)}, ${till}`}
                </span>
                <span className="block text-label font-normal text-neutral-11">
                  {closed === null ? messages.opened(dateTime(opened)) : messages.closed(dateTime(closed))}
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
