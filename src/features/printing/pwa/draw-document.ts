import { LIMITS } from '../../../contract/access/limits.ts';
import { DOTS, DOTS_PER_MM, type PrintWidth } from '../contract/printing.ts';
import { type DocumentDots, joinBands, packPixels } from './raster.ts';
import { readDocument, type Stroke } from './read-document.ts';

/** Number of rows drawn at a time: phones refuse a canvas of many megapixels. */
const BAND_ROWS = 1_024;

/**
 * Draws a document in a printer's own dots. The browser lays it out as for its print dialog, on a
 * roll of this width. Each line of text, rule and code is then drawn at its position.
 * @param element an element of the page, visible or not; it is not changed
 * @throws Error if it has no black pixel, or is longer than any paper
 */
export async function drawDocument(element: HTMLElement, width: PrintWidth): Promise<DocumentDots> {
  const host = createHost(element, width);
  try {
    await document.fonts.ready;
    const frame = host.getBoundingClientRect();
    const scale = DOTS[width] / frame.width;
    const rows = Math.ceil(frame.height * scale);
    if (rows > LIMITS.rasterRowsMax) throw new Error('The paper is too long');
    const strokes = readDocument(host, scale);
    const bands: Uint8Array[] = [];
    for (let from = 0; from < rows; from += BAND_ROWS)
      bands.push(drawBand(strokes, width, from, Math.min(BAND_ROWS, rows - from)));
    const dots = joinBands(width, bands);
    if (dots === null) throw new Error('There is nothing on the paper');
    return dots;
  } finally {
    host.remove();
  }
}

/** A hidden copy of the document, as wide as the printer's roll. */
function createHost(element: HTMLElement, width: PrintWidth): HTMLElement {
  const host = document.createElement('div');
  host.className = 'on-paper';
  host.inert = true;
  host.style.width = `${DOTS[width] / DOTS_PER_MM}mm`;
  host.append(element.cloneNode(true));
  document.body.append(host);
  return host;
}

function drawBand(strokes: readonly Stroke[], width: PrintWidth, from: number, rows: number): Uint8Array {
  const canvas = document.createElement('canvas');
  canvas.width = DOTS[width];
  canvas.height = rows;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('This browser cannot draw');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, rows);
  context.fillStyle = '#000';
  context.translate(0, -from);
  for (const stroke of strokes) if (stroke.top < from + rows && stroke.bottom > from) stroke.draw(context);
  return packPixels(context.getImageData(0, 0, canvas.width, rows).data, canvas.width);
}
