import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../contract/access/limits.ts';
import type { NumberShapes } from '../../contract/voucher/number-shapes.ts';
import type { ScanEvent } from '../../reader/scan-event.ts';
import { type GateState, openGate, passGate, type VoucherCode } from './gate.ts';

const NOON = Date.UTC(2026, 10, 21, 4);
const scan = (text: string, at = NOON): ScanEvent => ({ text, source: 'camera', at });
const nothingInSale = () => false;

/** Sends scans through one gate and gives each outcome in a word. */
function outcomes(
  scans: readonly ScanEvent[],
  alreadyInSale: (code: VoucherCode) => boolean = nothingInSale,
): string[] {
  let state: GateState = openGate;
  return scans.map((event) => {
    const step = passGate(state, event, alreadyInSale);
    state = step.state;
    return step.result.kind === 'accepted' ? 'accepted' : step.result.reason;
  });
}

describe('the gate after every scanner', () => {
  it('accepts a ref together with its scan', () => {
    const event = scan('1234567890');
    expect(passGate(openGate, event, nothingInSale).result).toEqual({
      kind: 'accepted',
      parsed: { kind: 'ref', ref: '1234567890' },
      scan: event,
    });
  });

  const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';
  const SHAPES = [
    ['2026-00001234', { kind: 'ref', ref: '2026-00001234' }],
    ['ABCD-EFGH-JKLM-NPQR', { kind: 'ref', ref: 'ABCD-EFGH-JKLM-NPQR' }],
    ['1234 5678 90', { kind: 'ref', ref: '1234567890' }],
    ['1234\u22125678', { kind: 'ref', ref: '1234-5678' }],
    ['1234 • 5678', { kind: 'ref', ref: '12345678' }],
    ['#1234567890', { kind: 'ref', ref: '1234567890' }],
    ['১২৩৪৫৬৭৮', { kind: 'ref', ref: '12345678' }],
    ['%B6006491234567890^GIFT^2912?', { kind: 'ref', ref: '6006491234567890' }],
    [';6006491234567890=2912?', { kind: 'ref', ref: '6006491234567890' }],
    [`https://shop.example/v/${ID}`, { kind: 'link', voucherId: ID }],
    [`shop.example/v/${ID}`, { kind: 'link', voucherId: ID }],
  ] as const;
  const SOURCES = ['camera', 'wedge', 'typed', 'paste'] as const;
  it.each(SOURCES.flatMap((source) => SHAPES.map(([text, parsed]) => [source, text, parsed] as const)))(
    'reads the same from every source: %s %j',
    (source, text, parsed) => {
      expect(passGate(openGate, { text, source, at: NOON }, nothingInSale).result).toMatchObject({ parsed });
    },
  );

  it('ignores numbers of another shape than the shop’s, from every source, but no links', () => {
    const shapes: NumberShapes = { shapes: ['GC########', '91*'], checkDigit: 'none' };
    const results = (text: string) =>
      SOURCES.map((source) => passGate(openGate, { text, source, at: NOON }, nothingInSale, shapes).result.kind);
    const all = (kind: string) => SOURCES.map(() => kind);
    expect(results('gc-1234-5678')).toEqual(all('accepted'));
    expect(results('9112')).toEqual(all('accepted'));
    expect(results(`https://shop.example/v/${ID}`)).toEqual(all('accepted'));
    expect(results('5901234123457')).toEqual(all('ignored'));
    expect(passGate(openGate, scan('5901234123457'), nothingInSale, shapes)).toEqual({
      state: openGate,
      result: { kind: 'ignored', reason: 'other-shape' },
    });
  });

  it('ignores the same code within the cooldown and accepts it afterwards', () => {
    const again = (ms: number) => outcomes([scan('1234567890'), scan('1234567890', NOON + ms)])[1];
    expect(again(0)).toBe('cooldown');
    expect(again(LIMITS.scanCooldownMs - 1)).toBe('cooldown');
    expect(again(LIMITS.scanCooldownMs)).toBe('accepted');
  });

  it('starts the cooldown when the code was accepted, so that retries do not extend it', () => {
    const half = LIMITS.scanCooldownMs / 2;
    expect(outcomes([0, half, 2 * half].map((ms) => scan('1234567890', NOON + ms)))).toEqual([
      'accepted',
      'cooldown',
      'accepted',
    ]);
  });

  it('accepts a different code at once and still remembers the first', () => {
    expect(outcomes([scan('1234567890'), scan('AB123456789', NOON + 1), scan('1234567890', NOON + 2)])).toEqual([
      'accepted',
      'accepted',
      'cooldown',
    ]);
  });

  it('recognises a voucher in another spelling', () => {
    expect(outcomes([scan('ab-123456789'), scan('AB 1234 56789', NOON + 5)])).toEqual(['accepted', 'cooldown']);
  });

  it('refuses a voucher of this sale without starting a cooldown', () => {
    const inSale = (code: VoucherCode) => code.kind === 'ref' && code.ref === '1234567890';
    expect(outcomes([scan('1234567890'), scan('9999999999')], inSale)).toEqual(['already-in-sale', 'accepted']);
    expect(passGate(openGate, scan('1234567890'), inSale).state.size).toBe(0);
  });

  it('explains why a text is not a voucher code', () => {
    expect(
      outcomes([scan(' '), scan('12'), scan('https://example.com/menu'), scan('x'.repeat(LIMITS.codeCharsMax + 1))]),
    ).toEqual(['empty', 'too-short', 'foreign-link', 'too-long']);
  });

  it('stays open if the clock was set back', () => {
    expect(outcomes([scan('1234567890'), scan('1234567890', NOON - 60_000)])).toEqual(['accepted', 'accepted']);
  });

  it('forgets codes that have cooled down', () => {
    const first = passGate(openGate, scan('1234567890'), nothingInSale);
    const later = passGate(first.state, scan('9999999999', NOON + LIMITS.scanCooldownMs), nothingInSale);
    expect(later.state.size).toBe(1);
  });
});
