import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearch } from 'wouter';
import type { Person } from '../../contract/people.ts';
import type { Shift } from '../../contract/shift.ts';
import { failureOrNull } from '../api/failure.ts';
import { settingsQuery } from '../api/queries.ts';
import { ChangeFailure } from '../approval/change-failure.tsx';
import { ADDRESSES, SHIFT_PARAM } from '../shell/addresses.ts';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { Page } from '../shell/frame/page.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { useSetSettings } from '../shell/use-settings.ts';
import type { Days } from '../transactions/period.ts';
import { Button } from '../ui/button.tsx';
import { submitted, text } from '../ui/form.ts';
import { Notice } from '../ui/notice.tsx';
import { Tick } from '../ui/tick.tsx';
import { usePageWords } from '../words/page-words.ts';
import { useWords } from '../words/words.tsx';
import { CoverPart } from './cover-part.tsx';
import { DaysForm, useDays } from './days-form.tsx';
import { mineQuery, shiftsQuery } from './queries.ts';
import { ShiftCard } from './shift-card.tsx';
import { ShiftList } from './shift-list.tsx';

/** For managers: who worked where, what it came to, and what no closing has. */
export function ShiftsPage({ person }: { readonly person: Person }) {
  const shown = new URLSearchParams(useSearch()).get(SHIFT_PARAM);
  const [days, setDays] = useDays('week');
  if (shown !== null) return <OneShift key={shown} id={shown} person={person} />;
  return <AllShifts days={days} onDays={setDays} />;
}

function AllShifts({ days, onDays }: { readonly days: Days; readonly onDays: (days: Days) => void }) {
  const { shifts: words } = usePageWords('closings');
  const { places } = useWords();
  const query = useQuery(shiftsQuery(days));
  return (
    <Page title={places.shifts} lead={words.lead}>
      <div className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-5">
        <DaysForm days={days} onDays={onDays} />
        <Loaded query={query}>{(all) => <ShiftList shifts={all} />}</Loaded>
        <CoverPart key={days.last} last={days.last} />
        <BlindSetting />
      </div>
    </Page>
  );
}

/** Whether cashiers say what the register says before they see ours. */
function BlindSetting() {
  const all = usePageWords('closings');
  const { shifts: words } = all;
  const { data: settings, error } = useQuery(settingsQuery);
  const save = useSetSettings();
  return (
    <section className="screen-only grid grid-cols-[minmax(0,1fr)] gap-2" aria-labelledby="blind-title">
      <h2 id="blind-title" className="text-section font-semibold">
        {words.blindTitle}
      </h2>
      <FailureNotice failure={failureOrNull(error)} />
      <ChangeFailure change={save} onPin={(approval) => save.mutate({ ...save.variables, approval })} />
      {save.isSuccess && <Notice tone="done">{words.blindSaved}</Notice>}
      {settings !== undefined && (
        <form
          className="grid gap-2"
          onSubmit={submitted((form) => save.mutate({ closingBlind: text(form, 'blind') === 'yes' }))}
        >
          <Tick name="blind" value="yes" defaultChecked={settings.closingBlind}>
            {words.blind}
          </Tick>
          <Button type="submit" className="justify-self-start" disabled={save.isPending}>
            {all.save}
          </Button>
        </form>
      )}
    </section>
  );
}

function OneShift({ id, person }: { readonly id: string; readonly person: Person }) {
  const { shift: words } = usePageWords('closings');
  const { places } = useWords();
  const { data: mine } = useQuery(mineQuery);
  const [closed, setClosed] = useState<Shift | null>(null);
  const isOwn = closed?.personId === person.id || mine?.some((own) => own.id === id) === true;
  return (
    <Page title={words.paper} back={{ href: ADDRESSES.shifts, name: places.shifts }} prints="nothing">
      <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-5">
        {closed?.number != null && <Notice tone="done">{words.closedNow(closed.number)}</Notice>}
        <ShiftCard id={id} isOwn={isOwn} onClosed={setClosed} />
      </div>
    </Page>
  );
}
