import { NoAnswer } from '../../../pwa/api/client.ts';
import { call } from '../../../pwa/api/live.ts';
import type { DocumentKind, PrinterView, Printout, PrintoutRequest, PrintWidth } from '../contract/printing.ts';
import { drawPaper } from './draw-paper.ts';
import { joined, type PaperDots, rasterOf } from './raster.ts';

export interface PaperWish {
  /** Created once per press, so that a repeated request prints nothing twice. */
  readonly id: string;
  readonly printer: Pick<PrinterView, 'id' | 'width'>;
  readonly what: DocumentKind;
  readonly subject: string | null;
  readonly drawer: boolean;
  readonly paper: HTMLElement;
  /** The mark above it; null for a first print. */
  readonly mark: string | null;
}

/**
 * Draws a document and adds it to the queue of a printer. After a lost answer, it repeats the
 * request once.
 */
export async function sendPaper({ id, printer, what, subject, drawer, paper, mark }: PaperWish): Promise<Printout> {
  const dots = await drawPaper(paper, printer.width);
  const raster = await rasterOf(mark === null ? dots : above(await drawMark(mark, printer.width), dots, printer.width));
  const body: PrintoutRequest = { printerId: printer.id, what, subject, raster, drawer };
  try {
    return await call('putPrintout', { params: { id }, body });
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    return call('putPrintout', { params: { id }, body });
  }
}

export async function printAgain(
  printout: Pick<Printout, 'id'>,
  width: PrintWidth,
  word: string,
  id: string,
): Promise<Printout> {
  const mark = await rasterOf(await drawMark(word, width));
  return call('printAgain', { params: { id: printout.id }, body: { id, mark } });
}

/** A word across the paper, in a frame. */
function drawMark(word: string, width: PrintWidth): Promise<PaperDots> {
  const mark = document.createElement('p');
  mark.className = 'border-2 p-1 text-center text-section font-semibold';
  mark.textContent = word;
  return drawPaper(mark, width);
}

function above(mark: PaperDots, paper: PaperDots, width: PrintWidth): PaperDots {
  return joined(width, [mark.bytes, paper.bytes]) ?? paper;
}
