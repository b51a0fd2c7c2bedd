import { useState } from 'react';
import { LIMITS } from '../../../contract/access/limits.ts';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { Button } from '../../../pwa/ui/button.tsx';
import { Choice } from '../../../pwa/ui/choice.tsx';
import { Dialog } from '../../../pwa/ui/dialog.tsx';
import { Field } from '../../../pwa/ui/field.tsx';
import { submitted, text } from '../../../pwa/ui/form.ts';
import { Tick } from '../../../pwa/ui/tick.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import {
  isReached,
  type PrinterAnswer,
  type PrinterKind,
  type PrinterRequest,
  type PrinterView,
  printerKindSchema,
  printWidthSchema,
} from '../contract/printing.ts';
import { useSavePrinter } from './queries.ts';

interface PrinterFormProps {
  /** Null for a new one. */
  readonly printer: PrinterView | null;
  readonly onClose: () => void;
  readonly onSaved: (answer: PrinterAnswer) => void;
}

const USUAL_PORT = 9_100;

/** Adds or changes a printer. Its type of connection cannot be changed. */
export function PrinterForm({ printer, onClose, onSaved }: PrinterFormProps) {
  const messages = usePageMessages('printing');
  const put = useSavePrinter();
  const [id] = useState(() => printer?.id ?? crypto.randomUUID());
  const [kind, setKind] = useState<PrinterKind>(printer?.kind ?? 'network');
  const submit = submitted((form) => {
    const width = printWidthSchema.parse(Number(text(form, 'width')));
    const shared = { name: text(form, 'name'), width, cutter: form.has('cutter'), drawer: form.has('drawer') };
    const body: PrinterRequest = isReached(kind)
      ? { ...shared, kind, host: text(form, 'host'), port: Number(text(form, 'port')) }
      : { ...shared, kind };
    put.mutate({ id, body }, { onSuccess: onSaved });
  });
  return (
    <Dialog title={printer === null ? messages.add : messages.changeOf(printer.name)} onClose={onClose}>
      <form className="grid grid-cols-[minmax(0,1fr)] gap-4" onSubmit={submit}>
        <Field
          label={messages.name}
          name="name"
          required
          maxLength={LIMITS.nameCharsMax}
          defaultValue={printer?.name ?? ''}
        />
        {printer === null && (
          <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2">
            <legend className="mb-2 font-medium">{messages.kind}</legend>
            {printerKindSchema.options.map((each) => (
              <Choice key={each} name="kind" value={each} checked={kind === each} onChange={() => setKind(each)}>
                {messages[each]}
              </Choice>
            ))}
          </fieldset>
        )}
        {isReached(kind) && <NetworkAddress printer={printer} />}
        <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2">
          <legend className="mb-2 font-medium">{messages.width}</legend>
          <div className="grid grid-cols-2 gap-2">
            <Choice name="width" value="80" defaultChecked={printer?.width !== 58}>
              80 mm
            </Choice>
            <Choice name="width" value="58" defaultChecked={printer?.width === 58}>
              58 mm
            </Choice>
          </div>
        </fieldset>
        <Tick name="cutter" defaultChecked={printer?.cutter ?? true}>
          {messages.cutter}
        </Tick>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
          <Tick name="drawer" defaultChecked={printer?.drawer ?? false}>
            {messages.drawer}
          </Tick>
          <p className="text-label text-neutral-9">{messages.drawerHint}</p>
        </div>
        <FailureNotice failure={failureOrNull(put.error)} />
        <Button type="submit" variant="main" disabled={put.isPending}>
          {messages.save}
        </Button>
      </form>
    </Dialog>
  );
}

function NetworkAddress({ printer }: Pick<PrinterFormProps, 'printer'>) {
  const messages = usePageMessages('printing');
  return (
    <div className="flex flex-wrap items-start gap-3">
      <Field
        className="min-w-[min(100%,12rem)] flex-1"
        label={messages.host}
        hint={messages.hostHint}
        name="host"
        required
        maxLength={253}
        pattern="[A-Za-z0-9:.\[\]\-]+"
        defaultValue={printer?.host ?? ''}
      />
      <Field
        className="w-28"
        label={messages.port}
        name="port"
        type="number"
        min={1}
        max={65_535}
        required
        defaultValue={printer?.port ?? USUAL_PORT}
      />
    </div>
  );
}
