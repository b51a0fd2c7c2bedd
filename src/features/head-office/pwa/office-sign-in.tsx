import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { LIMITS } from '../../../contract/access/limits.ts';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { Button } from '../../../pwa/ui/button.tsx';
import { Dialog } from '../../../pwa/ui/dialog.tsx';
import { Field } from '../../../pwa/ui/field.tsx';
import { submitted, text } from '../../../pwa/ui/form.ts';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { PASSKEYS_MIN } from '../contract/passkeys.ts';
import { PasskeyFailure } from './passkey-failure.tsx';
import { useEnrolPasskey, useOfficeCode, useOfficeSignIn } from './use-passkeys.ts';

/** A code that was accepted, with the person and the number of passkeys that it has enrolled. */
interface AcceptedCode {
  readonly code: string;
  readonly name: string;
  readonly enrolled: number;
}

type Step = 'sign-in' | 'code' | AcceptedCode;

/** The sign-in of head office, and the enrolment of two passkeys with a code. */
export function OfficeSignIn({ onClose }: { readonly onClose: () => void }) {
  const messages = usePageMessages('head-office');
  const [step, setStep] = useState<Step>('sign-in');
  const [isReady, setReady] = useState(false);
  const title = typeof step === 'string' ? messages.title : messages.passkeysOf(step.name);
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {step === 'sign-in' && <SignInStep isReady={isReady} onCode={() => setStep('code')} />}
        {step === 'code' && <CodeStep onAccepted={setStep} onBack={() => setStep('sign-in')} />}
        {typeof step === 'object' && (
          <EnrolStep
            key={step.enrolled}
            accepted={step}
            onEnrolled={(enrolled) => {
              setReady(enrolled >= PASSKEYS_MIN);
              setStep(enrolled >= PASSKEYS_MIN ? 'sign-in' : { ...step, enrolled });
            }}
          />
        )}
      </div>
    </Dialog>
  );
}

function SignInStep({ isReady, onCode }: { readonly isReady: boolean; readonly onCode: () => void }) {
  const messages = usePageMessages('head-office');
  const signIn = useOfficeSignIn();
  return (
    <>
      {isReady ? <Notice tone="done">{messages.ready}</Notice> : <p>{messages.signInLead}</p>}
      <PasskeyFailure error={signIn.error} />
      {/* React focuses it before the dialog opens, which then needs the attribute. */}
      <Button variant="main" autoFocus data-autofocus disabled={signIn.isPending} onClick={() => signIn.mutate()}>
        <KeyRound aria-hidden strokeWidth={1.75} />
        {signIn.isPending ? messages.waiting : messages.signIn}
      </Button>
      {!isReady && <Button onClick={onCode}>{messages.haveCode}</Button>}
    </>
  );
}

interface CodeStepProps {
  readonly onAccepted: (accepted: AcceptedCode) => void;
  readonly onBack: () => void;
}

function CodeStep({ onAccepted, onBack }: CodeStepProps) {
  const messages = usePageMessages('head-office');
  const check = useOfficeCode();
  const submit = submitted((form) => {
    const code = text(form, 'code');
    check.mutate(code, { onSuccess: ({ name, enrolled }) => onAccepted({ code, name, enrolled }) });
  });
  return (
    <form className="grid grid-cols-[minmax(0,1fr)] gap-4" onSubmit={submit}>
      <Field
        label={messages.code}
        hint={messages.codeHint}
        name="code"
        required
        autoFocus
        maxLength={LIMITS.setupCodeCharsMax}
        spellCheck={false}
        autoCapitalize="characters"
      />
      <FailureNotice failure={failureOrNull(check.error)} />
      <Button variant="main" type="submit" disabled={check.isPending}>
        {messages.next}
      </Button>
      <Button variant="quiet" onClick={onBack}>
        {messages.back}
      </Button>
    </form>
  );
}

interface EnrolStepProps {
  readonly accepted: AcceptedCode;
  readonly onEnrolled: (enrolled: number) => void;
}

function EnrolStep({ accepted: { code, enrolled }, onEnrolled }: EnrolStepProps) {
  const messages = usePageMessages('head-office');
  const enrol = useEnrolPasskey(code);
  return (
    <>
      <p>{enrolled === 0 ? messages.first : messages.second}</p>
      <PasskeyFailure error={enrol.error} />
      <Button
        variant="main"
        autoFocus
        disabled={enrol.isPending}
        onClick={() => enrol.mutate(undefined, { onSuccess: (made) => onEnrolled(made.enrolled) })}
      >
        <KeyRound aria-hidden strokeWidth={1.75} />
        {enrol.isPending ? messages.waiting : messages.create}
      </Button>
      <p className="text-label text-neutral-9">{messages.stillValid}</p>
    </>
  );
}
