import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { LIMITS } from '../../../contract/access/limits.ts';
import type { BackupTrial } from '../../../contract/platform/backup-trial.ts';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { call, SHOP_KEY } from '../../../pwa/api/live.ts';
import { ADDRESSES } from '../../../pwa/shell/addresses.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { Welcome } from '../../../pwa/shell/sign-in/welcome.tsx';
import { Button, buttonClass } from '../../../pwa/ui/button.tsx';
import { Field } from '../../../pwa/ui/field.tsx';
import { submitted, text } from '../../../pwa/ui/form.ts';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { Select } from '../../../pwa/ui/select.tsx';
import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';

/**
 * Restores a backup on a server that has no shop yet: its set-up code, a backup, a trial, then the
 * restore.
 */
export function RestorePage() {
  const messages = usePageMessages('restore');
  const [code, setCode] = useState('');
  const backups = useMutation({
    mutationFn: (body: { code: string }) => call('listBackups', { body }),
    onSuccess: (_, body) => setCode(body.code),
  });
  return (
    <Welcome title={messages.title} lead={messages.lead}>
      {backups.data === undefined ? (
        <form
          className="card grid gap-4 p-4 till:p-6"
          onSubmit={submitted((form) => backups.mutate({ code: text(form, 'code') }))}
        >
          <Field
            label={messages.code}
            hint={messages.codeHint}
            name="code"
            required
            maxLength={LIMITS.setupCodeCharsMax}
          />
          <FailureNotice failure={failureOrNull(backups.error)} />
          <Button variant="main" type="submit" disabled={backups.isPending}>
            {messages.next}
          </Button>
        </form>
      ) : (
        <ChosenBackup code={code} backups={backups.data} />
      )}
      <Link href={ADDRESSES.redeem} className={buttonClass('quiet')}>
        {messages.leave}
      </Link>
    </Welcome>
  );
}

const OTHER = '';

interface ChosenBackupProps {
  readonly code: string;
  /** Newest first. */
  readonly backups: readonly { readonly folder: string; readonly madeAt: string }[];
}

function ChosenBackup({ code, backups }: ChosenBackupProps) {
  const messages = usePageMessages('restore');
  const { dateTime } = useFormat();
  const [listed, setListed] = useState(backups[0]?.folder ?? OTHER);
  const [folder, setFolder] = useState('');
  const trial = useMutation({ mutationFn: (body: { code: string; folder: string }) => call('tryBackup', { body }) });
  const choose = (chosen: string) => {
    trial.reset();
    setListed(chosen);
  };
  return (
    <>
      <form
        className="card grid gap-4 p-4 till:p-6"
        onSubmit={submitted((form) => {
          const chosen = listed === OTHER ? text(form, 'folder') : listed;
          setFolder(chosen);
          trial.mutate({ code, folder: chosen });
        })}
      >
        {backups.length > 0 && (
          <Select label={messages.backup} value={listed} onChoose={choose}>
            {backups.map((backup) => (
              <option key={backup.folder} value={backup.folder}>
                {dateTime(backup.madeAt)}
              </option>
            ))}
            <option value={OTHER}>{messages.other}</option>
          </Select>
        )}
        {listed === OTHER && (
          <Field
            label={messages.folder}
            hint={messages.folderHint}
            name="folder"
            required
            maxLength={LIMITS.folderCharsMax}
            onChange={() => trial.reset()}
          />
        )}
        <FailureNotice failure={failureOrNull(trial.error)} />
        {trial.isPending && <p role="status">{messages.checking}</p>}
        <Button variant={trial.data?.fit ? 'plain' : 'main'} type="submit" disabled={trial.isPending}>
          {messages.check}
        </Button>
      </form>
      {trial.data && <CheckedBackup key={folder} code={code} folder={folder} trial={trial.data} />}
    </>
  );
}

interface CheckedBackupProps {
  readonly code: string;
  readonly folder: string;
  readonly trial: BackupTrial;
}

function CheckedBackup({ code, folder, trial }: CheckedBackupProps) {
  const messages = usePageMessages('restore');
  const { dateTime } = useFormat();
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const restore = useMutation({
    mutationFn: (name: string) => call('restoreBackup', { body: { code, folder, device: { name } } }),
    async onSuccess(result) {
      if (!result.fit) return;
      await client.invalidateQueries({ queryKey: SHOP_KEY });
      navigate(ADDRESSES.redeem);
    },
  });
  const result = restore.data ?? trial;
  if (!result.fit) return <Unfit message={result.message} />;
  const { madeAt, people, devices } = result;
  return (
    <form className="card grid gap-4 p-4 till:p-6" onSubmit={submitted((form) => restore.mutate(text(form, 'name')))}>
      <Notice tone="done">{messages.fit(dateTime(madeAt))}</Notice>
      <p>{messages.holds(people, devices)}</p>
      <p>{messages.missing(dateTime(madeAt))}</p>
      <Field
        label={messages.device}
        name="name"
        required
        maxLength={LIMITS.nameCharsMax}
        defaultValue={messages.deviceExample}
      />
      <FailureNotice failure={failureOrNull(restore.error)} />
      {restore.isPending && <p role="status">{messages.restoring}</p>}
      <Button variant="main" type="submit" disabled={restore.isPending}>
        {messages.restore}
      </Button>
    </form>
  );
}

/** The reason is in English, as the commands print it. */
function Unfit({ message }: { readonly message: string }) {
  const messages = usePageMessages('restore');
  return (
    <div role="alert" className="grid gap-2">
      <Notice tone="refused">{messages.unfit}</Notice>
      <p lang="en" className="wrap-anywhere whitespace-pre-line">
        {message}
      </p>
    </div>
  );
}
