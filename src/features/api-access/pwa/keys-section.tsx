import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { KeyAdmin } from '../../../contract/access/key.ts';
import { money } from '../../../contract/money/money.ts';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { SureDialog } from '../../../pwa/shell/sure-dialog.tsx';
import { useShop } from '../../../pwa/shell/use-session.ts';
import { Button, buttonLook } from '../../../pwa/ui/button.tsx';
import { Chip } from '../../../pwa/ui/chip.tsx';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { useNow } from '../../../pwa/ui/use-now.ts';
import { usePageWords } from '../../../pwa/words/page-words.ts';
import { MakeKey } from './make-key.tsx';
import { SecretToldOnce } from './told-once.tsx';
import { keysQuery, useReplaceKey, useRevokeKey } from './use-connections.ts';

type Asked = { readonly what: 'replace' | 'revoke'; readonly of: KeyAdmin };

export function KeysSection() {
  const { keys: words } = usePageWords('api-access');
  const { data: keys, error } = useQuery(keysQuery);
  const replace = useReplaceKey();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const close = () => setAsked(null);
  return (
    <>
      <h2 className="text-section font-semibold">{words.title}</h2>
      <p className="text-neutral-9">{words.lead}</p>
      <a href="/api/docs" target="_blank" rel="noreferrer" className={`${buttonLook('plain')} justify-self-start`}>
        {words.docs}
      </a>
      <FailureNotice failure={failureOrNull(error)} />
      {done !== null && <Notice tone="done">{done}</Notice>}
      {keys?.length === 0 && <p className="text-neutral-9">{words.none}</p>}
      {keys !== undefined && keys.length > 0 && (
        <ul aria-label={words.title} className="divide-y divide-neutral-4 border-y border-neutral-4">
          {keys.map((key) => (
            <KeyRow key={key.id} of={key} onAsk={(what) => setAsked({ what, of: key })} />
          ))}
        </ul>
      )}
      {replace.isSuccess ? (
        <SecretToldOnce lead={words.replaced(replace.data.name)} secret={replace.data.key} onKept={replace.reset} />
      ) : (
        <MakeKey />
      )}
      {asked?.what === 'replace' && (
        <SureDialog
          title={words.replace}
          question={words.replaceSure(asked.of.name)}
          look="plain"
          failure={failureOrNull(replace.error)}
          isBusy={replace.isPending}
          onClose={close}
          onSure={() => replace.mutate(asked.of.id, { onSuccess: close })}
        />
      )}
      {asked?.what === 'revoke' && (
        <Revoke
          of={asked.of}
          onClose={close}
          onDone={() => {
            close();
            setDone(words.revokedNow(asked.of.name));
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
  const { keys: words } = usePageWords('api-access');
  const revoke = useRevokeKey();
  return (
    <SureDialog
      title={words.revoke}
      question={words.revokeSure(name)}
      look="danger"
      failure={failureOrNull(revoke.error)}
      isBusy={revoke.isPending}
      onClose={onClose}
      onSure={() => revoke.mutate(id, { onSuccess: onDone })}
    />
  );
}

function KeyRow({ of: key, onAsk }: { readonly of: KeyAdmin; readonly onAsk: (what: Asked['what']) => void }) {
  const { keys: words } = usePageWords('api-access');
  const { ago, dateTime, worth } = useFormat();
  const { currency } = useShop();
  const now = useNow(60_000);
  const { name, start, scopes, person, limits, lastUsedAt, revokedAt, oldUntil, madeAt, madeBy } = key;
  const { perRedemption, perDay } = limits;
  const bounds = [
    person !== null && words.actsFor(person),
    perRedemption !== null && words.once(worth(money(perRedemption, currency))),
    perDay !== null && words.day(worth(money(perDay, currency))),
  ].filter((part) => part !== false);
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 py-3">
      <span className="grid min-w-0 gap-1 wrap-anywhere text-label text-neutral-9">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-body text-neutral-12">
          <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
          {revokedAt !== null && <Chip tone="refused">{words.revoked}</Chip>}
        </span>
        <span className="font-mono break-all">{start}…</span>
        <span className="text-neutral-11">{scopes.map((scope) => words.scopes[scope]).join(' · ')}</span>
        {bounds.length > 0 && <span className="text-neutral-11">{bounds.join(' · ')}</span>}
        <span>{words.madeBy(madeBy, dateTime(madeAt))}</span>
        {oldUntil !== null && <span className="text-neutral-11">{words.oldUntil(dateTime(oldUntil))}</span>}
        <span>{lastUsedAt === null ? words.neverUsed : words.used(ago(lastUsedAt, now))}</span>
      </span>
      {revokedAt === null && (
        <span className="flex flex-wrap gap-1">
          <Button look="quiet" aria-label={words.replaceOf(name)} onClick={() => onAsk('replace')}>
            {words.replace}
          </Button>
          <Button look="quiet" aria-label={words.revokeOf(name)} onClick={() => onAsk('revoke')}>
            {words.revoke}
          </Button>
        </span>
      )}
    </li>
  );
}
