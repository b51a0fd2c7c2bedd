import { lazy } from 'react';
import { ADDRESSES } from '../../../pwa/shell/addresses.ts';
import type { FeaturePage, PageFeature } from '../../../pwa/shell/feature.ts';

const SettingsPage = lazy(() => import('./settings-page.tsx').then(({ SettingsPage: Page }) => ({ default: Page })));
const SettingPage = lazy(() => import('./settings-page.tsx').then(({ SettingPage: Page }) => ({ default: Page })));

export const shopSettingsPages: PageFeature = {
  name: 'shop-settings',
  pages: [
    { path: ADDRESSES.settings, role: 'manager', Page: SettingsPage },
    ...(['shop', 'limits', 'till', 'codes', 'receipts'] as const).map(
      (name): FeaturePage => ({ path: ADDRESSES[name], role: 'manager', Page: () => <SettingPage name={name} /> }),
    ),
  ],
};
