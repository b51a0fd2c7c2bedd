import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { ShopSettingsChange } from '../../../contract/access/settings.ts';
import { EXAMPLE_SHOP, SETTINGS } from '../../../pwa/testing/examples.ts';
import { ok } from '../../../pwa/testing/fake-server.ts';
import { renderApp } from '../../../pwa/testing/render-app.tsx';

afterEach(cleanup);

it('a manager states the shapes of the voucher numbers, one per line, and * alone is refused', async () => {
  const { user, server } = renderApp({
    role: 'manager',
    path: '/settings/codes',
    answers: {
      shop: () => ok(EXAMPLE_SHOP),
      settings: () => ok(SETTINGS),
      settingOrigins: () => ok({}),
      putSettings: (body) => ok({ ...SETTINGS, ...(body as ShopSettingsChange) }),
    },
  });
  const patterns = await screen.findByLabelText<HTMLTextAreaElement>('Patterns');
  const form = within(patterns.form ?? document.body);
  const sent = () => server.requests.filter(({ name }) => name === 'putSettings').map(({ body }) => body);
  await user.type(patterns, '*');
  await user.click(form.getByRole('button', { name: 'Save patterns' }));
  expect(await form.findByText(/A pattern cannot be \* alone/)).toBeTruthy();
  expect(sent()).toEqual([]);
  await user.clear(patterns);
  await user.type(patterns, 'GC########{Enter}{Enter} 91* ');
  await user.selectOptions(form.getByLabelText('Check digit'), 'luhn');
  await user.click(form.getByRole('button', { name: 'Save patterns' }));
  const numberShapes = { shapes: ['GC########', '91*'], checkDigit: 'luhn' };
  await vi.waitFor(() => expect(sent()).toEqual([{ numberShapes }]));
});
