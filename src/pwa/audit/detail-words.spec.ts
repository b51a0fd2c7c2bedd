import { describe, expect, it } from 'vitest';
import type { TrailDetails } from '../../contract/audit.ts';
import { createFormat } from '../ui/format.ts';
import { en as words } from '../words/en.ts';
import { detailParts } from './detail-words.ts';
import { en as audit } from './words/en.ts';

const format = createFormat({ locale: 'en', timeZone: 'Asia/Singapore', items: words.common.items, justNow: words.common.justNow });
const say = (details: TrailDetails) => detailParts({ details }, { words, audit, format });

describe('what a line of the trail says beside its action', () => {
  it.each<[TrailDetails, string[]]>([
    [{}, []],
    [{ name: 'Ana', role: 'stock' }, ['Ana', 'Stock']],
    [{ name: 'Ana', from: 'cashier', to: 'manager' }, ['Ana', 'Cashier → Manager']],
    [{ from: 'Ana', to: 'Anna' }, ['Ana → Anna']],
    [{ last4: '7890', amount: 2050, currency: 'SGD' }, ['··7890', 'SGD\u00a020.50']],
    [{ last4: '7890', items: 2 }, ['··7890', '2 items']],
    [{ cards: 1 }, ['1 card']],
    [{ quantity: 3, product: 'Gift Card' }, ['3 × Gift Card']],
    [{ refusal: 'expired' }, ['Expired']],
    [{ reason: 'the customer left', for: 'Ana' }, ['for Ana', '“the customer left”']],
    [{ name: 'Till 2', codeBy: 'Mei' }, ['Till 2', 'code by Mei']],
    [{ SETTLE_WINDOW_MS: 4000, SAFE_SECOND_ATTEMPT: true }, ['SETTLE_WINDOW_MS 4000', 'SAFE_SECOND_ATTEMPT true']],
    [{ why: 'asked' }, []],
  ])('%j is %j', (details, parts) => {
    expect(say(details)).toEqual(parts);
  });

  it('an export by its file and the shop’s own days', () => {
    const parts = say({ what: 'audit', from: '2026-11-14T16:00:00.000Z', to: '2026-11-21T16:00:00.000Z' });
    expect(parts.map((part) => part.replace(/\s/g, ' '))).toEqual(['audit trail', 'Nov 15, 2026, 12:00 AM → Nov 22, 2026, 12:00 AM']);
  });
});
