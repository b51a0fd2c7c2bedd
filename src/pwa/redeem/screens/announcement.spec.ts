import { describe, expect, it } from 'vitest';
import { type TenderView, tenderStateSchema } from '../../../contract/redemption/tender.ts';
import { refusal, refusalReasonSchema } from '../../../contract/voucher/refusal.ts';
import { exampleTender, sgd } from '../../testing/examples.ts';
import { createFormat } from '../../ui/format.ts';
import { en } from '../../words/en.ts';
import { fr } from '../../words/fr.ts';
import { ms } from '../../words/ms.ts';
import { ta } from '../../words/ta.ts';
import { zh } from '../../words/zh.ts';
import { entryOf } from '../till/entry.ts';
import { emptySale } from '../till/sale.ts';
import { announcementOf } from './announcement.ts';

const views = [
  ...tenderStateSchema.options.map((state) => exampleTender('t1', state)),
  ...refusalReasonSchema.options.map((reason) => exampleTender('t1', 'declined', { refusal: refusal(reason) })),
];

const formatOf = (locale: string) => ({
  ...createFormat({ locale, timeZone: 'UTC', items: String, justNow: '' }),
  currency: 'SGD',
  emptyVouchers: 'back' as const,
});
const verdictOf = (view: TenderView) => ({
  stage: { at: 'verdict', tenderId: 't1', view, returnsAt: null } as const,
  sale: emptySale('sale-1', 'SGD'),
});

describe('a screen reader’s text for a verdict', () => {
  it.each(Object.entries({ en, fr, ms, ta, zh }))(
    'consists of whole sentences in %s, without stray spaces or double full stops',
    (locale, words) => {
      const format = formatOf(locale);
      for (const view of views) {
        const said = announcementOf(verdictOf(view), words, format);
        expect(said).not.toMatch(/\s[.,]|\s\s|[.。]\.|[.。]。/);
        expect(said).toMatch(/[.。!?]$/);
      }
    },
  );

  it('contains an amount only if one was redeemed', () => {
    const say = (view: TenderView) => announcementOf(verdictOf(view), en, formatOf('en'));
    expect(say(exampleTender('t1', 'captured'))).toMatch(/Redeemed SGD/);
    expect(say(exampleTender('t1', 'declined', { refusal: refusal('issuer-declined') }))).toContain(
      ' Declined by the issuer. ',
    );
  });

  it('names the amount of the whole sale that a second voucher completes, as the screen does', () => {
    const rowOf = (tenderId: string) => {
      const row = { tenderId, last4: '', requested: sgd(3_000), code: null, identities: [], savedAt: 0 };
      return { ...row, view: exampleTender(tenderId, 'captured') };
    };
    const due = entryOf(6_000, { currency: 'SGD', typed: 'units' });
    const sale = { ...emptySale('s', 'SGD'), due, rows: [rowOf('t0'), rowOf('t1')] };
    const said = announcementOf({ ...verdictOf(exampleTender('t1', 'captured')), sale }, en, formatOf('en'));
    expect(said).toMatch(/Paid in full SGD.60\.00\./);
  });
});
