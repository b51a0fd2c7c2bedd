import { expect, it } from 'vitest';
import { rasterSchema } from '../contract/printing.ts';
import { joinBands, packPixels, rasterOf } from './raster.ts';

const BLACK = [0, 0, 0, 255];
const WHITE = [255, 255, 255, 255];
const NOTHING = [0, 0, 0, 0];
const pale = (light: number) => [light, light, light, 255];

it('eight pixels are encoded as a byte, the leftmost as the highest bit, and grey becomes black or white', () => {
  const row = [BLACK, WHITE, NOTHING, pale(150), pale(170), WHITE, WHITE, BLACK].flat();
  expect([...packPixels(new Uint8ClampedArray(row), 8)]).toEqual([0b1001_0001]);
});

it('a document ends with its last black row, however many bands it was drawn in', () => {
  const band = new Uint8Array(48 * 2);
  band[48] = 1;
  const paper = joinBands(58, [band, band, new Uint8Array(48 * 9)]);
  expect([paper?.width, paper?.bytes.length]).toEqual([384, 48 * 4]);
  expect(joinBands(58, [new Uint8Array(48)])).toBe(null);
});

it('the server accepts the sent bitmap, dot for dot', async () => {
  const bytes = Uint8Array.from({ length: 72 * 100 }, (_, index) => (index * 37) & 0xee);
  const raster = await rasterOf({ width: 576, bytes });
  expect(rasterSchema.parse(raster)).toEqual(raster);
  expect(raster.rows).toBe(100);
  const sent = Uint8Array.from(atob(raster.dots), (letter) => letter.charCodeAt(0));
  const inflating = new DecompressionStream('deflate-raw');
  const writer = inflating.writable.getWriter();
  void writer.write(sent).then(() => writer.close());
  expect(new Uint8Array(await new Response(inflating.readable).arrayBuffer())).toEqual(bytes);
});
