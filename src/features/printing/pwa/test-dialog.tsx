import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiProblem, NoAnswer } from '../../../pwa/api/client.ts';
import { failureOf } from '../../../pwa/api/failure.ts';
import { call } from '../../../pwa/api/live.ts';
import { settingsQuery } from '../../../pwa/api/queries.ts';
import { FailureNotice } from '../../../pwa/shell/failure-notice.tsx';
import { PaperHead, PaperLine } from '../../../pwa/shell/frame/paper.tsx';
import { Button } from '../../../pwa/ui/button.tsx';
import { CodePicture } from '../../../pwa/ui/code-picture.tsx';
import { qrShape } from '../../../pwa/ui/code-shapes.ts';
import { Dialog } from '../../../pwa/ui/dialog.tsx';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { usePageWords } from '../../../pwa/words/page-words.ts';
import type { PrinterView } from '../contract/printing.ts';
import { drawPaper } from './draw-paper.ts';
import { PrintoutNotices } from './notices.tsx';
import { useShownHere } from './own-notices.ts';
import { usePrintoutMutation } from './queries.ts';
import { type PaperDots, pixelsOf, rasterOf } from './raster.ts';

/** A line in each script used in documents, independent of the language of the screen. */
const SCRIPTS = ['English', 'Français', 'Bahasa Melayu', '中文（简体）', 'தமிழ்'].join(' · ');

/** Previews a test page as dots, and prints the same dots. */
export function TestDialog({ printer, onClose }: { readonly printer: PrinterView; readonly onClose: () => void }) {
  const words = usePageWords('printing');
  const [dots, setDots] = useState<PaperDots | null>(null);
  const [ids, setIds] = useState<readonly string[]>([]);
  useShownHere(ids);
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
    <Dialog title={words.testOf(printer.name)} onClose={onClose}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Button look="main" disabled={dots === null || send.isPending} onClick={press}>
          {words.printTest}
        </Button>
        {(error instanceof ApiProblem || error instanceof NoAnswer) && <FailureNotice failure={failureOf(error)} />}
        <PrintoutNotices ids={ids.slice(-1)} />
        <TestPaper printer={printer} onDrawn={setDots} />
        {dots !== null && (
          <figure className="grid gap-2">
            <DotsPicture dots={dots} label={words.preview} />
            <figcaption className="text-label text-neutral-9">{words.preview}</figcaption>
          </figure>
        )}
      </div>
    </Dialog>
  );
}

/** The document itself is hidden: its dots are shown instead. */
function TestPaper({
  printer,
  onDrawn,
}: {
  readonly printer: PrinterView;
  readonly onDrawn: (dots: PaperDots) => void;
}) {
  const words = usePageWords('printing');
  const { dateTime } = useFormat();
  const ref = useRef<HTMLElement>(null);
  const [at] = useState(() => new Date().toISOString());
  const [isOdd, setOdd] = useState(false);
  const { data: settings } = useQuery(settingsQuery);
  useEffect(() => {
    if (ref.current === null || settings === undefined) return;
    drawPaper(ref.current, printer.width).then(onDrawn, () => setOdd(true));
  }, [settings, printer.width, onDrawn]);
  return (
    <div className="screen-only">
      {isOdd && <Notice tone="attention">{words.notDrawn}</Notice>}
      <section ref={ref} className="receipt hidden">
        <PaperHead className="mb-3 text-center" />
        <h1 className="text-section font-semibold">{words.test}</h1>
        <dl className="my-2 border-y py-2">
          <PaperLine label={words.name}>{printer.name}</PaperLine>
          <PaperLine label={words.width} figure>
            {printer.width} mm
          </PaperLine>
        </dl>
        <p>{dateTime(at)}</p>
        <p>{SCRIPTS}</p>
        <CodePicture shape={qrShape(printer.name)} label={printer.name} className="mx-auto my-2 size-[24mm]" />
        <p className="text-[7pt]/[1.3]">{words.testLead}</p>
      </section>
    </div>
  );
}

/** Dots as large as the screen allows, without smoothing. */
function DotsPicture({ dots, label }: { readonly dots: PaperDots; readonly label: string }) {
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
