import { lazy } from 'react';
import { PATHS_WITH_ID } from '../../../pwa/shell/addresses.ts';
import type { PageFeature } from '../../../pwa/shell/feature.ts';

const ActivateRoutes = lazy(() =>
  import('./activate-routes.tsx').then(({ ActivateRoutes: Page }) => ({ default: Page })),
);
const ActivationCase = lazy(() =>
  import('./activation-case.tsx').then(({ ActivationCase: Page }) => ({ default: Page })),
);

export const giftCardsPages: PageFeature = {
  name: 'gift-cards',
  pages: [{ path: PATHS_WITH_ID.activate, role: 'stock', Page: ActivateRoutes }],
  slots: { stockHome: ActivateRoutes, caseOf: { activation: ActivationCase } },
};
