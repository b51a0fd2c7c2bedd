import { describe, expect, it } from 'vitest';
import { SCAN_FORMATS } from '../../reader/decode-protocol.ts';
import { startZxingJs } from '../../reader/read/zxing-js.ts';
import { pictureOf } from '../../reader/testing/pictures.ts';
import { barShape } from './code-shapes.ts';
import { qrShape } from './qr-shape.ts';

const { read } = startZxingJs();

describe('drawn codes', () => {
  it.each(['1234567890', 'https://vouchers.example/v/3f1c9a52-7a1e-4b6f-9a39-6d7f0a1f2b3c'])(
    'are read back correctly as QR codes: %s',
    async (text) => {
      expect(await read(pictureOf(qrShape(text), { scale: 4 }), SCAN_FORMATS)).toMatchObject([
        { text, format: 'QRCode' },
      ]);
    },
  );

  it.each(['1234567890', 'AB123456789', 'X7K2M9QPL4TZ'])('are read back correctly as bar codes: %s', async (text) => {
    expect(await read(pictureOf(await barShape(text), { scale: 2 }), SCAN_FORMATS)).toMatchObject([
      { text, format: 'Code128' },
    ]);
  });

  it('have ten white modules on both sides if they are bar codes', async () => {
    const { black, width } = await barShape('1234567890');
    expect(Math.min(...black.map(({ x }) => x))).toBe(10);
    expect(Math.max(...black.map((bar) => bar.x + bar.width))).toBe(width - 10);
  });
});
