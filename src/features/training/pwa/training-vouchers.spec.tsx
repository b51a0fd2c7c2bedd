import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import type { TrainingVoucher } from '../../../contract/access/people.ts';
import { trainingVouchersQuery } from '../../../pwa/api/queries.ts';
import { initialMessages } from '../../../pwa/words/door-en.ts';
import { fetchPageMessages } from '../../../pwa/words/page-words.ts';
import { TrainingVouchers } from './training-vouchers.tsx';
import { en } from './words/en.ts';

const messages = en;
const voucher = (change: Partial<TrainingVoucher>): TrainingVoucher => ({
  ref: '1234567890',
  qr: '1234567890',
  title: 'A gift card',
  shows: 'An ordinary redemption',
  group: 'everyday',
  sequence: null,
  ...change,
});

async function show(vouchers: readonly TrainingVoucher[]): Promise<void> {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(trainingVouchersQuery.queryKey, [...vouchers]);
  await fetchPageMessages('training', 'en');
  await act(async () => {
    render(
      <QueryClientProvider client={client}>
        <Suspense>
          <TrainingVouchers person={{ id: 'sam', name: 'Sam', role: 'stock' }} />
        </Suspense>
      </QueryClientProvider>,
    );
  });
}
const headings = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);

afterEach(cleanup);

describe('the page of training vouchers', () => {
  it('groups them under headings, leaving out empty groups', async () => {
    await show([voucher({ group: 'trouble', ref: '3' }), voucher({})]);
    expect(headings()).toEqual([messages.groups.everyday, messages.groups.trouble]);
  });

  it('shows a card with both codes, the ref and the sequence number', async () => {
    await show([voucher({ group: 'physical', sequence: '000101' })]);
    const card = within(screen.getByRole('article'));
    expect(await card.findByRole('img', { name: initialMessages.common.barCode })).toBeInstanceOf(SVGElement);
    expect(card.getByRole('img', { name: initialMessages.common.qrCode })).toBeInstanceOf(SVGElement);
    expect(card.getByText('1234567890').tagName).toBe('FIGCAPTION');
    expect(card.getByText(messages.sequence('000101')).tagName).toBe('P');
    expect(await card.findByRole('img', { name: messages.sequence('000101') })).toBeInstanceOf(SVGElement);
  });

  it('shows one group on request, and all groups again', async () => {
    await show([voucher({}), voucher({ group: 'refused', ref: '2' })]);
    const filter = screen.getByRole('combobox', { name: messages.filter });
    await userEvent.selectOptions(filter, messages.groups.refused);
    expect(headings()).toEqual([messages.groups.refused]);
    await userEvent.selectOptions(filter, messages.all);
    expect(headings()).toHaveLength(2);
  });

  it('shows a message if there are none', async () => {
    await show([]);
    expect(screen.getByText(messages.empty).tagName).toBe('P');
  });
});
