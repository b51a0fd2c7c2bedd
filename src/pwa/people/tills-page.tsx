import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DeviceAdmin } from '../../contract/people.ts';
import { failureOrNull } from '../api/failure.ts';
import { devicesQuery } from '../api/queries.ts';
import { addressWithCode } from '../shell/door/arrival-code.ts';
import { DeviceLink } from '../shell/door/device-link.tsx';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { useFormat } from '../ui/use-format.tsx';
import { useNow } from '../ui/use-now.ts';
import { usePageWords } from '../words/page-words.ts';
import { useWords } from '../words/words.tsx';
import { useEnrolmentCode, useRevokeDevice, useUnlockDevice } from './use-people.ts';

/** The devices of the shop. The last one stays, because it lets the next one in. */
export function Devices() {
  const words = usePageWords('people');
  const { data: devices = [], error } = useQuery(devicesQuery);
  const unlock = useUnlockDevice();
  const [leaving, setLeaving] = useState<DeviceAdmin | null>(null);
  const [done, setDone] = useState<string | null>(null);
  return (
    <>
      <h2 className="text-section font-semibold">{words.devices}</h2>
      <FailureNotice failure={failureOrNull(error ?? unlock.error)} />
      {done !== null && <Notice tone="done">{done}</Notice>}
      <EnrolmentCode />
      <ul className="divide-y divide-neutral-4 border-t border-neutral-4">
        {devices.map((device) => (
          <DeviceRow key={device.id} device={device}>
            {device.locked && (
              <Button
                aria-label={words.unlockOf(device.name)}
                disabled={unlock.isPending}
                onClick={() => unlock.mutate(device.id, { onSuccess: () => setDone(words.unlocked(device.name)) })}
              >
                {words.unlock}
              </Button>
            )}
            {devices.length > 1 && (
              <Button look="quiet" aria-label={words.revokeOf(device.name)} onClick={() => setLeaving(device)}>
                {words.revoke}
              </Button>
            )}
          </DeviceRow>
        ))}
      </ul>
      {devices.length === 1 && <p className="text-label text-neutral-9">{words.onlyDevice}</p>}
      {leaving !== null && (
        <RevokeDialog
          device={leaving}
          onClose={() => setLeaving(null)}
          onDone={() => {
            setLeaving(null);
            setDone(words.revoked(leaving.name));
          }}
        />
      )}
    </>
  );
}

function DeviceRow({ device, children }: { readonly device: DeviceAdmin; readonly children: React.ReactNode }) {
  const words = usePageWords('people');
  const { distance } = useFormat();
  const now = useNow(60_000);
  const { name, lastSeenAt, current, locked } = device;
  return (
    <li className="flex min-h-16 items-center justify-between gap-3 py-1">
      <span className="min-w-0">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
          {locked && <Chip tone="attention">{words.locked}</Chip>}
        </span>
        <span className="block text-label text-neutral-9">
          {current ? words.thisDevice : lastSeenAt === null ? words.neverSeen : words.seen(distance(lastSeenAt, now))}
        </span>
      </span>
      <span className="flex shrink-0 flex-wrap justify-end gap-1">{children}</span>
    </li>
  );
}

/** A one-time code for another device: to be scanned there, or typed. */
function EnrolmentCode() {
  const people = usePageWords('people');
  const { time } = useFormat();
  const make = useEnrolmentCode();
  return (
    <div className="grid gap-3">
      <FailureNotice failure={failureOrNull(make.error)} />
      {make.isSuccess && (
        <div role="status" className="grid grid-cols-[minmax(0,1fr)] justify-items-center gap-2 text-center">
          <p>{people.codeLead}</p>
          <DeviceLink address={addressWithCode(location.origin, make.data.code)} label={people.codeQr} />
          <p className="text-title font-semibold tracking-widest break-all tabular-nums">{make.data.code}</p>
          <p className="text-label break-all">{location.origin}</p>
          <p className="text-label text-neutral-9">{people.codeExpires(time(make.data.expiresAt))}</p>
        </div>
      )}
      <Button disabled={make.isPending} onClick={() => make.mutate()}>
        {people.newDevice}
      </Button>
    </div>
  );
}

interface RevokeDialogProps {
  readonly device: DeviceAdmin;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Asks before a device is shut out, and says it when it is the one in hand. */
function RevokeDialog({ device: { id, name, current }, onClose, onDone }: RevokeDialogProps) {
  const words = usePageWords('people');
  const { common } = useWords();
  const revoke = useRevokeDevice();
  return (
    <Dialog title={words.revoke} onClose={onClose}>
      <div className="grid gap-4">
        <p>{words.revokeSure(name)}</p>
        {current && <Notice tone="attention">{words.revokeInHand}</Notice>}
        <FailureNotice failure={failureOrNull(revoke.error)} />
        <div className="flex justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button look="danger" disabled={revoke.isPending} onClick={() => revoke.mutate(id, { onSuccess: onDone })}>
            {words.revoke}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
