import { lazy } from 'react';
import { ADDRESSES } from '../../../pwa/shell/addresses.ts';
import type { PageFeature } from '../../../pwa/shell/feature.ts';

const TrainingVouchers = lazy(() =>
  import('./training-vouchers.tsx').then(({ TrainingVouchers: Page }) => ({ default: Page })),
);

export const trainingPages: PageFeature = {
  name: 'training',
  pages: [{ path: ADDRESSES.practice, role: null, isIn: ({ practice }) => practice, Page: TrainingVouchers }],
};
