/* Code of a print button, preloaded on a device with a printer. */
export const loadDevicePrinterButton = () => import('./device-printer-button.tsx');
