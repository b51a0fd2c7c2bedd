import type { DocumentKind } from '../../../contract/platform/document-kind.ts';
import { NoAnswer } from '../../../pwa/api/client.ts';
import { call } from '../../../pwa/api/live.ts';
import type { PrinterView, Printout, PrintoutRequest, PrintWidth } from '../contract/printing.ts';
import { drawDocument } from './draw-document.ts';
import { type DocumentDots, joinBands, rasterOf } from './raster.ts';

export interface DocumentToPrint {
  /** Created once per press, so that a repeated request prints nothing twice. */
  readonly id: string;
  readonly printer: Pick<PrinterView, 'id' | 'width'>;
  readonly what: DocumentKind;
  readonly subject: string | null;
  readonly drawer: boolean;
  readonly element: HTMLElement;
  /** The mark above the document, such as a copy's; null for a first print. */
  readonly mark: string | null;
}

/**
 * Draws a document and adds it to the queue of a printer. After a lost answer, it repeats the
 * request once.
 */
export async function sendDocument({
  id,
  printer,
  what,
  subject,
  drawer,
  element,
  mark,
}: DocumentToPrint): Promise<Printout> {
  const dots = await drawDocument(element, printer.width);
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
  text: string,
  id: string,
): Promise<Printout> {
  const mark = await rasterOf(await drawMark(text, width));
  return call('printAgain', { params: { id: printout.id }, body: { id, mark } });
}

/** A word across the paper, in a frame. */
function drawMark(text: string, width: PrintWidth): Promise<DocumentDots> {
  const mark = document.createElement('p');
  mark.className = 'border-2 p-1 text-center text-section font-semibold';
  mark.textContent = text;
  return drawDocument(mark, width);
}

function above(mark: DocumentDots, paper: DocumentDots, width: PrintWidth): DocumentDots {
  return joinBands(width, [mark.bytes, paper.bytes]) ?? paper;
}
