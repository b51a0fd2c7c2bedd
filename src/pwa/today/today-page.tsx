import { useQuery } from '@tanstack/react-query';
import { MonitorSmartphone } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { DeviceAdmin } from '../../contract/access/people.ts';
import { needsPerson } from '../../contract/redemption/attention.ts';
import { attentionQuery, devicesQuery } from '../api/queries.ts';
import { Cases } from '../attention/cases.tsx';
import { ADDRESSES } from '../shell/addresses.ts';
import { Page } from '../shell/layout/page.tsx';
import { slotsOf } from '../shell/slots.ts';
import { useNow } from '../ui/use-now.ts';
import { usePageMessages } from '../words/page-words.ts';
import { useMessages } from '../words/words.tsx';
import { Figure } from './figure.tsx';
import { INACTIVE_MS } from './limits.ts';

/** A manager's first page: figures of the day, and the cases that need a manager. */
export function TodayPage() {
  const { places } = useMessages();
  const { data: cases } = useQuery(attentionQuery);
  /* Decided once, so that the cases do not move while the manager resolves the last one. */
  const [isUrgent, setUrgent] = useState<boolean | null>(null);
  if (isUrgent === null && cases !== undefined) setUrgent(cases.some(needsPerson));
  const attention = (
    <>
      <h2 className="text-section font-semibold">{places.attention}</h2>
      <Cases />
    </>
  );
  return (
    <Page title={places.today}>
      {isUrgent && attention}
      <div className="grid gap-3 tablet:grid-cols-3">
        <Suspense>
          {slotsOf('today').map((Card, position) => (
            <Card key={position} />
          ))}
          <Tills />
        </Suspense>
      </div>
      <Suspense>
        {slotsOf('todayChart').map((Chart, position) => (
          <Chart key={position} />
        ))}
      </Suspense>
      {!isUrgent && attention}
    </Page>
  );
}

function Tills() {
  const messages = usePageMessages('today');
  const { data: devices } = useQuery({ ...devicesQuery, refetchInterval: 60_000 });
  const now = useNow(30_000);
  const isActive = ({ current, lastSeenAt }: DeviceAdmin) =>
    current || (lastSeenAt !== null && now - Date.parse(lastSeenAt) < INACTIVE_MS);
  const active = devices?.filter(isActive) ?? [];
  return (
    <Figure
      icon={MonitorSmartphone}
      href={ADDRESSES.tills}
      name={messages.tills}
      more={devices?.some(({ locked }) => locked) ? messages.tillLocked : ''}
    >
      {devices === undefined ? '' : messages.tillsOf(active.length, devices.length)}
    </Figure>
  );
}
