import { writeFileSync } from 'node:fs';
import { type Browser, chromium } from '@playwright/test';
import { barShape, type CodeShape, qrShape } from '../../src/pwa/practice/code-shapes.ts';
import { findChromium } from './find-chromium.ts';

/** What the camera sees for a while: nothing but a table top, or a code on a card. */
export interface Scene {
  readonly code: { readonly kind: 'qr' | 'code128'; readonly text: string } | null;
  readonly seconds: number;
}

const FRAMES_PER_SECOND = 30;
const SIZE = { width: 1280, height: 720 };

/**
 * Writes a film for Chromium's fake camera: JPEG pictures one after the other, drawn in Chromium itself. Chromium plays it at 30 pictures a
 * second, over and over, and starts it anew whenever a page asks for the camera; begin with an empty scene to see a code come into view.
 * @param path ends with `.mjpeg`, by which Chromium knows the kind of film
 */
export async function writeCameraFile(path: string, scenes: readonly Scene[]): Promise<void> {
  const browser = await chromium.launch({ executablePath: findChromium(), args: sandboxArgs() });
  try {
    const pictures: Buffer[] = [];
    for (const { code, seconds } of scenes) {
      const picture = await drawPicture(browser, code && (await shapeOf(code)));
      pictures.push(...Array.from({ length: Math.round(seconds * FRAMES_PER_SECOND) }, () => picture));
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

function shapeOf({ kind, text }: NonNullable<Scene['code']>): CodeShape | Promise<CodeShape> {
  return kind === 'qr' ? qrShape(text) : barShape(text);
}

/** A grey table with, where there is a code, a white card in the middle that is half as high as the picture. */
async function drawPicture(browser: Browser, shape: CodeShape | null): Promise<Buffer> {
  const page = await browser.newPage();
  const base64 = await page.evaluate(
    async ({ size, code }) => {
      const canvas = new OffscreenCanvas(size.width, size.height);
      const context = canvas.getContext('2d');
      if (!context) throw new Error('no canvas');
      context.fillStyle = '#8a8680';
      context.fillRect(0, 0, size.width, size.height);
      if (code) {
        const scale = Math.floor(Math.min((size.width * 0.55) / code.width, (size.height * 0.55) / code.height));
        context.translate(Math.round((size.width - code.width * scale) / 2), Math.round((size.height - code.height * scale) / 2));
        context.fillStyle = '#f4f2ee';
        context.fillRect(0, 0, code.width * scale, code.height * scale);
        context.fillStyle = '#16130f';
        for (const { x, y, width, height } of code.black) context.fillRect(x * scale, y * scale, width * scale, height * scale);
      }
      const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.85 });
      return btoa(String.fromCharCode(...new Uint8Array(await blob.arrayBuffer())));
    },
    { size: SIZE, code: shape },
  );
  await page.close();
  return Buffer.from(base64, 'base64');
}
