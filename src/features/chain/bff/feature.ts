import { defineServer } from '../../../bff/app/feature.ts';
import { endpoints } from '../../../contract/platform/endpoints.ts';
import { closings } from '../../closings/bff/feature.ts';
import { assertDays } from '../../closings/bff/shifts.ts';
import { exceptionReport } from '../../exception-report/bff/feature.ts';
import type { Exceptions } from '../../exception-report/contract/exception.ts';
import { fleet } from '../../fleet/bff/feature.ts';
import type { chainEndpoints } from '../contract/endpoints.ts';
import { CHAIN_DAYS_MAX, type OpenException } from '../contract/shop-answers.ts';
import { createCallShops } from './call-shops.ts';
import { type ChainDays, chainOverview } from './overview.ts';

/** The shops of a chain. Open tills come from the tables of closings; other data from routes. */
export const chain = defineServer({
  name: 'chain',
  needs: [closings, exceptionReport, fleet],
  summaries: {
    chainOverview: 'All shops with their captures, refunds, open cases and open tills, for head office.',
    chainDevices: 'The devices in use in all shops, for head office.',
    chainClosings: 'The shifts of all shops of the caller, who manages at least two.',
    chainCovers: 'Assigns the issuer’s captures and refunds of a day to closed or open shifts, by shop.',
    chainStatement: 'Redeemed vouchers of all shops of the caller, by product and account.',
    chainExceptions: 'Unusual activity in all shops of the caller, not reviewed yet.',
  } satisfies Record<keyof typeof chainEndpoints, string>,
  create(core) {
    const overview = (period: ChainDays) => chainOverview(core, period);
    return {
      parts: { overview },
      routes({ on, callInShop }) {
        const callShops = createCallShops({ ...core, callInShop });
        on(endpoints.chainOverview, async ({ query }) => ({ body: await overview(daysIn(query)) }));
        on(endpoints.chainDevices, async (request) => ({
          body: await callShops(request, endpoints.fleet, { body: undefined, query: {} }),
        }));
        on(endpoints.chainClosings, async (request) => {
          const { from, to } = daysIn(request.query);
          assertDays(from, to, CHAIN_DAYS_MAX - 1);
          return { body: await callShops(request, endpoints.shifts, { body: undefined, query: { day: from, to } }) };
        });
        on(endpoints.chainCovers, async (request) => {
          const shops = await callShops(request, endpoints.cover, { body: undefined, query: request.query });
          return {
            body: shops.map(({ answer, ...shop }) => ({
              ...shop,
              answer: answer && { currencies: answer.currencies },
            })),
          };
        });
        on(endpoints.chainStatement, async (request) => {
          const body = { ...daysIn(request.query), till: null };
          const shops = await callShops(request, endpoints.statement, { body, query: {} });
          return { body: shops.map(({ answer, ...shop }) => ({ ...shop, answer: answer && answer.lines })) };
        });
        on(endpoints.chainExceptions, async (request) => {
          const shops = await callShops(request, endpoints.exceptions, { body: {}, query: {} });
          return { body: shops.map(({ answer, ...shop }) => ({ ...shop, answer: answer && openIn(answer) })) };
        });
      },
    };
  },
});

const daysIn = ({ from = '', to = '' }: Readonly<Record<string, string>>): ChainDays => ({ from, to });

function openIn({ exceptions }: Exceptions): OpenException[] {
  const open = exceptions.filter(({ lookedAt }) => lookedAt === null);
  return open.map(({ key, signal, day, people, count }) => ({ key, signal, day, people, count }));
}
