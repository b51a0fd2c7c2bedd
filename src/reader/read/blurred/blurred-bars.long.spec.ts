import { describe, expect, it } from 'vitest';
import { drawnCode } from '../../testing/drawn-codes.ts';
import { emptyTable, outOfFocus, pictureOf } from '../../testing/pictures.ts';
import { inverted } from '../luma.ts';
import { readBlurred } from './blurred-bars.ts';

/** The width of a module, pixels. */
const SCALE = 3;
const texts = (picture: Parameters<typeof readBlurred>[0]) => readBlurred(picture).map(({ text }) => text);

describe('reading blurred bars', () => {
  it.each([0, 7, 90, 180, -38])('reads an EAN-13 turned by %s°, blurred by 0.8 modules', (degrees) => {
    const sharp = pictureOf(drawnCode('ean13', '5901234123457'), { scale: SCALE, degrees });
    expect(texts(outOfFocus(sharp, 0.8 * SCALE))).toEqual(['5901234123457']);
  });

  it('reads a UPC-A as the EAN-13 that begins with 0, at the place of its bars', () => {
    const [code] = readBlurred(outOfFocus(pictureOf(drawnCode('upca', '036000291452'), { scale: SCALE }), 0.8 * SCALE));
    expect(code).toMatchObject({ text: '0036000291452', format: 'EAN13' });
    const [left, right] = code?.outline ?? [];
    expect(Math.abs((left?.x ?? 0) - 177)).toBeLessThan(20);
    expect(Math.abs((right?.x ?? 0) - 463)).toBeLessThan(20);
  });

  it.each(['8023222032262', '8083882038868'])('never confuses 2 and 8 in %s, however blurred', (number) => {
    const sharp = pictureOf(drawnCode('ean13', number), { scale: SCALE, degrees: 3 });
    const read = [0.4, 0.7, 0.9, 1, 1.1, 1.2, 1.35, 1.5].flatMap((blur) => texts(outOfFocus(sharp, blur * SCALE)));
    expect(new Set(read)).toEqual(new Set([number]));
  });

  it.each([
    ['upce', '01234565'],
    ['ean8', '96385074'],
    ['code39', 'TILL39'],
    ['rationalizedCodabar', 'A40156789B'],
    ['interleaved2of5', '08292208752345'],
    ['pdf417', 'GIFT-1000000050'],
  ] as const)('reads nothing from %s, sharp or blurred', (kind, text) => {
    const sharp = pictureOf(drawnCode(kind, text), { scale: SCALE });
    for (const blur of [0, 0.5, 1, 1.5]) expect(texts(outOfFocus(sharp, blur * SCALE)), `${blur}`).toEqual([]);
  });

  it('reads nothing from an empty table or noise', () => {
    let state = 7;
    const grain = () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state >>> 24;
    };
    expect(texts(emptyTable())).toEqual([]);
    expect(texts(inverted({ ...emptyTable(), values: emptyTable().values.map(grain) }))).toEqual([]);
  });
});
