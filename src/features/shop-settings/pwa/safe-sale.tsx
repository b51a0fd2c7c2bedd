import type { ShopLimits } from '../../../contract/access/limit-presets.ts';
import { LIMITS } from '../../../contract/access/limits.ts';
import { majorText } from '../../../contract/money/money.ts';
import { AmountField } from '../../../pwa/shell/amount-field.tsx';
import { LinesField } from '../../../pwa/ui/field.tsx';
import { text } from '../../../pwa/ui/form.ts';
import { Tick } from '../../../pwa/ui/tick.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import type { LimitFieldsProps, LimitReading } from './limit-fields.ts';

/** Protections against fraud by persuasion of customers or staff; all are off by default. */
export function SafeSaleFields({ limits: { safeSale }, currency, sells }: LimitFieldsProps) {
  const messages = usePageMessages('shop-settings');
  return (
    <>
      <p className="max-w-prose text-label text-neutral-10">{messages.safeSaleLead}</p>
      {sells && (
        <>
          <AmountField
            label={messages.questionsAbove(currency)}
            currency={currency}
            name="above"
            defaultValue={
              safeSale.questionsAbove === null ? '' : majorText({ amount: safeSale.questionsAbove, currency })
            }
          />
          <Lines name="stopText" label={messages.stopText} value={safeSale.stopText} />
          <Tick name="notice" defaultChecked={safeSale.notice}>
            {messages.showNotice}
          </Tick>
          <Lines name="noticeText" label={messages.noticeText} value={safeSale.noticeText} />
        </>
      )}
      <Tick name="lastFour" defaultChecked={safeSale.lastFour}>
        {messages.askLastFour}
      </Tick>
    </>
  );
}

function Lines({ name, label, value }: { readonly name: string; readonly label: string; readonly value: string }) {
  const messages = usePageMessages('shop-settings');
  return (
    <LinesField
      label={label}
      hint={messages.noticeLines(String(LIMITS.noticeLinesMax))}
      name={name}
      rows={2}
      defaultValue={value}
    />
  );
}

export function safeSaleIn(
  form: FormData,
  { read, sells }: LimitReading,
  { safeSale }: Pick<ShopLimits, 'safeSale'>,
): Readonly<Record<string, unknown>> {
  const above = text(form, 'above');
  return {
    ...safeSale,
    ...(sells && {
      questionsAbove: above === '' ? null : (read(above) ?? Number.NaN),
      notice: form.has('notice'),
      noticeText: text(form, 'noticeText'),
      stopText: text(form, 'stopText'),
    }),
    lastFour: form.has('lastFour'),
  };
}
