import { lazy } from 'react';
import { ADDRESSES } from '../../../pwa/shell/addresses.ts';
import type { PageFeature } from '../../../pwa/shell/feature.ts';

const load = () => import('./transactions-page.tsx');
const TransactionsPage = lazy(() => load().then(({ TransactionsPage: Page }) => ({ default: Page })));
const Redeemed = lazy(() => import('./today-card.tsx').then(({ Redeemed: Page }) => ({ default: Page })));
const RedeemedByHour = lazy(() =>
  import('./today-chart.tsx').then(({ RedeemedByHour: Chart }) => ({ default: Chart })),
);

export const transactionsPages: PageFeature = {
  name: 'transactions',
  pages: [{ path: ADDRESSES.transactions, role: null, Page: TransactionsPage }],
  slots: { today: Redeemed, todayChart: RedeemedByHour },
  preload: (path) => (path === ADDRESSES.transactions ? load() : null),
};
