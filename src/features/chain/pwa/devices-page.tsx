import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Page } from '../../../pwa/shell/layout/page.tsx';
import { Loaded } from '../../../pwa/shell/loaded.tsx';
import { Button } from '../../../pwa/ui/button.tsx';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { Select } from '../../../pwa/ui/select.tsx';
import { useNow } from '../../../pwa/ui/use-now.ts';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useMessages } from '../../../pwa/words/words.tsx';
import type { Fleet } from '../../fleet/contract/fleet.ts';
import { concernsOf, DEVICE_CONCERNS, type DeviceConcern } from '../../fleet/pwa/device-facts.ts';
import { DeviceLine } from '../../fleet/pwa/fleet-parts.tsx';
import type { ShopAnswer } from '../contract/shop-answers.ts';
import { REFRESH_MS } from './limits.ts';
import { MissingShops } from './missing-shops.tsx';
import { type DeviceOfShop, MoveDeviceDialog } from './move-device-dialog.tsx';
import { allDevicesQuery } from './queries.ts';

/** The devices in use in all shops, for head office. */
export function DevicesPage() {
  const { places } = useMessages();
  const query = useQuery(allDevicesQuery);
  return <Page title={places.allDevices}>{<Loaded query={query}>{(shops) => <Devices shops={shops} />}</Loaded>}</Page>;
}

function Devices({ shops }: { readonly shops: readonly ShopAnswer<Fleet>[] }) {
  const messages = usePageMessages('chain');
  const { show } = usePageMessages('transactions');
  const { filters } = usePageMessages('fleet');
  const now = useNow(REFRESH_MS);
  const { move } = useMessages();
  const [only, setOnly] = useState<DeviceConcern | null>(null);
  const [leaving, setLeaving] = useState<DeviceOfShop | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const openShops = shops.filter(({ suspended }) => !suspended);
  const found = shops.flatMap(({ id, name, answer }) =>
    (answer?.devices ?? []).flatMap((device) => {
      const { version } = answer ?? { version: '' };
      const isFound = only === null || concernsOf(device, version, now).includes(only);
      return isFound ? [{ device, version, shop: { id, name, isLast: answer?.devices.length === 1 } }] : [];
    }),
  );
  const choose = (value: string) => setOnly(DEVICE_CONCERNS.find((one) => one === value) ?? null);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <MissingShops shops={shops} />
      {done !== null && <Notice tone="done">{done}</Notice>}
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
        {found.map(({ device, version, shop }) => (
          <li key={device.id} className="flex items-center justify-between gap-3 px-4 py-3 till:px-6">
            <span className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1">
              <span translate="no" className="font-medium wrap-anywhere">
                {device.name} · {shop.name}
              </span>
              <DeviceLine device={device} version={version} now={now} />
            </span>
            {openShops.length > 1 && (
              <Button
                variant="quiet"
                aria-label={messages.moveOf(device.name, shop.name)}
                onClick={() => setLeaving({ device, shop })}
              >
                {move.submit}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {leaving !== null && (
        <MoveDeviceDialog
          {...leaving}
          targets={openShops.filter(({ id }) => id !== leaving.shop.id)}
          onClose={() => setLeaving(null)}
          onDone={(name, shop) => {
            setLeaving(null);
            setDone(messages.moved(name, shop));
          }}
        />
      )}
    </div>
  );
}
