import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { Redirect, useSearch } from 'wouter';
import type { Person } from '../../../contract/access/people.ts';
import { isDate } from '../../../contract/platform/shop-day.ts';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { settingsQuery } from '../../../pwa/api/queries.ts';
import { ChangeFailure } from '../../../pwa/approval/change-failure.tsx';
import { ADDRESSES, addressOfDay, CLOSING_PARAM, DAY_PARAM, SHIFT_PARAM } from '../../../pwa/shell/addresses.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { Page } from '../../../pwa/shell/layout/page.tsx';
import { Loaded } from '../../../pwa/shell/loaded.tsx';
import { useSetSettings } from '../../../pwa/shell/use-settings.ts';
import { Button } from '../../../pwa/ui/button.tsx';
import { submitted, text } from '../../../pwa/ui/form.ts';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { Tick } from '../../../pwa/ui/tick.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useMessages } from '../../../pwa/words/words.tsx';
import { PeriodChoice } from '../../transactions/pwa/period-choice.tsx';
import { closingsQuery } from '../../transactions/pwa/queries.ts';
import { usePeriod } from '../../transactions/pwa/use-period.ts';
import type { Shift } from '../contract/shift.ts';
import { mineQuery, shiftsQuery } from './queries.ts';
import { ShiftCard } from './shift-card.tsx';
import { ShiftList } from './shift-list.tsx';

/** For managers: all shifts of some days, or one shift. Former addresses select a day here. */
export function ShiftsPage({ person }: { readonly person: Person }) {
  const params = new URLSearchParams(useSearch());
  const [shift, day, closing] = [SHIFT_PARAM, DAY_PARAM, CLOSING_PARAM].map((name) => params.get(name));
  const [period, setPeriod] = usePeriod('week');
  if (shift != null) return <OneShift key={shift} id={shift} person={person} />;
  if (day != null && isDate(day)) return <Redirect to={addressOfDay(day)} replace />;
  if (closing != null) return <DayOfClosing id={closing} />;
  return <AllShifts period={period} onPeriod={setPeriod} />;
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

function AllShifts({ period, onPeriod }: Pick<ComponentProps<typeof PeriodChoice>, 'period' | 'onPeriod'>) {
  const { shifts: messages } = usePageMessages('closings');
  const { places } = useMessages();
  const query = useQuery(shiftsQuery(period.days));
  return (
    <Page title={places.shifts} lead={messages.lead} reading>
      <PeriodChoice period={period} onPeriod={onPeriod} />
      <Loaded query={query}>{(all) => <ShiftList shifts={all} />}</Loaded>
      <BlindSetting />
    </Page>
  );
}

/** If on, cashiers enter the register total before they see ours. */
function BlindSetting() {
  const all = usePageMessages('closings');
  const { shifts: messages } = all;
  const { data: settings, error } = useQuery(settingsQuery);
  const save = useSetSettings();
  return (
    <section className="screen-only grid grid-cols-[minmax(0,1fr)] gap-2" aria-labelledby="blind-title">
      <h2 id="blind-title" className="text-section font-semibold">
        {messages.blindTitle}
      </h2>
      <FailureNotice failure={failureOrNull(error)} />
      <ChangeFailure change={save} onPin={(approval) => save.mutate({ ...save.variables, approval })} />
      {save.isSuccess && <Notice tone="done">{messages.blindSaved}</Notice>}
      {settings !== undefined && (
        <form
          className="grid gap-2"
          onSubmit={submitted((form) => save.mutate({ closingBlind: text(form, 'blind') === 'yes' }))}
        >
          <Tick name="blind" value="yes" defaultChecked={settings.closingBlind}>
            {messages.blind}
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
  const { shift: messages } = usePageMessages('closings');
  const { places } = useMessages();
  const { data: mine } = useQuery(mineQuery);
  const [closed, setClosed] = useState<Shift | null>(null);
  const isMine = closed?.personId === person.id || mine?.some((other) => other.id === id) === true;
  return (
    <Page title={messages.paper} back={{ href: ADDRESSES.shifts, name: places.shifts }} prints="nothing" reading>
      {closed?.number != null && <Notice tone="done">{messages.closedNow(closed.number)}</Notice>}
      <ShiftCard id={id} isOwn={isMine} onClosed={setClosed} />
    </Page>
  );
}
