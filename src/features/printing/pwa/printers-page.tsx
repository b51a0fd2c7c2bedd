import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Tone } from '../../../contract/redemption/states.ts';
import { failureOrNull } from '../../../pwa/api/failure.ts';
import { ADDRESSES } from '../../../pwa/shell/addresses.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { Page } from '../../../pwa/shell/layout/page.tsx';
import { Loaded } from '../../../pwa/shell/loaded.tsx';
import { Button } from '../../../pwa/ui/button.tsx';
import { Chip } from '../../../pwa/ui/chip.tsx';
import { Dialog } from '../../../pwa/ui/dialog.tsx';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useMessages } from '../../../pwa/words/words.tsx';
import { isReached, type PrinterAnswer, type PrinterView } from '../contract/printing.ts';
import { DevicePrinters } from './device-printers.tsx';
import { LatestPrintouts } from './latest-printouts.tsx';
import { PrinterForm } from './printer-form.tsx';
import { printersQuery, useRemovePrinter, useRenewPrinter } from './queries.ts';
import { TestDialog } from './test-dialog.tsx';

type Open =
  | { readonly what: 'add' }
  | { readonly what: 'change' | 'test' | 'remove'; readonly printer: PrinterView }
  | { readonly what: 'path'; readonly path: string };

/**
 * For managers: the shop's printers and their status, the printer of each device, and print jobs.
 */
export function PrintersPage() {
  const { places } = useMessages();
  const messages = usePageMessages('printing');
  const printers = useQuery(printersQuery);
  const [open, setOpen] = useState<Open | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const onSaved = ({ printer, path }: PrinterAnswer) => {
    setDone(messages.saved(printer.name));
    setOpen(path === null ? null : { what: 'path', path });
  };
  return (
    <Page title={places.printers} lead={messages.lead} back={{ href: ADDRESSES.settings, name: places.settings }}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 till:grid-cols-2 till:gap-6">
        <section
          className="card grid grid-cols-[minmax(0,1fr)] content-start gap-4 p-4 till:p-6"
          aria-label={places.printers}
        >
          {done !== null && <Notice tone="done">{done}</Notice>}
          <Loaded query={printers}>{(all) => <PrinterList printers={all} onOpen={setOpen} onKept={onSaved} />}</Loaded>
          <Button variant="main" className="justify-self-start" onClick={() => setOpen({ what: 'add' })}>
            {messages.add}
          </Button>
        </section>
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4 till:gap-6">
          {printers.data !== undefined && printers.data.length > 0 && (
            <section className="card grid grid-cols-[minmax(0,1fr)] content-start gap-4 p-4 till:p-6">
              <DevicePrinters printers={printers.data} />
            </section>
          )}
          <section className="card grid grid-cols-[minmax(0,1fr)] content-start gap-4 p-4 till:p-6">
            <LatestPrintouts />
          </section>
        </div>
      </div>
      {open?.what === 'add' && <PrinterForm printer={null} onClose={() => setOpen(null)} onSaved={onSaved} />}
      {open?.what === 'change' && (
        <PrinterForm printer={open.printer} onClose={() => setOpen(null)} onSaved={onSaved} />
      )}
      {open?.what === 'test' && <TestDialog printer={open.printer} onClose={() => setOpen(null)} />}
      {open?.what === 'remove' && (
        <RemoveDialog
          printer={open.printer}
          onClose={() => setOpen(null)}
          onDone={() => {
            setDone(messages.removed(open.printer.name));
            setOpen(null);
          }}
        />
      )}
      {open?.what === 'path' && <PathDialog path={open.path} onClose={() => setOpen(null)} />}
    </Page>
  );
}

interface PrinterListProps {
  readonly printers: readonly PrinterView[];
  readonly onOpen: (open: Open) => void;
  readonly onKept: (answer: PrinterAnswer) => void;
}

function PrinterList({ printers, onOpen, onKept }: PrinterListProps) {
  const messages = usePageMessages('printing');
  const renew = useRenewPrinter();
  if (printers.length === 0) return <p className="text-neutral-9">{messages.empty}</p>;
  return (
    <>
      <FailureNotice failure={failureOrNull(renew.error)} />
      <ul className="divide-y divide-neutral-4">
        {printers.map((printer) => (
          <PrinterRow key={printer.id} printer={printer}>
            <Button aria-label={messages.testOf(printer.name)} onClick={() => onOpen({ what: 'test', printer })}>
              {messages.test}
            </Button>
            <Button
              variant="quiet"
              aria-label={messages.changeOf(printer.name)}
              onClick={() => onOpen({ what: 'change', printer })}
            >
              {messages.change}
            </Button>
            {!isReached(printer.kind) && (
              <Button
                variant="quiet"
                aria-label={messages.renewOf(printer.name)}
                disabled={renew.isPending}
                onClick={() => renew.mutate(printer.id, { onSuccess: onKept })}
              >
                {messages.renew}
              </Button>
            )}
            <Button
              variant="quiet"
              aria-label={messages.removeOf(printer.name)}
              onClick={() => onOpen({ what: 'remove', printer })}
            >
              {messages.remove}
            </Button>
          </PrinterRow>
        ))}
      </ul>
    </>
  );
}

function PrinterRow({ printer, children }: { readonly printer: PrinterView; readonly children: React.ReactNode }) {
  const messages = usePageMessages('printing');
  const { name, kind, host, port, width, state } = printer;
  const tone: Tone = state === 'ready' ? 'done' : state === 'unknown' ? 'unknown' : 'attention';
  return (
    <li className="grid gap-2 py-3 first:pt-0">
      <div>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
          <Chip tone={tone}>{messages.printerStates[state]}</Chip>
        </p>
        <p className="text-label wrap-anywhere text-neutral-9">
          {isReached(kind) ? `${host}:${port}` : 'Star CloudPRNT'} · {width} mm
        </p>
      </div>
      <div className="flex flex-wrap gap-1">{children}</div>
    </li>
  );
}

function RemoveDialog({
  printer,
  onClose,
  onDone,
}: {
  readonly printer: PrinterView;
  readonly onClose: () => void;
  readonly onDone: () => void;
}) {
  const messages = usePageMessages('printing');
  const { common } = useMessages();
  const remove = useRemovePrinter();
  return (
    <Dialog title={messages.removeOf(printer.name)} onClose={onClose}>
      <div className="grid gap-4">
        <p>{messages.removeSure(printer.name)}</p>
        <FailureNotice failure={failureOrNull(remove.error)} />
        <div className="flex flex-wrap gap-2">
          <Button
            variant="danger"
            disabled={remove.isPending}
            onClick={() => remove.mutate(printer.id, { onSuccess: onDone })}
          >
            {messages.remove}
          </Button>
          <Button onClick={onClose}>{common.cancel}</Button>
        </div>
      </div>
    </Dialog>
  );
}

function PathDialog({ path, onClose }: { readonly path: string; readonly onClose: () => void }) {
  const messages = usePageMessages('printing');
  return (
    <Dialog title={messages.path} onClose={onClose}>
      <div className="grid gap-4">
        <p>{messages.pathLead}</p>
        <p className="rounded-button bg-neutral-3 p-3 font-mono text-label break-all select-all">
          {location.origin + path}
        </p>
      </div>
    </Dialog>
  );
}
