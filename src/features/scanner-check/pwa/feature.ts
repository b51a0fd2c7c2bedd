import { lazy } from 'react';
import { OFF_NAVIGATION } from '../../../pwa/shell/addresses.ts';
import type { PageFeature } from '../../../pwa/shell/feature.ts';

const ScanCheckPage = lazy(() =>
  import('./scan-check-page.tsx').then(({ ScanCheckPage: Page }) => ({ default: Page })),
);

export const scannerCheckPages: PageFeature = {
  name: 'scanner-check',
  pages: [{ path: OFF_NAVIGATION.scanCheck, role: null, Page: ScanCheckPage }],
};
