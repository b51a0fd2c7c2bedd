import { type ReactNode, useState } from 'react';
import { lastFour } from '../../../contract/voucher/voucher.ts';
import { Button } from '../../../pwa/ui/button.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useMessages } from '../../../pwa/words/words.tsx';
import { typedText } from '../../../reader/layout.ts';
import type { PictureReading } from '../../../reader/scan-event.ts';
import { readKeys, readScanText, type ScannerSetting } from '../../../reader/scanner-setting.ts';
import type { Burst } from './bursts.ts';
import { isDetected, paceOf, symbologyOf } from './diagnose.ts';
import { interpretText } from './interpretation.ts';

export interface ScannerInput {
  readonly id: number;
  readonly source: 'camera' | 'picture' | 'keys' | 'hid' | 'serial';
  readonly came?: string;
  readonly burst?: Burst;
  readonly reading?: PictureReading;
}

/**
 * The input and its interpretation. A code is as good as money, so it is shown in full only on
 * request.
 */
export function ResultRow({ cameIn, setting }: { readonly cameIn: ScannerInput; readonly setting: ScannerSetting }) {
  const messages = usePageMessages('scanner-check');
  const [isRevealed, setRevealed] = useState(false);
  const { came, read } = textsOf(cameIn, setting);
  const interpretation = interpretText(read);
  const isSecret = interpretation.kind !== 'test';
  const masked = (text: string) =>
    isRevealed || !isSecret ? text : `··${lastFour(text)} · ${messages.chars(Array.from(text).length)}`;
  return (
    <article className="card grid grid-cols-[minmax(0,1fr)] gap-2 p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold">{messages.sources[cameIn.source]}</h3>
        {isSecret && (
          <Button onClick={() => setRevealed(!isRevealed)}>{isRevealed ? messages.hide : messages.show}</Button>
        )}
      </div>
      <dl className="grid grid-cols-[minmax(0,auto)_minmax(40%,1fr)] gap-x-4 gap-y-1 wrap-anywhere">
        <Line name={messages.came}>
          <code className="break-all">{masked(came)}</code>
        </Line>
        {read !== came && (
          <Line name={messages.read}>
            <code className="break-all">{masked(read)}</code>
          </Line>
        )}
        <Line name={messages.recognizedAs}>
          <InterpretationText interpretation={interpretation} />
        </Line>
      </dl>
      <How cameIn={cameIn} came={came} setting={setting} />
    </article>
  );
}

function textsOf(
  { burst, came = '' }: ScannerInput,
  setting: ScannerSetting,
): { readonly came: string; readonly read: string } {
  if (burst !== undefined) return { came: typedText(burst.keys), read: readKeys(burst.keys, setting) };
  return { came, read: readScanText(came, setting) };
}

function Line({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-neutral-9">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}

function InterpretationText({ interpretation }: { readonly interpretation: ReturnType<typeof interpretText> }) {
  const messages = usePageMessages('scanner-check');
  const { scan, labelled } = useMessages();
  const kind = messages.taken[interpretation.kind];
  return interpretation.kind === 'ignored' ? labelled(kind, scan.ignored[interpretation.reason]) : kind;
}

/** The engines that read it, or the speed and the end of the keys. */
function How({
  cameIn: { burst, reading },
  came,
  setting,
}: {
  readonly cameIn: ScannerInput;
  readonly came: string;
  readonly setting: ScannerSetting;
}) {
  const messages = usePageMessages('scanner-check');
  const symbology = symbologyOf(came);
  const facts = [
    reading?.format,
    reading !== undefined && messages.readBy(reading.engines.join(', ')),
    burst !== undefined && messages.suffixes[burst.suffix ?? 'none'],
    burst !== undefined && messages.pace(`${Math.round(paceOf(burst.keys).meanMs)} ms`),
    symbology?.kind,
    symbology !== null && messages.identifierIgnored(symbology.identifier),
  ];
  return (
    <>
      <p className="text-label text-neutral-9">{facts.filter(Boolean).join(' · ')}</p>
      {burst !== undefined && !isDetected(burst, setting) && (
        <p className="text-label font-medium text-attention-ink">{messages.notRecognized}</p>
      )}
    </>
  );
}
