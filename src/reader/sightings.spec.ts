import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Decoded, ScanFormat } from './decode-protocol.ts';
import { addPicture, noSightings, resumeView, SIGHTINGS } from './sightings.ts';

const code = (text: string, format: ScanFormat, change: Partial<Decoded> = {}): Decoded => ({
  text,
  format,
  outline: [],
  sure: format === 'QRCode',
  looks: 1,
  engines: ['zxing-wasm'],
  ...change,
});
const box = (left: number) => [
  { x: left, y: 0 },
  { x: left + 100, y: 40 },
];
const qr = code('1234567890', 'QRCode');
const bars = code('AB123456789', 'Code128');

/** Shows pictures to the scanner, each with its time; gives the texts that were read from each. */
function show(pictures: readonly (readonly [at: number, ...codes: Decoded[]])[]): string[][] {
  let state = noSightings;
  return pictures.map(([at, ...codes]) => {
    const step = addPicture(state, codes, at);
    state = step.state;
    return step.read.map(({ text }) => text);
  });
}

describe('accepting a reading', () => {
  it('accepts a QR code at the first sighting', () => {
    expect(show([[0, qr]])).toEqual([['1234567890']]);
  });

  it('accepts a bar code when a second picture agrees', () => {
    expect(
      show([
        [0, bars],
        [40, bars],
      ]),
    ).toEqual([[], ['AB123456789']]);
  });

  it('accepts a bar code at once when two passes over one picture agree', () => {
    expect(show([[0, code('AB123456789', 'Code128', { looks: 2 })]])).toEqual([['AB123456789']]);
  });

  it('ignores a bar code that was misread once, and accepts the right one with twice as many readings', () => {
    const wrong = code('AB123456780', 'Code128');
    expect(show([[0, wrong], [40, bars], [80, bars], [120]])).toEqual([[], [], ['AB123456789'], []]);
  });

  it('accepts neither of two contradicting texts, until one has three readings', () => {
    const other = code('AB123456780', 'Code128');
    expect(
      show([
        [0, bars],
        [40, other],
        [60, code('AB123456788', 'Code128', { looks: 2 })],
        [80, other],
        [120, other],
      ]),
    ).toEqual([[], [], ['AB123456788'], [], ['AB123456780']]);
  });

  it('never accepts a repeated misreading of a smeared label while the right text is read more often', () => {
    const right = code('5030159003930', 'EAN13', { looks: 2, engines: ['zxing-wasm', 'zbar'] });
    const wrong = code('7432340003930', 'EAN13', { engines: ['zbar'] });
    const pictures = Array.from({ length: 20 }, (_, index) => [index * 66, index % 2 === 0 ? right : wrong] as const);
    expect(show(pictures).flat()).toEqual(['5030159003930']);
  });

  it('accepts a burst of misreadings after a good reading only with as many readings', () => {
    const right = code('5030159003930', 'EAN13', { looks: 2, engines: ['zxing-wasm', 'zbar'] });
    const wrong = code('7432340003930', 'EAN13', { engines: ['zbar'] });
    const before = Array.from({ length: 5 }, (_, index) => [index * 66, right] as const);
    const burst = Array.from({ length: 4 }, (_, index) => [330 + index * 66, wrong] as const);
    expect(show([...before, ...burst]).flat()).toEqual(['5030159003930']);
  });

  it('accepts a later misreading only with more readings than the right text', () => {
    const right = code('5030159003930', 'EAN13', { looks: 2, engines: ['zxing-wasm', 'zbar'] });
    const wrong = code('7432340003930', 'EAN13', { engines: ['zbar'] });
    const early = Array.from({ length: 4 }, (_, index) => [600 + index * 66, right] as const);
    const late = [1_400, 1_500, 1_600, 1_700].map((at) => [at, wrong] as const);
    expect(show([...early, [1_300, right], ...late]).flat()).toEqual(['5030159003930']);
  });

  it('does not treat bars as a misreading of the square code next to them', () => {
    const aztec = code('GIFT-1000000050', 'Aztec');
    expect(
      show([
        [0, aztec],
        [40, bars],
        [80, bars, aztec],
      ]).flat(),
    ).toEqual(['AB123456789', 'GIFT-1000000050']);
  });

  it('accepts a code that only zbar reads if it is at least half a width away from a confirmed one', () => {
    const known = code('AB123456789', 'Code128', { looks: 2, engines: ['zxing-wasm', 'zbar'], outline: box(0) });
    const beside = (left: number) => code('AB123456780', 'Code128', { engines: ['zbar'], outline: box(left) });
    const texts = (left: number) => show([0, 40, 80].map((at) => [at, known, beside(left)] as const)).flat();
    expect(texts(160)).toEqual(['AB123456789', 'AB123456780']);
    expect(texts(140)).toEqual(['AB123456789']);
  });

  it('accepts the next card in the same place as fast as the first', () => {
    const next = code('AB123456780', 'Code128');
    const first = Array.from({ length: 20 }, (_, index) => [index * 40, bars] as const);
    const gone = 20 * 40 + SIGHTINGS.rivalMs;
    expect(show([...first, [gone, next], [gone + 40, next], [gone + 80, next]]).at(-2)).toEqual(['AB123456780']);
  });

  it('reads an EAN-13 when two engines agree', () => {
    const zxing = code('9780201310054', 'EAN13');
    const zbar = code('9780201310054', 'EAN13', { engines: ['zbar'] });
    expect(
      show([
        [0, zxing],
        [40, zbar],
      ]).at(-1),
    ).toEqual(['9780201310054']);
  });

  it.each<ScanFormat>(['EAN13', 'EAN8', 'UPCA', 'Code39', 'Codabar'])(
    'never accepts %s from one engine alone, however often it is read',
    (format) => {
      fc.assert(
        fc.property(
          fc.constantFrom('zbar', 'zxing-wasm', 'native'),
          fc.array(
            fc.record({
              text: fc.constantFrom('8083882038868', '8023222032262'),
              looks: fc.integer({ min: 1, max: 5 }),
            }),
            {
              maxLength: 60,
            },
          ),
          (engine, seen) => {
            const pictures = seen.map(
              ({ text, looks }, index) => [index * 66, code(text, format, { engines: [engine], looks })] as const,
            );
            expect(show(pictures).flat()).toEqual([]);
          },
        ),
      );
    },
  );

  it('accepts an EAN-13 from the reader for blurred bars alone only after three readings', () => {
    const blurred = code('8023222032262', 'EAN13', { engines: ['blurred-bars'] });
    expect(show([0, 66, 132].map((at) => [at, blurred] as const))).toEqual([[], [], ['8023222032262']]);
  });

  it('accepts neither of two contradicting texts of EAN-13 with as many readings until one has more', () => {
    const blurred = code('8023222032262', 'EAN13', { engines: ['blurred-bars'] });
    const misread = code('8083882038868', 'EAN13', { engines: ['zbar'], looks: 4 });
    expect(show([0, 66, 132].map((at) => [at, misread, blurred] as const)).flat()).toEqual([]);
  });

  it('treats two adjacent bar codes as two codes, not as a contradiction', () => {
    const left = code('AB123456789', 'Code128', { outline: box(0) });
    const right = code('AB123456780', 'Code128', { outline: box(300) });
    expect(
      show([
        [0, left, right],
        [40, left, right],
      ]).at(-1),
    ).toEqual(['AB123456789', 'AB123456780']);
  });

  it('allows pictures without a code between two that agree', () => {
    expect(show([[0, bars], [40], [80], [120, bars]]).at(-1)).toEqual(['AB123456789']);
  });

  it('does not combine a reading with one from long ago', () => {
    expect(
      show([
        [0, bars],
        [SIGHTINGS.agreeMs + 1, bars],
      ]),
    ).toEqual([[], []]);
  });

  it('reports a code once for as long as it stays in view', () => {
    const pictures = Array.from({ length: 200 }, (_, index) => [index * 50, bars] as const);
    expect(show(pictures).flat()).toEqual(['AB123456789']);
  });

  it('reports a code again when it left and came back', () => {
    const back = SIGHTINGS.absentMs + 1;
    expect(show([[0, qr], [back], [back, qr]]).flat()).toEqual(['1234567890', '1234567890']);
  });

  it('reports another code at once while the first is still in view', () => {
    expect(
      show([
        [0, qr],
        [40, code('9999999999', 'QRCode')],
        [80, qr],
      ]),
    ).toEqual([['1234567890'], ['9999999999'], []]);
  });

  it('does not report a card again that lay under the camera through a pause', () => {
    const before = addPicture(noSightings, [qr], 0).state;
    expect(addPicture(resumeView(before, 60_000), [qr], 60_040).read).toEqual([]);
    expect(addPicture(resumeView(before, 60_000), [qr], 60_001 + SIGHTINGS.absentMs).read).toEqual([qr]);
  });
});
