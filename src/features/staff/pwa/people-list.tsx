import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearch } from 'wouter';
import type { PersonAdmin } from '../../../contract/access/people.ts';
import { everybodyQuery } from '../../../pwa/api/queries.ts';
import { PERSON_PARAM } from '../../../pwa/shell/addresses.ts';
import { Loaded } from '../../../pwa/shell/loaded.tsx';
import { Button } from '../../../pwa/ui/button.tsx';
import { Chip } from '../../../pwa/ui/chip.tsx';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { Searched } from '../../../pwa/ui/searched.tsx';
import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { useNow } from '../../../pwa/ui/use-now.ts';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useMessages } from '../../../pwa/words/words.tsx';
import { PersonDialog } from './person-dialog.tsx';

export function PeopleList() {
  const messages = usePageMessages('staff');
  const everybody = useQuery(everybodyQuery);
  const meant = new URLSearchParams(useSearch()).get(PERSON_PARAM);
  /* Undefined until a person is chosen on the page; the address may name a person. */
  const [chosen, setChosen] = useState<PersonAdmin | null | undefined>(undefined);
  const changing = chosen === undefined ? (everybody.data?.find(({ id }) => id === meant) ?? null) : chosen;
  const [done, setDone] = useState<string | null>(null);
  // The dialog keeps showing the newest data of the person.
  const newest = changing && (everybody.data?.find(({ id }) => id === changing.id) ?? changing);
  return (
    <>
      <h2 className="text-section font-semibold">{messages.people}</h2>
      {done !== null && <Notice tone="done">{done}</Notice>}
      <Loaded query={everybody}>
        {(people) => (
          <>
            {people.length === 1 && <OnlyYou />}
            <Searched things={people} nameOf={({ name }) => name}>
              {(found) => (
                <ul className="divide-y divide-neutral-4">
                  {found.map((person) => (
                    <PersonRow key={person.id} person={person} onChange={() => setChosen(person)} />
                  ))}
                </ul>
              )}
            </Searched>
          </>
        )}
      </Loaded>
      {newest && (
        <PersonDialog
          person={newest}
          onClose={() => setChosen(null)}
          onDone={(said) => {
            setChosen(null);
            setDone(said);
          }}
        />
      )}
    </>
  );
}

function OnlyYou() {
  const messages = usePageMessages('staff');
  return (
    <div className="rounded-button bg-attention-tint p-3 text-attention-ink">
      <p className="font-semibold">{messages.addCashiers}</p>
      <p>{messages.addCashiersLead}</p>
    </div>
  );
}

function PersonRow({ person, onChange }: { readonly person: PersonAdmin; readonly onChange: () => void }) {
  const { common } = useMessages();
  const messages = usePageMessages('staff');
  const { ago } = useFormat();
  const now = useNow(60_000);
  const { name, role, disabled, locked, lastSeenAt, badge, needsPin } = person;
  return (
    <li className="flex min-h-16 items-center justify-between gap-3 py-1">
      <span className="min-w-0">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span translate="no" className={`min-w-0 font-medium wrap-anywhere ${disabled ? 'text-neutral-9' : ''}`}>
            {name}
          </span>
          {locked && <Chip tone="attention">{messages.locked}</Chip>}
          {disabled && <Chip tone="refused">{messages.disabled}</Chip>}
        </span>
        <span className="block text-label text-neutral-9">
          {common.roles[role]} · {lastSeenAt === null ? messages.neverSignedIn : messages.seen(ago(lastSeenAt, now))}
          {badge && ` · ${messages.hasBadge}`}
          {needsPin && ` · ${messages.noPin}`}
        </span>
      </span>
      <Button variant="quiet" className="shrink-0" aria-label={messages.changeOf(name)} onClick={onChange}>
        {messages.change}
      </Button>
    </li>
  );
}
