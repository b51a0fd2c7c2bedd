import { lazy } from 'react';
import { OFF_NAVIGATION } from '../../../pwa/shell/addresses.ts';
import type { PageFeature } from '../../../pwa/shell/feature.ts';

const ServerCheckPage = lazy(() =>
  import('./server-check-page.tsx').then(({ ServerCheckPage: Page }) => ({ default: Page })),
);

export const serverCheckPages: PageFeature = {
  name: 'server-check',
  publicPages: { [OFF_NAVIGATION.serverCheck]: ServerCheckPage },
};
