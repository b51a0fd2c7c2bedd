import { type ReactNode, useState } from 'react';
import { lastFour } from '../../../contract/voucher/voucher.ts';
import { typedText } from '../../../pwa/scan/layout.ts';
import type { PictureReading } from '../../../pwa/scan/scan-event.ts';
import { readKeys, readScanText, type ScannerSetting } from '../../../pwa/scan/scanner-setting.ts';
import { Button } from '../../../pwa/ui/button.tsx';
import { usePageWords } from '../../../pwa/words/page-words.ts';
import { useWords } from '../../../pwa/words/words.tsx';
import type { Burst } from './bursts.ts';
import { isHeard, kindTold, paceOf } from './diagnose.ts';
import { takenFor } from './taken-for.ts';

export interface CameIn {
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
export function ResultRow({ cameIn, setting }: { readonly cameIn: CameIn; readonly setting: ScannerSetting }) {
  const words = usePageWords('scanner-check');
  const [isShown, setShown] = useState(false);
  const { came, read } = textsOf(cameIn, setting);
  const taken = takenFor(read);
  const isSecret = taken.kind !== 'test';
  const say = (text: string) =>
    isShown || !isSecret ? text : `··${lastFour(text)} · ${words.chars(Array.from(text).length)}`;
  return (
    <article className="card grid grid-cols-[minmax(0,1fr)] gap-2 p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold">{words.sources[cameIn.source]}</h3>
        {isSecret && <Button onClick={() => setShown(!isShown)}>{isShown ? words.hide : words.show}</Button>}
      </div>
      <dl className="grid grid-cols-[minmax(0,auto)_minmax(40%,1fr)] gap-x-4 gap-y-1 wrap-anywhere">
        <Line name={words.came}>
          <code className="break-all">{say(came)}</code>
        </Line>
        {read !== came && (
          <Line name={words.read}>
            <code className="break-all">{say(read)}</code>
          </Line>
        )}
        <Line name={words.takenFor}>
          <Taken taken={taken} />
        </Line>
      </dl>
      <How cameIn={cameIn} came={came} setting={setting} />
    </article>
  );
}

function textsOf(
  { burst, came = '' }: CameIn,
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

function Taken({ taken }: { readonly taken: ReturnType<typeof takenFor> }) {
  const words = usePageWords('scanner-check');
  const { scan, labelled } = useWords();
  const kind = words.taken[taken.kind];
  return taken.kind === 'ignored' ? labelled(kind, scan.ignored[taken.reason]) : kind;
}

/** The engines that read it, or the speed and the end of the keys. */
function How({
  cameIn: { burst, reading },
  came,
  setting,
}: {
  readonly cameIn: CameIn;
  readonly came: string;
  readonly setting: ScannerSetting;
}) {
  const words = usePageWords('scanner-check');
  const told = kindTold(came);
  const facts = [
    reading?.format,
    reading !== undefined && words.readBy(reading.engines.join(', ')),
    burst !== undefined && words.suffixes[burst.suffix ?? 'none'],
    burst !== undefined && words.pace(`${Math.round(paceOf(burst.keys).meanMs)} ms`),
    told?.kind,
    told !== null && words.told(told.identifier),
  ];
  return (
    <>
      <p className="text-label text-neutral-9">{facts.filter(Boolean).join(' · ')}</p>
      {burst !== undefined && !isHeard(burst, setting) && (
        <p className="text-label font-medium text-attention-ink">{words.notHeard}</p>
      )}
    </>
  );
}
