import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DeviceAdmin } from '../../contract/people.ts';
import { failureOrNull } from '../api/failure.ts';
import { devicesQuery } from '../api/queries.ts';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { Notice } from '../ui/notice.tsx';
import { useFormat } from '../ui/use-format.tsx';
import { useNow } from '../ui/use-now.ts';
import { usePageWords } from '../words/page-words.ts';
import { EnrolmentCode } from './enrolment-code.tsx';
import { RevokeDialog } from './revoke-dialog.tsx';
import { useUnlockDevice } from './use-people.ts';

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
