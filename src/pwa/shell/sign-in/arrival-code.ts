import { useEffect, useState } from 'react';
import { codeIn } from '../../../contract/access/enrolment-link.ts';

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
