import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { FRAME_ADDRESS } from '../../../contract/platform/frame-address.ts';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { call } from '../../../pwa/api/live.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { Button } from '../../../pwa/ui/button.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { CodeText } from './code-text.tsx';
import { RequireListedRegister } from './try-register.tsx';

/** Major units, as in the frame's address. */
const AMOUNT = '23.40';
const OVER: readonly unknown[] = ['ACCEPT', 'DECLINE', 'EXIT'];

/** The till in a frame of this page, and the messages between them. */
export function TryFrame() {
  return (
    <RequireListedRegister>
      <Frame />
    </RequireListedRegister>
  );
}

function Frame() {
  const { tryIt: messages } = usePageMessages('api-access');
  const [sale, setSale] = useState<string | null>(null);
  const [log, setLog] = useState<readonly string[]>([]);
  const enrol = useMutation({ mutationFn: () => call('enrolmentCode', {}), gcTime: 0 });
  const begin = () => {
    setLog([]);
    setSale(`R-${Date.now()}`);
  };
  const note = (line: string) => setLog((before) => [...before, line]);
  return (
    <>
      <FailureNotice failure={failureOrNull(enrol.error)} />
      <div className="flex flex-wrap gap-2">
        <Button disabled={sale !== null} onClick={begin}>
          {messages.frame.open}
        </Button>
        <Button variant="quiet" disabled={enrol.isPending} onClick={() => enrol.mutate()}>
          {messages.frame.enrol}
        </Button>
      </div>
      {enrol.data !== undefined && <p role="status">{messages.frame.code(enrol.data.code)}</p>}
      {sale !== null && <Till sale={sale} onLine={note} onOver={() => setSale(null)} />}
      {log.length > 0 && (
        <div role="log" aria-label={messages.frame.said} className="grid grid-cols-[minmax(0,1fr)] gap-2">
          <h3 className="font-semibold">{messages.frame.said}</h3>
          <CodeText>{log.join('\n')}</CodeText>
        </div>
      )}
    </>
  );
}

interface TillProps {
  /** The register's number of the sale. */
  readonly sale: string;
  /** Receives the messages of both sides. */
  readonly onLine: (line: string) => void;
  readonly onOver: () => void;
}

function Till({ sale, onLine, onOver }: TillProps) {
  const { tryIt: messages } = usePageMessages('api-access');
  const frame = useRef<HTMLIFrameElement>(null);
  const { origin } = location;
  const onMessage = useEffectEvent((event: MessageEvent<unknown>) => {
    const till = frame.current?.contentWindow;
    if (event.origin !== origin || till == null || event.source !== till || typeof event.data !== 'string') return;
    const { step } = JSON.parse(event.data) as { readonly step?: unknown };
    onLine(`→ ${event.data}`);
    if (step === 'DATA') {
      const answer = JSON.stringify({ success: true, step: 'DATA', register_sale: { id: sale } });
      till.postMessage(answer, origin);
      onLine(`← ${answer}`);
    }
    if (OVER.includes(step)) onOver();
  });
  useEffect(() => {
    const receive = (event: MessageEvent<unknown>) => onMessage(event);
    window.addEventListener('message', receive);
    return () => window.removeEventListener('message', receive);
  }, []);
  const params = new URLSearchParams({ origin, register_id: 'example', amount: AMOUNT, partial: '1' });
  const address = `${FRAME_ADDRESS}?${params}`;
  return (
    <iframe
      ref={frame}
      title={messages.frame.till}
      src={address}
      allow="camera"
      className="h-[44rem] w-full rounded-button border border-neutral-6"
    />
  );
}
