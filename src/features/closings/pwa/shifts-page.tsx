import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, Redirect, useSearch } from 'wouter';
import type { Person } from '../../../contract/access/people.ts';
import { isDate } from '../../../contract/platform/shop-day.ts';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { settingsQuery } from '../../../pwa/api/queries.ts';
import { ChangeFailure } from '../../../pwa/approval/change-failure.tsx';
import { ADDRESSES, addressOfDay, CLOSING_PARAM, DAY_PARAM, SHIFT_PARAM } from '../../../pwa/shell/addresses.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { Page } from '../../../pwa/shell/frame/page.tsx';
import { Loaded } from '../../../pwa/shell/loaded.tsx';
import { useSetSettings } from '../../../pwa/shell/use-settings.ts';
import { Button, buttonLook } from '../../../pwa/ui/button.tsx';
import { submitted, text } from '../../../pwa/ui/form.ts';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { Tick } from '../../../pwa/ui/tick.tsx';
import { usePageWords } from '../../../pwa/words/page-words.ts';
import { useWords } from '../../../pwa/words/words.tsx';
import type { Days } from '../../transactions/pwa/period.ts';
import { closingsQuery } from '../../transactions/pwa/queries.ts';
import type { Shift } from '../contract/shift.ts';
import { DayView } from './day-view.tsx';
import { DaysForm, useDays } from './days-form.tsx';
import { mineQuery, shiftsQuery } from './queries.ts';
import { ShiftCard } from './shift-card.tsx';
import { ShiftList } from './shift-list.tsx';

/** For managers: all shifts of some days, one shift, or one day next to the issuer's total. */
export function ShiftsPage({ person }: { readonly person: Person }) {
  const asked = new URLSearchParams(useSearch());
  const [shift, day, closing] = [SHIFT_PARAM, DAY_PARAM, CLOSING_PARAM].map((name) => asked.get(name));
  const [days, setDays] = useDays('week');
  if (shift != null) return <OneShift key={shift} id={shift} person={person} />;
  if (day != null && isDate(day)) return <DayView key={day} day={day} />;
  if (closing != null) return <DayOfClosing id={closing} />;
  return <AllShifts days={days} onDays={setDays} />;
}

function DayOfClosing({ id }: { readonly id: string }) {
  const closings = useQuery(closingsQuery);
  return (
    <Loaded query={closings}>
      {(all) => {
        const closing = all.find((one) => one.id === id);
        return <Redirect to={closing === undefined ? ADDRESSES.shifts : addressOfDay(closing.date)} replace />;
      }}
    </Loaded>
  );
}

function AllShifts({ days, onDays }: { readonly days: Days; readonly onDays: (days: Days) => void }) {
  const { shifts: words } = usePageWords('closings');
  const { places } = useWords();
  const query = useQuery(shiftsQuery(days));
  return (
    <Page title={places.shifts} lead={words.lead}>
      <div className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-5">
        <DaysForm days={days} onDays={onDays} />
        <Link href={addressOfDay(days.last)} className={`screen-only justify-self-start ${buttonLook('plain')}`}>
          {words.compare}
        </Link>
        <Loaded query={query}>{(all) => <ShiftList shifts={all} />}</Loaded>
        <BlindSetting />
      </div>
    </Page>
  );
}

/** If on, cashiers enter the register total before they see ours. */
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
