import { useQuery } from '@tanstack/react-query';
import { CalendarCheck, type LucideIcon, MonitorSmartphone, Wallet } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { DeviceAdmin } from '../../contract/access/people.ts';
import { shopDate } from '../../contract/platform/shop-day.ts';
import { shiftsQuery } from '../../features/closings/pwa/queries.ts';
import { ownFirst } from '../../features/transactions/pwa/own-first.ts';
import { daysOf, isoPeriodOf } from '../../features/transactions/pwa/period.ts';
import { useTotals } from '../../features/transactions/pwa/queries.ts';
import { useAmountText, useDateText } from '../../features/transactions/pwa/texts.ts';
import { devicesQuery } from '../api/queries.ts';
import { Cases } from '../attention/cases.tsx';
import { ADDRESSES } from '../shell/addresses.ts';
import { Page } from '../shell/frame/page.tsx';
import { useShop } from '../shell/use-session.ts';
import { useNow } from '../ui/use-now.ts';
import { usePageWords } from '../words/page-words.ts';
import { useWords } from '../words/words.tsx';

/** Where a manager arrives: how the day stands, and what nobody but a manager can settle. */
export function TodayPage() {
  const { places } = useWords();
  return (
    <Page title={places.today}>
      <div className="grid gap-3 tablet:grid-cols-3">
        <Taken />
        <Tills />
        <OpenShifts />
      </div>
      <h2 className="text-section font-semibold">{places.attention}</h2>
      <Cases />
    </Page>
  );
}

interface FigureProps {
  readonly icon: LucideIcon;
  readonly href: string;
  readonly name: string;
  readonly children: ReactNode;
  readonly more: string;
}

/** One figure of the day; the whole card leads to where it comes from. */
function Figure({ icon: Icon, href, name, children, more }: FigureProps) {
  return (
    <Link href={href} className="card grid grid-cols-[minmax(0,1fr)] gap-1 p-4 hover:bg-neutral-3">
      <span className="flex items-center gap-2 text-label font-medium text-neutral-9">
        <Icon aria-hidden strokeWidth={1.75} size={18} className="shrink-0" />
        {name}
      </span>
      <span className="min-h-8 text-title font-semibold wrap-anywhere tabular-nums">{children}</span>
      <span className="min-h-5 text-label text-neutral-9">{more}</span>
    </Link>
  );
}

function useToday(): string {
  return shopDate(useNow(30_000), useShop());
}

function Taken() {
  const words = usePageWords('today');
  const shop = useShop();
  const { currency } = shop;
  const amountText = useAmountText();
  const today = useToday();
  const { data } = useTotals(isoPeriodOf({ first: today, last: today }, shop), {});
  const [main] = ownFirst(data?.sums.currencies ?? [], currency);
  const net = amountText(main?.net ?? 0, main?.currency ?? currency);
  return (
    <Figure
      icon={Wallet}
      href={ADDRESSES.transactions}
      name={words.taken}
      more={data === undefined ? '' : words.redemptions(main?.captures ?? 0, main?.refunds ?? 0)}
    >
      {data === undefined ? '' : net}
    </Figure>
  );
}

/** A till that nobody heard of for so long is not at work. */
const AWAY_MS = 10 * 60_000;

function Tills() {
  const words = usePageWords('today');
  const { data: devices } = useQuery({ ...devicesQuery, refetchInterval: 60_000 });
  const now = useNow(30_000);
  const isHere = ({ current, lastSeenAt }: DeviceAdmin) =>
    current || (lastSeenAt !== null && now - Date.parse(lastSeenAt) < AWAY_MS);
  const here = devices?.filter(isHere) ?? [];
  return (
    <Figure
      icon={MonitorSmartphone}
      href={ADDRESSES.tills}
      name={words.tills}
      more={devices?.some(({ locked }) => locked) ? words.tillLocked : ''}
    >
      {devices === undefined ? '' : words.tillsOf(here.length, devices.length)}
    </Figure>
  );
}

/** Shifts that nobody has closed, with the earlier days on which some were left open. */
function OpenShifts() {
  const words = usePageWords('today');
  const date = useDateText();
  const today = useToday();
  const { data } = useQuery({ ...shiftsQuery(daysOf('week', today)), refetchInterval: 60_000 });
  const open = data?.filter(({ number }) => number === null) ?? [];
  const earlier = [...new Set(open.map(({ day }) => day))].filter((day) => day < today);
  return (
    <Figure
      icon={CalendarCheck}
      href={ADDRESSES.shifts}
      name={words.openShifts}
      more={earlier.slice(0, 2).map(date).join(', ')}
    >
      {data === undefined ? '' : words.shifts(open.length)}
    </Figure>
  );
}
