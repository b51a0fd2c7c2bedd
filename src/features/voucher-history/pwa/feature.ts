import { lazy } from 'react';
import { ADDRESSES } from '../../../pwa/shell/addresses.ts';
import type { PageFeature } from '../../../pwa/shell/feature.ts';
import { WhyButton } from './why-button.tsx';

const StoryPage = lazy(() => import('./story-page.tsx').then(({ StoryPage: Page }) => ({ default: Page })));
const CardNumber = lazy(() => import('./card-number.tsx').then(({ CardNumber: Part }) => ({ default: Part })));

export const voucherHistoryPages: PageFeature = {
  name: 'voucher-history',
  pages: [{ path: ADDRESSES.stories, role: 'manager', Page: StoryPage }],
  slots: { checkedVoucher: WhyButton, knownVoucher: WhyButton, cardNumber: CardNumber },
};
