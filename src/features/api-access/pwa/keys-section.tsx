import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { KeyAdmin } from '../../../contract/access/key.ts';
import { money } from '../../../contract/money/money.ts';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { SureDialog } from '../../../pwa/shell/sure-dialog.tsx';
import { useShop } from '../../../pwa/shell/use-session.ts';
import { Button, buttonClass } from '../../../pwa/ui/button.tsx';
import { Chip } from '../../../pwa/ui/chip.tsx';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { useNow } from '../../../pwa/ui/use-now.ts';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { MakeKey } from './make-key.tsx';
import { NewSecret } from './new-secret.tsx';
import { keysQuery, useReplaceKey, useRevokeKey } from './use-connections.ts';

type OpenDialog = { readonly what: 'replace' | 'revoke'; readonly of: KeyAdmin };

export function KeysSection() {
  const { keys: messages } = usePageMessages('api-access');
  const { data: keys, error } = useQuery(keysQuery);
  const replace = useReplaceKey();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const close = () => setDialog(null);
  return (
    <>
      <h2 className="text-section font-semibold">{messages.title}</h2>
      <p className="text-neutral-9">{messages.lead}</p>
      <a href="/api/docs" target="_blank" rel="noreferrer" className={`${buttonClass('plain')} justify-self-start`}>
        {messages.docs}
      </a>
      <FailureNotice failure={failureOrNull(error)} />
      {done !== null && <Notice tone="done">{done}</Notice>}
      {keys?.length === 0 && <p className="text-neutral-9">{messages.none}</p>}
      {keys !== undefined && keys.length > 0 && (
        <ul aria-label={messages.title} className="divide-y divide-neutral-4 border-y border-neutral-4">
          {keys.map((key) => (
            <KeyRow key={key.id} of={key} onOpen={(what) => setDialog({ what, of: key })} />
          ))}
        </ul>
      )}
      {replace.isSuccess ? (
        <NewSecret lead={messages.replaced(replace.data.name)} secret={replace.data.key} onSaved={replace.reset} />
      ) : (
        <MakeKey />
      )}
      {dialog?.what === 'replace' && (
        <SureDialog
          title={messages.replace}
          question={messages.replaceSure(dialog.of.name)}
          look="plain"
          failure={failureOrNull(replace.error)}
          isBusy={replace.isPending}
          onClose={close}
          onSure={() => replace.mutate(dialog.of.id, { onSuccess: close })}
        />
      )}
      {dialog?.what === 'revoke' && (
        <Revoke
          of={dialog.of}
          onClose={close}
          onDone={() => {
            close();
            setDone(messages.revokedNow(dialog.of.name));
          }}
        />
      )}
    </>
  );
}

interface RevokeProps {
  readonly of: KeyAdmin;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

function Revoke({ of: { id, name }, onClose, onDone }: RevokeProps) {
  const { keys: messages } = usePageMessages('api-access');
  const revoke = useRevokeKey();
  return (
    <SureDialog
      title={messages.revoke}
      question={messages.revokeSure(name)}
      look="danger"
      failure={failureOrNull(revoke.error)}
      isBusy={revoke.isPending}
      onClose={onClose}
      onSure={() => revoke.mutate(id, { onSuccess: onDone })}
    />
  );
}

function KeyRow({ of: key, onOpen }: { readonly of: KeyAdmin; readonly onOpen: (what: OpenDialog['what']) => void }) {
  const { keys: messages } = usePageMessages('api-access');
  const { ago, dateTime, value } = useFormat();
  const { currency } = useShop();
  const now = useNow(60_000);
  const { name, start, scopes, person, limits, lastUsedAt, revokedAt, oldUntil, madeAt, madeBy } = key;
  const { perRedemption, perDay } = limits;
  const bounds = [
    person !== null && messages.actsFor(person),
    perRedemption !== null && messages.once(value(money(perRedemption, currency))),
    perDay !== null && messages.day(value(money(perDay, currency))),
  ].filter((part) => part !== false);
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 py-3">
      <span className="grid min-w-0 gap-1 wrap-anywhere text-label text-neutral-9">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-body text-neutral-12">
          <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
          {revokedAt !== null && <Chip tone="refused">{messages.revoked}</Chip>}
        </span>
        <span className="font-mono break-all">{start}…</span>
        <span className="text-neutral-11">{scopes.map((scope) => messages.scopes[scope]).join(' · ')}</span>
        {bounds.length > 0 && <span className="text-neutral-11">{bounds.join(' · ')}</span>}
        <span>{messages.madeBy(madeBy, dateTime(madeAt))}</span>
        {oldUntil !== null && <span className="text-neutral-11">{messages.oldUntil(dateTime(oldUntil))}</span>}
        <span>{lastUsedAt === null ? messages.neverUsed : messages.used(ago(lastUsedAt, now))}</span>
      </span>
      {revokedAt === null && (
        <span className="flex flex-wrap gap-1">
          <Button variant="quiet" aria-label={messages.replaceOf(name)} onClick={() => onOpen('replace')}>
            {messages.replace}
          </Button>
          <Button variant="quiet" aria-label={messages.revokeOf(name)} onClick={() => onOpen('revoke')}>
            {messages.revoke}
          </Button>
        </span>
      )}
    </li>
  );
}
