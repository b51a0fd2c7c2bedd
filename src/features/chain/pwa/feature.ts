import { lazy } from 'react';
import type { Shop } from '../../../contract/access/people.ts';
import { ADDRESSES } from '../../../pwa/shell/addresses.ts';
import type { PageFeature } from '../../../pwa/shell/feature.ts';

const loadShopChoice = () => import('./shop-choice.tsx');
const isOffice = ({ visit }: Shop) => visit?.office === true;
/** The server refuses managers of one shop. */
const maySeeSeveral = (shop: Shop) => isOffice(shop) || shop.name !== undefined;

export const chainPages: PageFeature = {
  name: 'chain',
  pages: [
    {
      path: ADDRESSES.shops,
      role: 'manager',
      isIn: isOffice,
      Page: lazy(() => import('./shops-page.tsx').then(({ ShopsPage }) => ({ default: ShopsPage }))),
    },
    {
      path: ADDRESSES.allDevices,
      role: 'manager',
      isIn: isOffice,
      Page: lazy(() => import('./devices-page.tsx').then(({ DevicesPage }) => ({ default: DevicesPage }))),
    },
    {
      path: ADDRESSES.allClosings,
      role: 'manager',
      isIn: maySeeSeveral,
      Page: lazy(() => import('./closings-page.tsx').then(({ AllClosingsPage }) => ({ default: AllClosingsPage }))),
    },
    {
      path: ADDRESSES.allStatements,
      role: 'manager',
      isIn: maySeeSeveral,
      Page: lazy(() =>
        import('./statement-page.tsx').then(({ AllStatementsPage }) => ({ default: AllStatementsPage })),
      ),
    },
    {
      path: ADDRESSES.allExceptions,
      role: 'manager',
      isIn: maySeeSeveral,
      Page: lazy(() =>
        import('./exceptions-page.tsx').then(({ AllExceptionsPage }) => ({ default: AllExceptionsPage })),
      ),
    },
  ],
  slots: {
    shopChoice: lazy(() => loadShopChoice().then(({ ShopChoice }) => ({ default: ShopChoice }))),
    visit: lazy(() => loadShopChoice().then(({ VisitNote }) => ({ default: VisitNote }))),
  },
};
