import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiProblem, NoAnswer } from '../../../pwa/api/client.ts';
import { failureOf } from '../../../pwa/api/failure.ts';
import { call } from '../../../pwa/api/live.ts';
import { settingsQuery } from '../../../pwa/api/queries.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { PrintHead, PrintLine } from '../../../pwa/shell/layout/print-document.tsx';
import { Button } from '../../../pwa/ui/button.tsx';
import { CodePicture } from '../../../pwa/ui/code-picture.tsx';
import { Dialog } from '../../../pwa/ui/dialog.tsx';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { qrShape } from '../../../pwa/ui/qr-shape.ts';
import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import type { PrinterView } from '../contract/printing.ts';
import { useButtonNotices } from './button-notices.ts';
import { drawDocument } from './draw-document.ts';
import { PrintoutNotices } from './notices.tsx';
import { usePrintoutMutation } from './queries.ts';
import { type DocumentDots, pixelsOf, rasterOf } from './raster.ts';

/** A line in each script used in documents, independent of the language of the screen. */
const SCRIPTS = ['English', 'Français', 'Bahasa Melayu', '中文（简体）', 'தமிழ்'].join(' · ');

/** Previews a test page as dots, and prints the same dots. */
export function TestDialog({ printer, onClose }: { readonly printer: PrinterView; readonly onClose: () => void }) {
  const messages = usePageMessages('printing');
  const [dots, setDots] = useState<DocumentDots | null>(null);
  const [ids, setIds] = useState<readonly string[]>([]);
  useButtonNotices(ids);
  const send = usePrintoutMutation(async (id: string) => {
    if (dots === null) throw new Error('Nothing is drawn yet');
    const raster = await rasterOf(dots);
    return call('putPrintout', {
      params: { id },
      body: { printerId: printer.id, what: 'test', subject: null, raster, drawer: false },
    });
  });
  const press = () => {
    const id = (send.error instanceof NoAnswer ? send.variables : undefined) ?? crypto.randomUUID();
    setIds([...ids, id]);
    send.mutate(id);
  };
  const { error } = send;
  return (
    <Dialog title={messages.testOf(printer.name)} onClose={onClose}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Button variant="main" disabled={dots === null || send.isPending} onClick={press}>
          {messages.printTest}
        </Button>
        {(error instanceof ApiProblem || error instanceof NoAnswer) && <FailureNotice failure={failureOf(error)} />}
        <PrintoutNotices ids={ids.slice(-1)} />
        <TestPrintout printer={printer} onDrawn={setDots} />
        {dots !== null && (
          <figure className="grid gap-2">
            <DotsPicture dots={dots} label={messages.preview} />
            <figcaption className="text-label text-neutral-9">{messages.preview}</figcaption>
          </figure>
        )}
      </div>
    </Dialog>
  );
}

/** The document itself is hidden: its dots are shown instead. */
function TestPrintout({
  printer,
  onDrawn,
}: {
  readonly printer: PrinterView;
  readonly onDrawn: (dots: DocumentDots) => void;
}) {
  const messages = usePageMessages('printing');
  const { dateTime } = useFormat();
  const ref = useRef<HTMLElement>(null);
  const [at] = useState(() => new Date().toISOString());
  const [isOdd, setOdd] = useState(false);
  const { data: settings } = useQuery(settingsQuery);
  useEffect(() => {
    if (ref.current === null || settings === undefined) return;
    drawDocument(ref.current, printer.width).then(onDrawn, () => setOdd(true));
  }, [settings, printer.width, onDrawn]);
  return (
    <div className="screen-only">
      {isOdd && <Notice tone="attention">{messages.notDrawn}</Notice>}
      <section ref={ref} className="receipt hidden">
        <PrintHead className="mb-3 text-center" />
        <h1 className="text-section font-semibold">{messages.test}</h1>
        <dl className="my-2 border-y py-2">
          <PrintLine label={messages.name}>{printer.name}</PrintLine>
          <PrintLine label={messages.width} figure>
            {printer.width} mm
          </PrintLine>
        </dl>
        <p>{dateTime(at)}</p>
        <p>{SCRIPTS}</p>
        <CodePicture shape={qrShape(printer.name)} label={printer.name} className="mx-auto my-2 size-[24mm]" />
        <p className="text-[7pt]/[1.3]">{messages.testLead}</p>
      </section>
    </div>
  );
}

/** Dots as large as the screen allows, without smoothing. */
function DotsPicture({ dots, label }: { readonly dots: DocumentDots; readonly label: string }) {
  const ref = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const canvas = ref.current;
    if (canvas === null) return;
    const pixels = pixelsOf(dots);
    canvas.width = pixels.width;
    canvas.height = pixels.height;
    canvas.getContext('2d')?.putImageData(pixels, 0, 0);
  }, [dots]);
  return (
    <canvas ref={ref} role="img" aria-label={label} className="mx-auto w-full max-w-[20rem] border border-neutral-4" />
  );
}
