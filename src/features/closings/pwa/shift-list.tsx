import { ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { grouped } from '../../../contract/money/grouped.ts';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { addressOfDay, addressOfShift } from '../../../pwa/shell/addresses.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { Button } from '../../../pwa/ui/button.tsx';
import { Chip } from '../../../pwa/ui/chip.tsx';
import { Dialog } from '../../../pwa/ui/dialog.tsx';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useMessages } from '../../../pwa/words/words.tsx';
import { DifferenceChip } from '../../transactions/pwa/difference-chip.tsx';
import { useAmountText, useDateText } from '../../transactions/pwa/texts.ts';
import { currenciesOfShift, netOfShift, type ShiftSum, type ShiftSummary } from '../contract/shift.ts';
import { useCloseAll } from './queries.ts';

/** Shifts by day or by till, each group with its totals. */
export function ShiftList({ shifts }: { readonly shifts: readonly ShiftSummary[] }) {
  const { shifts: messages } = usePageMessages('closings');
  const [by, setBy] = useState<'day' | 'till'>('day');
  const date = useDateText();
  const open = shifts.filter(({ number }) => number === null);
  const groups = grouped(shifts, ({ day, tillId }) => (by === 'day' ? day : tillId));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="screen-only flex flex-wrap items-center justify-between gap-3">
        <div className="flex gap-1 rounded-card bg-neutral-3 p-1">
          {(['day', 'till'] as const).map((name) => (
            <button
              key={name}
              type="button"
              aria-pressed={by === name}
              onClick={() => setBy(name)}
              className="min-h-12 rounded-button px-4 font-medium text-neutral-11 aria-pressed:bg-neutral-1 aria-pressed:font-semibold aria-pressed:text-neutral-12 aria-pressed:inset-ring aria-pressed:inset-ring-neutral-6"
            >
              {name === 'day' ? messages.byDay : messages.byTill}
            </button>
          ))}
        </div>
        <CloseAll open={open} />
      </div>
      {shifts.length === 0 && <p className="card p-4 till:p-6">{messages.none}</p>}
      {[...groups].map(([id, some]) => (
        <Group key={id} name={by === 'day' ? <DayLink day={id}>{date(id)}</DayLink> : some[0].till} shifts={some} />
      ))}
    </div>
  );
}

function DayLink({ day, children }: { readonly day: string; readonly children: ReactNode }) {
  return (
    <Link href={addressOfDay(day)} className="inline-flex min-h-12 items-center underline">
      {children}
    </Link>
  );
}

interface GroupProps {
  readonly name: ReactNode;
  readonly shifts: readonly ShiftSummary[];
}

function Group({ name, shifts }: GroupProps) {
  const { shifts: messages } = usePageMessages('closings');
  const nets = useNets();
  return (
    <section className="card grid grid-cols-[minmax(0,1fr)]">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-neutral-4 px-4 py-3 till:px-6">
        <h2 className="font-semibold wrap-anywhere">
          {name} <span className="text-label font-normal text-neutral-9">{messages.shiftsOf(shifts.length)}</span>
        </h2>
        <p className="font-semibold tabular-nums">{nets(shifts.flatMap(({ sums }) => sums))}</p>
      </header>
      <ul className="divide-y divide-neutral-4">
        {shifts.map((shift) => (
          <li key={shift.id}>
            <Link href={addressOfShift(shift.id)} className={SHIFT_ROW}>
              <ShiftRow shift={shift} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The link or button around a {@link ShiftRow}. */
export const SHIFT_ROW =
  'flex min-h-16 w-full items-center gap-3 px-4 py-2 text-left -outline-offset-4 hover:bg-neutral-3 till:px-6';

export function ShiftRow({ shift }: { readonly shift: ShiftSummary }) {
  const { shift: one, shifts: messages } = usePageMessages('closings');
  const { dateTime } = useFormat();
  const nets = useNets();
  const { number, burnt, till, person, opened, closed, closedBy, unsettled, difference, declared, sums } = shift;
  const name = number === null ? messages.openNow : burnt ? one.burntNumber(number) : one.z(number);
  return (
    <>
      <span className="min-w-0 flex-1">
        <span className="block font-medium wrap-anywhere">
          {name}, {burnt ? till : one.at(till, person)}
        </span>
        {!burnt && (
          <span className="block text-label text-neutral-9">
            {closed === null ? one.opened(dateTime(opened)) : `${dateTime(opened)} – ${dateTime(closed)}`}
          </span>
        )}
        <span className="flex flex-wrap gap-1">
          {unsettled > 0 && <Chip tone="unknown">? {messages.notSettled(unsettled)}</Chip>}
          {closedBy === 'next-day' && <Chip tone="attention">! {messages.stillOpen}</Chip>}
          {declared !== null && <DifferenceChip sums={{ difference, currency: declared.currency }} />}
        </span>
      </span>
      {!burnt && <span className="text-right font-semibold tabular-nums">{nets(sums)}</span>}
      <ChevronRight aria-hidden strokeWidth={1.75} size={20} className="shrink-0 text-neutral-9" />
    </>
  );
}

/** Redeemed less refunded amounts, per currency. */
export function useNets(): (sums: readonly ShiftSum[]) => string {
  const amountText = useAmountText();
  return (sums) =>
    currenciesOfShift(sums)
      .map((currency) => amountText(netOfShift(sums, currency), currency))
      .join(' · ') || '–';
}

function CloseAll({ open }: { readonly open: readonly ShiftSummary[] }) {
  const { shifts: messages } = usePageMessages('closings');
  const { common } = useMessages();
  const [isAsked, setAsked] = useState(false);
  const closeAll = useCloseAll();
  const close = () =>
    closeAll.mutate(
      open.map(({ id }) => id),
      { onSuccess: () => setAsked(false) },
    );
  if (open.length === 0) return closeAll.isSuccess && <Notice tone="done">{messages.closedAll}</Notice>;
  const title = messages.closeAll(open.length);
  return (
    <>
      <Button onClick={() => setAsked(true)}>{title}</Button>
      {isAsked && (
        <Dialog title={title} onClose={() => setAsked(false)}>
          <div className="grid gap-4">
            <p>{messages.closeAllSure}</p>
            <FailureNotice failure={failureOrNull(closeAll.error)} />
            <div className="flex flex-wrap justify-end gap-2">
              <Button variant="quiet" onClick={() => setAsked(false)}>
                {common.cancel}
              </Button>
              <Button disabled={closeAll.isPending} onClick={close}>
                {title}
              </Button>
            </div>
          </div>
        </Dialog>
      )}
    </>
  );
}
