import { lazy } from 'react';
import { ADDRESSES } from '../../../pwa/shell/addresses.ts';
import type { PageFeature } from '../../../pwa/shell/feature.ts';

const ExceptionsPage = lazy(() =>
  import('./exceptions-page.tsx').then(({ ExceptionsPage: Page }) => ({ default: Page })),
);

export const exceptionReportPages: PageFeature = {
  name: 'exception-report',
  pages: [{ path: ADDRESSES.exceptions, role: 'manager', Page: ExceptionsPage }],
};
