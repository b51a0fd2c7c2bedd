import { describe, expect, it } from 'vitest';
import { SCAN_FORMATS } from '../scan/decoded.ts';
import { decodePixels } from '../scan/zxing.ts';
import { barShape, type CodeShape, qrShape } from './code-shapes.ts';

/** Draws a shape as grey pixels, `scale` pixels to a module. */
function draw({ width, height, black }: CodeShape, scale: number): ImageData {
  const image = { width: width * scale, height: height * scale, data: new Uint8ClampedArray(width * height * scale * scale * 4).fill(255) };
  for (const rect of black) {
    for (let y = rect.y * scale; y < (rect.y + rect.height) * scale; y++) {
      for (let x = rect.x * scale; x < (rect.x + rect.width) * scale; x++)
        image.data.fill(0, (y * image.width + x) * 4, (y * image.width + x) * 4 + 3);
    }
  }
  return { ...image, colorSpace: 'srgb' };
}

describe('codes that are drawn', () => {
  it.each(['1234567890', 'https://vouchers.example/v/3f1c9a52-7a1e-4b6f-9a39-6d7f0a1f2b3c'])('as QR read back as %s', (text) => {
    expect(decodePixels(draw(qrShape(text), 4), SCAN_FORMATS)).toEqual([{ text, format: 'QRCode' }]);
  });

  it.each(['1234567890', 'AB123456789', 'X7K2M9QPL4TZ'])('as bars read back as %s', async (text) => {
    expect(decodePixels(draw(await barShape(text), 2), SCAN_FORMATS)).toEqual([{ text, format: 'Code128' }]);
  });

  it('as bars have ten modules of white on both sides', async () => {
    const { black, width } = await barShape('1234567890');
    expect(Math.min(...black.map(({ x }) => x))).toBe(10);
    expect(Math.max(...black.map((bar) => bar.x + bar.width))).toBe(width - 10);
  });
});
