import { useEffect, useState } from 'react';

const NAME = 'enrol';

/**
 * The address to open on a device that is to join with a code.
 *
 * The code stands in the fragment, which browsers send to nobody.
 */
export function addressWithCode(origin: string, code: string): string {
  return `${origin}/#${new URLSearchParams({ [NAME]: code })}`;
}

/** The enrolment code that an address brings in its fragment; empty for none. */
export function codeIn(fragment: string): string {
  return new URLSearchParams(fragment.replace(/^#/, '')).get(NAME) ?? '';
}

/**
 * The code that this page was opened with.
 *
 * It is taken out of the address, and out of the history, as soon as it is read.
 */
export function useArrivalCode(): string {
  const [code, setCode] = useState(() => codeIn(location.hash));
  useEffect(() => {
    const take = () => {
      const found = codeIn(location.hash);
      if (found === '') return;
      setCode(found);
      history.replaceState(history.state, '', location.pathname + location.search);
    };
    take();
    addEventListener('hashchange', take);
    return () => removeEventListener('hashchange', take);
  }, []);
  return code;
}
