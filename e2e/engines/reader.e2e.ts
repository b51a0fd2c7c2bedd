import { fileURLToPath } from 'node:url';
import { servePages } from '../../bench/scan/pages.ts';
import { draw, PHOTOS } from './support/photos.ts';
import { expect, test } from './support/test.ts';

/** The pages with the reader on a page of its own; `npm run e2e:engines` builds them. */
const PAGES = fileURLToPath(new URL('../../dist/bench-pages', import.meta.url));

test('the camera’s reader reads twenty photos correctly, and reports no other codes', { tag: '@always' }, async ({ view: { tab } }) => {
  const pages = await servePages(async (name) => {
    const photo = PHOTOS[Number(name)];
    return photo ? draw(photo) : null;
  }, PAGES);
  await tab.open(`${pages.origin}/bench/scan/index.html`);
  await expect.poll(() => tab.ask(() => 'decodeImage' in window, null)).toBe(true);
  const read: { text: string; found: readonly string[] }[] = [];
  for (const [index, { text }] of PHOTOS.entries()) read.push({ text, found: await tab.ask(readInPage, index) });
  await pages.close();
  expect(read).toEqual(PHOTOS.map(({ text }) => ({ text, found: [text] })));
});

test('a voucher in front of the camera is checked', { tag: '@always' }, async ({ openAs }) => {
  const [photo] = PHOTOS;
  if (!photo) throw new Error('no photo');
  const png = Buffer.from(await draw(photo)).toString('base64');
  /* The photo lies there before the camera is first opened. WebKitGTK may hang for good when a stream ends while a frame is being drawn. */
  const till = await openAs('cashier', (tab) => tab.ask(putUnderCamera, png));
  await till.see({ role: 'button', name: 'Redeem all SGD 50.00' });
});

/** Runs in the page: from now on the camera sees a photo, a picture 25 times a second. */
async function putUnderCamera(png: string): Promise<void> {
  const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(png), (char) => char.charCodeAt(0))], { type: 'image/png' }));
  const canvas = document.createElement('canvas');
  canvas.width = bitmap.width;
  canvas.height = bitmap.height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  setInterval(() => context.drawImage(bitmap, 0, 0), 40);
  MediaDevices.prototype.getUserMedia = () => Promise.resolve(canvas.captureStream(25));
}

/** Runs in the page. @returns the texts that were found in one photo */
async function readInPage(index: number): Promise<string[]> {
  const bitmap = await createImageBitmap(await (await fetch(`/picture/${index}`)).blob());
  const canvas = document.createElement('canvas');
  canvas.width = bitmap.width;
  canvas.height = bitmap.height;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('no canvas');
  context.drawImage(bitmap, 0, 0);
  const found = await window.decodeImage(context.getImageData(0, 0, canvas.width, canvas.height));
  return found.map(({ text }) => text);
}
