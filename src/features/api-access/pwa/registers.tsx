import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LIMITS } from '../../../contract/access/limits.ts';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { Loaded } from '../../../pwa/shell/loaded.tsx';
import { SureDialog } from '../../../pwa/shell/sure-dialog.tsx';
import { Button } from '../../../pwa/ui/button.tsx';
import { Field } from '../../../pwa/ui/field.tsx';
import { submitted, text } from '../../../pwa/ui/form.ts';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { newRegisterSchema, type Register } from '../../registers/contract/register.ts';
import { NewSecret } from './new-secret.tsx';
import { keyAddress, registersQuery, useSetRegisters } from './use-registers.ts';

type OpenDialog = { readonly what: 'sign' | 'unsign' | 'remove'; readonly of: Register };

/** Registers that may start redemptions by link, and the keys for verifying the till's answers. */
export function ListedRegisters() {
  const messages = usePageMessages('api-access').registers;
  const registers = useQuery(registersQuery);
  const { add, remove, sign, unsign } = useSetRegisters();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  return (
    <>
      <h2 className="text-section font-semibold">{messages.title}</h2>
      <p className="max-w-prose text-label text-neutral-10">{messages.lead}</p>
      {remove.isSuccess && <Notice tone="done">{messages.removed(remove.variables.name)}</Notice>}
      <Loaded query={registers}>
        {(listed) => <RegisterList registers={listed} onOpen={(what, register) => setDialog({ what, of: register })} />}
      </Loaded>
      {sign.isSuccess ? (
        <NewSecret lead={messages.secret} secret={sign.data.secret} onSaved={sign.reset} />
      ) : (
        <AddRegister add={add} />
      )}
      <div>
        <h3 className="font-semibold">{messages.key}</h3>
        <p className="text-label text-neutral-10">{messages.keyLead}</p>
        <p className="font-mono text-label break-all">{keyAddress()}</p>
      </div>
      {dialog !== null && <Sure asked={dialog} by={{ remove, sign, unsign }} onClose={() => setDialog(null)} />}
    </>
  );
}

interface SureProps {
  readonly asked: OpenDialog;
  readonly by: Pick<ReturnType<typeof useSetRegisters>, OpenDialog['what']>;
  readonly onClose: () => void;
}

function Sure({ asked: { what, of: register }, by, onClose }: SureProps) {
  const messages = usePageMessages('api-access').registers;
  const questions = { sign: messages.signSure, unsign: messages.unsignSure, remove: messages.removeSure };
  const { mutate, error, isPending } = by[what];
  return (
    <SureDialog
      title={messages[what]}
      question={questions[what](register.name)}
      look={what === 'sign' ? 'plain' : 'danger'}
      failure={failureOrNull(error)}
      isBusy={isPending}
      onClose={onClose}
      onSure={() => mutate(register, { onSuccess: onClose })}
    />
  );
}

interface RegisterListProps {
  readonly registers: readonly Register[];
  readonly onOpen: (what: OpenDialog['what'], register: Register) => void;
}

function RegisterList({ registers, onOpen }: RegisterListProps) {
  const messages = usePageMessages('api-access').registers;
  const { dateTime } = useFormat();
  if (registers.length === 0) return <p className="text-neutral-9">{messages.none}</p>;
  return (
    <ul aria-label={messages.title} className="divide-y divide-neutral-4">
      {registers.map((register) => (
        <li key={register.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
          <div className="min-w-0 flex-1 basis-48">
            <p className="font-medium wrap-anywhere">{register.name}</p>
            <p className="text-label break-all">{register.origin}</p>
            {register.signs && <p className="text-label text-neutral-11">{messages.signs}</p>}
            <p className="text-label text-neutral-9">{messages.addedBy(register.person, dateTime(register.addedAt))}</p>
          </div>
          <div className="flex flex-wrap gap-1">
            <Button
              variant="quiet"
              aria-label={messages.signOf(register.name)}
              onClick={() => onOpen('sign', register)}
            >
              {messages.sign}
            </Button>
            {register.signs && (
              <Button
                variant="quiet"
                aria-label={messages.unsignOf(register.name)}
                onClick={() => onOpen('unsign', register)}
              >
                {messages.unsign}
              </Button>
            )}
            <Button
              variant="quiet"
              aria-label={messages.removeOf(register.name)}
              onClick={() => onOpen('remove', register)}
            >
              {messages.remove}
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}

function AddRegister({ add }: Pick<ReturnType<typeof useSetRegisters>, 'add'>) {
  const messages = usePageMessages('api-access').registers;
  const [isOdd, setOdd] = useState(false);
  const submit = submitted((typed) => {
    add.reset();
    const register = newRegisterSchema.safeParse({ name: text(typed, 'name'), origin: text(typed, 'origin') });
    setOdd(!register.success);
    if (register.success) add.mutate(register.data);
  });
  return (
    // The key clears the form for the next register.
    <form key={add.data?.id ?? ''} className="grid grid-cols-[minmax(0,1fr)] gap-3" onSubmit={submit}>
      <Field label={messages.name} name="name" required maxLength={LIMITS.nameCharsMax} />
      <Field
        label={messages.origin}
        hint={messages.originHint}
        name="origin"
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={LIMITS.returnUrlCharsMax}
        aria-invalid={isOdd}
      />
      {isOdd && <Notice tone="attention">{messages.badOrigin}</Notice>}
      <FailureNotice failure={failureOrNull(add.error)} />
      {add.isSuccess && <Notice tone="done">{messages.added(add.data.name)}</Notice>}
      <Button type="submit" className="justify-self-start" disabled={add.isPending}>
        {messages.add}
      </Button>
    </form>
  );
}
