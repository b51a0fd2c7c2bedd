import { queryOptions, useQuery } from '@tanstack/react-query';
import { Download, RefreshCw } from 'lucide-react';
import { call } from '../../../pwa/api/live.ts';
import { devicesQuery } from '../../../pwa/api/queries.ts';
import { Loaded } from '../../../pwa/shell/loaded.tsx';
import { Button, buttonClass } from '../../../pwa/ui/button.tsx';
import { Chip } from '../../../pwa/ui/chip.tsx';
import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { useNow } from '../../../pwa/ui/use-now.ts';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import type { FleetDevice } from '../contract/fleet.ts';
import { concernsOf } from './device-facts.ts';

const fleetQuery = queryOptions({
  /* A device that joins or is revoked changes both lists. */
  queryKey: [...devicesQuery.queryKey, 'fleet'],
  queryFn: ({ signal }) => call('fleet', { signal }),
});

/** What managers see of the devices in use. */
export function FleetSection() {
  const messages = usePageMessages('fleet');
  const fleet = useQuery(fleetQuery);
  return (
    <section className="card grid grid-cols-[minmax(0,1fr)] gap-4 p-4 till:p-6" aria-labelledby="fleet">
      <h2 id="fleet" className="text-section font-semibold">
        {messages.title}
      </h2>
      <p className="text-label text-neutral-9">{messages.lead}</p>
      <Loaded query={fleet}>
        {({ version, devices }) => (
          <ul className="divide-y divide-neutral-4">
            {devices.map((device) => (
              <DeviceInUse key={device.id} device={device} serverVersion={version} />
            ))}
          </ul>
        )}
      </Loaded>
      <div className="flex flex-wrap gap-2">
        <Button disabled={fleet.isFetching} onClick={() => void fleet.refetch()}>
          <RefreshCw aria-hidden strokeWidth={1.75} size={20} />
          {messages.refresh}
        </Button>
        <a href="/api/fleet.csv" download className={buttonClass('plain')}>
          <Download aria-hidden strokeWidth={1.75} size={20} />
          {messages.csv}
        </a>
      </div>
    </section>
  );
}

function DeviceInUse({ device, serverVersion }: { readonly device: FleetDevice; readonly serverVersion: string }) {
  const messages = usePageMessages('fleet');
  const { ago } = useFormat();
  const now = useNow(60_000);
  const { name, report, printer } = device;
  const facts =
    report === null
      ? [messages.noReport]
      : [
          messages.version(report.version),
          report.browser,
          ...(report.reads === null ? [] : [messages.reads[report.reads]]),
          ...(printer === null ? [] : [messages.printer(printer)]),
          report.locked ? messages.locked : messages.open,
          messages.reported(ago(report.at, now)),
        ];
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-1 py-3">
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span translate="no" className="font-medium wrap-anywhere">
          {name}
        </span>
        {concernsOf(device, serverVersion, now).map((concern) => (
          <Chip key={concern} tone="attention">
            {concern === 'unsent' ? messages.concerns.unsent(report?.unsent ?? 0) : messages.concerns[concern]}
          </Chip>
        ))}
      </span>
      <span className="text-label text-neutral-9 wrap-anywhere">{facts.join(' · ')}</span>
    </li>
  );
}
