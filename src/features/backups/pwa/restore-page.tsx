import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { LIMITS } from '../../../contract/access/limits.ts';
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
import { useMessages } from '../../../pwa/words/words.tsx';
import type { BackupTrial } from '../contract/backup-trial.ts';
import { RESTORED_WITHIN_MS } from './limits.ts';
import { hasManifest, uploadBackup } from './upload-backup.ts';

/**
 * Restores a backup on a server that has no shop yet: its set-up code, a backup, a trial, then the
 * restore.
 */
export function RestorePage() {
  const messages = usePageMessages('backups');
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
const FILES = 'files';

interface ChosenBackupProps {
  readonly code: string;
  /** Newest first. */
  readonly backups: readonly { readonly folder: string; readonly madeAt: string }[];
}

function ChosenBackup({ code, backups }: ChosenBackupProps) {
  const messages = usePageMessages('backups');
  const { dateTime } = useFormat();
  const [listed, setListed] = useState(backups[0]?.folder ?? OTHER);
  const [files, setFiles] = useState<readonly File[]>([]);
  const [folder, setFolder] = useState('');
  const upload = useUpload(code);
  const trial = useMutation({
    async mutationFn(chosen: string | readonly File[]) {
      const stored =
        typeof chosen === 'string' ? { isStored: true as const, folder: chosen } : await upload.send(chosen);
      if (!stored.isStored) return { fit: false as const, message: stored.message };
      setFolder(stored.folder);
      return call('tryBackup', { body: { code, folder: stored.folder }, withinMs: RESTORED_WITHIN_MS });
    },
  });
  const choose = (chosen: string) => {
    trial.reset();
    setListed(chosen);
  };
  const isIncomplete = listed === FILES && files.length > 0 && !hasManifest(files);
  return (
    <>
      <form
        className="card grid gap-4 p-4 till:p-6"
        onSubmit={submitted((form) => {
          if (listed !== FILES) trial.mutate(listed === OTHER ? text(form, 'folder') : listed);
          else if (hasManifest(files)) trial.mutate(files);
        })}
      >
        <Select label={messages.backup} value={listed} onChoose={choose} disabled={trial.isPending}>
          {backups.map((backup) => (
            <option key={backup.folder} value={backup.folder}>
              {dateTime(backup.madeAt)}
            </option>
          ))}
          <option value={OTHER}>{messages.other}</option>
          <option value={FILES}>{messages.files}</option>
        </Select>
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
        {listed === FILES && (
          <Field
            label={messages.chooseFiles}
            hint={messages.chooseFilesHint}
            type="file"
            multiple
            required
            disabled={trial.isPending}
            onChange={({ currentTarget }) => {
              trial.reset();
              setFiles([...(currentTarget.files ?? [])]);
            }}
          />
        )}
        {isIncomplete && <Notice tone="attention">{messages.incomplete}</Notice>}
        {!upload.isStopped && <FailureNotice failure={failureOrNull(trial.error)} />}
        {trial.isPending && upload.share === null && <p role="status">{messages.checking}</p>}
        {upload.share !== null && <UploadProgress share={upload.share} onStop={upload.stop} />}
        <Button variant={trial.data?.fit ? 'plain' : 'main'} type="submit" disabled={trial.isPending}>
          {messages.check}
        </Button>
      </form>
      {trial.data && <CheckedBackup key={folder} code={code} folder={folder} trial={trial.data} />}
    </>
  );
}

function UploadProgress({ share, onStop }: { readonly share: number; readonly onStop: () => void }) {
  const { common } = useMessages();
  const messages = usePageMessages('backups');
  return (
    <div className="grid gap-3">
      <p role="status">{messages.uploading}</p>
      <progress aria-label={messages.uploading} max={1} value={share} className="progress h-2 w-full" />
      <Button className="justify-self-start" onClick={onStop}>
        {common.cancel}
      </Button>
    </div>
  );
}

/** Sends the files of a backup. `share` is null while none are sent. */
function useUpload(code: string) {
  const [share, setShare] = useState<number | null>(null);
  const [stopping, setStopping] = useState<AbortController | null>(null);
  useEffect(() => () => stopping?.abort(), [stopping]);
  return {
    share,
    isStopped: stopping?.signal.aborted === true,
    async send(files: readonly File[]) {
      const controller = new AbortController();
      setStopping(controller);
      setShare(0);
      try {
        return await uploadBackup(files, { code, signal: controller.signal, onProgress: setShare });
      } finally {
        setShare(null);
      }
    },
    stop() {
      stopping?.abort();
      /* Otherwise the next upload or start of the server removes it. */
      call('discardUpload', { body: { code } }).catch(() => undefined);
    },
  };
}

interface CheckedBackupProps {
  readonly code: string;
  readonly folder: string;
  readonly trial: BackupTrial;
}

function CheckedBackup({ code, folder, trial }: CheckedBackupProps) {
  const messages = usePageMessages('backups');
  const { dateTime } = useFormat();
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const restore = useMutation({
    mutationFn: (name: string) =>
      call('restoreBackup', { body: { code, folder, device: { name } }, withinMs: RESTORED_WITHIN_MS }),
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
  const messages = usePageMessages('backups');
  return (
    <div role="alert" className="grid gap-2">
      <Notice tone="refused">{messages.unfit}</Notice>
      <p lang="en" className="wrap-anywhere whitespace-pre-line">
        {message}
      </p>
    </div>
  );
}
