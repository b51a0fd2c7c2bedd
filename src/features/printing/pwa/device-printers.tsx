import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LIMITS } from '../../../contract/access/limits.ts';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { devicesQuery } from '../../../pwa/api/queries.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { Loaded } from '../../../pwa/shell/loaded.tsx';
import { Button } from '../../../pwa/ui/button.tsx';
import { Dialog } from '../../../pwa/ui/dialog.tsx';
import { Field } from '../../../pwa/ui/field.tsx';
import { submitted, text } from '../../../pwa/ui/form.ts';
import { Select } from '../../../pwa/ui/select.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useMessages } from '../../../pwa/words/words.tsx';
import type { PrinterView } from '../contract/printing.ts';
import { useChoosePrinter, useChoosePrinterByName } from './queries.ts';

interface DevicePrintersProps {
  readonly printers: readonly PrinterView[];
}

/** The printers of devices in use, and of those that are not enrolled yet. */
export function DevicePrinters({ printers }: DevicePrintersProps) {
  const messages = usePageMessages('printing');
  const devices = useQuery(devicesQuery);
  const choose = useChoosePrinter();
  const chooseByName = useChoosePrinterByName();
  const [isOpen, setOpen] = useState(false);
  const awaited = printers.flatMap((printer) => printer.awaited.map((name) => ({ name, printerId: printer.id })));
  return (
    <>
      <h2 className="text-section font-semibold">{messages.devices}</h2>
      <FailureNotice failure={failureOrNull(choose.error ?? chooseByName.error)} />
      <Loaded query={devices}>
        {(all) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
            {all.map(({ id, name }) => (
              <PrinterSelect
                key={id}
                label={messages.printerOf(name)}
                printers={printers}
                value={printers.find((printer) => printer.devices.includes(id))?.id ?? ''}
                disabled={choose.isPending}
                onChoose={(printerId) => choose.mutate({ id, printerId: printerId === '' ? null : printerId })}
              />
            ))}
            {awaited.map(({ name, printerId }) => (
              <PrinterSelect
                key={name}
                label={messages.printerOfAwaited(name)}
                printers={printers}
                value={printerId}
                disabled={chooseByName.isPending}
                onChoose={(chosen) => chooseByName.mutate({ name, printerId: chosen === '' ? null : chosen })}
              />
            ))}
          </div>
        )}
      </Loaded>
      <Button className="justify-self-start" onClick={() => setOpen(true)}>
        {messages.awaitDevice}
      </Button>
      {isOpen && <AwaitedDevice printers={printers} onClose={() => setOpen(false)} />}
    </>
  );
}

interface PrinterSelectProps extends DevicePrintersProps {
  readonly label: string;
  readonly value: string;
  readonly disabled: boolean;
  readonly onChoose: (printerId: string) => void;
}

function PrinterSelect({ printers, ...select }: PrinterSelectProps) {
  const messages = usePageMessages('printing');
  return (
    <Select {...select}>
      <option value="">{messages.none}</option>
      {printers.map((printer) => (
        <option key={printer.id} value={printer.id}>
          {printer.name}
        </option>
      ))}
    </Select>
  );
}

/** Chooses the printer of a device by its name, before the device is enrolled. */
function AwaitedDevice({ printers, onClose }: DevicePrintersProps & { readonly onClose: () => void }) {
  const messages = usePageMessages('printing');
  const { enrol, common } = useMessages();
  const choose = useChoosePrinterByName();
  const submit = (form: FormData) =>
    choose.mutate({ name: text(form, 'name'), printerId: text(form, 'printer') }, { onSuccess: onClose });
  return (
    <Dialog title={messages.awaitDevice} onClose={onClose}>
      <form className="grid grid-cols-[minmax(0,1fr)] gap-4" onSubmit={submitted(submit)}>
        <p>{messages.awaitLead}</p>
        <Field label={enrol.device} name="name" required autoFocus maxLength={LIMITS.nameCharsMax} />
        <Select label={messages.name} name="printer">
          {printers.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
        <FailureNotice failure={failureOrNull(choose.error)} />
        <Button variant="main" type="submit" disabled={choose.isPending}>
          {common.done}
        </Button>
      </form>
    </Dialog>
  );
}
