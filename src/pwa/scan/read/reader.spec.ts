import { beforeAll, describe, expect, it } from 'vitest';
import zxingUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import { emptyTable, pictureOf } from '../../testing/pictures.ts';
import { bytesOf } from '../../testing/wasm-bytes.ts';
import { barShape, qrShape } from '../../ui/code-shapes.ts';
import { SCAN_FORMATS } from '../decode-protocol.ts';
import type { Engines } from './engine.ts';
import { createReader, type Reader } from './reader.ts';
import { provesItself } from './self-test.ts';
import { startZbar } from './zbar.ts';
import { startZxingWasm } from './zxing-wasm.ts';

let engines: Engines;
let reader: Reader;
beforeAll(async () => {
  engines = { native: null, main: await startZxingWasm({ bytes: bytesOf(zxingUrl) }), bars: await startZbar() };
  reader = createReader(engines, true);
});

const ref = '1000000050';

describe('reading pictures with both engines', () => {
  it('reads a QR code in a still picture and says where it is', async () => {
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

  it('reads bars at 45°, which no engine does by itself', async () => {
    const picture = pictureOf(await barShape(ref), { degrees: 45 });
    for (const engine of [engines.main, engines.bars]) expect(await engine?.read(picture, SCAN_FORMATS)).toEqual([]);
    expect(await reader.still(picture, SCAN_FORMATS)).toMatchObject([{ text: ref, format: 'Code128' }]);
  });

  it('is sure of bars within one frame of a film, because two engines agree', async () => {
    expect(await reader.frame(pictureOf(await barShape(ref)), SCAN_FORMATS, 0)).toMatchObject([{ text: ref, sure: true }]);
  });

  it('reads bars at 45° in two frames of a film that follow each other, once their glance had its turn', async () => {
    const picture = pictureOf(await barShape(ref), { degrees: 45 });
    const film = createReader(engines, true);
    const read: number[] = [];
    for (let turn = 0; turn < 30; turn++) if ((await film.frame(picture, SCAN_FORMATS, turn)).length > 0) read.push(turn);
    const [first] = read;
    expect(read).toContain((first ?? Number.NaN) + 1);
  });

  it('gives the outline in the whole picture though it looked at the middle', async () => {
    const [code] = await reader.frame(pictureOf(qrShape(ref)), SCAN_FORMATS, 0);
    for (const { x, y } of code?.outline ?? []) expect(Math.max(Math.abs(x - 320), Math.abs(y - 320))).toBeLessThan(40);
    expect(code?.outline).toHaveLength(4);
  });

  it('reads nothing from an empty table, however often', async () => {
    expect(await reader.still(emptyTable(), SCAN_FORMATS)).toEqual([]);
    for (let turn = 0; turn < 25; turn++) expect(await reader.frame(emptyTable(300), SCAN_FORMATS, turn)).toEqual([]);
  });

  it('gives a still picture no longer than it has: the first glances always, a harder one only where its time allows', async () => {
    let clock = 0;
    const looks = { main: 0, bars: 0 };
    const slow = (name: keyof typeof looks) => ({
      name,
      formats: SCAN_FORMATS,
      read: () => {
        clock += 150;
        looks[name] += 1;
        return Promise.resolve([]);
      },
    });
    const timed = createReader({ native: null, main: slow('main'), bars: slow('bars') }, true, () => clock);
    expect(await timed.still(emptyTable(), SCAN_FORMATS, 650)).toEqual([]);
    expect([clock, looks]).toEqual([600, { main: 3, bars: 1 }]);
    clock = 0;
    await timed.still(emptyTable(), SCAN_FORMATS, 10);
    expect(clock).toBe(300);
    clock = 0;
    await timed.still(emptyTable(), SCAN_FORMATS);
    expect(clock).toBe(1050);
  });

  it('looks only for the formats it is asked for', async () => {
    expect(await reader.still(pictureOf(qrShape(ref)), ['Code128', 'EAN13'])).toEqual([]);
    expect(await reader.still(pictureOf(await barShape(ref)), ['QRCode'])).toEqual([]);
  });

  it('has engines that pass the test which the browser’s own has to pass', async () => {
    expect(await provesItself(engines.main, ['QRCode', 'Code128'])).toBe(true);
  });
});
