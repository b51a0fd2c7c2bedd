import { describe, expect, it } from 'vitest';
import { refusal, refusalReasonSchema } from '../../../contract/refusal.ts';
import { hasTaken, isTenderOpen, OPEN_STATES, tenderStateSchema, tenderTone } from '../../../contract/tender.ts';
import { viewOf } from '../../testing/examples.ts';
import { en } from '../../words/en.ts';
import { verdictWords } from './verdict-words.ts';

describe('what a state says', () => {
  it.each(tenderStateSchema.options)('%s: a title, what comes next, and never that it failed', (state) => {
    const { title, next } = verdictWords(en, viewOf('t1', state));
    expect(title).not.toBe('');
    expect(next).not.toBe('');
    expect(`${title} ${next} ${en.states[state]}`).not.toMatch(/fail|error|invalid/i);
  });

  it.each(OPEN_STATES)('%s is shown as not known, whatever else', (state) => {
    expect(tenderTone(viewOf('t1', state))).toBe('unknown');
    expect(hasTaken(state)).toBe(false);
    expect(!isTenderOpen(state)).toBe(false);
  });

  it.each(refusalReasonSchema.options)('a refusal because of %s says what to do next', (reason) => {
    const view = viewOf('t1', 'declined', { refusal: refusal(reason) });
    expect(verdictWords(en, view)).toBe(en.verdict.refusals[reason]);
    expect(['refused', 'attention']).toContain(tenderTone(view));
  });

  it('says taken only where the journal says captured', () => {
    const taken = tenderStateSchema.options.filter((state) => tenderTone(viewOf('t1', state)) === 'done');
    expect(taken).toEqual(['captured', 'attached']);
  });
});
