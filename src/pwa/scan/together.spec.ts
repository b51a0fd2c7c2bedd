import { describe, expect, it } from 'vitest';
import type { Decoded } from '../../reader/decode-protocol.ts';
import { TOGETHER_MS } from './limits.ts';
import { collectView } from './together.ts';

const code = (text: string): Decoded => ({
  text,
  format: 'QRCode',
  outline: [],
  sure: true,
  looks: 1,
  engines: ['zxing-wasm'],
});
const first = code('1000000050');
const second = code('1000000051');

describe('codes that are in view together', () => {
  it('are reported at once if there is only one', () => {
    expect(collectView(null, { read: [first], isOpen: false }, 0)).toEqual({ state: null, told: [first] });
  });

  it('wait for another code in the same picture, and both are reported', () => {
    const { state, told } = collectView(null, { read: [first], isOpen: true }, 0);
    expect(told).toEqual([]);
    expect(collectView(state, { read: [second], isOpen: false }, 60).told).toEqual([first, second]);
  });

  it('do not wait long for an unreadable code', () => {
    const { state } = collectView(null, { read: [first], isOpen: true }, 0);
    expect(collectView(state, { read: [], isOpen: true }, TOGETHER_MS - 1).told).toEqual([]);
    expect(collectView(state, { read: [], isOpen: true }, TOGETHER_MS).told).toEqual([first]);
  });

  it('exclude a code that cannot be a voucher next to a code that can', () => {
    expect(collectView(null, { read: [code('https://shop.example/'), first], isOpen: false }, 0).told).toEqual([first]);
    expect(collectView(null, { read: [code('https://shop.example/')], isOpen: false }, 0).told).toHaveLength(1);
  });
});
