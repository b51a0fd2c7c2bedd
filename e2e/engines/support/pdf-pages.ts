import { inflateSync } from 'node:zlib';

interface PdfObject {
  readonly text: string;
  readonly stream: string;
}

/** PDF operators with a visible result: text, filled or stroked shapes, and embedded drawings. */
const DRAWS = /\b(?:Tj|TJ|f\*?|S|B|Do)\b/g;

/**
 * Parses a PDF that a browser has made.
 * @returns the number of drawing operations on each page; 0 for an empty page
 */
export function drawingsOnPages(pdf: Uint8Array): number[] {
  const objects = objectsOf(Buffer.from(pdf).toString('latin1'));
  return [...objects.values()]
    .filter(({ text }) => /\/Type\s*\/Page\b(?!s)/.test(text))
    .map(({ text }) => {
      const [, contents = ''] = /\/Contents\s*(\[[^\]]*\]|\d+ 0 R)/.exec(text) ?? [];
      const streams = [...contents.matchAll(/(\d+) 0 R/g)].map(([, id]) => objects.get(Number(id))?.stream ?? '');
      return [...streams.join('\n').matchAll(DRAWS)].length;
    });
}

/** Every object by its number, those packed into streams too. */
function objectsOf(file: string): ReadonlyMap<number, PdfObject> {
  const objects = new Map<number, PdfObject>();
  for (const [, id, body = ''] of file.matchAll(/(\d+) 0 obj\b([\s\S]*?)endobj/g)) {
    const start = body.search(/stream\r?\n/);
    const text = start === -1 ? body : body.slice(0, start);
    const stream = start === -1 ? '' : unpacked(text, body.slice(start).replace(/^stream\r?\n/, ''));
    objects.set(Number(id), { text, stream });
    if (/\/Type\s*\/ObjStm/.test(text))
      for (const [inner, packed] of packedIn(text, stream)) objects.set(inner, { text: packed, stream: '' });
  }
  return objects;
}

function unpacked(text: string, stream: string): string {
  if (!/\/Filter\s*\/FlateDecode/.test(text)) return stream;
  return inflateSync(Buffer.from(stream, 'latin1')).toString('latin1');
}

/** The objects of a stream of objects: numbers and places first, then the objects. */
function packedIn(text: string, stream: string): [number, string][] {
  const first = Number(/\/First (\d+)/.exec(text)?.[1] ?? 0);
  const numbers = stream.slice(0, first).trim().split(/\s+/).map(Number);
  const heads = Array.from({ length: numbers.length / 2 }, (_, at) => ({ id: numbers[at * 2] ?? 0, from: numbers[at * 2 + 1] ?? 0 }));
  return heads.map(({ id, from }, at) => [id, stream.slice(first + from, first + (heads[at + 1]?.from ?? stream.length))]);
}
