import { createContext, use } from 'react';

/**
 * The till's functions for other parts of the page: reload data that may have changed elsewhere.
 */
export interface TillLink {
  readonly refresh: (tenderId: string) => void;
  readonly refreshAll: () => void;
}

export const TillLinkContext = createContext<TillLink | null>(null);

/** The till of this device. @throws Error outside TillProvider */
export function useTillLink(): TillLink {
  const till = use(TillLinkContext);
  if (till === null) throw new Error('The till is known inside TillProvider only');
  return till;
}
