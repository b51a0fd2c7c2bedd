import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ApiProblem } from '../../api/client.ts';
import { shopQuery } from '../../api/queries.ts';
import { createLazyPart, lazyComponent } from '../../ui/lazy-part.tsx';
import { FormatFor } from '../../ui/use-format.tsx';
import { fetchFirstMessages, useInitialMessages } from '../../words/words.tsx';
import { useHasNetwork } from '../use-has-network.ts';
import { ShopContext } from '../use-session.ts';
import { useArrivalCode } from './arrival-code.ts';
import { CheckLink } from './check-link.tsx';
import { Welcome } from './welcome.tsx';

/* Loaded on demand with its texts, because a device needs it once. */
export const loadArrival = createLazyPart(() =>
  Promise.all([import('./arrival.tsx'), fetchFirstMessages()]).then(([page]) => page),
);
const Arrival = lazyComponent(loadArrival, ({ Arrival: page }) => page);
const loadMove = createLazyPart(() =>
  Promise.all([import('./move-device.tsx'), fetchFirstMessages()]).then(([part]) => part),
);
const MoveDevice = lazyComponent(loadMove, ({ MoveDevice: part }) => part);
const MoveDialog = lazyComponent(loadMove, ({ MoveDialog: dialog }) => dialog);

/**
 * Shows the till once this device belongs to a shop; before, the ways to join a shop. A link of
 * another shop offers to move the device there.
 */
export function EnrolmentGate({ children }: { readonly children: ReactNode }) {
  const { data: shop, error } = useQuery(shopQuery);
  const { code, forget } = useArrivalCode();
  /* The code that a new device enrols with does not move it afterwards. */
  const [enrolledBy, setEnrolledBy] = useState('');
  if (shop?.device === null && enrolledBy !== code) setEnrolledBy(code);
  if (shop === undefined) return error ? <Unreachable error={error} /> : null;
  if (shop.device === null) return error ? <Unreachable error={error} /> : <Arrival shop={shop} code={code} />;
  return (
    <ShopContext value={shop}>
      <FormatFor shop={shop}>{children}</FormatFor>
      {code !== '' && code !== enrolledBy && <MoveDialog key={code} code={code} onClose={forget} />}
    </ShopContext>
  );
}

/** The server is needed to continue; the page retries automatically. */
export function Unreachable({ error, children }: { readonly error: Error; readonly children?: ReactNode }) {
  const { offline } = useInitialMessages();
  const hasNetwork = useHasNetwork();
  if (error instanceof ApiProblem && error.problem.code === 'shop-suspended')
    return (
      <Welcome title={offline.suspended} lead={offline.suspendedLead}>
        {children}
        <MoveDevice />
        <CheckLink />
      </Welcome>
    );
  return (
    <Welcome
      title={hasNetwork ? offline.unreachable : offline.title}
      lead={hasNetwork ? offline.unreachableLead : offline.lead}
    >
      {children}
      <CheckLink />
    </Welcome>
  );
}
