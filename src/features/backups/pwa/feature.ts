import { lazy } from 'react';
import { OFF_NAVIGATION } from '../../../pwa/shell/addresses.ts';
import type { PageFeature } from '../../../pwa/shell/feature.ts';

const RestorePage = lazy(() => import('./restore-page.tsx').then(({ RestorePage: Page }) => ({ default: Page })));

export const backupPages: PageFeature = {
  name: 'backups',
  publicPages: { [OFF_NAVIGATION.restore]: RestorePage },
};
