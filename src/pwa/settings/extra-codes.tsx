import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  EXTRA_CHARS,
  EXTRA_CODES,
  EXTRA_LENGTHS,
  type ExtraCode,
  type ExtraKind,
} from '../../contract/voucher/extra-codes.ts';
import { failureOrNull } from '../api/failure.ts';
import { settingsQuery } from '../api/queries.ts';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { useSetSettings } from '../shell/use-settings.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { submitted, text } from '../ui/form.ts';
import { Notice } from '../ui/notice.tsx';
import { Tick } from '../ui/tick.tsx';
import { usePageWords } from '../words/page-words.ts';

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
  const words = usePageWords('settings');
  const { data: settings, error } = useQuery(settingsQuery);
  const save = useSetSettings();
  return (
    <>
      <p className="max-w-prose text-label text-neutral-10">{words.extraCodesLead}</p>
      <FailureNotice failure={failureOrNull(error ?? save.error)} />
      {save.isSuccess && <Notice tone="done">{words.extraCodesSaved}</Notice>}
      {settings !== undefined && (
        <ExtraCodesForm
          key={JSON.stringify(settings.extraCodes)}
          extras={settings.extraCodes}
          isSaving={save.isPending}
          onSave={(extraCodes) => save.mutate({ extraCodes })}
        />
      )}
    </>
  );
}

interface ExtraCodesFormProps {
  readonly extras: readonly ExtraCode[];
  readonly isSaving: boolean;
  readonly onSave: (extras: ExtraCode[]) => void;
}

function ExtraCodesForm({ extras, isSaving, onSave }: ExtraCodesFormProps) {
  const words = usePageWords('settings');
  const [wanted, setWanted] = useState<ReadonlySet<ExtraKind>>(new Set(extras.map(({ kind }) => kind)));
  const toggle = (kind: ExtraKind) =>
    setWanted((before) => {
      const isOther = (each: ExtraKind) => each !== kind && each.startsWith('Code39') && kind.startsWith('Code39');
      return new Set(EXTRA_CODES.filter((each) => before.has(each) !== (each === kind) && !isOther(each)));
    });
  const save = (form: FormData) =>
    onSave(EXTRA_CODES.filter((kind) => wanted.has(kind)).map((kind) => extraOf(form, kind)));
  return (
    <form className="grid gap-3" onSubmit={submitted(save)}>
      {EXTRA_CODES.map((kind) => (
        <fieldset key={kind} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2">
          <legend className="spoken">{NAMES[kind]}</legend>
          <Tick checked={wanted.has(kind)} onChange={() => toggle(kind)}>
            {NAMES[kind]}
          </Tick>
          {wanted.has(kind) && <Looks kind={kind} extra={extras.find((extra) => extra.kind === kind)} />}
        </fieldset>
      ))}
      <Button type="submit" className="justify-self-start" disabled={isSaving}>
        {words.save}
      </Button>
    </form>
  );
}

/** The lengths and characters of a type's codes, if they vary. */
function Looks({ kind, extra }: { readonly kind: ExtraKind; readonly extra: ExtraCode | undefined }) {
  const words = usePageWords('settings');
  const [charsMin, charsMax] = EXTRA_LENGTHS[kind];
  const bounds = { type: 'number', required: true, ...EXTRA_CHARS, className: 'w-24' } as const;
  return (
    <div className="flex flex-wrap items-start gap-3 ps-9">
      {charsMin < charsMax && (
        <>
          <Field label={words.charsMin} name={`${kind}-min`} defaultValue={extra?.charsMin ?? charsMin} {...bounds} />
          <Field label={words.charsMax} name={`${kind}-max`} defaultValue={extra?.charsMax ?? charsMax} {...bounds} />
        </>
      )}
      <Field
        className="min-w-48 flex-1"
        label={words.shape}
        hint={words.shapeHint}
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
