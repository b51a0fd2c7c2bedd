import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { LIMITS } from '../../../contract/access/limits.ts';
import {
  type SetThresholds,
  SIGNALS,
  type Signal,
  setThresholdsSchema,
  type Thresholds,
} from '../../../contract/access/thresholds.ts';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { ChangeFailure } from '../../../pwa/approval/change-failure.tsx';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { useSetSettings } from '../../../pwa/shell/use-settings.ts';
import { Button } from '../../../pwa/ui/button.tsx';
import { Field } from '../../../pwa/ui/field.tsx';
import { submitted, text } from '../../../pwa/ui/form.ts';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { type Exceptions } from '../contract/exception.ts';
import { exceptionsQuery } from './use-exceptions.ts';

/** The signals that most often mean a loss; the others are behind *Customize*. */
const FIRST_SIGNALS: readonly Signal[] = [
  'emptied-soon',
  'own-refunds',
  'unsold-cards',
  'wrong-codes',
  'limits-loosened',
];
const OTHER_SIGNALS = SIGNALS.filter((signal) => !FIRST_SIGNALS.includes(signal));

/** The daily threshold of each signal, and its number of hits in the last four weeks. */
export function ThresholdForm({ found }: { readonly found: Exceptions }) {
  const messages = usePageMessages('exception-report');
  const client = useQueryClient();
  const save = useSetSettings();
  const [typed, setTyped] = useState(found.thresholds);
  const isTried = SIGNALS.some((signal) => typed[signal] !== found.thresholds[signal]);
  const tried = useQuery({ ...exceptionsQuery(typed), enabled: isTried });
  const displayed = isTried ? tried.data : found;
  const change = (body: Parameters<typeof save.mutate>[0]) =>
    save.mutate(body, { onSuccess: () => client.invalidateQueries({ queryKey: exceptionsQuery().queryKey }) });
  const submit = submitted((form) =>
    change({ thresholds: countsIn(form), openHours: { from: text(form, 'from'), to: text(form, 'to') } }),
  );
  const fieldOf = (signal: Signal) => (
    <Field
      key={signal}
      label={messages.names[signal]}
      hint={messages.found(displayed?.exceptions.filter((one) => one.signal === signal).length ?? null)}
      type="number"
      min={0}
      max={LIMITS.thresholdMax}
      step={1}
      name={signal}
      defaultValue={found.thresholds[signal]}
      onBlur={({ target }) => setTyped((before) => withCount(before, signal, target.valueAsNumber))}
      required
    />
  );
  return (
    <details className="card p-4 till:p-6">
      <summary className="min-h-12 cursor-pointer content-center font-medium">{messages.thresholds}</summary>
      <form className="grid grid-cols-[minmax(0,1fr)] gap-4" onSubmit={submit}>
        <p className="max-w-prose text-label text-neutral-10">{messages.thresholdsLead}</p>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 tablet:grid-cols-2">{FIRST_SIGNALS.map(fieldOf)}</div>
        <details onInvalidCapture={({ currentTarget }) => void (currentTarget.open = true)}>
          <summary className="min-h-12 cursor-pointer content-center font-medium">{messages.customize}</summary>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4 tablet:grid-cols-2">{OTHER_SIGNALS.map(fieldOf)}</div>
        </details>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 tablet:grid-cols-2">
          <Field label={messages.opensAt} name="from" type="time" defaultValue={found.openHours.from} />
          <Field label={messages.closesAt} name="to" type="time" defaultValue={found.openHours.to} />
        </div>
        <FailureNotice failure={failureOrNull(tried.error)} />
        <ChangeFailure change={save} onPin={(approval) => change({ ...save.variables, approval })} />
        <Button type="submit" className="justify-self-start" disabled={save.isPending}>
          {messages.save}
        </Button>
      </form>
    </details>
  );
}

/** Invalid counts are not tried: the field shows the error. */
function withCount(before: Thresholds, signal: Signal, count: number): Thresholds {
  return { ...before, ...setThresholdsSchema.safeParse({ [signal]: count }).data };
}

function countsIn(form: FormData): SetThresholds {
  return setThresholdsSchema.parse(Object.fromEntries(SIGNALS.map((signal) => [signal, Number(text(form, signal))])));
}
