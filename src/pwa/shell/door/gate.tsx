import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { shopQuery } from '../../api/queries.ts';
import { partOf, whenHere } from '../../ui/part.tsx';
import { TimeZone } from '../../ui/use-format.tsx';
import { firstWords, useDoorWords } from '../../words/words.tsx';
import { useHasNetwork } from '../use-has-network.ts';
import { ShopContext } from '../use-session.ts';
import { useArrivalCode } from './arrival-code.ts';
import { Welcome } from './welcome.tsx';

/* Needed once in the life of a device, together with all of its texts. */
export const loadArrival = partOf(() => Promise.all([import('./arrival.tsx'), firstWords()]).then(([page]) => page));
const Arrival = whenHere(loadArrival, ({ Arrival: page }) => page);

/** Shows the till once this device belongs to a shop; before that, the ways to join one. */
export function EnrolmentGate({ children }: { readonly children: ReactNode }) {
  const { data: shop, isError } = useQuery(shopQuery);
  const code = useArrivalCode();
  if (shop === undefined) return isError ? <Unreachable /> : null;
  if (shop.device === null) return isError ? <Unreachable /> : <Arrival shop={shop} code={code} />;
  return (
    <ShopContext value={shop}>
      <TimeZone zone={shop.timeZone}>{children}</TimeZone>
    </ShopContext>
  );
}

/** The server is needed to continue; the page retries automatically. */
export function Unreachable({ children }: { readonly children?: ReactNode }) {
  const { offline } = useDoorWords();
  const hasNetwork = useHasNetwork();
  return (
    <Welcome
      title={hasNetwork ? offline.unreachable : offline.title}
      lead={hasNetwork ? offline.unreachableLead : offline.lead}
    >
      {children}
    </Welcome>
  );
}
