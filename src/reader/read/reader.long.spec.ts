import { beforeAll, describe, expect, it } from 'vitest';
import zxingUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import { barShape } from '../../pwa/ui/code-shapes.ts';
import { qrShape } from '../../pwa/ui/qr-shape.ts';
import { SCAN_FORMATS } from '../decode-protocol.ts';
import { besideEachOther, drawnCode } from '../testing/drawn-codes.ts';
import { emptyTable, pictureOf, type Shape } from '../testing/pictures.ts';
import { wasmBytesOf } from '../testing/wasm-bytes.ts';
import { blurredEngine } from './blurred.ts';
import type { Engines } from './engine.ts';
import { inverted } from './luma.ts';
import { createReader, type Reader } from './reader.ts';
import { passesSelfTest } from './self-test.ts';
import { startZbar } from './zbar.ts';
import { startZxingWasm } from './zxing-wasm.ts';

let engines: Engines;
let reader: Reader;
beforeAll(async () => {
  engines = {
    native: null,
    main: await startZxingWasm({ bytes: wasmBytesOf(zxingUrl) }),
    second: await startZbar(),
    blurred: blurredEngine,
  };
  reader = createReader(engines, true);
});

/** The same code with larger modules. */
function enlarged({ width, height, black }: Shape, by: number): Shape {
  const larger = black.map((rect) => ({
    x: rect.x * by,
    y: rect.y * by,
    width: rect.width * by,
    height: rect.height * by,
  }));
  return { width: width * by, height: height * by, black: larger };
}

const ref = '1000000050';

describe('reading pictures with both engines', () => {
  it('reads a QR code in a still picture and returns its position', async () => {
    const [code] = await reader.still(pictureOf(qrShape(ref)), SCAN_FORMATS);
    expect(code).toMatchObject({ text: ref, format: 'QRCode', sure: true });
    for (const { x, y } of code?.outline ?? []) expect(Math.max(Math.abs(x - 320), Math.abs(y - 320))).toBeLessThan(40);
    expect(code?.outline).toHaveLength(4);
  });

  it('reads bars lying, upright and upside down', async () => {
    const shape = await barShape('AB123456789');
    for (const degrees of [0, 90, 180, 7]) {
      expect(await reader.still(pictureOf(shape, { degrees }), SCAN_FORMATS), `${degrees}°`).toMatchObject([
        { text: 'AB123456789', sure: true },
      ]);
    }
  });

  it('reads bars at 45°, unlike either engine alone', async () => {
    const picture = pictureOf(await barShape(ref), { degrees: 45 });
    for (const engine of [engines.main, engines.second]) expect(await engine?.read(picture, SCAN_FORMATS)).toEqual([]);
    expect(await reader.still(picture, SCAN_FORMATS)).toMatchObject([{ text: ref, format: 'Code128' }]);
  });

  it('reads white bars on black in a still picture, unlike either engine alone', async () => {
    const picture = inverted(pictureOf(await barShape(ref)));
    for (const engine of [engines.main, engines.second]) expect(await engine?.read(picture, SCAN_FORMATS)).toEqual([]);
    expect(await reader.still(picture, SCAN_FORMATS)).toMatchObject([{ text: ref, format: 'Code128' }]);
  });

  it('reads noisy bars in a still picture that either engine alone cannot read', async () => {
    const clean = pictureOf(await barShape('AB123456789'), { scale: 2 });
    let state = 7;
    const noise = () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return (state / 2 ** 32 - 0.5) * 190;
    };
    const values = clean.values.map((value) => Math.min(255, Math.max(0, value + noise())));
    const noisy = { ...clean, values };
    for (const engine of [engines.main, engines.second]) expect(await engine?.read(noisy, SCAN_FORMATS)).toEqual([]);
    expect(await reader.still(noisy, SCAN_FORMATS)).toMatchObject([{ text: 'AB123456789' }]);
  });

  it('confirms bars within one frame of a film by two engines', async () => {
    expect(await reader.frame(pictureOf(await barShape(ref)), SCAN_FORMATS, 0)).toMatchObject([
      { text: ref, looks: 2, engines: ['zxing-wasm', 'zbar'] },
    ]);
  });

  it('reads bars at 45° in two consecutive frames of a film, after that attempt was reached', async () => {
    const picture = pictureOf(await barShape(ref), { degrees: 45 });
    const film = createReader(engines, true);
    const read: number[] = [];
    for (let turn = 0; turn < 30; turn++)
      if ((await film.frame(picture, SCAN_FORMATS, turn)).length > 0) read.push(turn);
    const [first] = read;
    expect(read).toContain((first ?? Number.NaN) + 1);
  });

  it('returns the outline in the whole picture even if it examined the middle', async () => {
    const [code] = await reader.frame(pictureOf(qrShape(ref)), SCAN_FORMATS, 0);
    for (const { x, y } of code?.outline ?? []) expect(Math.max(Math.abs(x - 320), Math.abs(y - 320))).toBeLessThan(40);
    expect(code?.outline).toHaveLength(4);
  });

  it.each([
    ['azteccode', 'Aztec'],
    ['pdf417', 'PDF417'],
  ] as const)(
    'reads %s from a phone’s screen in stills, and in films after other frames confirm it',
    async (kind, format) => {
      const picture = pictureOf(drawnCode(kind, 'GIFT-1000000050'));
      expect(await reader.still(picture, SCAN_FORMATS)).toMatchObject([{ text: 'GIFT-1000000050', format }]);
      expect(await reader.frame(picture, SCAN_FORMATS, 1)).toMatchObject([
        { text: 'GIFT-1000000050', format, sure: false },
      ]);
    },
  );

  it.each([
    ['code39', 'TILL39', 'Code39', 'TILL39'],
    ['code39', 'GC/A1234', 'Code39', 'GC/A1234'],
    ['code39', 'GC/A1234', 'Code39Ext', 'GC!1234'],
    ['code39', 'V+B12345', 'Code39', 'V+B12345'],
    ['rationalizedCodabar', 'A40156789B', 'Codabar', '40156789'],
    ['interleaved2of5', '0829220875', 'ITF', '0829220875'],
    ['ean8', '96385074', 'EAN8', '96385074'],
    ['upca', '036000291452', 'UPCA', '036000291452'],
  ] as const)('reads %s only if it is requested', async (kind, printed, format, text) => {
    const picture = pictureOf(drawnCode(kind, printed));
    expect(await reader.frame(picture, [...SCAN_FORMATS, format], 1)).toMatchObject([{ text, format }]);
    const unasked = await reader.frame(picture, SCAN_FORMATS, 1);
    expect(unasked.map((code) => code.text)).toEqual(format === 'UPCA' ? [`0${text}`] : []);
  });

  it('returns all codes in a frame, even those next to the code in its middle', async () => {
    const left = qrShape(ref);
    const right = await barShape('AB123456789');
    const picture = pictureOf(besideEachOther(left, right), { scale: 2.5 });
    for (const turn of [1, 2]) {
      const codes = await createReader(engines, true).frame(picture, SCAN_FORMATS, turn);
      expect(codes.map(({ text }) => text).toSorted(), `turn ${turn}`).toEqual([ref, 'AB123456789']);
    }
  });

  it('reads bars next to a large QR code at the first look, in films and stills', async () => {
    const picture = pictureOf(besideEachOther(enlarged(qrShape(ref), 4), await barShape('AB123456789')), {
      side: 900,
      scale: 2,
    });
    const both = [ref, 'AB123456789'];
    const film = await createReader(engines, true).frame(picture, SCAN_FORMATS, 0);
    expect(film.map(({ text }) => text)).toEqual(both);
    expect(film[1]).toMatchObject({ looks: 2 });
    expect((await reader.still(picture, SCAN_FORMATS)).map(({ text }) => text)).toEqual(both);
  });

  it('reads two EAN-13 next to each other in a still picture', async () => {
    const [left, right] = ['5901234123457', '8023222032262'];
    const picture = pictureOf(besideEachOther(drawnCode('ean13', left), drawnCode('ean13', right)));
    const codes = await reader.still({ ...picture }, SCAN_FORMATS);
    expect(codes.map(({ text }) => text).toSorted()).toEqual([left, right]);
    for (const { sure } of codes) expect(sure).toBe(true);
  });

  it('reads nothing from an empty table, however often', async () => {
    expect(await reader.still(emptyTable(), SCAN_FORMATS)).toEqual([]);
    for (let turn = 0; turn < 25; turn++) expect(await reader.frame(emptyTable(300), SCAN_FORMATS, turn)).toEqual([]);
  });

  it('looks only for the requested formats', async () => {
    expect(await reader.still(pictureOf(qrShape(ref)), ['Code128', 'EAN13'])).toEqual([]);
    expect(await reader.still(pictureOf(await barShape(ref)), ['QRCode'])).toEqual([]);
  });

  it('uses engines that pass the self-test', async () => {
    expect(await passesSelfTest(engines.main, ['QRCode', 'Code128'])).toBe(true);
  });
});
