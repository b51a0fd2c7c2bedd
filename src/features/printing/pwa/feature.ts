import { lazy } from 'react';
import { ADDRESSES } from '../../../pwa/shell/addresses.ts';
import type { PageFeature } from '../../../pwa/shell/feature.ts';
import { DevicePrinterName } from './device-printer-name.tsx';
import { DocumentPrintButton } from './print-button.tsx';

const PrintersPage = lazy(() => import('./printers-page.tsx').then(({ PrintersPage: Page }) => ({ default: Page })));
const PrinterFaultNotice = lazy(() =>
  import('./notices.tsx').then(({ PrinterFaultNotice: Page }) => ({ default: Page })),
);
const RefundReceipt = lazy(() => import('./refund-receipt.tsx').then(({ RefundReceipt: Part }) => ({ default: Part })));
const PrintSeries = lazy(() => import('./print-series.tsx').then(({ PrintSeries: Part }) => ({ default: Part })));

export const printingPages: PageFeature = {
  name: 'printing',
  pages: [{ path: ADDRESSES.printers, role: 'manager', Page: PrintersPage }],
  slots: {
    printButton: DocumentPrintButton,
    devicePrinter: { Name: DevicePrinterName, PrintSeries },
    refundReceipt: RefundReceipt,
    notice: PrinterFaultNotice,
  },
};
