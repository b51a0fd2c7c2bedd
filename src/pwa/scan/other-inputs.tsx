import { useState } from 'react';
import type { ExtraCode } from '../../contract/voucher/extra-codes.ts';
import type { ScanEvent } from '../../reader/scan-event.ts';
import { Button } from '../ui/button.tsx';
import { useMessages } from '../words/words.tsx';
import type { AllTogether } from './code-choice.tsx';
import { ConnectScanner } from './connect-scanner.tsx';
import { chooseUsualSource, useHandScanner } from './hand-scanner.ts';
import { PictureChoice } from './picture-choice.tsx';

interface OtherInputsProps {
  readonly onScan: (scan: ScanEvent) => void;
  readonly extras: readonly ExtraCode[];
  /** False for texts to ignore. */
  readonly isWanted: (text: string) => boolean;
  readonly together: AllTogether | null;
  readonly onCamera: () => void;
}

/**
 * Ways to enter a code that this till does not use now, behind one button. The list opens by itself
 * if a dropped or pasted picture has a result to show.
 */
export function OtherInputs({ onScan, extras, isWanted, together, onCamera }: OtherInputsProps) {
  const messages = useMessages().camera;
  const hand = useHandScanner();
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const useCamera = () => {
    chooseUsualSource('camera');
    onCamera();
  };
  return (
    <details open={isOpen || isBusy} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="inline-flex min-h-12 cursor-pointer items-center rounded-button font-medium text-neutral-11">
        {messages.otherWays}
      </summary>
      <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-2">
        <PictureChoice onScan={onScan} extras={extras} isWanted={isWanted} together={together} onBusy={setBusy} />
        <ConnectScanner onScan={onScan} />
        <Button variant="quiet" className="-ml-3" onClick={useCamera}>
          {hand ? messages.useCamera : messages.again}
        </Button>
        {!hand && (
          <Button variant="quiet" className="-ml-3" onClick={() => chooseUsualSource('hand')}>
            {messages.handScanner}
          </Button>
        )}
      </div>
    </details>
  );
}
