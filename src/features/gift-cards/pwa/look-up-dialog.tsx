import { Suspense, useState } from 'react';
import { LIMITS } from '../../../contract/access/limits.ts';
import { type CheckAnswer, lastFour } from '../../../contract/voucher/voucher.ts';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { CameraScanner } from '../../../pwa/scan/camera-scanner.tsx';
import { useScans } from '../../../pwa/scan/use-scans.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { slotsOf } from '../../../pwa/shell/slots.ts';
import { useExtraCodes } from '../../../pwa/shell/use-extra-codes.ts';
import { Button } from '../../../pwa/ui/button.tsx';
import { Dialog } from '../../../pwa/ui/dialog.tsx';
import { Field } from '../../../pwa/ui/field.tsx';
import { submitted } from '../../../pwa/ui/form.ts';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useMessages } from '../../../pwa/words/words.tsx';
import type { Sample } from './draft.ts';
import { lookUpKind } from './look-up-kind.ts';
import { useCheckCard } from './queries.ts';
import { useActivateStore } from './use-activate.ts';

interface LookUpDialogProps {
  /** The activation of the card; null while its list is still being made. */
  readonly activationId: string | null;
  readonly when: Sample['when'];
  /** Lengths that are known to be sequence numbers in this shop, the usual one first. */
  readonly digits: readonly number[];
  readonly onClose: () => void;
  readonly onSaved?: () => void;
}

/** The part of the dialog that replaces the result of an earlier query. */
type LookUpResult = { readonly kind: 'code' } | { readonly kind: 'number' | 'either'; readonly text: string };

/**
 * Looks up one card by its secret code or its printed number. The status found by a code is stored
 * with the activation, without the code.
 */
export function LookUpDialog({ activationId, when, digits, onClose, onSaved }: LookUpDialogProps) {
  const activate = usePageMessages('gift-cards');
  const store = useActivateStore();
  const check = useCheckCard();
  const [camera, setCamera] = useState(false);
  const extras = useExtraCodes();
  const [typed, setTyped] = useState('');
  const [result, setResult] = useState<LookUpResult | null>(null);
  const saveSample = async ({ ref, status }: CheckAnswer) => {
    await store.addSample(activationId, { last4: ref.slice(-4), status, at: new Date().toISOString(), when });
    onSaved?.();
  };
  const checkCode = (code: string) => {
    setResult({ kind: 'code' });
    check.mutate(code, { onSuccess: (answer) => void saveSample(answer) });
  };
  const numberParts = slotsOf('cardNumber');
  /** A code must not stay on the screen: anyone who sees it could redeem the card. */
  const submit = (text: string) => {
    setTyped('');
    const bare = text.replace(/\s/g, '');
    if (bare === '' || check.isPending) return;
    const kind = numberParts.length === 0 ? 'code' : lookUpKind(bare, digits);
    if (kind === 'code') checkCode(text);
    else setResult({ kind, text: bare });
  };
  useScans((scan) => submit(scan.text), { enabled: true });
  return (
    <Dialog title={activate.check} onClose={onClose}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <form className="grid grid-cols-[minmax(0,1fr)] gap-4" onSubmit={submitted(() => submit(typed.trim()))}>
          {camera && <CameraScanner onScan={(scan) => submit(scan.text)} paused={check.isPending} extras={extras} />}
          <div className="flex items-end gap-2">
            <Field
              className="min-w-0 flex-1"
              label={activate.checkField}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              autoFocus
              maxLength={LIMITS.codeCharsMax}
              spellCheck={false}
              autoCapitalize="characters"
            />
            <Button type="submit" disabled={check.isPending}>
              {activate.checkSubmit}
            </Button>
          </div>
          <p className="text-label text-neutral-9">{activate.checkLead}</p>
          <Button variant="quiet" onClick={() => setCamera(!camera)}>
            {camera ? activate.hideCamera : activate.useCamera}
          </Button>
        </form>
        {result?.kind === 'code' && (
          <>
            <FailureNotice failure={failureOrNull(check.error)} />
            {check.data !== undefined && <Seen answer={check.data} when={when} />}
          </>
        )}
        {result?.kind === 'either' && (
          <div className="grid gap-2">
            <Notice tone="attention">{activate.codes.maybe(lastFour(result.text), digits[0] ?? null)}</Notice>
            <Button onClick={() => setResult({ ...result, kind: 'number' })}>{activate.codes.itIsANumber}</Button>
            <Button onClick={() => checkCode(result.text)}>{activate.codes.itIsACode}</Button>
          </div>
        )}
        {result?.kind === 'number' && (
          <Suspense>
            {numberParts.map((Part, position) => (
              <Part key={`${position} ${result.text}`} sequence={result.text} />
            ))}
          </Suspense>
        )}
      </div>
    </Dialog>
  );
}

function Seen({ answer, when }: { readonly answer: CheckAnswer; readonly when: Sample['when'] }) {
  const activate = usePageMessages('gift-cards');
  const { check, labelled } = useMessages();
  const isGood = answer.status === (when === 'before' ? 'inactive' : 'active');
  return (
    <Notice tone={isGood ? 'done' : 'attention'}>
      <span className="block">{labelled(`··${answer.ref.slice(-4)}`, check.statuses[answer.status])}</span>
      <span className="block font-normal">{(isGood ? activate.sampleGood : activate.sampleOdd)[when]}</span>
    </Notice>
  );
}
