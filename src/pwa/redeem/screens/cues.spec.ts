import { describe, expect, it } from 'vitest';
import { refusal } from '../../../contract/voucher/refusal.ts';
import { checkOf, exampleTender, sgd } from '../../testing/examples.ts';
import type { Panel, Stage } from '../till/till.ts';
import { cueOf } from './cues.ts';

const scanned = { code: '1234567890', parsed: { kind: 'ref', ref: '1234567890' }, source: 'wedge', at: 1 } as const;
const checking: Stage = { at: 'checking', scanned };
const flight: Stage = { at: 'flight', tenderId: 't1', silent: false };
const panel = (check = checkOf()): Panel => ({ at: 'panel', scanned, check, amount: sgd(100), typed: null });
const verdict = (state: Parameters<typeof exampleTender>[1], returnsAt: number | null = null): Stage => ({
  at: 'verdict',
  tenderId: 't1',
  view: exampleTender('t1', state),
  returnsAt,
});

describe('the sounds', () => {
  it('click when a code is read, and differ by outcome', () => {
    expect(cueOf({ at: 'ready' }, checking)).toBe('read');
    expect(cueOf(flight, verdict('captured'))).toBe('done');
    expect(cueOf(flight, verdict('manager'))).toBe('unknown');
    expect(cueOf(flight, verdict('not_captured'))).toBe('attention');
  });

  it('signal a refusal at the check, once, and not when the amount is typed', () => {
    const refused = panel(checkOf({ refusal: refusal('used') }));
    expect(cueOf(checking, refused)).toBe('refused');
    expect(cueOf(refused, { ...refused, amount: sgd(200) })).toBeNull();
    expect(cueOf(checking, panel())).toBeNull();
    const open = { device: 'Till 3', since: '2026-11-21T07:00:00Z', tenderId: 'x', mine: false };
    expect(cueOf(checking, panel(checkOf({ open, refusal: refusal('open-elsewhere') })))).toBe('unknown');
  });

  it('are not repeated when a verdict is touched, and play again when it changes', () => {
    expect(cueOf(verdict('captured', 9_000), verdict('captured'))).toBeNull();
    expect(cueOf(verdict('manager'), verdict('captured'))).toBe('done');
  });
});
