import { describe, expect, it } from 'vitest';
import { refusal, refusalReasonSchema } from '../../../contract/refusal.ts';
import { tenderStateSchema } from '../../../contract/tender.ts';
import { viewOf } from '../../testing/examples.ts';
import { createFormat } from '../../ui/format.ts';
import { en } from '../../words/en.ts';
import { fr } from '../../words/fr.ts';
import { ms } from '../../words/ms.ts';
import { ta } from '../../words/ta.ts';
import { zh } from '../../words/zh.ts';
import { announcementOf } from './announcement.ts';

const views = [
  ...tenderStateSchema.options.map((state) => viewOf('t1', state)),
  ...refusalReasonSchema.options.map((reason) => viewOf('t1', 'declined', { refusal: refusal(reason) })),
];

describe('what a screen reader hears of a verdict', () => {
  it.each(Object.entries({ en, fr, ms, ta, zh }))(
    'is whole sentences in %s: no stray space, no second full stop',
    (locale, words) => {
      const format = { ...createFormat({ locale, timeZone: 'UTC', items: String, justNow: '' }), currency: 'SGD' };
      for (const view of views) {
        const said = announcementOf({ at: 'verdict', tenderId: 't1', view, returnsAt: null }, words, format);
        expect(said).not.toMatch(/\s[.,]|\s\s|[.。]\.|[.。]。/);
        expect(said).toMatch(/[.。!?]$/);
      }
    },
  );

  it('names an amount where one was taken, and none where nothing was', () => {
    const format = { ...createFormat({ locale: 'en', timeZone: 'UTC', items: String, justNow: '' }), currency: 'SGD' };
    const say = (view: ReturnType<typeof viewOf>) =>
      announcementOf({ at: 'verdict', tenderId: 't1', view, returnsAt: null }, en, format);
    expect(say(viewOf('t1', 'captured'))).toMatch(/Taken SGD/);
    expect(say(viewOf('t1', 'declined', { refusal: refusal('issuer-declined') }))).toContain(
      ' Declined by the issuer. ',
    );
  });
});
