import type { ReactNode } from 'react';

/**
 * A message of another program in English, for talking to its support: in muted type, and read
 * aloud as English.
 */
export function Technical({ children }: { readonly children: ReactNode }) {
  return (
    <span lang="en" translate="no" className="text-label font-normal break-words opacity-90">
      {children}
    </span>
  );
}
