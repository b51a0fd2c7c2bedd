import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { decodeEscPos, rowsOf } from '../../../testing/rigs/escpos-decoder.ts';
import { withoutCommands } from '../contract/printing.ts';
import { ESC_POS } from './escpos.ts';

/** Dots as random as a picture of nothing. */
function noise(width: number, rows: number) {
  const bytes = randomBytes((width / 8) * rows);
  withoutCommands(bytes);
  return { width, rows, bytes };
}

describe('a document in the commands of a printer', () => {
  it.each([
    [384, 1],
    [384, 8],
    [576, 239],
    [576, 240],
    [576, 241],
    [576, 1_003],
  ])('contains every dot, %i wide and %i high, and nothing between its bands', (width, rows) => {
    const paper = noise(width, rows);
    const decoded = decodeEscPos(ESC_POS.encode(paper, { cutter: true, drawer: false }));
    expect(decoded.rows).toEqual(rowsOf(paper.bytes, width / 8));
    expect(decoded).toMatchObject({ text: '', gaps: 0, cuts: 1, drawerKicks: 0, asked: 0, unknown: 0 });
  });

  it('is cut if the printer has a cutter, and opens the drawer only on request', () => {
    const { cuts, drawerKicks } = decodeEscPos(ESC_POS.encode(noise(384, 16), { cutter: false, drawer: true }));
    expect([cuts, drawerKicks]).toEqual([0, 1]);
  });

  it('contains no dots that a printer would read as commands', () => {
    const bytes = Buffer.from([0x10, 0x14, 0x01, 0x10, 0x04, 0x04, 0x10, 0x10, 0x05, 0x10]);
    withoutCommands(bytes);
    expect([...bytes]).toEqual([0x11, 0x14, 0x01, 0x11, 0x04, 0x04, 0x10, 0x11, 0x05, 0x10]);
  });
});

describe('a printer’s messages', () => {
  it('are recognised between unsolicited status messages', () => {
    const asb = [0x10, 0x00, 0x0c, 0x0f];
    expect(ESC_POS.parseStatus(Buffer.from([...asb, 0x12, 0x32, ...asb, 0x72]))).toMatchObject({
      status: [0x12, 0x32, 0x72],
      done: false,
    });
    expect(ESC_POS.parseStatus(Buffer.from([0x12, 0x12, 0x12, 0x00])).done).toBe(true);
    expect(ESC_POS.parseStatus(Buffer.from([0x03])).done).toBe(true);
  });

  it.each([
    [[0x12, 0x12, 0x12], 'ready'],
    [[0x12, 0x12, 0x1e], 'ready'],
    [[0x1a, 0x32, 0x72], 'paper-out'],
    [[0x12, 0x12, 0x72], 'paper-out'],
    [[0x1a, 0x16, 0x72], 'cover-open'],
    [[0x1a, 0x52, 0x12], 'fault'],
    [[0x1a, 0x12, 0x12], 'fault'],
  ] as const)('%j means %s', (answers, state) => {
    expect(ESC_POS.stateOf(answers)).toBe(state);
  });
});
