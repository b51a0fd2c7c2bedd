import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type NewKey, SCOPES } from '../../../contract/access/key.ts';
import { LIMITS } from '../../../contract/access/limits.ts';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { peopleQuery } from '../../../pwa/api/queries.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { useShop } from '../../../pwa/shell/use-session.ts';
import { Button } from '../../../pwa/ui/button.tsx';
import { Field } from '../../../pwa/ui/field.tsx';
import { submitted, text } from '../../../pwa/ui/form.ts';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { Select } from '../../../pwa/ui/select.tsx';
import { Tick } from '../../../pwa/ui/tick.tsx';
import { readAmount } from '../../../pwa/ui/typed-amount.ts';
import { usePageWords } from '../../../pwa/words/page-words.ts';
import { SecretToldOnce } from './told-once.tsx';
import { useMakeKey } from './use-connections.ts';

/** The minimal rights of a register. */
const USUAL: readonly string[] = ['check', 'redeem', 'read'];

/** Creates a key and shows it, which is possible only once. */
export function MakeKey() {
  const { keys: words } = usePageWords('api-access');
  const { currency } = useShop();
  const { data: people = [] } = useQuery(peopleQuery);
  const make = useMakeKey();
  const [odd, setOdd] = useState<string | null>(null);
  const submit = submitted((form) => {
    const wanted = keyIn(form, currency);
    setOdd(wanted === 'no-scope' ? words.noScope : wanted === 'bad-limit' ? words.badLimit : null);
    if (typeof wanted === 'object') make.mutate(wanted);
  });
  if (make.isSuccess)
    return <SecretToldOnce lead={words.made(make.data.name)} secret={make.data.key} onKept={make.reset} />;
  return (
    <form aria-label={words.make} className="grid grid-cols-[minmax(0,1fr)] gap-3" onSubmit={submit}>
      <h3 className="font-semibold">{words.make}</h3>
      <Field label={words.name} name="name" required maxLength={LIMITS.nameCharsMax} />
      <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2">
        <legend className="mb-1 text-label font-medium text-neutral-11">{words.may}</legend>
        {SCOPES.map((scope) => (
          <Tick key={scope} name="scope" value={scope} defaultChecked={USUAL.includes(scope)}>
            {words.scopes[scope]}
          </Tick>
        ))}
      </fieldset>
      <Select label={words.person} name="person">
        <option value="">{words.ownName}</option>
        {people.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 tablet:grid-cols-2">
        <Field label={`${words.perRedemption} (${currency})`} name="perRedemption" inputMode="decimal" />
        <Field label={`${words.perDay} (${currency})`} name="perDay" inputMode="decimal" />
      </div>
      <p className="text-label text-neutral-9">{words.limitHint}</p>
      {odd !== null && <Notice tone="attention">{odd}</Notice>}
      <FailureNotice failure={failureOrNull(make.error)} />
      <Button type="submit" className="justify-self-start" disabled={make.isPending}>
        {words.make}
      </Button>
    </form>
  );
}

/** Returns the requested key, or the error of the form. */
function keyIn(form: FormData, currency: string): NewKey | 'no-scope' | 'bad-limit' {
  const scopes = SCOPES.filter((scope) => form.getAll('scope').includes(scope));
  const perRedemption = limitIn(form, 'perRedemption', currency);
  const perDay = limitIn(form, 'perDay', currency);
  if (scopes.length === 0) return 'no-scope';
  if (perRedemption === undefined || perDay === undefined) return 'bad-limit';
  return {
    name: text(form, 'name'),
    scopes,
    personId: text(form, 'person') || null,
    limits: { perRedemption, perDay },
  };
}

/** Minor units; null for an empty field, undefined for an invalid amount. */
function limitIn(form: FormData, name: string, currency: string): number | null | undefined {
  const typed = text(form, name);
  return typed === '' ? null : readAmount(typed, currency) || undefined;
}
