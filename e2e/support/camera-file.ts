import { writeFileSync } from 'node:fs';
import { type Browser, chromium } from '@playwright/test';
import { findChromium } from './find-chromium.ts';
import { type Kind, shapeOf } from './shapes.ts';

/** A code that lies under the camera. */
export interface SceneCode {
  readonly kind: Kind;
  readonly text: string;
  /** Middle of its card as shares of the picture; the middle of the picture without it. */
  readonly at?: readonly [x: number, y: number];
  /** Share of the picture's height and width that the card may fill; a bit more than half without it. */
  readonly size?: number;
  /** Turned by this, to the right. */
  readonly degrees?: number;
}

/** One scene of a film: an empty table top, or codes on cards. */
export interface Scene {
  readonly codes: readonly SceneCode[];
  /** Seed for stripes, boxes and lines of letters on the table, none of which is a code. */
  readonly clutter?: number;
  /** Maximum deviation by the sensor's noise, of 255; it differs between scenes. */
  readonly grain?: number;
  /** Added to the brightness of every pixel, of 255: a flickering lamp. */
  readonly light?: number;
  /** Pixels by which the table is moved. */
  readonly moved?: readonly [x: number, y: number];
  /** Something covers the lens. */
  readonly isCovered?: boolean;
  readonly seconds: number;
}

const FRAMES_PER_SECOND = 30;
const SIZE = { width: 1280, height: 720 };

/**
 * A square in the top left corner that is white while the picture contains a code, so that a page
 * can detect when it came into view.
 */
export const MARK = { side: 24, insideX: 12, insideY: 12 };

/**
 * Writes a film for Chromium's fake camera: a sequence of JPEG pictures, drawn in Chromium itself.
 * Chromium plays it at 30 pictures a second in a loop, and restarts it whenever a page requests the
 * camera. Begin with an empty scene to see a code come into view.
 * @param path must end with `.mjpeg`, which tells Chromium the format
 */
export async function writeCameraFile(path: string, scenes: readonly Scene[]): Promise<void> {
  const browser = await chromium.launch({ executablePath: findChromium(), args: sandboxArgs() });
  try {
    const pictures: Buffer[] = [];
    for (const scene of scenes) {
      const picture = await drawPicture(browser, scene);
      pictures.push(...Array.from({ length: Math.round(scene.seconds * FRAMES_PER_SECOND) }, () => picture));
    }
    writeFileSync(path, Buffer.concat(pictures));
  } finally {
    await browser.close();
  }
}

/** Chromium's arguments that put a film in place of the camera and allow it to every page. */
export function cameraArgs(path: string): string[] {
  return ['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${path}`];
}

/** Chromium does not start its sandbox for root. */
export function sandboxArgs(): string[] {
  return process.getuid?.() === 0 ? ['--no-sandbox'] : [];
}

/** A grey table with a white card for each code, and the mark, as a JPEG. */
export async function drawPicture(
  browser: Browser,
  { codes, clutter, grain = 0, light = 0, moved = [0, 0], isCovered = false }: Omit<Scene, 'seconds'>,
): Promise<Buffer> {
  const drawn = await Promise.all(
    codes.map(async ({ kind, text, at = [0.5, 0.5], size = 0.55, degrees = 0 }) => ({
      at,
      size,
      degrees,
      shape: await shapeOf(kind, text),
    })),
  );
  const page = await browser.newPage();
  const base64 = await page.evaluate(
    async ({ width, height, mark, cards, seed, table, noise, lamp, shift }) => {
      const canvas = new OffscreenCanvas(width, height);
      const context = canvas.getContext('2d');
      if (!context) throw new Error('no canvas');
      context.fillStyle = table;
      context.fillRect(0, 0, width, height);
      context.translate(shift[0], shift[1]);
      const items = seed > 0 ? 40 : 0;
      for (let item = 0, random = seed; item < items; item++) {
        const next = (max: number) => (random = (random * 48_271) % 2_147_483_647) % max;
        const x = next(width);
        const y = next(height);
        context.fillStyle = item % 2 === 0 ? '#16130f' : '#f4f2ee';
        if (item % 4 < 2) context.fillRect(x, y, next(200), next(120));
        else if (item % 4 === 2) for (let bar = 0, at = x; bar < 30; bar++) context.fillRect((at += 3 + next(9)), y, 1 + next(6), 90);
        else context.fillText('Receipt 0123456789 TOTAL SGD 12.50 '.repeat(3), x, y);
      }
      context.resetTransform();
      context.fillStyle = cards.length > 0 ? '#fff' : '#000';
      context.fillRect(0, 0, mark, mark);
      for (const { at, size, degrees, shape } of cards) {
        const scale = Math.floor(Math.min((width * size) / shape.width, (height * size) / shape.height));
        context.setTransform(1, 0, 0, 1, Math.round(width * at[0]), Math.round(height * at[1]));
        context.rotate((degrees * Math.PI) / 180);
        context.translate(-Math.round((shape.width * scale) / 2), -Math.round((shape.height * scale) / 2));
        context.fillStyle = '#f4f2ee';
        context.fillRect(0, 0, shape.width * scale, shape.height * scale);
        context.fillStyle = '#16130f';
        for (const rect of shape.black) context.fillRect(rect.x * scale, rect.y * scale, rect.width * scale, rect.height * scale);
      }
      if (noise > 0 || lamp !== 0) {
        const picture = context.getImageData(0, 0, width, height);
        for (let at = 0; at < picture.data.length; at++)
          picture.data[at] = (picture.data[at] ?? 0) + (Math.random() * 2 - 1) * noise + lamp;
        context.putImageData(picture, 0, 0);
      }
      const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.85 });
      return btoa(Array.from(new Uint8Array(await blob.arrayBuffer()), (byte) => String.fromCharCode(byte)).join(''));
    },
    {
      ...SIZE,
      mark: MARK.side,
      cards: drawn,
      seed: clutter ?? 0,
      noise: grain,
      lamp: light,
      shift: moved,
      table: isCovered ? '#050405' : '#8a8680',
    },
  );
  await page.close();
  return Buffer.from(base64, 'base64');
}
