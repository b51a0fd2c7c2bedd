/* Code of a print button, preloaded on a device with a printer. */
export const loadOnPrinter = () => import('./on-printer.tsx');
