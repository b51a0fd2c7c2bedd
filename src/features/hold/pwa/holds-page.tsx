import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LIMITS } from '../../../contract/access/limits.ts';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { CameraScanner } from '../../../pwa/scan/camera-scanner.tsx';
import { useScans } from '../../../pwa/scan/use-scans.ts';
import { Columns, Page } from '../../../pwa/shell/layout/page.tsx';
import { Loaded } from '../../../pwa/shell/loaded.tsx';
import { SureDialog } from '../../../pwa/shell/sure-dialog.tsx';
import { useExtraCodes } from '../../../pwa/shell/use-extra-codes.ts';
import { Button } from '../../../pwa/ui/button.tsx';
import { Field } from '../../../pwa/ui/field.tsx';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useMessages } from '../../../pwa/words/words.tsx';
import type { Hold } from '../contract/hold.ts';
import { HoldForm, HoldResult, NON_EMPTY_PATTERN, OperationsBeforeHold } from './hold-form.tsx';
import { holdsQuery, useReleaseHold } from './use-holds.ts';

/** For managers: vouchers on hold with their reasons, and forms to hold and release. */
export function HoldsPage() {
  const messages = usePageMessages('hold');
  const { places } = useMessages();
  const holds = useQuery(holdsQuery);
  const [newest, setNewest] = useState<Hold | null>(null);
  const [gone, setGone] = useState<Hold | null>(null);
  const [asked, setAsked] = useState<Hold | null>(null);
  return (
    <Page title={places.holds} lead={messages.lead}>
      <Columns>
        <section className="card grid grid-cols-[minmax(0,1fr)] content-start gap-4 p-4 till:p-6">
          {newest !== null && newest.id !== gone?.id && <HoldResult hold={newest} />}
          {/* A new form after each hold, so that a code does not stay on the screen. */}
          <HoldByCode key={newest?.id} onHeld={setNewest} />
        </section>
        <section className="card grid grid-cols-[minmax(0,1fr)] content-start gap-4 p-4 till:p-6">
          {gone !== null && <Notice tone="done">{messages.released(`··${gone.last4}`)}</Notice>}
          <Loaded query={holds}>{(all) => <HoldLists holds={all} onLetGo={setAsked} />}</Loaded>
        </section>
      </Columns>
      {asked !== null && (
        <LetGo
          hold={asked}
          onClose={() => setAsked(null)}
          onDone={() => {
            setGone(asked);
            setAsked(null);
          }}
        />
      )}
    </Page>
  );
}

function HoldByCode({ onHeld }: { readonly onHeld: (hold: Hold) => void }) {
  const messages = usePageMessages('hold');
  const [code, setCode] = useState('');
  const [camera, setCamera] = useState(false);
  const extras = useExtraCodes();
  const scanned = (text: string) => {
    setCode(text);
    setCamera(false);
  };
  useScans((scan) => scanned(scan.text), { enabled: true });
  const named = code.trim();
  return (
    <HoldForm voucher={named === '' ? null : { code: named }} onHeld={onHeld}>
      {camera && <CameraScanner onScan={(scan) => scanned(scan.text)} paused={false} extras={extras} />}
      <Field
        label={messages.code}
        hint={messages.codeHint}
        value={code}
        onChange={(event) => setCode(event.target.value)}
        required
        pattern={NON_EMPTY_PATTERN}
        maxLength={LIMITS.codeCharsMax}
        spellCheck={false}
        autoCapitalize="characters"
      />
      <Button className="justify-self-start" onClick={() => setCamera(!camera)}>
        {camera ? messages.hideCamera : messages.useCamera}
      </Button>
    </HoldForm>
  );
}

interface HoldListsProps {
  readonly holds: readonly Hold[];
  readonly onLetGo: (hold: Hold) => void;
}

function HoldLists({ holds, onLetGo }: HoldListsProps) {
  const messages = usePageMessages('hold');
  const held = holds.filter(({ letGo }) => letGo === null);
  const over = holds.filter(({ letGo }) => letGo !== null);
  return (
    <>
      <h2 className="text-section font-semibold">{messages.onHold}</h2>
      {held.length === 0 && <p className="text-neutral-9">{messages.none}</p>}
      {held.length > 0 && (
        <ul aria-label={messages.onHold} className="divide-y divide-neutral-4 border-y border-neutral-4">
          {held.map((hold) => (
            <HoldRow key={hold.id} hold={hold} onLetGo={() => onLetGo(hold)} />
          ))}
        </ul>
      )}
      {over.length > 0 && (
        <details>
          <summary className="min-h-12 cursor-pointer content-center font-medium">{messages.over(over.length)}</summary>
          <ul aria-label={messages.over(over.length)} className="divide-y divide-neutral-4 border-y border-neutral-4">
            {over.map((hold) => (
              <HoldRow key={hold.id} hold={hold} onLetGo={null} />
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function HoldRow({ hold, onLetGo }: { readonly hold: Hold; readonly onLetGo: (() => void) | null }) {
  const messages = usePageMessages('hold');
  const { dateTime } = useFormat();
  const { last4, reason, person, at, letGo, open } = hold;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-2 py-3">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <span className="grid min-w-0 flex-1 basis-40 gap-1 wrap-anywhere">
          <span className="font-medium tabular-nums">{`··${last4}`}</span>
          <span>{reason}</span>
          <span className="text-label text-neutral-9 tabular-nums">{messages.by(person, dateTime(at))}</span>
          {letGo !== null && (
            <span className="text-label text-neutral-9 tabular-nums">
              {messages.releasedBy(letGo.person, dateTime(letGo.at))}
            </span>
          )}
        </span>
        {onLetGo !== null && (
          <Button aria-label={messages.releaseOf(`··${last4}`)} onClick={onLetGo}>
            {messages.release}
          </Button>
        )}
      </div>
      {open !== null && <OperationsBeforeHold open={open} />}
    </li>
  );
}

interface LetGoProps {
  readonly hold: Hold;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

function LetGo({ hold: { id, last4 }, onClose, onDone }: LetGoProps) {
  const messages = usePageMessages('hold');
  const letGo = useReleaseHold();
  return (
    <SureDialog
      title={messages.release}
      question={messages.releaseSure(`··${last4}`)}
      look="plain"
      failure={failureOrNull(letGo.error)}
      isBusy={letGo.isPending}
      onClose={onClose}
      onSure={() => letGo.mutate(id, { onSuccess: onDone })}
    />
  );
}
