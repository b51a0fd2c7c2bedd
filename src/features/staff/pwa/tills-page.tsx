import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { addressWithCode } from '../../../contract/access/enrolment-link.ts';
import type { DeviceAdmin } from '../../../contract/access/people.ts';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { devicesQuery } from '../../../pwa/api/queries.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { Page } from '../../../pwa/shell/layout/page.tsx';
import { DeviceLink } from '../../../pwa/shell/sign-in/device-link.tsx';
import { MoveDevice } from '../../../pwa/shell/sign-in/move-device.tsx';
import { slotsOf } from '../../../pwa/shell/slots.ts';
import { useShop } from '../../../pwa/shell/use-session.ts';
import { Button } from '../../../pwa/ui/button.tsx';
import { Chip } from '../../../pwa/ui/chip.tsx';
import { Dialog } from '../../../pwa/ui/dialog.tsx';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { Searched } from '../../../pwa/ui/searched.tsx';
import { serverNow } from '../../../pwa/ui/server-time.ts';
import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { useNow } from '../../../pwa/ui/use-now.ts';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useMessages } from '../../../pwa/words/words.tsx';
import { TILLS_PAGE_POLL_MS } from './limits.ts';
import { useCreateEnrolmentCode, useRevokeDevice, useUnlockDevice } from './use-people.ts';

/** For managers: the form for a new till, and the list of devices. */
export function TillsPage() {
  const { places } = useMessages();
  const { name, visit } = useShop();
  return (
    <Page title={places.tills}>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 till:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] till:gap-6">
        <section className="card p-4 till:p-6">
          <EnrolmentCode />
          {name !== undefined && visit === undefined && (
            <div className="mt-4 border-t border-neutral-4 pt-4">
              <MoveDevice />
            </div>
          )}
        </section>
        <section className="card grid grid-cols-[minmax(0,1fr)] content-start gap-4 p-4 till:p-6">
          <Devices />
        </section>
      </div>
    </Page>
  );
}

/** The devices of the shop. The last one cannot be removed, because it enrols other devices. */
function Devices() {
  const messages = usePageMessages('staff');
  const { data: devices = [], error } = useQuery(devicesQuery);
  const unlock = useUnlockDevice();
  const [leaving, setLeaving] = useState<DeviceAdmin | null>(null);
  const [done, setDone] = useState<string | null>(null);
  return (
    <>
      <h2 className="text-section font-semibold">{messages.devices}</h2>
      <FailureNotice failure={failureOrNull(error ?? unlock.error)} />
      {done !== null && <Notice tone="done">{done}</Notice>}
      <Searched things={devices} nameOf={({ name }) => name}>
        {(found) => (
          <ul className="divide-y divide-neutral-4">
            {found.map((device) => (
              <DeviceRow key={device.id} device={device}>
                {device.locked && (
                  <Button
                    aria-label={messages.unlockOf(device.name)}
                    disabled={unlock.isPending}
                    onClick={() =>
                      unlock.mutate(device.id, { onSuccess: () => setDone(messages.unlocked(device.name)) })
                    }
                  >
                    {messages.unlock}
                  </Button>
                )}
                {devices.length > 1 && (
                  <Button
                    variant="quiet"
                    aria-label={messages.revokeOf(device.name)}
                    onClick={() => setLeaving(device)}
                  >
                    {messages.revoke}
                  </Button>
                )}
              </DeviceRow>
            ))}
          </ul>
        )}
      </Searched>
      <Suspense>
        {slotsOf('devices').map((Part, position) => (
          <Part key={position} />
        ))}
      </Suspense>
      {devices.length === 1 && <p className="text-label text-neutral-9">{messages.onlyDevice}</p>}
      {leaving !== null && (
        <RevokeDialog
          device={leaving}
          onClose={() => setLeaving(null)}
          onDone={() => {
            setLeaving(null);
            setDone(messages.revoked(leaving.name));
          }}
        />
      )}
    </>
  );
}

function DeviceRow({ device, children }: { readonly device: DeviceAdmin; readonly children: React.ReactNode }) {
  const messages = usePageMessages('staff');
  const { ago } = useFormat();
  const now = useNow(60_000);
  const { name, lastSeenAt, current, locked } = device;
  return (
    <li className="flex min-h-16 items-center justify-between gap-3 py-1">
      <span className="min-w-0">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span translate="no" className="min-w-0 font-medium wrap-anywhere">
            {name}
          </span>
          {locked && <Chip tone="attention">{messages.locked}</Chip>}
        </span>
        <span className="block text-label text-neutral-9">
          {current
            ? messages.thisDevice
            : lastSeenAt === null
              ? messages.neverSeen
              : messages.seen(ago(lastSeenAt, now))}
        </span>
        <Suspense>
          {slotsOf('deviceRow').map((Part, position) => (
            <Part key={position} id={device.id} />
          ))}
        </Suspense>
      </span>
      <span className="flex shrink-0 flex-wrap justify-end gap-1">{children}</span>
    </li>
  );
}

/** A one-time code for another device, until it is used or expires. */
function EnrolmentCode() {
  const people = usePageMessages('staff');
  const make = useCreateEnrolmentCode();
  const { time } = useFormat();
  const [before, setBefore] = useState<ReadonlySet<string> | null>(null);
  const { data: devices } = useQuery({
    ...devicesQuery,
    refetchInterval: before === null ? false : TILLS_PAGE_POLL_MS,
  });
  const joined = before === null ? undefined : devices?.find(({ id }) => !before.has(id));
  const begin = () => {
    setBefore(new Set((devices ?? []).map(({ id }) => id)));
    make.mutate();
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 className="text-section font-semibold">{people.newDevice}</h2>
      <FailureNotice failure={failureOrNull(make.error)} />
      {joined !== undefined && <Notice tone="done">{people.joined(joined.name, time(joined.enrolledAt))}</Notice>}
      {joined === undefined && make.isSuccess && <Code {...make.data} />}
      {/* Without the list of devices, every device would look newly enrolled. */}
      <Button
        variant={make.isSuccess ? 'plain' : 'main'}
        disabled={make.isPending || devices === undefined}
        onClick={begin}
      >
        {make.isSuccess ? people.nextCode : people.makeCode}
      </Button>
    </div>
  );
}

function Code({ code, expiresAt }: { readonly code: string; readonly expiresAt: string }) {
  const people = usePageMessages('staff');
  const { wait } = useFormat();
  useNow(1_000);
  const leftMs = Date.parse(expiresAt) - serverNow();
  if (leftMs <= 0) return <Notice tone="attention">{people.codeOver}</Notice>;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] justify-items-center gap-2 text-center">
      <p role="status">{people.codeLead}</p>
      <DeviceLink address={addressWithCode(location.origin, code)} label={people.codeQr} />
      <p className="text-title font-semibold tracking-widest break-all tabular-nums">{code}</p>
      <p className="text-label break-all">{location.origin}</p>
      <p className="text-label text-neutral-9 tabular-nums">{people.codeExpires(wait(leftMs))}</p>
    </div>
  );
}

interface RevokeDialogProps {
  readonly device: DeviceAdmin;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Asks before a device is revoked, and warns if it is the current one. */
function RevokeDialog({ device: { id, name, current }, onClose, onDone }: RevokeDialogProps) {
  const messages = usePageMessages('staff');
  const { common } = useMessages();
  const revoke = useRevokeDevice();
  return (
    <Dialog title={messages.revoke} onClose={onClose}>
      <div className="grid gap-4">
        <p>{messages.revokeSure(name)}</p>
        {current && <Notice tone="attention">{messages.revokeInHand}</Notice>}
        <FailureNotice failure={failureOrNull(revoke.error)} />
        <div className="flex justify-end gap-2">
          <Button variant="quiet" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button variant="danger" disabled={revoke.isPending} onClick={() => revoke.mutate(id, { onSuccess: onDone })}>
            {messages.revoke}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
