import { useEffect, useState } from 'react';

const NAME = 'enrol';

/**
 * The address for enrolling another device. The code is in the fragment, which browsers do not
 * send.
 */
export function addressWithCode(origin: string, code: string): string {
  return `${origin}/#${new URLSearchParams({ [NAME]: code })}`;
}

/** Returns the enrolment code in a fragment, or an empty text. */
export function codeIn(fragment: string): string {
  return new URLSearchParams(fragment.replace(/^#/, '')).get(NAME) ?? '';
}

/**
 * The code that this page was opened with, until `forget` is called. It is removed from the address
 * and the history immediately.
 */
export function useArrivalCode(): { readonly code: string; readonly forget: () => void } {
  const [code, setCode] = useState(() => codeIn(location.hash));
  useEffect(() => {
    const readHash = () => {
      const found = codeIn(location.hash);
      if (found === '') return;
      setCode(found);
      history.replaceState(history.state, '', location.pathname + location.search);
    };
    readHash();
    addEventListener('hashchange', readHash);
    return () => removeEventListener('hashchange', readHash);
  }, []);
  return { code, forget: () => setCode('') };
}
