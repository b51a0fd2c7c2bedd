import { describe, expect, it } from 'vitest';
import type { ScanFormat } from '../decode-protocol.ts';
import type { Reading } from './engine.ts';
import { agreed, believed, isPlausible, noVotes, vote } from './guards.ts';

const bars = (text: string, firm = false): Reading => ({ text, format: 'Code128', firm, outline: [] });
const votes = (...glances: readonly (readonly Reading[])[]) =>
  glances.reduce((all, readings, index) => vote(all, `glance ${index}`, readings), noVotes);

describe('what may be a code at all', () => {
  it.each<[string, ScanFormat, boolean]>([
    ['1234567890', 'QRCode', true],
    ['\u001d0109501101530003', 'DataMatrix', true],
    ['two\r\nlines', 'QRCode', true],
    ['\u0001\u0001RÅéÐ', 'QRCode', false],
    ['  ', 'Code128', false],
    ['9780201310054', 'EAN13', true],
    ['9780201310055', 'EAN13', false],
    ['978020131005', 'EAN13', false],
    ['0829220875', 'ITF', true],
    ['0829', 'ITF', false],
    ['T', 'Code39', false],
  ])('%j as %s: %s', (text, format, plausible) => {
    expect(isPlausible({ text, format })).toBe(plausible);
  });
});

describe('which bars are believed', () => {
  it('two glances that agree are', () => {
    expect(agreed(votes([bars('1234567890')], [bars('1234567890')]))?.text).toBe('1234567890');
  });

  it('one glance alone is not agreed on, however often it is asked', () => {
    const once = vote(vote(noVotes, 'plain', [bars('1234567890')]), 'plain', [bars('1234567890')]);
    expect(agreed(once)).toBeNull();
  });

  it('two texts contradict each other, until one has two glances more', () => {
    const split = votes([bars('1234567890')], [bars('1234567891')], [bars('1234567890')]);
    expect(agreed(split)).toBeNull();
    expect(agreed(vote(split, 'another', [bars('1234567890')]))?.text).toBe('1234567890');
  });

  it('a still picture’s only read is believed when it is firm and nothing contradicts it', () => {
    expect(believed(votes([bars('1234567890', true)], []))?.text).toBe('1234567890');
    expect(believed(votes([bars('1234567890')], []))).toBeNull();
    expect(believed(votes([bars('1234567890', true)], [bars('1234567891', true)]))).toBeNull();
  });
});
