import { useState } from 'react';
import {
  EXTRA_CODES,
  EXTRA_LENGTH_BOUNDS,
  EXTRA_LENGTHS,
  type ExtraCode,
  type ExtraKind,
} from '../../../contract/voucher/extra-codes.ts';
import { Field } from '../../../pwa/ui/field.tsx';
import { text } from '../../../pwa/ui/form.ts';
import { Tick } from '../../../pwa/ui/tick.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { SettingsForm } from './settings-form.tsx';

/** Names of code types are the same in all languages. */
const NAMES: Readonly<Record<ExtraKind, string>> = {
  Code39: 'Code 39',
  Code39Ext: 'Code 39 Full ASCII',
  Codabar: 'Codabar',
  ITF: 'ITF',
  EAN8: 'EAN-8',
  UPCA: 'UPC-A',
};

/** Bar codes that the shop's cameras read in addition, and the format of their texts. */
export function ExtraCodes() {
  const messages = usePageMessages('shop-settings');
  return (
    <SettingsForm
      names={['extraCodes']}
      lead={messages.extraCodesLead}
      read={(form) => ({
        extraCodes: EXTRA_CODES.filter((kind) => form.has(kind)).map((kind) => extraOf(form, kind)),
      })}
      saved={messages.extraCodesSaved}
      saveLabel={messages.save}
    >
      {({ extraCodes }) => <Kinds extras={extraCodes} />}
    </SettingsForm>
  );
}

function Kinds({ extras }: { readonly extras: readonly ExtraCode[] }) {
  const [wanted, setWanted] = useState<ReadonlySet<ExtraKind>>(new Set(extras.map(({ kind }) => kind)));
  const toggle = (kind: ExtraKind) =>
    setWanted((before) => {
      const isOther = (each: ExtraKind) => each !== kind && each.startsWith('Code39') && kind.startsWith('Code39');
      return new Set(EXTRA_CODES.filter((each) => before.has(each) !== (each === kind) && !isOther(each)));
    });
  return EXTRA_CODES.map((kind) => (
    <fieldset key={kind} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2">
      <legend className="spoken">{NAMES[kind]}</legend>
      <Tick name={kind} checked={wanted.has(kind)} onChange={() => toggle(kind)}>
        {NAMES[kind]}
      </Tick>
      {wanted.has(kind) && <CodeShapeFields kind={kind} extra={extras.find((extra) => extra.kind === kind)} />}
    </fieldset>
  ));
}

/** The lengths and characters of a type's codes, if they vary. */
function CodeShapeFields({ kind, extra }: { readonly kind: ExtraKind; readonly extra: ExtraCode | undefined }) {
  const messages = usePageMessages('shop-settings');
  const [charsMin, charsMax] = EXTRA_LENGTHS[kind];
  const bounds = { type: 'number', required: true, ...EXTRA_LENGTH_BOUNDS, className: 'w-24' } as const;
  return (
    <div className="flex flex-wrap items-start gap-3 ps-9">
      {charsMin < charsMax && (
        <>
          <Field
            label={messages.charsMin}
            name={`${kind}-min`}
            defaultValue={extra?.charsMin ?? charsMin}
            {...bounds}
          />
          <Field
            label={messages.charsMax}
            name={`${kind}-max`}
            defaultValue={extra?.charsMax ?? charsMax}
            {...bounds}
          />
        </>
      )}
      <Field
        className="min-w-48 flex-1"
        label={messages.shape}
        hint={messages.shapeHint}
        name={`${kind}-shape`}
        defaultValue={extra?.shape ?? ''}
        pattern="[^*]*\*?[^*]*"
        maxLength={60}
      />
    </div>
  );
}

/** Swapped minimum and maximum lengths are corrected. */
function extraOf(form: FormData, kind: ExtraKind): ExtraCode {
  const [charsMin, charsMax] = EXTRA_LENGTHS[kind];
  const chars = [Number(text(form, `${kind}-min`) || charsMin), Number(text(form, `${kind}-max`) || charsMax)];
  return { kind, charsMin: Math.min(...chars), charsMax: Math.max(...chars), shape: text(form, `${kind}-shape`) };
}
