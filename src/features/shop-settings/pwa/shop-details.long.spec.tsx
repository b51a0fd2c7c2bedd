import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { ShopSettingsChange } from '../../../contract/access/settings.ts';
import { SETTINGS } from '../../../pwa/testing/examples.ts';
import { ok } from '../../../pwa/testing/fake-server.ts';
import { renderApp } from '../../../pwa/testing/render-app.tsx';

afterEach(cleanup);

it('a manager sets when the business day begins', async () => {
  const settings = { ...SETTINGS, shopName: 'Bar', dayBegins: '00:00' };
  const { user, server } = renderApp({
    role: 'manager',
    path: '/settings/shop',
    answers: {
      settings: () => ok(settings),
      putSettings: (body) => ok({ ...settings, ...(body as ShopSettingsChange) }),
    },
  });
  await user.selectOptions(await screen.findByLabelText('Business day begins at'), '04:00');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await vi.waitFor(() =>
    expect(server.requests.find(({ name }) => name === 'putSettings')?.body).toMatchObject({ dayBegins: '04:00' }),
  );
});
