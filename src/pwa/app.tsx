import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { queryClient } from './api/live.ts';
import { sessionQuery } from './api/queries.ts';
import { loadOpenTill, preloadTill } from './preload.ts';
import { SaleRows } from './redeem/sale-rows.tsx';
import { allRows, isIdle } from './redeem/till.ts';
import { TillProvider, useTill } from './redeem/use-till.tsx';
import { WhatWaits } from './redeem/what-waits.tsx';
import { Gate, Unreachable } from './shell/gate.tsx';
import { Unlock } from './shell/unlock.tsx';
import { UpdateProvider } from './shell/update.tsx';
import { WordsProvider } from './words/words.tsx';

/* Everything that nobody sees before a PIN. */
const OpenTill = lazy(() => loadOpenTill().then(({ OpenTill: till }) => ({ default: till })));

/** Tillside in the browser. */
export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <WordsProvider>
        <UpdateProvider>
          <Gate>
            <TillProvider>
              <Door />
            </TillProvider>
          </Gate>
        </UpdateProvider>
      </WordsProvider>
    </QueryClientProvider>
  );
}

/** Locked or open. The sale is kept on the other side of the door. */
function Door() {
  const { data: session, isError } = useQuery(sessionQuery);
  const till = useTill();
  // While somebody types a PIN; the first scan after it finds the screen there.
  useEffect(preloadTill, []);
  if (session === undefined) return isError ? <Unreachable>{allRows(till).length > 0 && <SaleRows />}</Unreachable> : null;
  if (session === null)
    return (
      <Unlock saleWaits={allRows(till).length > 0 || till.stage.at !== 'ready'} mayReload={isIdle(till)}>
        <WhatWaits />
      </Unlock>
    );
  return (
    <Suspense>
      <OpenTill session={session} />
    </Suspense>
  );
}
