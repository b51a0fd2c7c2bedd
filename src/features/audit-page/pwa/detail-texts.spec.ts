import { describe, expect, it } from 'vitest';
import type { TrailDetails } from '../../../contract/platform/audit.ts';
import { createFormat } from '../../../pwa/ui/format.ts';
import { en as messages } from '../../../pwa/words/en.ts';
import { en as settings } from '../../shop-settings/pwa/words/en.ts';
import { en as people } from '../../staff/pwa/words/en.ts';
import { detailParts } from './detail-texts.ts';
import { en as audit } from './words/en.ts';

const format = createFormat({
  locale: 'en',
  timeZone: 'Asia/Singapore',
  items: messages.common.items,
  justNow: messages.common.justNow,
});
const MEI = { id: 'p1', name: 'Mei' };
const say = (details: TrailDetails) =>
  detailParts(
    { details, person: MEI },
    { messages, audit, format, people, settings, places: messages.places, currency: 'SGD' },
  );

describe('the details of an audit entry', () => {
  it.each<[TrailDetails, string[]]>([
    [{}, []],
    [{ name: 'Ana', role: 'stock' }, ['Ana', 'Stock']],
    [{ name: 'Ana', from: 'cashier', to: 'manager' }, ['Ana', 'Cashier → Manager']],
    [{ from: 'Ana', to: 'Anna' }, ['Ana → Anna']],
    [{ last4: '7890', amount: 2050, currency: 'SGD' }, ['··7890', 'SGD\u00a020.50']],
    [
      { due: 8000, collected: 3000, currency: 'SGD', for: 'Ana' },
      ['Due SGD\u00a080.00', 'Collected SGD\u00a030.00', 'for Ana'],
    ],
    [{ last4: '7890', items: 2 }, ['··7890', '2 items']],
    [{ cards: 1 }, ['1 card']],
    [{ quantity: 3, product: 'Gift Card' }, ['3 × Gift Card']],
    [{ refusal: 'expired' }, ['Expired']],
    [{ settings: 'saleLimits safeSale thresholds closingBlind' }, ['Limits, Exceptions, Shifts']],
    [{ reason: 'the customer left', for: 'Ana' }, ['for Ana', '“the customer left”']],
    [{ for: 'Mei' }, ['for Mei', 'approved by the same person']],
    [
      { printed: '··0199', noAfterMs: 640 },
      ['on the card ··0199', 'answered no to both questions, the quicker answer after 0.6 s'],
    ],
    [{ name: 'Till 2', codeBy: 'Mei' }, ['Till 2', 'code by Mei']],
    [{ SETTLE_WINDOW_MS: 4000, SAFE_SECOND_ATTEMPT: true }, ['SETTLE_WINDOW_MS 4000', 'SAFE_SECOND_ATTEMPT true']],
    [{ why: 'asked' }, []],
    [{ date: '2026-11-23' }, ['Nov 23, 2026']],
    [{ codes: 30 }, ['30 codes']],
    [{ number: 2 }, ['2']],
    [{ shopName: 'Café Orchid' }, ['Shop name “Café Orchid”']],
    [{ receiptFooter: '' }, ['Receipt footer “”']],
    [{ shopAddress: '1 Quay\nSingapore' }, ['Address on receipts “1 Quay, Singapore”']],
    [
      { approvalAboveCards: 5, pinAboveSum: 500_000 },
      ['Ask a manager above (cards) “5”', 'Ask for PIN above this value of vouchers issued (SGD) “5000.00”'],
    ],
    [
      { receiptUse: 'offered', receiptShape: 'R-####' },
      ['Register receipt number Optional', 'Receipt numbers “R-####”'],
    ],
    [{ extraCodes: '[{"kind":"ITF","charsMin":6,"charsMax":14,"shape":""}]' }, ['Bar code types “ITF”']],
    [{ numberShapes: '{"shapes":["GC########","91*"],"checkDigit":"luhn"}' }, ['Voucher numbers “GC########, 91*”']],
    [{ numberShapes: 'odd' }, ['Voucher numbers “odd”']],
    [{ extraCodes: 'odd' }, ['Bar code types “odd”']],
    [{ people: 3, devices: 2 }, ['Staff “3”', 'Devices “2”']],
    [
      { name: 'Counter', width: 80, cutter: true, drawer: false, address: '10.0.0.7:9100' },
      ['Counter', '80 mm', 'Cuts the paper', '10.0.0.7:9100'],
    ],
  ])('%j is %j', (details, parts) => {
    expect(say(details)).toEqual(parts);
  });

  it('name an export’s file and the shop’s own days', () => {
    const parts = say({ what: 'audit', from: '2026-11-14T16:00:00.000Z', to: '2026-11-21T16:00:00.000Z' });
    expect(parts.map((part) => part.replace(/\s/g, ' '))).toEqual([
      'audit trail',
      'Nov 15, 2026, 12:00 AM → Nov 22, 2026, 12:00 AM',
    ]);
  });
});
