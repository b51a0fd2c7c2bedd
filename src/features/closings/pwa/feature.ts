import { lazy } from 'react';
import { ADDRESSES, OFF_NAVIGATION } from '../../../pwa/shell/addresses.ts';
import type { PageFeature } from '../../../pwa/shell/feature.ts';

const MyShiftPage = lazy(() => import('./my-shift-page.tsx').then(({ MyShiftPage: Page }) => ({ default: Page })));
const ShiftsPage = lazy(() => import('./shifts-page.tsx').then(({ ShiftsPage: Page }) => ({ default: Page })));
const DaysPage = lazy(() => import('./days-page.tsx').then(({ DaysPage: Page }) => ({ default: Page })));
const StatementPage = lazy(() => import('./statement-page.tsx').then(({ StatementPage: Page }) => ({ default: Page })));
const MatchPage = lazy(() => import('./match-page.tsx').then(({ MatchPage: Page }) => ({ default: Page })));
const BooksPage = lazy(() => import('./books-page.tsx').then(({ BooksPage: Page }) => ({ default: Page })));
const OpenShifts = lazy(() => import('./today-card.tsx').then(({ OpenShifts: Page }) => ({ default: Page })));

export const closingsPages: PageFeature = {
  name: 'closings',
  pages: [
    { path: ADDRESSES.shifts, role: 'manager', Page: ShiftsPage },
    { path: ADDRESSES.days, role: 'manager', Page: DaysPage },
    { path: ADDRESSES.statement, role: 'manager', Page: StatementPage },
    { path: ADDRESSES.match, role: 'manager', Page: MatchPage },
    { path: ADDRESSES.books, role: 'manager', Page: BooksPage },
    { path: OFF_NAVIGATION.shift, role: 'cashier', Page: MyShiftPage },
  ],
  slots: { today: OpenShifts },
};
