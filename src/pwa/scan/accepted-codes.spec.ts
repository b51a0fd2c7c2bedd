import { describe, expect, it } from 'vitest';
import { type Decoded, SCAN_FORMATS, type ScanFormat } from '../../reader/decode-protocol.ts';
import { acceptedCodes } from './accepted-codes.ts';

const readAs = (format: ScanFormat, text: string): Decoded => ({
  text,
  format,
  outline: [],
  sure: true,
  looks: 1,
  engines: [],
});

describe('the code formats of a picture', () => {
  it('are those that every till reads, without restrictions', () => {
    const { formats, isAccepted } = acceptedCodes([]);
    expect(formats).toEqual(SCAN_FORMATS);
    expect(isAccepted(readAs('Code128', '1'))).toBe(true);
  });

  it('leave out texts that the page does not want', () => {
    const { isAccepted } = acceptedCodes([], (text) => text.startsWith('GC'));
    expect([readAs('EAN13', '5901234123457'), readAs('QRCode', 'GC12345678')].map(isAccepted)).toEqual([false, true]);
  });

  it('include the shop’s own types, limited to its formats', () => {
    const { formats, isAccepted } = acceptedCodes([{ kind: 'Code39', charsMin: 6, charsMax: 8, shape: 'GC####*' }]);
    expect(formats).toContain('Code39');
    const shown = [
      readAs('Code39', 'GC1234'),
      readAs('Code39', 'AB1234'),
      readAs('Code39', 'GC1'),
      readAs('Code128', 'AB1'),
    ];
    expect(shown.map(isAccepted)).toEqual([true, false, false, true]);
  });
});
