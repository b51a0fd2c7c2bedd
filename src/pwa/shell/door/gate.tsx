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

/* Met once in the life of a device, and with all of its words. */
export const loadArrival = partOf(() => Promise.all([import('./arrival.tsx'), firstWords()]).then(([page]) => page));
const Arrival = whenHere(loadArrival, ({ Arrival: page }) => page);

/** Lets the till open once this device belongs to a shop; before that, the ways to get there. */
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

/** Nothing can be said without the server; it is asked again by itself. */
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
