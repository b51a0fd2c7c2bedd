import { useQuery } from '@tanstack/react-query';
import { useNow } from '../../../pwa/ui/use-now.ts';
import { concernsOf } from '../../fleet/pwa/device-facts.ts';
import { REFRESH_MS } from './limits.ts';
import { allDevicesQuery, allExceptionsQuery } from './queries.ts';

/** Numbers by shop that arrive after the table: exceptions, and devices that are offline or old. */
export function useShopsToCheck() {
  const now = useNow(REFRESH_MS);
  const { data: exceptions } = useQuery(allExceptionsQuery);
  const { data: fleets } = useQuery(allDevicesQuery);
  return {
    exceptions: (id: string) => exceptions?.find((shop) => shop.id === id)?.answer?.length,
    devices(id: string) {
      const fleet = fleets?.find((shop) => shop.id === id)?.answer;
      return fleet?.devices.filter((device) => {
        const concerns = concernsOf(device, fleet.version, now);
        return concerns.includes('offline') || concerns.includes('old');
      }).length;
    },
  };
}
