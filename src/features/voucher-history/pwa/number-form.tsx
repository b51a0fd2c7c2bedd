import { ChevronRight } from 'lucide-react';
import { LIMITS } from '../../../contract/access/limits.ts';
import { Button } from '../../../pwa/ui/button.tsx';
import { Field } from '../../../pwa/ui/field.tsx';
import { submitted, text } from '../../../pwa/ui/form.ts';
import { usePageMessages } from '../../../pwa/words/page-words.ts';

/** Asks for the number printed on a card, which leads to its activation. */
export function NumberForm({ onNumber }: { readonly onNumber: (sequence: string) => void }) {
  const messages = usePageMessages('voucher-history');
  return (
    <details className="group">
      <summary className="flex min-h-12 cursor-pointer items-center gap-1 font-medium">
        <ChevronRight aria-hidden strokeWidth={1.75} size={20} className="shrink-0 group-open:rotate-90" />
        {messages.hasNumber}
      </summary>
      <form
        className="flex flex-wrap items-end gap-2"
        onSubmit={submitted((form) => onNumber(text(form, 'number').trim()))}
      >
        <Field
          className="min-w-0 flex-1 basis-48"
          label={messages.number}
          hint={messages.numberHint}
          name="number"
          inputMode="numeric"
          pattern="[0-9]+"
          required
          maxLength={LIMITS.sequenceDigitsMax}
        />
        <Button type="submit">{messages.lookUp}</Button>
      </form>
    </details>
  );
}
