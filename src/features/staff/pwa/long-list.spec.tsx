import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { PersonAdmin } from '../../../contract/access/people.ts';
import { ok } from '../../../pwa/testing/fake-server.ts';
import { renderApp } from '../../../pwa/testing/render-app.tsx';

afterEach(cleanup);

const person = (name: string): PersonAdmin => ({
  id: name,
  name,
  role: 'cashier',
  language: null,
  disabled: false,
  locked: false,
  lastSeenAt: null,
  badge: false,
  needsPin: false,
});

const openStaff = (count: number) =>
  renderApp({
    role: 'manager',
    path: '/people',
    answers: { people: () => ok(Array.from({ length: count }, (_, index) => person(`Person ${index + 1}`))) },
  });

it('a long list of people is searched by a part of the name', async () => {
  const { user } = openStaff(13);
  await user.type(await screen.findByRole('searchbox', { name: 'Search' }), ' SON 12');
  expect(screen.getAllByRole('listitem').filter(({ textContent }) => /Person/.test(textContent))).toHaveLength(1);
  await user.type(screen.getByRole('searchbox'), 'x');
  expect(screen.getByText('Nothing found.')).toBeDefined();
});

it('a short list of people has no search', async () => {
  openStaff(12);
  expect(await screen.findByText('Person 12')).toBeDefined();
  expect(screen.queryByRole('searchbox')).toBeNull();
});
