import { shopSettingsChangeSchema } from '../../../contract/access/settings.ts';
import { CHECK_DIGITS } from '../../../contract/voucher/number-shapes.ts';
import { LinesField } from '../../../pwa/ui/field.tsx';
import { text } from '../../../pwa/ui/form.ts';
import { Select } from '../../../pwa/ui/select.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { SettingsForm } from './settings-form.tsx';

/** The shapes of the shop's voucher numbers: tills ignore all other codes. */
export function NumberShapesForm() {
  const messages = usePageMessages('shop-settings');
  return (
    <SettingsForm
      names={['numberShapes']}
      lead={messages.numberShapesLead}
      read={(form) => {
        const shapes = text(form, 'patterns')
          .split(/\r\n|\r|\n/)
          .map((line) => line.trim())
          .filter((line) => line !== '');
        const typed = { numberShapes: { shapes, checkDigit: text(form, 'check-digit') } };
        return shopSettingsChangeSchema.safeParse(typed).data ?? null;
      }}
      invalid={messages.numberShapesOdd}
      saved={messages.tillSaved}
      saveLabel={messages.savePatterns}
    >
      {({ numberShapes }, isInvalid) => (
        <>
          <LinesField
            label={messages.numberPatterns}
            hint={messages.numberPatternsHint}
            name="patterns"
            rows={3}
            defaultValue={numberShapes.shapes.join('\n')}
            autoCapitalize="characters"
            spellCheck={false}
            aria-invalid={isInvalid}
          />
          <Select label={messages.checkDigit} name="check-digit" defaultValue={numberShapes.checkDigit}>
            {CHECK_DIGITS.map((kind) => (
              <option key={kind} value={kind}>
                {messages.checkDigits[kind]}
              </option>
            ))}
          </Select>
        </>
      )}
    </SettingsForm>
  );
}
