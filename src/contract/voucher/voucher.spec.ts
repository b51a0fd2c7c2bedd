import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lastFour, maskRef, parseCode, refIdentity } from './voucher.ts';

const LINK = 'https://vouchers.example/v/0f8fad5b-d9cb-469f-a165-70867728950e';

describe('a code that was scanned, typed or pasted', () => {
  it.each([
    ['1234567890', '1234567890'],
    ['  1234 5678 90\r\n', '1234567890'],
    ['1234-5678-90', '1234567890'],
    ['１２３４５６７８９０', '1234567890'],
    ['AB-123456789', 'AB123456789'],
    ['ABCD-EFGH-1234', 'ABCDEFGH1234'],
    ['0000000012', '0000000012'],
    ['ab123456789', 'ab123456789'],
  ])('%j is the ref %s', (text, ref) => {
    expect(parseCode(text)).toEqual({ kind: 'ref', ref });
  });

  it('keeps the dashes of a ref that is not printed in groups, and of a settlement ref', () => {
    expect(parseCode('GIFT-A1')).toEqual({ kind: 'ref', ref: 'GIFT-A1' });
    const settlementRef = '0f8fad5b-d9cb-469f-a165-70867728950e';
    expect(parseCode(settlementRef)).toEqual({ kind: 'ref', ref: settlementRef });
  });

  it('takes the voucher id from the end of a voucher link, whatever query follows', () => {
    const link = { kind: 'link', voucherId: '0f8fad5b-d9cb-469f-a165-70867728950e' };
    expect(parseCode('https://vouchers.example/v/0F8FAD5B-d9cb-469f-a165-70867728950e')).toEqual(link);
    expect(parseCode('https://vouchers.example/v/0f8fad5b-d9cb-469f-a165-70867728950e/?utm=x#top')).toEqual(link);
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
    ['<script>alert(1)</script>', 'not-a-code'],
    ['../../v1/transactions', 'not-a-code'],
  ])('%j is refused with a reason', (text, reason) => {
    expect(parseCode(text)).toEqual({ kind: 'refused', reason });
  });

  it('gives the same for what it gave: reading is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), (text) => {
        const first = parseCode(text);
        if (first.kind === 'ref') expect(parseCode(first.ref)).toEqual(first);
      }),
    );
  });
});

it('shows at most the last four characters of a ref', () => {
  expect(maskRef('1234567890')).toBe('··7890');
  expect(lastFour('AB1')).toBe('AB1');
});

it('knows two spellings of one ref as the same voucher', () => {
  expect(refIdentity('ab123456789')).toBe(refIdentity('AB123456789'));
});
