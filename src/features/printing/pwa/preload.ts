/* What a print button needs on a device that has a printer; fetched before somebody presses it. */
export const loadOnPrinter = () => import('./on-printer.tsx');
