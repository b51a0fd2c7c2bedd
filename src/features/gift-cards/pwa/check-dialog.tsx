import { useState } from 'react';
import { LIMITS } from '../../../contract/access/limits.ts';
import type { CheckAnswer } from '../../../contract/voucher/voucher.ts';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { CameraScanner } from '../../../pwa/scan/camera-scanner.tsx';
import { useScans } from '../../../pwa/scan/use-scans.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { useExtraCodes } from '../../../pwa/shell/use-extra-codes.ts';
import { Button } from '../../../pwa/ui/button.tsx';
import { Dialog } from '../../../pwa/ui/dialog.tsx';
import { Field } from '../../../pwa/ui/field.tsx';
import { submitted } from '../../../pwa/ui/form.ts';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { usePageWords } from '../../../pwa/words/page-words.ts';
import { useWords } from '../../../pwa/words/words.tsx';
import type { Sample } from './draft.ts';
import { useCheckCard } from './queries.ts';
import { useActivateStore } from './use-activate.ts';

interface CheckDialogProps {
  /** The activation of the card; null while its list is still being made. */
  readonly activationId: string | null;
  readonly when: Sample['when'];
  readonly onClose: () => void;
  readonly onKept?: () => void;
}

/** Checks one card by its code. The result is stored with the activation, without the code. */
export function CheckDialog({ activationId, when, onClose, onKept }: CheckDialogProps) {
  const activate = usePageWords('gift-cards');
  const store = useActivateStore();
  const check = useCheckCard();
  const [camera, setCamera] = useState(false);
  const extras = useExtraCodes();
  const [code, setCode] = useState('');
  const keep = async ({ ref, status }: CheckAnswer) => {
    await store.addSample(activationId, { last4: ref.slice(-4), status, at: new Date().toISOString(), when });
    onKept?.();
  };
  /** A code must not stay on the screen: anyone who sees it could redeem the card. */
  const ask = (wanted: string) => {
    setCode('');
    if (wanted !== '' && !check.isPending) check.mutate(wanted, { onSuccess: (answer) => void keep(answer) });
  };
  useScans((scan) => ask(scan.text), { enabled: true });
  return (
    <Dialog title={activate.check} onClose={onClose}>
      <form className="grid gap-4" onSubmit={submitted(() => ask(code.trim()))}>
        <p>{activate.checkLead}</p>
        {camera && <CameraScanner onScan={(scan) => ask(scan.text)} paused={check.isPending} extras={extras} />}
        <div className="flex items-end gap-2">
          <Field
            className="min-w-0 flex-1"
            label={activate.checkField}
            value={code}
            onChange={(event) => setCode(event.target.value)}
            maxLength={LIMITS.codeCharsMax}
            spellCheck={false}
            autoCapitalize="characters"
          />
          <Button type="submit" disabled={check.isPending}>
            {activate.checkSubmit}
          </Button>
        </div>
        <FailureNotice failure={failureOrNull(check.error)} />
        {check.data !== undefined && <Seen answer={check.data} when={when} />}
        <Button look="quiet" onClick={() => setCamera(!camera)}>
          {camera ? activate.hideCamera : activate.useCamera}
        </Button>
      </form>
    </Dialog>
  );
}

function Seen({ answer, when }: { readonly answer: CheckAnswer; readonly when: Sample['when'] }) {
  const activate = usePageWords('gift-cards');
  const { check, labelled } = useWords();
  const isGood = answer.status === (when === 'before' ? 'inactive' : 'active');
  return (
    <Notice tone={isGood ? 'done' : 'attention'}>
      <span className="block">{labelled(`··${answer.ref.slice(-4)}`, check.statuses[answer.status])}</span>
      <span className="block font-normal">{(isGood ? activate.sampleGood : activate.sampleOdd)[when]}</span>
    </Notice>
  );
}
