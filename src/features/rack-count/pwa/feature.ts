import { lazy } from 'react';
import { ADDRESSES } from '../../../pwa/shell/addresses.ts';
import type { PageFeature } from '../../../pwa/shell/feature.ts';

const RackCountPage = lazy(() =>
  import('./rack-count-page.tsx').then(({ RackCountPage: Page }) => ({ default: Page })),
);

export const rackCountPages: PageFeature = {
  name: 'rack-count',
  pages: [{ path: ADDRESSES.rackCount, role: 'stock', Page: RackCountPage }],
};
