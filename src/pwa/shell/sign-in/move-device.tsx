import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { LIMITS } from '../../../contract/access/limits.ts';
import type { CodeShop } from '../../../contract/access/people.ts';
import { failureOrNull } from '../../api/failure.ts';
import { call } from '../../api/live.ts';
import { countUnsent } from '../../pending-operations/outbox.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { submitted, text } from '../../ui/form.ts';
import { Notice } from '../../ui/notice.tsx';
import { useMessages } from '../../words/words.tsx';
import { FailureNotice } from '../failure-notice.tsx';
import { useArrival } from './use-arrival.ts';

/** Opens the dialog that moves this device. */
export function MoveDevice() {
  const { move } = useMessages();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{move.title}</Button>
      {isOpen && <MoveDialog code="" onClose={() => setOpen(false)} />}
    </>
  );
}

interface MoveDialogProps {
  /** From the address, or empty. */
  readonly code: string;
  readonly onClose: () => void;
}

/**
 * Asks once, then enrols this device in the shop of a code. The page loads again there. Operations
 * that are open stay with the shop that they began in.
 */
export function MoveDialog({ code: given, onClose }: MoveDialogProps) {
  const { move } = useMessages();
  const find = useMutation({
    mutationFn: async (code: string) => ({ code, shop: await call('codeShop', { body: { code } }) }),
  });
  const { mutate, data: found } = find;
  useEffect(() => {
    if (given !== '') mutate(given);
  }, [given, mutate]);
  return (
    <Dialog title={move.title} onClose={onClose}>
      {found === undefined ? (
        <form className="grid gap-4" onSubmit={submitted((form) => mutate(text(form, 'code')))}>
          <p>{move.lead}</p>
          <CodeField code={given} />
          <FailureNotice failure={failureOrNull(find.error)} />
          <Button variant="main" type="submit" disabled={find.isPending}>
            {move.next}
          </Button>
        </form>
      ) : found.shop.isHere ? (
        <p>{move.here}</p>
      ) : (
        <Question {...found} onClose={onClose} />
      )}
    </Dialog>
  );
}

function CodeField({ code }: { readonly code: string }) {
  const { enrol } = useMessages();
  return (
    <Field
      label={enrol.code}
      name="code"
      defaultValue={code}
      required
      autoFocus
      maxLength={LIMITS.setupCodeCharsMax}
      autoCapitalize="characters"
    />
  );
}

interface QuestionProps {
  readonly code: string;
  readonly shop: CodeShop;
  readonly onClose: () => void;
}

function Question({ code, shop: { name: shop, home, isLastDevice }, onClose }: QuestionProps) {
  const { common, enrol: messages, move } = useMessages();
  const { enrol } = useArrival();
  const { data: unsent = 0 } = useQuery({
    queryKey: ['unsent'],
    queryFn: countUnsent,
    networkMode: 'always',
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <form className="grid gap-4" onSubmit={submitted((form) => enrol.mutate({ code, name: text(form, 'name') }))}>
      <p className="font-medium wrap-anywhere">{move.question(home, shop)}</p>
      <p className="wrap-anywhere">{move.stays(home)}</p>
      {unsent > 0 && <Notice tone="attention">{move.unsent(unsent)}</Notice>}
      {isLastDevice && <Notice tone="attention">{move.last(home)}</Notice>}
      <Field label={messages.device} name="name" required autoFocus maxLength={LIMITS.nameCharsMax} />
      <FailureNotice failure={failureOrNull(enrol.error)} />
      <div className="flex justify-end gap-2">
        <Button variant="quiet" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button variant="main" type="submit" disabled={enrol.isPending || enrol.isSuccess}>
          {move.submit}
        </Button>
      </div>
    </form>
  );
}
