import { lazy } from 'react';
import type { PageFeature } from '../../../pwa/shell/feature.ts';

const ServerCheckPage = lazy(() =>
  import('./server-check-page.tsx').then(({ ServerCheckPage: Page }) => ({ default: Page })),
);

export const serverCheckPages: PageFeature = { name: 'server-check', slots: { serverCheck: ServerCheckPage } };
