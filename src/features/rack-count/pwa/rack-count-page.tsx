import { Camera, CameraOff } from 'lucide-react';
import { useState } from 'react';
import { CSV_BOM, type FileQuery, recordFormatOf } from '../../../contract/platform/csv.ts';
import { CameraScanner } from '../../../pwa/scan/camera-scanner.tsx';
import { useScans } from '../../../pwa/scan/use-scans.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { Page } from '../../../pwa/shell/layout/page.tsx';
import { useExtraCodes } from '../../../pwa/shell/use-extra-codes.ts';
import { Button } from '../../../pwa/ui/button.tsx';
import { Dialog } from '../../../pwa/ui/dialog.tsx';
import { Field } from '../../../pwa/ui/field.tsx';
import { submitted, text } from '../../../pwa/ui/form.ts';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { SaveButtons } from '../../../pwa/ui/save-buttons.tsx';
import { saveFile } from '../../../pwa/ui/save-file.ts';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useMessages } from '../../../pwa/words/words.tsx';
import type { ScanEvent } from '../../../reader/scan-event.ts';
import { type CountedCard, FINDINGS, findingOf, type RackFinding, uncheckedIn } from './count.ts';
import { useRackCount, useRackCountStore } from './use-rack-count.ts';

export function RackCountPage() {
  const messages = usePageMessages('rack-count');
  const { places } = useMessages();
  const store = useRackCountStore();
  const { cards, pending, failure, isSilent, endedAt, isStored } = useRackCount();
  const [isAsking, setAsking] = useState(false);
  const scan = ({ text: code }: ScanEvent) => store.scan(code);
  useScans(scan, { enabled: !isAsking });
  const isLookingUp = pending > 0 && failure === null && !isSilent;
  const unchecked = uncheckedIn(cards);
  return (
    <Page title={places.rackCount} lead={messages.lead}>
      <div className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-4">
        <section className="card grid grid-cols-[minmax(0,1fr)] gap-4 p-4 till:p-6">
          <LastCard />
          <CameraOnDemand onScan={scan} />
          <CodeField onCode={store.scan} />
        </section>
        {!isStored && <Notice tone="attention">{messages.notStored}</Notice>}
        <FailureNotice failure={failure} />
        {isSilent && <Notice tone="attention">{messages.silent}</Notice>}
        {!isLookingUp && unchecked > 0 && (
          <Button className="justify-self-start" onClick={store.checkAgain}>
            {messages.checkAgain}
          </Button>
        )}
        {isLookingUp && <p className="text-neutral-10">{messages.checking(pending)}</p>}
        {FINDINGS.map((finding) => (
          <FindingText key={finding} finding={finding} isPending={isLookingUp} />
        ))}
        {endedAt !== null && !isLookingUp && <Result endedAt={endedAt} />}
        {cards.length > 0 && (
          <div className="flex flex-wrap gap-2">
            <Button variant="main" onClick={store.finish}>
              {messages.finish}
            </Button>
            <ExportButtons />
            <Button onClick={() => setAsking(true)}>{messages.startOver}</Button>
          </div>
        )}
      </div>
      {isAsking && <StartOverDialog onClose={() => setAsking(false)} />}
    </Page>
  );
}

/** The result for the whole rack, once every card was checked again. */
function Result({ endedAt }: { readonly endedAt: string }) {
  const messages = usePageMessages('rack-count');
  const { cards } = useRackCount();
  const unchecked = uncheckedIn(cards);
  const early = cards.filter((card) => findingOf(card) === 'counted' && card.checkedAt < endedAt).length;
  return (
    <>
      {unchecked > 0 && <Notice tone="unknown">{messages.unfinished(unchecked)}</Notice>}
      {early > 0 && <Notice tone="attention">{messages.early(early)}</Notice>}
      {early === 0 && cards.every((card) => findingOf(card) === 'counted') && (
        <Notice tone="done">{messages.allGood}</Notice>
      )}
    </>
  );
}

/** The number of cards, and the last scan. */
function LastCard() {
  const messages = usePageMessages('rack-count');
  const { check } = useMessages();
  const { cards, last } = useRackCount();
  const index = cards.findIndex(({ tag }) => tag === last?.tag);
  const card = cards[index];
  return (
    <div role="status" className="grid gap-1">
      <p className="text-title font-semibold tabular-nums">{messages.counted(cards.length)}</p>
      {card !== undefined && (
        <p className="text-neutral-10">
          {last?.isAgain ? messages.again(index + 1, `··${card.last4}`) : messages.number(index + 1, `··${card.last4}`)}
        </p>
      )}
      {card !== undefined && card.state !== 'unchecked' && (
        <p className={findingOf(card) === 'counted' ? 'text-neutral-10' : 'font-medium text-attention-ink'}>
          {stateText(card, messages, check.statuses)}
        </p>
      )}
    </div>
  );
}

function CameraOnDemand({ onScan }: { readonly onScan: (scan: ScanEvent) => void }) {
  const messages = usePageMessages('rack-count');
  const [isOn, setOn] = useState(false);
  const extras = useExtraCodes();
  const Icon = isOn ? CameraOff : Camera;
  return (
    <>
      {isOn && <CameraScanner onScan={onScan} paused={false} extras={extras} />}
      <Button variant={isOn ? 'plain' : 'main'} onClick={() => setOn(!isOn)} className="justify-self-start">
        <Icon aria-hidden strokeWidth={1.75} size={20} />
        {isOn ? messages.hideCamera : messages.useCamera}
      </Button>
    </>
  );
}

function CodeField({ onCode }: { readonly onCode: (code: string) => void }) {
  const messages = usePageMessages('rack-count');
  return (
    <form
      className="flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        const form = event.currentTarget;
        submitted((data) => onCode(text(data, 'code')))(event);
        form.reset();
      }}
    >
      <Field
        className="min-w-0 flex-1 basis-40"
        label={messages.field}
        name="code"
        required
        spellCheck={false}
        autoCapitalize="characters"
      />
      <Button type="submit">{messages.add}</Button>
    </form>
  );
}

/** The cards with one finding that needs a person. */
function FindingText({ finding, isPending }: { readonly finding: RackFinding; readonly isPending: boolean }) {
  const messages = usePageMessages('rack-count');
  const { check, labelled } = useMessages();
  const { cards } = useRackCount();
  const found = cards.flatMap((card, index) => (findingOf(card) === finding ? [{ card, number: index + 1 }] : []));
  if (found.length === 0 || finding === 'counted' || (finding === 'unchecked' && isPending)) return null;
  return (
    <section className="card grid grid-cols-[minmax(0,1fr)] gap-2 p-4 till:p-6">
      <h2 className="text-section font-semibold">{labelled(messages.findings[finding], String(found.length))}</h2>
      <p className="text-neutral-10">{finding === 'unchecked' ? messages.scanAgain : messages.advice[finding]}</p>
      <ul aria-label={messages.findings[finding]} className="divide-y divide-neutral-4">
        {found.map(({ card, number }) => (
          <li key={card.tag} className="flex min-h-12 flex-wrap items-center gap-x-4 py-2 tabular-nums">
            <span className="font-medium">{messages.number(number, `··${card.last4}`)}</span>
            {finding === 'other' && (
              <span className="text-neutral-10">{stateText(card, messages, check.statuses)}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function ExportButtons() {
  const messages = usePageMessages('rack-count');
  const { check } = useMessages();
  const { cards } = useRackCount();
  const save = (query: FileQuery) => {
    const rows = cards.map((card, index) => {
      const finding = messages.findings[findingOf(card)];
      const status = stateText(card, messages, check.statuses);
      return [index + 1, { digits: card.last4 }, finding, status, card.at, card.checkedAt];
    });
    const unchecked = uncheckedIn(cards);
    const ending = unchecked === 0 ? [] : [['', '', messages.findings.unchecked, unchecked, '', '']];
    const csv = [messages.columns, ...rows, ...ending].map(recordFormatOf(query)).join('');
    saveFile(new Blob([CSV_BOM, csv], { type: 'text/csv' }), 'rack-count.csv');
  };
  return <SaveButtons onSave={save} />;
}

function StartOverDialog({ onClose }: { readonly onClose: () => void }) {
  const messages = usePageMessages('rack-count');
  const store = useRackCountStore();
  const { cards } = useRackCount();
  return (
    <Dialog title={messages.startOver} onClose={onClose}>
      <div className="grid gap-4">
        <p>{messages.startOverSure(cards.length)}</p>
        <div className="flex flex-wrap gap-2">
          <Button
            variant="main"
            onClick={() => {
              store.startOver();
              onClose();
            }}
          >
            {messages.startOverYes}
          </Button>
          <Button onClick={onClose}>{messages.keep}</Button>
        </div>
      </div>
    </Dialog>
  );
}

type RackMessages = ReturnType<typeof usePageMessages<'rack-count'>>;

function stateText(
  { state }: CountedCard,
  { findings }: RackMessages,
  statuses: ReturnType<typeof useMessages>['check']['statuses'],
): string {
  return state === 'unchecked' || state === 'not-ours' ? findings[state] : statuses[state];
}
