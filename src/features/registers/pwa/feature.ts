import { lazy } from 'react';
import { call } from '../../../pwa/api/live.ts';
import { PAY_ADDRESS } from '../../../pwa/shell/addresses.ts';
import type { PageFeature } from '../../../pwa/shell/feature.ts';

const FramedTill = lazy(() => import('./framed-till.tsx').then(({ FramedTill: Page }) => ({ default: Page })));
const PayPage = lazy(() => import('./pay-page.tsx').then(({ PayPage: Page }) => ({ default: Page })));

export const registersPages: PageFeature = {
  name: 'registers',
  pages: [{ path: PAY_ADDRESS, role: 'cashier', Page: PayPage }],
  returnAddressOf: (id, awaiting) => call('returnFromLink', { params: { id }, body: { awaiting } }),
  slots: { framed: FramedTill },
};
