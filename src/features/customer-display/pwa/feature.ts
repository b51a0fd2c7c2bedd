import { lazy } from 'react';
import { ADDRESSES, OFF_NAVIGATION } from '../../../pwa/shell/addresses.ts';
import type { PageFeature } from '../../../pwa/shell/feature.ts';
import { createLazyPart, lazyComponent } from '../../../pwa/ui/lazy-part.tsx';

const DisplayDialog = lazy(() => import('./display-dialog.tsx').then(({ DisplayDialog: Page }) => ({ default: Page })));
const DisplayPage = lazy(() => import('./display-page.tsx').then(({ DisplayPage: Page }) => ({ default: Page })));
const ReceiptPage = lazy(() => import('./receipt-page.tsx').then(({ ReceiptPage: Page }) => ({ default: Page })));
const ShowSale = lazy(() => import('./show-sale.tsx').then(({ ShowSale: Part }) => ({ default: Part })));
const loadReceipt = createLazyPart(() => import('./receipt-code.tsx'));
const OfferReceipt = lazyComponent(loadReceipt, ({ OfferReceipt: Part }) => Part);

export const customerDisplayPages: PageFeature = {
  name: 'customer-display',
  slots: { till: ShowSale, displayDialog: DisplayDialog, display: DisplayPage, finishedSale: OfferReceipt },
  preload: (path) => (path === ADDRESSES.redeem ? loadReceipt() : null),
  publicPages: { [OFF_NAVIGATION.receipt]: ReceiptPage },
};
