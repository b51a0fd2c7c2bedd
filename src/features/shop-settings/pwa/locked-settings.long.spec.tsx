import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { SettingOrigin, ShopSettingName, ShopSettingsChange } from '../../../contract/access/settings.ts';
import { EXAMPLE_SHOP, SETTINGS } from '../../../pwa/testing/examples.ts';
import { ok } from '../../../pwa/testing/fake-server.ts';
import { renderApp } from '../../../pwa/testing/render-app.tsx';

afterEach(cleanup);

const settings = { ...SETTINGS, typedAmounts: 'cents' } as const;

function openTillSettings(origins: Partial<Record<ShopSettingName, SettingOrigin>>) {
  return renderApp({
    role: 'manager',
    path: '/settings/till',
    answers: {
      shop: () => ok({ ...EXAMPLE_SHOP, name: 'Katong' }),
      settings: () => ok(settings),
      settingOrigins: () => ok(origins),
      putSettings: (body) => ok({ ...settings, ...(body as ShopSettingsChange) }),
    },
  });
}

const amount = () => screen.findByLabelText<HTMLInputElement>(/^Confirm amounts due above/);
const isDisabled = (element: Element) => element.matches(':disabled');

it('a setting that head office locked is disabled, and the others can be saved', async () => {
  const { user, server } = openTillSettings({ askAboveDue: 'locked', emptyVouchers: 'shop' });
  expect(await screen.findByText('Locked by head office')).toBeTruthy();
  expect(isDisabled(await amount())).toBe(true);
  const choices = screen.getAllByRole('radio').filter((radio) => !isDisabled(radio));
  expect(choices).toHaveLength(4);
  await user.click(screen.getByRole('radio', { name: /80\.00/ }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const sent = () => server.requests.filter(({ name }) => name === 'putSettings').map(({ body }) => body);
  await vi.waitFor(() => expect(sent()).toEqual([{ typedAmounts: 'units', emptyVouchers: settings.emptyVouchers }]));
  await user.click(screen.getByRole('button', { name: /chain/ }));
  await vi.waitFor(() => expect(sent()[1]).toEqual({ reset: ['typedAmounts', 'emptyVouchers'] }));
});

it('a form with only locked settings has no button, and a form without a lock is unchanged', async () => {
  openTillSettings({ typedAmounts: 'locked', askAboveDue: 'locked', emptyVouchers: 'locked' });
  expect(await screen.findAllByText('Locked by head office')).toHaveLength(1);
  expect(isDisabled(await amount())).toBe(true);
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  cleanup();
  openTillSettings({});
  expect(isDisabled(await amount())).toBe(false);
  expect(screen.queryByText('Locked by head office')).toBeNull();
});

it('head office locks one setting of a form, and sets the others for every shop', async () => {
  const { user, server } = renderApp({
    role: 'manager',
    path: '/settings/till',
    answers: {
      shop: () => ok({ ...EXAMPLE_SHOP, name: 'Katong', visit: { office: true } }),
      settings: () => ok(settings),
      settingOrigins: () => ok({ askAboveDue: 'locked' }),
      putChainSettings: () => ok(settings),
    },
  });
  await user.selectOptions(await screen.findByLabelText('Applies to'), 'Every shop, locked');
  const ticks = screen.getAllByRole<HTMLInputElement>('checkbox', { name: 'Lock this setting' });
  await vi.waitFor(() => expect(ticks.map(({ checked }) => checked)).toEqual([false, false, true]));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Saved for every shop.');
  const { typedAmounts, emptyVouchers, askAboveDue } = settings;
  expect(server.requests.filter(({ name }) => name === 'putChainSettings').map(({ body }) => body)).toEqual([
    { settings: { askAboveDue }, locked: true },
    { settings: { typedAmounts, emptyVouchers }, locked: false },
  ]);
});
