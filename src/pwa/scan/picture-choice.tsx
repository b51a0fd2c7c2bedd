import { ImageUp, LoaderCircle } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ExtraCode } from '../../contract/voucher/extra-codes.ts';
import type { Decoded } from '../../reader/decode-protocol.ts';
import type { ScanEvent } from '../../reader/scan-event.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { useMessages } from '../words/words.tsx';
import { acceptedCodes } from './accepted-codes.ts';
import { type AllTogether, CodeChoice } from './code-choice.tsx';
import { usePicture } from './use-picture.ts';

interface PictureChoiceProps {
  readonly onScan: (scan: ScanEvent) => void;
  /** Types of codes that the shop enabled in addition. */
  readonly extras: readonly ExtraCode[];
  /** False for texts to ignore; by default, none. */
  readonly isWanted?: (text: string) => boolean;
  /** An action for several codes at once, or null. */
  readonly together?: AllTogether | null;
  /** `true` while there is a picture or a result to show. */
  readonly onBusy?: (isBusy: boolean) => void;
}

/**
 * Reads pictures of vouchers that customers send: one from the gallery, or dropped or pasted
 * anywhere on the page. It is read like the camera's picture.
 */
export function PictureChoice({ onScan, extras, isWanted = () => true, together = null, onBusy }: PictureChoiceProps) {
  const messages = useMessages().camera.picture;
  const input = useRef<HTMLInputElement>(null);
  const [choice, setChoice] = useState<readonly Decoded[]>([]);
  const { state, read, stop } = usePicture(acceptedCodes(extras, isWanted), (codes) => {
    const [only] = codes;
    setChoice(codes.length > 1 ? codes : []);
    if (codes.length === 1 && only) onScan(scanOf(only));
  });
  const all = together && {
    label: together.label(choice.length),
    onUse: () => {
      setChoice([]);
      together.onUse(choice.map(scanOf));
    },
  };
  const isReading = state === 'reading';
  const isBusy = state !== 'idle' || choice.length > 0;
  useEffect(() => onBusy?.(isBusy), [onBusy, isBusy]);
  useArrivingPictures((picture) => void read(picture));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex flex-wrap items-center gap-x-3">
        {isReading && (
          <p role="status" className="flex min-h-12 items-center gap-2 px-3">
            <LoaderCircle aria-hidden strokeWidth={1.75} size={20} className="shrink-0 animate-spin" />
            {messages.reading}
          </p>
        )}
        {/* A single button for both states, so that it keeps the focus. */}
        <Button variant={isReading ? 'plain' : 'quiet'} onClick={() => (isReading ? stop() : input.current?.click())}>
          {!isReading && <ImageUp aria-hidden strokeWidth={1.75} size={20} className="shrink-0" />}
          {isReading ? messages.stop : messages.choose}
        </Button>
        {!isReading && <p className="min-w-48 flex-1 text-label text-neutral-9">{messages.how}</p>}
      </div>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        onChange={({ currentTarget }) => {
          const [picture] = currentTarget.files ?? [];
          if (picture !== undefined) void read(picture);
          // Allows the same file to be chosen again.
          currentTarget.value = '';
        }}
      />
      {choice.length > 0 && (
        <CodeChoice
          codes={choice}
          onChoose={(code) => {
            setChoice(choice.filter((other) => other !== code));
            onScan(scanOf(code));
          }}
          onClose={() => setChoice([])}
          all={all}
        />
      )}
      {state === 'found' && choice.length === 0 && <Notice tone="done">{messages.found}</Notice>}
      {(state === 'nothing' || state === 'unreadable') && <Notice tone="attention">{messages[state]}</Notice>}
    </div>
  );
}

const scanOf = ({ text, format, engines }: Decoded): ScanEvent => ({
  text,
  source: 'picture',
  at: Date.now(),
  reading: { format, engines },
});

/**
 * Files dropped or pasted anywhere.
 *
 * Otherwise a browser would navigate to a dropped file.
 */
function useArrivingPictures(onPicture: (picture: File) => void): void {
  const report = useEffectEvent(onPicture);
  useEffect(() => {
    const stop = new AbortController();
    const options = { signal: stop.signal };
    const onDrag = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    const onDrop = (event: DragEvent) => {
      const [file] = event.dataTransfer?.files ?? [];
      if (file === undefined) return;
      event.preventDefault();
      report(file);
    };
    const onPaste = ({ clipboardData }: ClipboardEvent) => {
      const [file] = clipboardData?.files ?? [];
      if (file?.type.startsWith('image/') && clipboardData?.getData('text/plain') === '') report(file);
    };
    document.addEventListener('dragover', onDrag, options);
    document.addEventListener('drop', onDrop, options);
    document.addEventListener('paste', onPaste, options);
    return () => stop.abort();
  }, []);
}
