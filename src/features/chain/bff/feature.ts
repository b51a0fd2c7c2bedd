import { defineServer } from '../../../bff/app/feature.ts';
import { endpoints } from '../../../contract/platform/endpoints.ts';
import { closings } from '../../closings/bff/feature.ts';
import type { chainEndpoints } from '../contract/endpoints.ts';
import { type ChainDays, chainOverview } from './overview.ts';

/** The shops of a chain, for head office. Open tills come from the tables of closings. */
export const chain = defineServer({
  name: 'chain',
  needs: [closings],
  summaries: {
    chainOverview: 'All shops with their captures, refunds, open cases and open tills, for head office.',
  } satisfies Record<keyof typeof chainEndpoints, string>,
  create(core) {
    const overview = (period: ChainDays) => chainOverview(core, period);
    return {
      parts: { overview },
      routes({ on }) {
        on(endpoints.chainOverview, async ({ query }) => ({
          body: await overview({ from: query['from'] ?? '', to: query['to'] ?? '' }),
        }));
      },
    };
  },
});
