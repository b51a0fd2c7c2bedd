import { describe, expect, it } from 'vitest';
import type { ScanFormat } from '../decode-protocol.ts';
import type { EngineReading } from './engine.ts';
import { acceptedVote, addVote, asPrinted, findAgreed, isPlausible, NO_VOTES } from './guards.ts';

const bars = (text: string, firm = false): EngineReading => ({ text, format: 'Code128', firm, outline: [] });
const ean13 = (text: string): EngineReading => ({ text, format: 'EAN13', firm: false, outline: [] });
const by = (name: string, engine = 'one') => ({ name, engine });
const votes = (...attempts: readonly (readonly EngineReading[])[]) =>
  attempts.reduce((all, readings, index) => addVote(all, by(`attempt ${index}`), readings), NO_VOTES);

describe('a reading', () => {
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
    ['96385074', 'EAN8', true],
    ['96385075', 'EAN8', false],
    ['036000291452', 'UPCA', true],
    ['036000291453', 'UPCA', false],
    ['25', 'Aztec', false],
  ])('%j as %s: %s', (text, format, plausible) => {
    expect(isPlausible({ text, format })).toBe(plausible);
  });
});

it('a UPC-A is reported as printed only if a shop wants it', () => {
  const read = ean13('0036000291452');
  expect(asPrinted(read, ['EAN13'])).toEqual(read);
  expect(asPrinted(read, ['EAN13', 'UPCA'])).toMatchObject({ text: '036000291452', format: 'UPCA' });
});

describe('confirming a bar code', () => {
  it('needs two matching reads', () => {
    expect(findAgreed(votes([bars('1234567890')], [bars('1234567890')]))?.reading.text).toBe('1234567890');
  });

  it('never succeeds with one read, however often it is repeated', () => {
    const once = addVote(addVote(NO_VOTES, by('plain'), [bars('1234567890')]), by('plain'), [bars('1234567890')]);
    expect(findAgreed(once)).toBeNull();
  });

  it('fails with two contradicting texts, until one has two reads more', () => {
    const split = votes([bars('1234567890')], [bars('1234567891')], [bars('1234567890')]);
    expect(findAgreed(split)).toBeNull();
    expect(findAgreed(addVote(split, by('another'), [bars('1234567890')]))?.reading.text).toBe('1234567890');
  });

  it('needs two engines for an EAN-13, with its weak check digit', () => {
    const one = addVote(addVote(NO_VOTES, by('plain'), [ean13('9780201310054')]), by('diagonal'), [
      ean13('9780201310054'),
    ]);
    expect(findAgreed(one)).toBeNull();
    expect(findAgreed(addVote(one, by('plain', 'other'), [ean13('9780201310054')]))?.reading.text).toBe(
      '9780201310054',
    );
  });

  it('fails with a firm reading of a weak format by one engine, however many attempts agree', () => {
    const firm = { ...ean13('8083882038868'), firm: true };
    const alone = ['plain', 'halved', 'softened'].reduce(
      (all, name) => addVote(all, by(name, 'zbar'), [firm]),
      NO_VOTES,
    );
    expect(acceptedVote(alone)).toBeNull();
    expect(acceptedVote(addVote(alone, by('plain', 'zxing'), [firm]))?.reading.text).toBe('8083882038868');
  });

  it('needs two passes for ITF, because a part of such a code looks complete', () => {
    const itf: EngineReading = { text: '0829220875', format: 'ITF', firm: true, outline: [] };
    expect(acceptedVote(votes([itf], []))).toBeNull();
    expect(acceptedVote(votes([itf], [itf]))?.reading.text).toBe('0829220875');
    expect(acceptedVote(votes([itf], [{ ...itf, text: '08292208' }, itf]))).toBeNull();
  });

  it('takes a single reading of a still picture if it is firm and not contradicted', () => {
    expect(acceptedVote(votes([bars('1234567890', true)], []))?.reading.text).toBe('1234567890');
    expect(acceptedVote(votes([bars('1234567890')], []))).toBeNull();
    expect(acceptedVote(votes([bars('1234567890', true)], [bars('1234567891', true)]))).toBeNull();
  });
});
