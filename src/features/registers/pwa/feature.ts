import { lazy } from 'react';
import { PAY_ADDRESS } from '../../../pwa/shell/addresses.ts';
import type { PageFeature } from '../../../pwa/shell/feature.ts';
import { BackToRegister } from './back-to-register.tsx';
import { LinkBar } from './link-bar.tsx';

const FramedTill = lazy(() => import('./framed-till.tsx').then(({ FramedTill: Page }) => ({ default: Page })));
const PayPage = lazy(() => import('./pay-page.tsx').then(({ PayPage: Page }) => ({ default: Page })));

export const registersPages: PageFeature = {
  name: 'registers',
  pages: [{ path: PAY_ADDRESS, role: 'cashier', Page: PayPage }],
  slots: { framed: FramedTill, saleHeader: LinkBar, backToRegister: BackToRegister },
};
