import { describe, expect, it } from 'vitest';
import { barShape } from '../../pwa/ui/code-shapes.ts';
import { qrShape } from '../../pwa/ui/qr-shape.ts';
import { SCAN_FORMATS } from '../decode-protocol.ts';
import { emptyTable, pictureOf } from '../testing/pictures.ts';
import { startZxingJs } from './zxing-js.ts';

const { read } = startZxingJs();

describe('the engine for browsers without WebAssembly', () => {
  it('reads a QR code on a table, even a large one', async () => {
    const qr = qrShape('1234567890');
    expect(await read(pictureOf(qr), SCAN_FORMATS)).toMatchObject([{ text: '1234567890', format: 'QRCode' }]);
    expect(await read(pictureOf(qr, { side: 1200, scale: 33 }), SCAN_FORMATS)).toMatchObject([
      { text: '1234567890', format: 'QRCode' },
    ]);
  });

  it.each(['1000000050', '12345', 'AB123456789', '7KQ2M9XW4ZP3'])(
    'reads the bars of %s on a table, lying and upright',
    async (text) => {
      const shape = await barShape(text);
      expect(await read(pictureOf(shape), SCAN_FORMATS)).toMatchObject([{ text, format: 'Code128' }]);
      expect(await read(pictureOf(shape, { degrees: 90 }), SCAN_FORMATS)).toMatchObject([{ text, format: 'Code128' }]);
    },
  );

  it('looks only for the requested formats', async () => {
    expect(await read(pictureOf(await barShape('1000000050')), ['QRCode'])).toEqual([]);
    expect(await read(pictureOf(qrShape('1234567890')), ['Code128', 'EAN13'])).toEqual([]);
  });

  it('reads nothing from an empty table', async () => {
    expect(await read(emptyTable(), SCAN_FORMATS)).toEqual([]);
  });
});
