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
import { usePageWords } from '../../../pwa/words/page-words.ts';
import { newRegisterSchema, type Register } from '../../registers/contract/register.ts';
import { SecretToldOnce } from './told-once.tsx';
import { keyAddress, registersQuery, useSetRegisters } from './use-registers.ts';

type Asked = { readonly what: 'sign' | 'unsign' | 'remove'; readonly of: Register };

/** Registers that may start redemptions by link, and the keys for verifying the till's answers. */
export function ListedRegisters() {
  const words = usePageWords('api-access').registers;
  const registers = useQuery(registersQuery);
  const { add, remove, sign, unsign } = useSetRegisters();
  const [asked, setAsked] = useState<Asked | null>(null);
  return (
    <>
      <h2 className="text-section font-semibold">{words.title}</h2>
      <p className="max-w-prose text-label text-neutral-10">{words.lead}</p>
      {remove.isSuccess && <Notice tone="done">{words.removed(remove.variables.name)}</Notice>}
      <Loaded query={registers}>
        {(listed) => <RegisterList registers={listed} onAsk={(what, register) => setAsked({ what, of: register })} />}
      </Loaded>
      {sign.isSuccess ? (
        <SecretToldOnce lead={words.secret} secret={sign.data.secret} onKept={sign.reset} />
      ) : (
        <AddRegister add={add} />
      )}
      <div>
        <h3 className="font-semibold">{words.key}</h3>
        <p className="text-label text-neutral-10">{words.keyLead}</p>
        <p className="font-mono text-label break-all">{keyAddress()}</p>
      </div>
      {asked !== null && <Sure asked={asked} by={{ remove, sign, unsign }} onClose={() => setAsked(null)} />}
    </>
  );
}

interface SureProps {
  readonly asked: Asked;
  readonly by: Pick<ReturnType<typeof useSetRegisters>, Asked['what']>;
  readonly onClose: () => void;
}

function Sure({ asked: { what, of: register }, by, onClose }: SureProps) {
  const words = usePageWords('api-access').registers;
  const questions = { sign: words.signSure, unsign: words.unsignSure, remove: words.removeSure };
  const { mutate, error, isPending } = by[what];
  return (
    <SureDialog
      title={words[what]}
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
  readonly onAsk: (what: Asked['what'], register: Register) => void;
}

function RegisterList({ registers, onAsk }: RegisterListProps) {
  const words = usePageWords('api-access').registers;
  const { dateTime } = useFormat();
  if (registers.length === 0) return <p className="text-neutral-9">{words.none}</p>;
  return (
    <ul aria-label={words.title} className="divide-y divide-neutral-4">
      {registers.map((register) => (
        <li key={register.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
          <div className="min-w-0 flex-1 basis-48">
            <p className="font-medium wrap-anywhere">{register.name}</p>
            <p className="text-label break-all">{register.origin}</p>
            {register.signs && <p className="text-label text-neutral-11">{words.signs}</p>}
            <p className="text-label text-neutral-9">{words.addedBy(register.person, dateTime(register.addedAt))}</p>
          </div>
          <div className="flex flex-wrap gap-1">
            <Button look="quiet" aria-label={words.signOf(register.name)} onClick={() => onAsk('sign', register)}>
              {words.sign}
            </Button>
            {register.signs && (
              <Button look="quiet" aria-label={words.unsignOf(register.name)} onClick={() => onAsk('unsign', register)}>
                {words.unsign}
              </Button>
            )}
            <Button look="quiet" aria-label={words.removeOf(register.name)} onClick={() => onAsk('remove', register)}>
              {words.remove}
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}

function AddRegister({ add }: Pick<ReturnType<typeof useSetRegisters>, 'add'>) {
  const words = usePageWords('api-access').registers;
  const [isOdd, setOdd] = useState(false);
  const submit = submitted((typed) => {
    add.reset();
    const register = newRegisterSchema.safeParse({ name: text(typed, 'name'), origin: text(typed, 'origin') });
    setOdd(!register.success);
    if (register.success) add.mutate(register.data);
  });
  return (
    // Cleared for the next one.
    <form key={add.data?.id ?? ''} className="grid grid-cols-[minmax(0,1fr)] gap-3" onSubmit={submit}>
      <Field label={words.name} name="name" required maxLength={LIMITS.nameCharsMax} />
      <Field
        label={words.origin}
        hint={words.originHint}
        name="origin"
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={LIMITS.returnUrlCharsMax}
        aria-invalid={isOdd}
      />
      {isOdd && <Notice tone="attention">{words.badOrigin}</Notice>}
      <FailureNotice failure={failureOrNull(add.error)} />
      {add.isSuccess && <Notice tone="done">{words.added(add.data.name)}</Notice>}
      <Button type="submit" className="justify-self-start" disabled={add.isPending}>
        {words.add}
      </Button>
    </form>
  );
}
