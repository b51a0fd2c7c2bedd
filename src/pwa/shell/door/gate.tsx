import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { shopQuery } from '../../api/queries.ts';
import { TimeZone } from '../../ui/use-format.tsx';
import { useDoorWords } from '../../words/words.tsx';
import { useOnline } from '../use-online.ts';
import { ShopContext } from '../use-session.ts';
import { useArrivalCode } from './arrival-code.ts';
import { Welcome } from './welcome.tsx';

/* Met once in the life of a device. */
export const loadArrival = () => import('./arrival.tsx');
const Arrival = lazy(() => loadArrival().then(({ Arrival: page }) => ({ default: page })));

/** Lets the till open once this device belongs to a shop; before that, the ways to get there. */
export function EnrolmentGate({ children }: { readonly children: ReactNode }) {
  const { data: shop, isError } = useQuery(shopQuery);
  const code = useArrivalCode();
  if (shop === undefined) return isError ? <Unreachable /> : null;
  if (shop.device === null)
    return isError ? (
      <Unreachable />
    ) : (
      <Suspense>
        <Arrival shop={shop} code={code} />
      </Suspense>
    );
  return (
    <ShopContext value={shop}>
      <TimeZone zone={shop.timeZone}>{children}</TimeZone>
    </ShopContext>
  );
}

/** Nothing can be said without the server; it is asked again by itself. */
export function Unreachable({ children }: { readonly children?: ReactNode }) {
  const { offline } = useDoorWords();
  const online = useOnline();
  return (
    <Welcome
      title={online ? offline.unreachable : offline.title}
      lead={online ? offline.unreachableLead : offline.lead}
    >
      {children}
    </Welcome>
  );
}
