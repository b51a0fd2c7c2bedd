import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lastFour, maskRef, parseCode, refIdentity } from './voucher.ts';

const LINK = 'https://vouchers.example/v/0f8fad5b-d9cb-469f-a165-70867728950e';

describe('a code that was scanned, typed or pasted', () => {
  it.each([
    ['1234567890', '1234567890'],
    ['  1234 5678 90\r\n', '1234567890'],
    ['1234-5678-90', '1234-5678-90'],
    ['１２３４５６７８９０', '1234567890'],
    ['2026-00001234', '2026-00001234'],
    ['1234\u22125678\u201090', '1234-5678-90'],
    ['1234\u20225678\u202290', '1234567890'],
    ['1234 · 5678 · 90', '1234567890'],
    ['# 1234567890', '1234567890'],
    ['- 1234567890', '1234567890'],
    ['\u0661\u0662\u0663\u0664\u0665\u0666\u0667\u0668\u0669\u0660', '1234567890'],
    ['\u0be7\u0be8\u0be9\u0bea\u0beb\u0bec\u0bed\u0bee\u0bef\u0be6', '1234567890'],
    ['ABCD-EFGH-JKLM-NPQR', 'ABCD-EFGH-JKLM-NPQR'],
    ['0000000012', '0000000012'],
    ['ab123456789', 'ab123456789'],
    ['%B6006491234567890^GIFT/CARD^2912101?', '6006491234567890'],
    ['%B6006 4912 3456 7890?;6006491234567890=2912?', '6006491234567890'],
    [';6006491234567890=29121010000?', '6006491234567890'],
    [';6006491234567890?', '6006491234567890'],
    ['%GIFT CARD?;6006491234567890?', '6006491234567890'],
  ])('%j is read as the ref %s', (text, ref) => {
    expect(parseCode(text)).toEqual({ kind: 'ref', ref });
  });

  it('reads the decimal digits of every script as ASCII', () => {
    const sets = Array.from({ length: 0x1fbfa }, (_, point) => String.fromCodePoint(point))
      .filter((character) => /\p{Nd}/u.test(character))
      .join('')
      .match(/.{10}/gsu);
    for (const digits of sets ?? []) expect(parseCode(digits)).toEqual({ kind: 'ref', ref: '0123456789' });
    expect(sets?.length).toBeGreaterThan(60);
  });

  it('keeps the dashes of a settlement ref', () => {
    const settlementRef = '0f8fad5b-d9cb-469f-a165-70867728950e';
    expect(parseCode(settlementRef)).toEqual({ kind: 'ref', ref: settlementRef });
  });

  it('is the voucher id at the end of a voucher link, with any query', () => {
    const link = { kind: 'link', voucherId: '0f8fad5b-d9cb-469f-a165-70867728950e' };
    expect(parseCode('https://vouchers.example/v/0F8FAD5B-d9cb-469f-a165-70867728950e')).toEqual(link);
    expect(parseCode('https://vouchers.example/v/0f8fad5b-d9cb-469f-a165-70867728950e/?utm=x#top')).toEqual(link);
    expect(parseCode('vouchers.example/v/0f8fad5b-d9cb-469f-a165-70867728950e')).toEqual(link);
  });

  it.each([
    ['', 'empty'],
    ['   \u200b ', 'empty'],
    ['123', 'too-short'],
    ['9'.repeat(65), 'too-long'],
    ['9'.repeat(10_000), 'too-long'],
    ['https://example.org/menu', 'foreign-link'],
    [`${LINK}${LINK}`, 'joined'],
    [`1000000050${LINK}`, 'joined'],
    [`${LINK}${LINK.slice(8)}`, 'joined'],
    [`${LINK.slice(8)}${LINK.slice(8)}`, 'joined'],
    [`${LINK.slice(8)}1000000050`, 'foreign-link'],
    ['··7890', 'not-a-code'],
    ['%B^GIFT/CARD^2912101?', 'not-a-code'],
    ['<script>alert(1)</script>', 'not-a-code'],
    ['../../v1/transactions', 'not-a-code'],
  ])('is refused with a reason: %j', (text, reason) => {
    expect(parseCode(text)).toEqual({ kind: 'refused', reason });
  });

  it('gives the same ref when it is parsed again', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), (text) => {
        const first = parseCode(text);
        if (first.kind === 'ref') expect(parseCode(first.ref)).toEqual(first);
      }),
    );
  });
});

it('at most the last four characters of a ref are shown', () => {
  expect(maskRef('1234567890')).toBe('··7890');
  expect(maskRef('1234-5678-90')).toBe('··7890');
  expect(lastFour('AB1')).toBe('AB1');
});

it('all spellings of one ref are the same voucher', () => {
  expect(refIdentity('ab-1234-56789')).toBe(refIdentity('AB123456789'));
});
