import { describe, expect, it } from 'vitest';
import type { Language } from '../../../contract/platform/languages.ts';
import { LANGUAGES } from '../../../contract/platform/languages.ts';
import { createFormat } from '../../../pwa/ui/format.ts';
import { fetchPageMessages } from '../../../pwa/words/page-words.ts';
import type { Coverage } from '../contract/transaction-list.ts';
import { coverageTexts } from './coverage-texts.ts';

const ZONE = 'Asia/Singapore';
const NOW = Date.parse('2026-11-21T07:00:00Z');
const WHOLE: Coverage = { share: 1, gaps: [], keptFrom: null, until: '2026-11-21T06:59:58Z', isAway: false };

async function said(change: Partial<Coverage>, language: Language = 'en') {
  const { coverage: messages } = await fetchPageMessages('transactions', language);
  const format = createFormat({ locale: LANGUAGES[language].tag, timeZone: ZONE, items: String, justNow: 'just now' });
  const texts = coverageTexts(
    { ...WHOLE, ...change },
    { messages, language, shop: { timeZone: ZONE, dayBegins: '00:00' }, format, now: NOW },
  );
  // Spaces around dashes differ between the versions of the languages' data.
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text?.replace(/\s/gu, ' ') ?? null]));
}

describe('the text about a period', () => {
  it('is empty once all of the period was read', async () => {
    expect(await said({})).toEqual({ unread: null, away: null, kept: null });
  });

  it('names the first and the last unread day, in the shop’s time zone', async () => {
    const gaps = [
      { from: '2026-11-19T16:00:00Z', to: '2026-11-20T16:00:00Z' },
      { from: '2026-11-11T16:00:00Z', to: '2026-11-14T03:00:00Z' },
    ];
    expect((await said({ gaps, share: 0.439 })).unread).toBe(
      'Transactions from November 12 – 20 are still being read. The totals cover 43% of the period so far.',
    );
    expect((await said({ gaps, share: 0.439 }, 'fr')).unread).toMatch(/12.{1,3}20 novembre\. .* 43.% de la période\.$/);
  });

  it('names one day if one is left', async () => {
    const gaps = [{ from: '2026-11-20T16:00:00Z', to: '2026-11-21T15:59:59.999Z' }];
    expect((await said({ gaps, share: 0.999, until: null })).unread).toBe(
      'Transactions from November 21 are still being read. The totals cover 99% of the period so far.',
    );
  });

  it('includes the year for days of another year', async () => {
    const gaps = [{ from: '2025-12-30T16:00:00Z', to: '2026-01-02T16:00:00Z' }];
    expect((await said({ gaps, share: 0 })).unread).toMatch(
      /^Transactions from December 31, 2025 – January 2, 2026 are still being read\. The totals cover 0% /,
    );
  });

  it('states up to which time the list is complete while the issuer cannot be reached', async () => {
    expect((await said({ isAway: true, until: '2026-11-21T06:03:00Z' })).away).toBe(
      'The issuer can’t be reached. Complete until 2:03 PM.',
    );
    expect((await said({ isAway: true, until: '2026-11-19T06:03:00Z' })).away).toBe(
      'The issuer can’t be reached. Complete until Nov 19, 2026, 2:03 PM.',
    );
    expect((await said({ isAway: true, until: null })).away).toBe('The issuer can’t be reached.');
  });

  it('states the earliest stored day', async () => {
    expect((await said({ keptFrom: '2026-10-02T16:00:00Z' })).kept).toBe(
      'Transactions before October 3 are not stored here.',
    );
    expect((await said({ keptFrom: '2025-10-02T16:00:00Z' })).kept).toBe(
      'Transactions before October 3, 2025 are not stored here.',
    );
  });
});
