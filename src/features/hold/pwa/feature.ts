import { lazy } from 'react';
import { ADDRESSES } from '../../../pwa/shell/addresses.ts';
import type { PageFeature } from '../../../pwa/shell/feature.ts';
import { HeldSince } from './held-since.tsx';

const HoldsPage = lazy(() => import('./holds-page.tsx').then(({ HoldsPage: Page }) => ({ default: Page })));
const HoldButton = lazy(() => import('./hold-button.tsx').then(({ HoldButton: Page }) => ({ default: Page })));

export const holdPages: PageFeature = {
  name: 'hold',
  pages: [{ path: ADDRESSES.holds, role: 'manager', Page: HoldsPage }],
  slots: { checkFacts: HeldSince, knownVoucher: HoldButton, voucherHistory: HoldButton },
};
