import { describe, expect, it } from 'vitest';
import { CANARIES, canariesIn, canary, DATA_KEY_TEXT, dataKey, digits, settingCanaries } from './canaries.ts';

describe('a canary', () => {
  it.each([
    ['as text', `x${CANARIES.shopSecret}y`],
    ['in base64', Buffer.from(CANARIES.shopSecret).toString('base64')],
  ])('is found %s', (_, text) => {
    expect(canariesIn(text, settingCanaries())).toEqual(['shopSecret']);
  });

  it.each([
    ['as bytes', `\u0000${dataKey().toString('latin1')}\u0000`],
    ['in the format of the setting', DATA_KEY_TEXT],
    ['as hex', dataKey().toString('hex')],
  ])('for the data key is found %s', (_, text) => {
    expect(canariesIn(text, settingCanaries())).toEqual(['dataKey']);
  });

  it('is found in an address', () => {
    expect(canariesIn('/v1/a%2Fb%3D', [canary('link', 'a/b=')])).toEqual(['link']);
  });

  it('made of a few digits is found only on its own, not inside another number or id', () => {
    const pin = [digits('pin', '739146')];
    expect(canariesIn('{"pin":"739146"}', pin)).toEqual(['pin']);
    expect(canariesIn('{"at":1739146000,"id":"7b-739146-x","ms":0.739146}', pin)).toEqual([]);
  });
});
