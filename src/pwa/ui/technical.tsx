import type { ReactNode } from 'react';

/**
 * What somebody else's program said in English, for whoever talks to them about it: quiet, and read
 * aloud as English.
 */
export function Technical({ children }: { readonly children: ReactNode }) {
  return (
    <span lang="en" translate="no" className="text-label font-normal break-words opacity-90">
      {children}
    </span>
  );
}
