import { expect, it } from 'vitest';
import { qrShape } from '../../pwa/ui/qr-shape.ts';
import { drawnCode } from '../testing/drawn-codes.ts';
import { pictureOf } from '../testing/pictures.ts';
import { startZbar } from './zbar.ts';

const { read } = await startZbar();

it('reads a QR code of plain characters, and refuses one with characters that it would misread', async () => {
  expect(await read(pictureOf(qrShape('1000000050')), ['QRCode'])).toMatchObject([
    { text: '1000000050', format: 'QRCode' },
  ]);
  expect(await read(pictureOf(qrShape('Café 咖啡')), ['QRCode'])).toEqual([]);
});

it('never reports a UPC-E as its expanded EAN-13', async () => {
  for (const text of ['01234565', '04252614']) {
    const picture = pictureOf(drawnCode('upce', text));
    expect(await read(picture, ['EAN13'])).toEqual([]);
    expect(await read(picture, ['Code128', 'EAN13', 'QRCode'])).toEqual([]);
  }
});
