import { describe, expect, it } from 'vitest';
import { barShape, type CodeShape, qrShape } from '../practice/code-shapes.ts';
import { SCAN_FORMATS } from './decoded.ts';
import { decodePixels } from './zxing.ts';

const [SIZE, SCALE, TABLE] = [640, 3, 138];

/** A white card with a code in the middle of a grey table, as a camera sees it; `turned` holds it upright. */
function picture(shape: CodeShape, turned = false): ImageData {
  const data = new Uint8ClampedArray(SIZE * SIZE * 4).fill(TABLE);
  const [left = 0, top = 0] = [shape.width, shape.height].map((modules) => (SIZE - modules * SCALE) >> 1);
  const fill = (rect: CodeShape['black'][number], value: number) => {
    for (let y = top + rect.y * SCALE; y < top + (rect.y + rect.height) * SCALE; y++) {
      for (let x = left + rect.x * SCALE; x < left + (rect.x + rect.width) * SCALE; x++) {
        const at = turned ? (x * SIZE + y) * 4 : (y * SIZE + x) * 4;
        data.fill(value, at, at + 3);
      }
    }
  };
  fill({ x: 0, y: 0, width: shape.width, height: shape.height }, 244);
  for (const rect of shape.black) fill(rect, 20);
  return { width: SIZE, height: SIZE, data, colorSpace: 'srgb' };
}

describe('the engine that reads codes', () => {
  it('reads a QR code on a table', () => {
    expect(decodePixels(picture(qrShape('1234567890')), SCAN_FORMATS)).toEqual([{ text: '1234567890', format: 'QRCode' }]);
  });

  it.each(['1000000050', '12345', 'AB123456789', '7KQ2M9XW4ZP3'])('reads the bars of %s on a table, lying and upright', async (text) => {
    const shape = await barShape(text);
    expect(decodePixels(picture(shape), SCAN_FORMATS)).toEqual([{ text, format: 'Code128' }]);
    expect(decodePixels(picture(shape, true), SCAN_FORMATS)).toEqual([{ text, format: 'Code128' }]);
  });

  it('looks only for the formats it is asked for', async () => {
    expect(decodePixels(picture(await barShape('1000000050')), ['QRCode'])).toEqual([]);
    expect(decodePixels(picture(qrShape('1234567890')), ['Code128', 'EAN13'])).toEqual([]);
  });

  it('reads nothing from an empty table', () => {
    expect(decodePixels(picture({ width: 1, height: 1, black: [] }), SCAN_FORMATS)).toEqual([]);
  });
});
