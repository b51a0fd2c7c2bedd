import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { version } from '../../../../package.json';
import { call } from '../../../pwa/api/live.ts';
import { REPORT_KEY, sessionQuery } from '../../../pwa/api/queries.ts';
import { countUnsent } from '../../../pwa/pending-operations/outbox.ts';
import { serverNow } from '../../../pwa/ui/server-time.ts';
import { readUsualSource } from '../../../reader/camera-choice.ts';
import type { DeviceReport } from '../contract/fleet.ts';
import { browserName } from './browser-name.ts';
import { FIRST_REPORT_MS, REPORT_EVERY_MS } from './limits.ts';

declare const TILLSIDE_BUILD: string | undefined;

/** Version and build of this page, in the format of the server's. */
const PAGE_VERSION =
  typeof TILLSIDE_BUILD === 'string' && TILLSIDE_BUILD !== '' ? `${version}+${TILLSIDE_BUILD}` : version;

/**
 * Reports this device to the server: soon after its page was opened, locked or unlocked, then
 * regularly, and when a manager asks.
 */
export function ReportDevice() {
  const { data: session } = useQuery(sessionQuery);
  const isLocked = session === null;
  return <Reports key={isLocked ? 'locked' : 'open'} isLocked={isLocked} />;
}

function Reports({ isLocked }: { readonly isLocked: boolean }) {
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLoaded(true), FIRST_REPORT_MS);
    return () => clearTimeout(timer);
  }, []);
  useQuery({
    queryKey: REPORT_KEY,
    async queryFn() {
      const body: DeviceReport = {
        version: PAGE_VERSION,
        browser: browserName(navigator.userAgent),
        reads: readUsualSource(localStorage),
        clockErrorMs: Math.round(Date.now() - serverNow()),
        unsent: await countUnsent(),
        locked: isLocked,
      };
      await call('reportDevice', { body });
      return body;
    },
    enabled: isLoaded,
    /* Without a network, the next report has the same facts. */
    retry: false,
    gcTime: 0,
    refetchInterval: REPORT_EVERY_MS,
    refetchIntervalInBackground: true,
  });
  return null;
}
