import { useQuery } from '@tanstack/react-query';
import { MonitorSmartphone } from 'lucide-react';
import { useState } from 'react';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { DeviceLink } from '../../../pwa/shell/sign-in/device-link.tsx';
import { Button } from '../../../pwa/ui/button.tsx';
import { Dialog } from '../../../pwa/ui/dialog.tsx';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { DISPLAY_DIALOG_POLL_MS } from './limits.ts';
import { openDisplay } from './open-window.ts';
import { addressToConnect } from './pairing-code.ts';
import { displaysQuery, useDisplayCode, useEndDisplay } from './queries.ts';

/** Opens the customer display of this till: on a second screen, or on another device. */
export function DisplayDialog({ onClose }: { readonly onClose: () => void }) {
  const messages = usePageMessages('customer-display');
  return (
    <Dialog title={messages.title} onClose={onClose} onScan="closes">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <p>{messages.lead}</p>
        <SecondScreen />
        <Elsewhere />
      </div>
    </Dialog>
  );
}

function SecondScreen() {
  const messages = usePageMessages('customer-display');
  const [opened, setOpened] = useState<boolean | null>(null);
  return (
    <section className="grid gap-3">
      <h3 className="font-semibold">{messages.here}</h3>
      <p className="text-label text-neutral-9">{messages.hereLead}</p>
      <Button variant="main" onClick={() => void openDisplay().then(setOpened)}>
        <MonitorSmartphone aria-hidden strokeWidth={1.75} />
        {messages.open}
      </Button>
      {opened !== null && (
        <Notice tone={opened ? 'done' : 'attention'}>{opened ? messages.opened : messages.blocked}</Notice>
      )}
    </section>
  );
}

function Elsewhere() {
  const messages = usePageMessages('customer-display');
  const { time } = useFormat();
  const code = useDisplayCode();
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3 border-t border-neutral-4 pt-4">
      <h3 className="font-semibold">{messages.elsewhere}</h3>
      <p className="text-label text-neutral-9">{messages.elsewhereLead}</p>
      <FailureNotice failure={failureOrNull(code.error)} />
      {code.isSuccess && (
        <div role="status" className="grid grid-cols-[minmax(0,1fr)] justify-items-center gap-2 text-center">
          <p>{messages.codeLead}</p>
          <DeviceLink address={addressToConnect(location.origin, code.data.code)} label={messages.codeQr} />
          <p className="text-title font-semibold tracking-widest break-all tabular-nums">{code.data.code}</p>
          <p className="text-label break-all">{addressToConnect(location.origin, '')}</p>
          <p className="text-label text-neutral-9">{messages.expires(time(code.data.expiresAt))}</p>
        </div>
      )}
      <Button disabled={code.isPending} onClick={() => code.mutate()}>
        {messages.makeCode}
      </Button>
      <Connected />
    </section>
  );
}

function Connected() {
  const messages = usePageMessages('customer-display');
  const { dateTime } = useFormat();
  const { data: displays = [] } = useQuery({ ...displaysQuery, refetchInterval: DISPLAY_DIALOG_POLL_MS });
  const end = useEndDisplay();
  const [disconnected, setDisconnected] = useState<string | null>(null);
  return (
    <>
      {disconnected !== null && <Notice tone="done">{messages.ended(disconnected)}</Notice>}
      <FailureNotice failure={failureOrNull(end.error)} />
      {displays.length > 0 && (
        <div>
          <h4 className="text-label font-medium text-neutral-9">{messages.connected}</h4>
          <ul className="divide-y divide-neutral-4">
            {displays.map(({ id, name, connectedAt }) => (
              <li key={id} className="flex min-h-14 items-center justify-between gap-3">
                <span className="min-w-0 wrap-anywhere">
                  <span className="font-medium">{name}</span>
                  <span className="block text-label text-neutral-9">{messages.since(dateTime(connectedAt))}</span>
                </span>
                <Button
                  variant="quiet"
                  aria-label={messages.endOf(name)}
                  disabled={end.isPending}
                  onClick={() => end.mutate(id, { onSuccess: () => setDisconnected(name) })}
                >
                  {messages.end}
                </Button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}
