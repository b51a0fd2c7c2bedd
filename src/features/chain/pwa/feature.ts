import { lazy } from 'react';
import type { Shop } from '../../../contract/access/people.ts';
import { ADDRESSES } from '../../../pwa/shell/addresses.ts';
import type { PageFeature } from '../../../pwa/shell/feature.ts';

const loadShopChoice = () => import('./shop-choice.tsx');
const isOffice = ({ visit }: Shop) => visit?.office === true;

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
  ],
  slots: {
    shopChoice: lazy(() => loadShopChoice().then(({ ShopChoice }) => ({ default: ShopChoice }))),
    visit: lazy(() => loadShopChoice().then(({ VisitNote }) => ({ default: VisitNote }))),
  },
};
