import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { grouped } from '../../../contract/money/grouped.ts';
import { Page } from '../../../pwa/shell/layout/page.tsx';
import { Loaded } from '../../../pwa/shell/loaded.tsx';
import { Button } from '../../../pwa/ui/button.tsx';
import { Chip } from '../../../pwa/ui/chip.tsx';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { Searched } from '../../../pwa/ui/searched.tsx';
import { Select } from '../../../pwa/ui/select.tsx';
import { useNow } from '../../../pwa/ui/use-now.ts';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useMessages } from '../../../pwa/words/words.tsx';
import type { Fleet } from '../../fleet/contract/fleet.ts';
import { concernsOf, DEVICE_CONCERNS, type DeviceConcern } from '../../fleet/pwa/device-facts.ts';
import { DeviceLine } from '../../fleet/pwa/fleet-parts.tsx';
import type { ShopAnswer } from '../contract/shop-answers.ts';
import { DEVICES_OPEN_MAX, REFRESH_MS } from './limits.ts';
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
      <Searched
        things={found}
        nameOf={({ device, shop }) => `${device.name} ${shop.name}`}
        tools={
          <Select label={show} value={only ?? ''} onChoose={choose} className="w-64 max-w-full">
            <option value="">{messages.allDevices}</option>
            {DEVICE_CONCERNS.map((concern) => (
              <option key={concern} value={concern}>
                {filters[concern]}
              </option>
            ))}
          </Select>
        }
      >
        {(some) => (
          <>
            <p role="status">{messages.devices(some.length)}</p>
            {[...grouped(some, ({ shop }) => shop.id).values()].map((devices) => (
              <DevicesOfShop
                key={devices[0].shop.id}
                devices={devices}
                isOpenFirst={some.length <= DEVICES_OPEN_MAX}
                mayMove={openShops.length > 1}
                onMove={setLeaving}
              />
            ))}
          </>
        )}
      </Searched>
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

interface Found extends DeviceOfShop {
  /** That of the server. */
  readonly version: string;
}

interface DevicesOfShopProps {
  readonly devices: readonly [Found, ...Found[]];
  readonly isOpenFirst: boolean;
  readonly mayMove: boolean;
  readonly onMove: (device: DeviceOfShop) => void;
}

/** The devices of a shop, which are hidden at first on a page of many. */
function DevicesOfShop({ devices, isOpenFirst, mayMove, onMove }: DevicesOfShopProps) {
  const messages = usePageMessages('chain');
  const { move } = useMessages();
  const now = useNow(REFRESH_MS);
  const [isOpen, setOpen] = useState<boolean | null>(null);
  const isShown = isOpen ?? isOpenFirst;
  const { shop } = devices[0];
  const concerned = devices.filter(({ device, version }) => concernsOf(device, version, now).length > 0).length;
  return (
    <details
      className="group card"
      open={isShown}
      onToggle={({ currentTarget: { open } }) => open !== isShown && setOpen(open)}
    >
      <summary className="flex min-h-14 cursor-pointer list-none items-center gap-3 px-4 py-2 till:px-6">
        <h2 className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 font-semibold wrap-anywhere">
          <span translate="no">{shop.name}</span>
          <span className="text-label font-normal text-neutral-9">{messages.devices(devices.length)}</span>
          {concerned > 0 && <Chip tone="attention">! {concerned}</Chip>}
        </h2>
        <ChevronRight
          aria-hidden
          strokeWidth={1.75}
          size={20}
          className="shrink-0 text-neutral-9 group-open:rotate-90"
        />
      </summary>
      {isShown && (
        <ul className="divide-y divide-neutral-4 border-t border-neutral-4">
          {devices.map(({ device, version }) => (
            <li key={device.id} className="flex items-center justify-between gap-3 px-4 py-3 till:px-6">
              <span className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1">
                <span translate="no" className="font-medium wrap-anywhere">
                  {device.name} · {shop.name}
                </span>
                <DeviceLine device={device} version={version} now={now} />
              </span>
              {mayMove && (
                <Button
                  variant="quiet"
                  aria-label={messages.moveOf(device.name, shop.name)}
                  onClick={() => onMove({ device, shop })}
                >
                  {move.submit}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}
