import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../pwa/api/live.ts';
import { Page } from '../../../pwa/shell/layout/page.tsx';
import { Loaded } from '../../../pwa/shell/loaded.tsx';
import { Select } from '../../../pwa/ui/select.tsx';
import { useNow } from '../../../pwa/ui/use-now.ts';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useMessages } from '../../../pwa/words/words.tsx';
import type { ChainDevices } from '../../fleet/contract/fleet.ts';
import { concernsOf, DEVICE_CONCERNS, type DeviceConcern } from '../../fleet/pwa/device-facts.ts';
import { DeviceLine } from '../../fleet/pwa/fleet-parts.tsx';

const REFRESH_MS = 60_000;
const devicesQuery = queryOptions({
  queryKey: ['chain', 'devices'],
  queryFn: ({ signal }) => call('chainDevices', { signal }),
  refetchInterval: REFRESH_MS,
});

/** The devices in use in all shops, for head office. */
export function DevicesPage() {
  const { places } = useMessages();
  const query = useQuery(devicesQuery);
  return <Page title={places.allDevices}>{<Loaded query={query}>{(fleet) => <Devices fleet={fleet} />}</Loaded>}</Page>;
}

function Devices({ fleet: { devices, version } }: { readonly fleet: ChainDevices }) {
  const messages = usePageMessages('chain');
  const { show } = usePageMessages('transactions');
  const { filters } = usePageMessages('fleet');
  const now = useNow(REFRESH_MS);
  const [only, setOnly] = useState<DeviceConcern | null>(null);
  const found = devices.filter((device) => only === null || concernsOf(device, version, now).includes(only));
  const choose = (value: string) => setOnly(DEVICE_CONCERNS.find((one) => one === value) ?? null);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Select label={show} value={only ?? ''} onChoose={choose} className="max-w-64">
        <option value="">{messages.allDevices}</option>
        {DEVICE_CONCERNS.map((concern) => (
          <option key={concern} value={concern}>
            {filters[concern]}
          </option>
        ))}
      </Select>
      <p role="status">{messages.devices(found.length)}</p>
      <ul className="card divide-y divide-neutral-4 empty:hidden">
        {found.map((device) => (
          <li key={device.id} className="grid grid-cols-[minmax(0,1fr)] gap-1 px-4 py-3 till:px-6">
            <span translate="no" className="font-medium wrap-anywhere">
              {device.name} · {device.shop}
            </span>
            <DeviceLine device={device} version={version} now={now} />
          </li>
        ))}
      </ul>
    </div>
  );
}
