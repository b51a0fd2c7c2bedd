import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LIMITS } from '../../contract/access/limits.ts';
import { safeSaleSchema } from '../../contract/access/settings.ts';
import { majorText } from '../../contract/money/money.ts';
import { settingsQuery } from '../api/queries.ts';
import { ChangeFailure } from '../approval/change-failure.tsx';
import { useShop } from '../shell/use-session.ts';
import { useSetSettings } from '../shell/use-settings.ts';
import { Button } from '../ui/button.tsx';
import { Field, LinesField } from '../ui/field.tsx';
import { submitted, text } from '../ui/form.ts';
import { Notice } from '../ui/notice.tsx';
import { Tick } from '../ui/tick.tsx';
import { readAmount } from '../ui/typed-amount.ts';
import { usePageWords } from '../words/page-words.ts';

/** Protections against fraud by persuasion of customers or staff; all are off by default. */
export function SafeSaleSettings() {
  const words = usePageWords('settings');
  const { currency, sells } = useShop();
  const { data: settings } = useQuery(settingsQuery);
  const save = useSetSettings();
  const [isOdd, setOdd] = useState(false);
  if (settings === undefined) return null;
  const { safeSale } = settings;
  const submit = submitted((form) => {
    save.reset();
    const above = text(form, 'above').trim();
    const typed = safeSaleSchema.safeParse({
      ...safeSale,
      ...(sells && {
        questionsAbove: above === '' ? null : (readAmount(above, currency) ?? Number.NaN),
        notice: form.has('notice'),
        noticeText: text(form, 'noticeText'),
        stopText: text(form, 'stopText'),
      }),
      lastFour: form.has('lastFour'),
    });
    setOdd(!typed.success);
    if (typed.success) save.mutate({ safeSale: typed.data });
  });
  return (
    <form
      key={JSON.stringify(safeSale)}
      aria-label={words.safeSale}
      className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4 border-t border-neutral-4 pt-6"
      onSubmit={submit}
    >
      <h2 className="text-section font-semibold">{words.safeSale}</h2>
      <p className="max-w-prose text-label text-neutral-10">{words.safeSaleLead}</p>
      {sells && (
        <>
          <Field
            label={words.questionsAbove(currency)}
            name="above"
            inputMode="decimal"
            defaultValue={
              safeSale.questionsAbove === null ? '' : majorText({ amount: safeSale.questionsAbove, currency })
            }
          />
          <Lines name="stopText" label={words.stopText} value={safeSale.stopText} />
          <Tick name="notice" defaultChecked={safeSale.notice}>
            {words.showNotice}
          </Tick>
          <Lines name="noticeText" label={words.noticeText} value={safeSale.noticeText} />
        </>
      )}
      <Tick name="lastFour" defaultChecked={safeSale.lastFour}>
        {words.askLastFour}
      </Tick>
      <ChangeFailure change={save} onPin={(approval) => save.mutate({ ...save.variables, approval })} />
      {isOdd && <Notice tone="attention">{words.safeSaleOdd}</Notice>}
      {save.isSuccess && <Notice tone="done">{words.ceilingsSaved}</Notice>}
      <Button type="submit" className="justify-self-start" disabled={save.isPending}>
        {words.setSafeSale}
      </Button>
    </form>
  );
}

function Lines({ name, label, value }: { readonly name: string; readonly label: string; readonly value: string }) {
  const words = usePageWords('settings');
  return (
    <LinesField
      label={label}
      hint={words.noticeLines(String(LIMITS.noticeLinesMax))}
      name={name}
      rows={2}
      defaultValue={value}
    />
  );
}
