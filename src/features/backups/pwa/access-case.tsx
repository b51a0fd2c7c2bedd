import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { RestoredAccess, RestoredKind } from '../../../contract/platform/restored-access.ts';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { call } from '../../../pwa/api/live.ts';
import { ATTENTION_KEY } from '../../../pwa/api/queries.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { Loaded } from '../../../pwa/shell/loaded.tsx';
import { SureDialog } from '../../../pwa/shell/sure-dialog.tsx';
import { Button } from '../../../pwa/ui/button.tsx';
import { Dialog } from '../../../pwa/ui/dialog.tsx';
import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useMessages } from '../../../pwa/words/words.tsx';
import type { RestoredDecision } from '../contract/restored-decision.ts';

const ACCESS_KEY = ['restored-access'];

function useDecide() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: RestoredDecision) => call('decideRestoredAccess', { body }),
    onSettled: () => Promise.all([ACCESS_KEY, ATTENTION_KEY].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}

const entryOf = ({ kind, id }: RestoredAccess) => ({ kind, id });

/**
 * Opens the list of access that a restore may have brought back. Both leave the page with the last
 * decision.
 */
export function AccessCase() {
  const { access } = usePageMessages('backups');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="main" className="max-tablet:w-full" onClick={() => setOpen(true)}>
        {access.review}
      </Button>
      {isOpen && (
        <Dialog title={access.review} onClose={() => setOpen(false)}>
          <AccessReview />
        </Dialog>
      )}
    </>
  );
}

function AccessReview() {
  const { access } = usePageMessages('backups');
  const found = useQuery({
    queryKey: ACCESS_KEY,
    queryFn: ({ signal }) => call('restoredAccess', { signal }),
  });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p>{access.lead}</p>
      <Loaded query={found}>
        {(entries) =>
          [...new Set(entries.map(({ kind }) => kind))].map((kind) => (
            <KindList key={kind} kind={kind} entries={entries.filter((one) => one.kind === kind)} />
          ))
        }
      </Loaded>
    </div>
  );
}

interface KindListProps {
  readonly kind: RestoredKind;
  readonly entries: readonly RestoredAccess[];
}

function KindList({ kind, entries }: KindListProps) {
  const { access } = usePageMessages('backups');
  const confirm = useDecide();
  const mine = entries.filter(({ isForOther }) => !isForOther);
  return (
    <section aria-labelledby={`access-${kind}`} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 id={`access-${kind}`} className="font-semibold">
          {access.kinds[kind].title} <span className="font-normal text-neutral-9 tabular-nums">{entries.length}</span>
        </h3>
        {mine.length > 1 && (
          <Button
            variant="quiet"
            disabled={confirm.isPending}
            onClick={() => confirm.mutate({ decision: 'confirm', entries: mine.map(entryOf) })}
          >
            {access.confirmAll(mine.length)}
          </Button>
        )}
      </div>
      <p className="text-neutral-9">{access.kinds[kind].lead}</p>
      <FailureNotice failure={failureOrNull(confirm.error)} />
      <ul className="divide-y divide-neutral-4 border-y border-neutral-4">
        {entries.map((entry) => (
          <AccessRow key={entry.id} entry={entry} />
        ))}
      </ul>
    </section>
  );
}

function AccessRow({ entry }: { readonly entry: RestoredAccess }) {
  const { access } = usePageMessages('backups');
  const { common } = useMessages();
  const { dateTime } = useFormat();
  const [isEnding, setEnding] = useState(false);
  const confirm = useDecide();
  const end = useDecide();
  const { kind, name, role, detail, since, isForOther } = entry;
  const messages = access.kinds[kind];
  const facts = [role === null ? null : common.roles[role], detail, access.since(dateTime(since))];
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-2 py-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="grid min-w-0 flex-1 basis-40 wrap-anywhere">
          <span translate="no" className="font-medium">
            {name}
          </span>
          <span className="text-label text-neutral-9">{facts.filter((fact) => fact !== null).join(' · ')}</span>
        </span>
        {isForOther ? (
          <span className="text-neutral-9">{access.forOther}</span>
        ) : (
          <span className="flex flex-wrap gap-2">
            <Button
              aria-label={access.confirmOf(name)}
              disabled={confirm.isPending}
              onClick={() => confirm.mutate({ decision: 'confirm', entries: [entryOf(entry)] })}
            >
              {access.confirm}
            </Button>
            <Button variant="quiet" aria-label={messages.endOf(name)} onClick={() => setEnding(true)}>
              {messages.end}
            </Button>
          </span>
        )}
      </div>
      <FailureNotice failure={failureOrNull(confirm.error)} />
      {isEnding && (
        <SureDialog
          title={messages.end}
          question={messages.endSure(name)}
          look="danger"
          failure={failureOrNull(end.error)}
          isBusy={end.isPending}
          onClose={() => setEnding(false)}
          onSure={() => end.mutate({ decision: 'end', entries: [entryOf(entry)] })}
        />
      )}
    </li>
  );
}
