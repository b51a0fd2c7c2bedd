import { useQuery } from '@tanstack/react-query';
import { CalendarCheck } from 'lucide-react';
import { ADDRESSES } from '../../../pwa/shell/addresses.ts';
import { Figure, useToday } from '../../../pwa/today/figure.tsx';
import { usePageWords } from '../../../pwa/words/page-words.ts';
import { daysOf } from '../../transactions/pwa/period.ts';
import { useDateText } from '../../transactions/pwa/texts.ts';
import { shiftsQuery } from './queries.ts';

/** Open shifts, with the earlier days that still have some. */
export function OpenShifts() {
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
