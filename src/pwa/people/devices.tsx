import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { failureOrNull } from '../api/failure.ts';
import { devicesQuery } from '../api/queries.ts';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useFormat } from '../ui/use-format.tsx';
import { useNow } from '../ui/use-now.ts';
import { useWords } from '../words/words.tsx';
import { EnrolmentCode } from './enrolment-code.tsx';
import { useRevokeDevice } from './use-people.ts';

/** The devices of the shop, each revocable but the one in hand. */
export function Devices() {
  const { people: words, common } = useWords();
  const { distance } = useFormat();
  const now = useNow(60_000);
  const { data: devices, error } = useQuery(devicesQuery);
  const revoke = useRevokeDevice();
  const [leaving, setLeaving] = useState<{ id: string; name: string } | null>(null);
  const close = () => setLeaving(null);
  return (
    <>
      <h2 className="text-section font-semibold">{words.devices}</h2>
      <FailureNotice failure={failureOrNull(error ?? revoke.error)} />
      <ul className="divide-y divide-neutral-4">
        {devices?.map(({ id, name, lastSeenAt, current }) => (
          <li key={id} className="flex min-h-14 items-center justify-between gap-3">
            <span className="min-w-0">
              <span className="block truncate font-medium">{name}</span>
              <span className="text-label text-neutral-9">
                {current ? words.thisDevice : lastSeenAt === null ? words.neverSeen : words.lastSeen(distance(lastSeenAt, now))}
              </span>
            </span>
            {!current && (
              <Button look="quiet" onClick={() => setLeaving({ id, name })}>
                {words.revoke}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <EnrolmentCode />
      {leaving !== null && (
        <Dialog title={words.revoke} onClose={close}>
          <p>{words.revokeSure(leaving.name)}</p>
          <div className="mt-4 flex justify-end gap-2">
            <Button look="quiet" onClick={close}>
              {common.cancel}
            </Button>
            <Button onClick={() => revoke.mutate(leaving.id, { onSettled: close })}>{words.revoke}</Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
