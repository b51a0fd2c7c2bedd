import { lazy } from 'react';
import { ADDRESSES, OFF_NAVIGATION } from '../../../pwa/shell/addresses.ts';
import type { PageFeature } from '../../../pwa/shell/feature.ts';

const ConnectionsPage = lazy(() =>
  import('./connections-page.tsx').then(({ ConnectionsPage: Page }) => ({ default: Page })),
);
const TryPage = lazy(() => import('./try-page.tsx').then(({ TryPage: Page }) => ({ default: Page })));

export const apiAccessPages: PageFeature = {
  name: 'api-access',
  pages: [
    { path: ADDRESSES.connections, role: 'manager', Page: ConnectionsPage },
    { path: OFF_NAVIGATION.tryRegister, role: 'manager', isIn: ({ practice }) => practice, Page: TryPage },
  ],
};
