import { useQuery } from '@tanstack/react-query';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { devicesQuery } from '../../../pwa/api/queries.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { Loaded } from '../../../pwa/shell/loaded.tsx';
import { Select } from '../../../pwa/ui/select.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import type { PrinterView } from '../contract/printing.ts';
import { useChoosePrinter } from './queries.ts';

export function DevicePrinters({ printers }: { readonly printers: readonly PrinterView[] }) {
  const messages = usePageMessages('printing');
  const devices = useQuery(devicesQuery);
  const choose = useChoosePrinter();
  return (
    <>
      <h2 className="text-section font-semibold">{messages.devices}</h2>
      <FailureNotice failure={failureOrNull(choose.error)} />
      <Loaded query={devices}>
        {(all) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
            {all.map(({ id, name }) => (
              <Select
                key={id}
                label={messages.printerOf(name)}
                value={printers.find((printer) => printer.devices.includes(id))?.id ?? ''}
                disabled={choose.isPending}
                onChoose={(printerId) => choose.mutate({ id, printerId: printerId === '' ? null : printerId })}
              >
                <option value="">{messages.none}</option>
                {printers.map((printer) => (
                  <option key={printer.id} value={printer.id}>
                    {printer.name}
                  </option>
                ))}
              </Select>
            ))}
          </div>
        )}
      </Loaded>
    </>
  );
}
