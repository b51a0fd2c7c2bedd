import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type NewKey, SCOPES } from '../../../contract/access/key.ts';
import { LIMITS } from '../../../contract/access/limits.ts';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { peopleQuery } from '../../../pwa/api/queries.ts';
import { AmountField, useAmountReader } from '../../../pwa/shell/amount-field.tsx';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { useShop } from '../../../pwa/shell/use-session.ts';
import { Button } from '../../../pwa/ui/button.tsx';
import { Field } from '../../../pwa/ui/field.tsx';
import { submitted, text } from '../../../pwa/ui/form.ts';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { Select } from '../../../pwa/ui/select.tsx';
import { Tick } from '../../../pwa/ui/tick.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { NewSecret } from './new-secret.tsx';
import { useMakeKey } from './use-connections.ts';

/** The minimal rights of a register. */
const USUAL: readonly string[] = ['check', 'redeem', 'read'];

/** Creates a key and shows it once. */
export function MakeKey() {
  const { keys: messages } = usePageMessages('api-access');
  const { currency } = useShop();
  const { read } = useAmountReader();
  const { data: people = [] } = useQuery(peopleQuery);
  const make = useMakeKey();
  const [odd, setOdd] = useState<string | null>(null);
  const submit = submitted((form) => {
    const parsed = keyIn(form, (typed) => read(typed, currency));
    setOdd(parsed === 'no-scope' ? messages.noScope : parsed === 'bad-limit' ? messages.badLimit : null);
    if (typeof parsed === 'object') make.mutate(parsed);
  });
  if (make.isSuccess)
    return <NewSecret lead={messages.made(make.data.name)} secret={make.data.key} onSaved={make.reset} />;
  return (
    <form aria-label={messages.make} className="grid grid-cols-[minmax(0,1fr)] gap-3" onSubmit={submit}>
      <h3 className="font-semibold">{messages.make}</h3>
      <Field label={messages.name} name="name" required maxLength={LIMITS.nameCharsMax} />
      <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2">
        <legend className="mb-1 text-label font-medium text-neutral-11">{messages.may}</legend>
        {SCOPES.map((scope) => (
          <Tick key={scope} name="scope" value={scope} defaultChecked={USUAL.includes(scope)}>
            {messages.scopes[scope]}
          </Tick>
        ))}
      </fieldset>
      <Select label={messages.person} name="person">
        <option value="">{messages.ownName}</option>
        {people.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 tablet:grid-cols-2">
        <AmountField label={`${messages.perRedemption} (${currency})`} currency={currency} name="perRedemption" />
        <AmountField label={`${messages.perDay} (${currency})`} currency={currency} name="perDay" />
      </div>
      <p className="text-label text-neutral-9">{messages.limitHint}</p>
      {odd !== null && <Notice tone="attention">{odd}</Notice>}
      <FailureNotice failure={failureOrNull(make.error)} />
      <Button type="submit" variant="main" className="justify-self-start" disabled={make.isPending}>
        {messages.make}
      </Button>
    </form>
  );
}

/** Returns the requested key, or the error of the form. */
function keyIn(form: FormData, read: (typed: string) => number | null): NewKey | 'no-scope' | 'bad-limit' {
  const scopes = SCOPES.filter((scope) => form.getAll('scope').includes(scope));
  const perRedemption = limitIn(text(form, 'perRedemption'), read);
  const perDay = limitIn(text(form, 'perDay'), read);
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
function limitIn(typed: string, read: (typed: string) => number | null): number | null | undefined {
  return typed === '' ? null : read(typed) || undefined;
}
