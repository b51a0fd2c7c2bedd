import type { Locator } from '@playwright/test';
import jsqr from 'jsqr';

/** Width and height of the analysed picture, pixels. */
const SIDE = 400;

/** The content of a displayed QR code, read from its picture like by a camera. */
export async function readQr(picture: Locator): Promise<string> {
  const pixels = await picture.evaluate((svg, side) => {
    if (!(svg instanceof SVGSVGElement)) throw new Error('no picture');
    const context = new OffscreenCanvas(side, side).getContext('2d');
    if (!context) throw new Error('no canvas');
    context.fillStyle = '#fff';
    context.fillRect(0, 0, side, side);
    context.scale(side / svg.viewBox.baseVal.width, side / svg.viewBox.baseVal.height);
    context.fillStyle = '#000';
    const modules = new Path2D(svg.querySelector('path')?.getAttribute('d') ?? '');
    context.clip(modules);
    context.fillRect(0, 0, svg.viewBox.baseVal.width, svg.viewBox.baseVal.height);
    return [...context.getImageData(0, 0, side, side).data];
  }, SIDE);
  const found = jsqr(Uint8ClampedArray.from(pixels), SIDE, SIDE);
  if (!found) throw new Error('there is no QR code that can be read');
  return found.data;
}
