import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LIMITS } from '../../../contract/access/limits.ts';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { Columns, Page } from '../../../pwa/shell/layout/page.tsx';
import { Loaded } from '../../../pwa/shell/loaded.tsx';
import { PinPad } from '../../../pwa/shell/pin-pad.tsx';
import { SureDialog } from '../../../pwa/shell/sure-dialog.tsx';
import { useShop } from '../../../pwa/shell/use-session.ts';
import { Button } from '../../../pwa/ui/button.tsx';
import { Dialog } from '../../../pwa/ui/dialog.tsx';
import { Field } from '../../../pwa/ui/field.tsx';
import { submitted, text } from '../../../pwa/ui/form.ts';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useMessages } from '../../../pwa/words/words.tsx';
import { PASSKEYS_MIN, type Passkey } from '../contract/passkeys.ts';
import { OfficeMembers } from './office-members.tsx';
import { PasskeyFailure } from './passkey-failure.tsx';
import { useOtherManagers } from './use-other-managers.ts';
import { passkeysQuery, useAddPasskey, useRemovePasskey, useRenamePasskey } from './use-passkeys.ts';

/** A manager's passkeys; for head office also codes for others who need new ones. */
export function PasskeysPage() {
  const messages = usePageMessages('head-office');
  const isOffice = useShop().visit?.office === true;
  return (
    <Page title={messages.passkeys} lead={isOffice ? messages.lead : messages.managerLead}>
      <Columns>
        <section className="card grid grid-cols-[minmax(0,1fr)] content-start gap-4 p-4 till:p-6">
          <OwnPasskeys isOffice={isOffice} />
        </section>
        {isOffice && (
          <section className="card grid grid-cols-[minmax(0,1fr)] content-start gap-4 p-4 till:p-6">
            <OfficeMembers />
          </section>
        )}
      </Columns>
    </Page>
  );
}

/** A passkey whose dialog is open. */
interface Opened {
  readonly passkey: Passkey;
  readonly action: 'rename' | 'remove';
}

function OwnPasskeys({ isOffice }: { readonly isOffice: boolean }) {
  const messages = usePageMessages('head-office');
  const passkeys = useQuery(passkeysQuery);
  const add = useAddPasskey();
  const [opened, setOpened] = useState<Opened | null>(null);
  const [asksPin, setAsksPin] = useState(false);
  const [done, setDone] = useState<string | null>(null);
  const dialog = {
    onClose: () => setOpened(null),
    onDone(message: string) {
      setOpened(null);
      setDone(message);
    },
  };
  return (
    <>
      {done !== null && <Notice tone="done">{done}</Notice>}
      <Loaded query={passkeys}>
        {(all) => (
          <ul
            aria-label={messages.passkeys}
            className="divide-y divide-neutral-4 border-y border-neutral-4 empty:hidden"
          >
            {all.map((passkey) => (
              <PasskeyRow
                key={passkey.id}
                passkey={passkey}
                canRemove={!isOffice || all.length > PASSKEYS_MIN}
                onOpen={setOpened}
              />
            ))}
          </ul>
        )}
      </Loaded>
      <PasskeyFailure error={add.error} />
      <Button
        variant={passkeys.data?.length === 0 ? 'main' : 'plain'}
        className="justify-self-start"
        disabled={add.isPending || passkeys.data === undefined}
        onClick={() =>
          passkeys.data?.length === 0
            ? setAsksPin(true)
            : add.mutate(undefined, { onSuccess: ({ name }) => setDone(messages.added(name)) })
        }
      >
        {add.isPending ? messages.waiting : messages.add}
      </Button>
      {asksPin && (
        <FirstPasskeyDialog
          onClose={() => setAsksPin(false)}
          onDone={(message) => {
            setAsksPin(false);
            setDone(message);
          }}
        />
      )}
      {opened?.action === 'rename' && <RenameDialog passkey={opened.passkey} {...dialog} />}
      {opened?.action === 'remove' && <RemoveDialog passkey={opened.passkey} {...dialog} />}
    </>
  );
}

interface PasskeyRowProps {
  readonly passkey: Passkey;
  readonly canRemove: boolean;
  readonly onOpen: (opened: Opened) => void;
}

function PasskeyRow({ passkey, canRemove, onOpen }: PasskeyRowProps) {
  const messages = usePageMessages('head-office');
  const { dateTime } = useFormat();
  const { name, createdAt, lastUsedAt } = passkey;
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <span className="grid min-w-0 flex-1 basis-40 gap-1">
        <span translate="no" className="font-medium wrap-anywhere">
          {name}
        </span>
        <span className="text-label text-neutral-9 tabular-nums">{messages.createdAt(dateTime(createdAt))}</span>
        <span className="text-label text-neutral-9 tabular-nums">
          {lastUsedAt === null ? messages.neverUsed : messages.usedAt(dateTime(lastUsedAt))}
        </span>
      </span>
      <span className="flex flex-wrap gap-1">
        <Button
          variant="quiet"
          aria-label={messages.renameOf(name)}
          onClick={() => onOpen({ passkey, action: 'rename' })}
        >
          {messages.rename}
        </Button>
        {canRemove && (
          <Button
            variant="quiet"
            aria-label={messages.removeOf(name)}
            onClick={() => onOpen({ passkey, action: 'remove' })}
          >
            {messages.remove}
          </Button>
        )}
      </span>
    </li>
  );
}

interface FirstPasskeyProps {
  readonly onClose: () => void;
  /** Called with a sentence about the result. */
  readonly onDone: (message: string) => void;
}

interface PasskeyDialogProps extends FirstPasskeyProps {
  readonly passkey: Passkey;
}

/** Warns about the first passkey of a manager, and adds it. The server requires the PIN. */
function FirstPasskeyDialog({ onClose, onDone }: FirstPasskeyProps) {
  const messages = usePageMessages('head-office');
  const add = useAddPasskey();
  const others = useOtherManagers();
  return (
    <Dialog title={messages.add} onClose={onClose}>
      <PinPad
        label={messages.pin}
        checking={add.isPending ? (add.variables ?? null) : null}
        onPin={(pin) => add.mutate(pin, { onSuccess: ({ name }) => onDone(messages.added(name)) })}
        autoFocus
      >
        <Notice tone="attention">
          {messages.firstWarning(location.host)} {others?.length === 0 && messages.onlyManager}
        </Notice>
        <p>{add.isPending ? messages.waiting : messages.pinLead}</p>
        <PasskeyFailure error={add.error} />
      </PinPad>
    </Dialog>
  );
}

function RenameDialog({ passkey: { id, name }, onClose, onDone }: PasskeyDialogProps) {
  const messages = usePageMessages('head-office');
  const { common } = useMessages();
  const rename = useRenamePasskey(id);
  const submit = submitted((form) =>
    rename.mutate(text(form, 'name'), { onSuccess: (renamed) => onDone(messages.saved(renamed.name)) }),
  );
  return (
    <Dialog title={messages.rename} onClose={onClose}>
      <form className="grid gap-4" onSubmit={submit}>
        <Field label={common.name} name="name" defaultValue={name} required autoFocus maxLength={LIMITS.nameCharsMax} />
        <FailureNotice failure={failureOrNull(rename.error)} />
        <Button variant="main" type="submit" disabled={rename.isPending}>
          {messages.save}
        </Button>
      </form>
    </Dialog>
  );
}

function RemoveDialog({ passkey: { id, name }, onClose, onDone }: PasskeyDialogProps) {
  const messages = usePageMessages('head-office');
  const remove = useRemovePasskey(id);
  return (
    <SureDialog
      title={messages.remove}
      question={messages.removeSure(name)}
      look="danger"
      failure={failureOrNull(remove.error)}
      isBusy={remove.isPending}
      onClose={onClose}
      onSure={() => remove.mutate(undefined, { onSuccess: () => onDone(messages.removed(name)) })}
    />
  );
}
