import { createContext, use } from 'react';

/** What the page may ask of the till: to look again at what may have changed elsewhere. */
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
