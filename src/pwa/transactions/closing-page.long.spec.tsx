import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { shopDate } from '../../contract/shop-day.ts';
import type { Closing, ClosingRequest } from '../../contract/transaction.ts';
import { EXAMPLE_SHOP } from '../testing/examples.ts';
import { type FakeAnswer, ok, refused } from '../testing/fake-server.ts';
import { renderApp } from '../testing/render-app.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const TODAY = shopDate(Date.now(), EXAMPLE_SHOP);

/** A try of a day: the issuer says SGD 100.00. */
function closing(id: string, register: number, date = TODAY): Closing {
  const at = '2026-11-21T10:00:00.000Z';
  const sums = {
    currency: 'SGD',
    captured: 10_000,
    refunded: 0,
    net: 10_000,
    captures: 4,
    refunds: 0,
    forfeited: 0,
    explanations: [],
    found: 0,
    known: [] as Closing['currencies'][number]['known'],
  };
  const currencies = [{ ...sums, register, difference: register - 10_000 }];
  return {
    id,
    date,
    until: at,
    at,
    person: 'Mia',
    device: 'Till 1',
    note: null,
    currencies,
    withoutAmount: 0,
    unsettled: 0,
  };
}

function openEndOfDay(options: { kept?: Closing[]; put?: (body: ClosingRequest) => FakeAnswer; path?: string }) {
  return renderApp({
    role: 'manager',
    path: options.path ?? '/transactions/closing',
    answers: {
      closings: () => ok(options.kept ?? []),
      putClosing: (body) => options.put?.(body as ClosingRequest) ?? ok(closing('new', 0)),
    },
  });
}

const register = () => screen.findByLabelText('The register says, in SGD');
const results = (words: RegExp) => screen.queryAllByText(words);

describe('the end of a day', () => {
  it.each([
    ['1,234.50', 123_450],
    ['SGD 91.17', 9_117],
    ['1.234,50', 123_450],
    ['-12.5', -1_250],
  ])('reads %s as the app itself prints it', async (typed, amount) => {
    const { user, server } = openEndOfDay({});
    await user.type(await register(), typed);
    await user.click(screen.getByRole('button', { name: 'Compare and save' }));
    const put = await vi.waitFor(() => {
      const found = server.requests.find(({ name }) => name === 'putClosing');
      if (!found) throw new Error('nothing was sent');
      return found;
    });
    expect(put.body).toMatchObject({ register: [{ currency: 'SGD', amount }] });
  });

  it('takes the result before off the screen when the next try comes to nothing', async () => {
    let fails = false;
    const { user } = openEndOfDay({ put: () => (fails ? refused(503, 'issuer-unclear') : ok(closing('1', 10_500))) });
    const field = await register();
    await user.type(field, '105');
    await user.click(screen.getByRole('button', { name: 'Compare and save' }));
    await screen.findAllByText(/The register says SGD.5\.00 more/);
    await user.clear(field);
    await user.type(field, '10x');
    await user.click(screen.getByRole('button', { name: 'Compare and save' }));
    expect(await screen.findByText('Write an amount, such as 1,234.50.')).toBeTruthy();
    expect(results(/The register says SGD/)).toEqual([]);
    await user.clear(field);
    await user.type(field, '105');
    await user.click(screen.getByRole('button', { name: 'Compare and save' }));
    await screen.findAllByText(/The register says SGD.5\.00 more/);
    fails = true;
    await user.click(screen.getByRole('button', { name: 'Compare and save' }));
    expect(await screen.findByText(/could not be understood/)).toBeTruthy();
    expect(results(/The register says SGD/)).toEqual([]);
  });

  it('lists a day once, with what its last try found and those before it folded', async () => {
    openEndOfDay({
      kept: [closing('3', 10_000), closing('2', 9_000), closing('1', 8_000), closing('0', 10_000, '2026-01-02')],
    });
    const days = within(await screen.findByRole('region', { name: 'Earlier days' }));
    const folded = await days.findByText('2 earlier tries');
    expect(days.getAllByRole('button', { name: /✓ The register agrees/ })).toHaveLength(2);
    expect(
      within(folded.closest('details') ?? document.body).getByText(/The register says SGD.20\.00 less/),
    ).toBeTruthy();
  });

  it('says what explains a difference, and where to look when nothing does', async () => {
    const [sums] = closing('2', 11_500).currencies;
    if (sums === undefined) throw new Error('no sums');
    const currencies = [{ ...sums, known: [{ why: 'forfeited' as const, amount: 1_500 }] }];
    openEndOfDay({
      kept: [closing('3', 11_400), { ...closing('2', 11_500), currencies }],
      path: '/transactions/closing?closing=2',
    });
    const shown = within(await screen.findByRole('region', { name: TODAY }));
    expect(shown.getByText('Exactly this explains it').parentElement?.textContent).toContain('SGD\u00a015.00');
    expect(shown.queryByText('Nothing we know explains it.')).toBeNull();
    cleanup();
    openEndOfDay({ kept: [closing('3', 11_400)], path: '/transactions/closing?closing=3' });
    const other = within(await screen.findByRole('region', { name: TODAY }));
    expect(other.getByText('Nothing we know explains it.')).toBeTruthy();
    expect(other.getByRole('link', { name: 'See the day’s redemptions' }).getAttribute('href')).toContain(
      `from=${TODAY}`,
    );
  });

  it('shows the one that an address means', async () => {
    openEndOfDay({ kept: [closing('3', 10_000), closing('2', 9_000)], path: '/transactions/closing?closing=2' });
    expect(await screen.findByRole('region', { name: TODAY })).toBeTruthy();
    expect(
      within(screen.getByRole('region', { name: TODAY })).getByText(/The register says SGD.10\.00 less/),
    ).toBeTruthy();
  });
});
