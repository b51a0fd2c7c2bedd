import { lazy } from 'react';
import { PATHS_WITH_ID } from '../../../pwa/shell/addresses.ts';
import type { PageFeature } from '../../../pwa/shell/feature.ts';

const SellRoutes = lazy(() => import('./sell-routes.tsx').then(({ SellRoutes: Page }) => ({ default: Page })));

export const sellingPages: PageFeature = {
  name: 'selling',
  pages: [{ path: PATHS_WITH_ID.sell, role: 'cashier', isIn: ({ sells }) => sells, Page: SellRoutes }],
};
