import { defineServer } from '../../../bff/app/feature.ts';
import type { Ports } from '../../../bff/platform/audit/ports.ts';
import { readConfig } from '../../../bff/platform/config/config.ts';
import type { Caller } from '../../../bff/platform/http/caller.ts';
import { recordFormatOf } from '../../../contract/platform/csv.ts';
import { endpoints } from '../../../contract/platform/endpoints.ts';
import { statementCsv } from '../../closings/bff/books/statement-csv.ts';
import { closings } from '../../closings/bff/feature.ts';
import { assertDays } from '../../closings/bff/shifts.ts';
import { exceptionReport } from '../../exception-report/bff/feature.ts';
import type { Exceptions } from '../../exception-report/contract/exception.ts';
import { fleet } from '../../fleet/bff/feature.ts';
import type { chainEndpoints } from '../contract/endpoints.ts';
import { CHAIN_DAYS_MAX } from '../contract/limits.ts';
import type { ShopOverview } from '../contract/overview.ts';
import { type Incomplete, type OpenException, type ShopAnswer, withoutAnswer } from '../contract/shop-answers.ts';
import { type ChainRequest, createCallShops } from './call-shops.ts';
import { closingsCsv } from './closings-csv.ts';
import { moveDevice } from './move-device.ts';
import { type ChainDays, chainOverview, type ShopSums } from './overview.ts';
import { shopCoverage } from './shop-coverage.ts';

/** The shops of a chain. Open tills come from the tables of closings; other data from routes. */
export const chain = defineServer({
  name: 'chain',
  needs: [closings, exceptionReport, fleet],
  summaries: {
    chainOverview: 'All shops with their captures, refunds, open cases and open tills, for head office.',
    shopCoverage: 'Reasons why figures of the shop for some days may lack transactions of the issuer.',
    chainDevices: 'The devices in use in all shops, for head office.',
    moveDevice: 'Moves a device to another shop, for head office. It is signed out; its operations stay.',
    chainClosings: 'The shifts of all shops of the caller, who manages at least two.',
    exportChainClosings: 'The same as CSV.',
    chainCovers: 'Assigns the issuer’s captures and refunds of a day to closed or open shifts, by shop.',
    chainStatement: 'Redeemed vouchers of all shops of the caller, by product and account.',
    exportChainStatement: 'The same as CSV.',
    chainExceptions: 'Unusual activity in all shops of the caller, not reviewed yet.',
  } satisfies Record<keyof typeof chainEndpoints, string>,
  examples: {
    chainOverview: { from: '2030-01-14', to: '2030-01-15' },
    moveDevice: { shop: 'a1b2c3d4-0000-4000-8000-000000000002', name: 'Till 9' },
    exportChainClosings: { from: '2030-01-14', to: '2030-01-15' },
    exportChainStatement: { from: '2030-01-14', to: '2030-01-15' },
    chainClosings: { from: '2030-01-14', to: '2030-01-15' },
    chainCovers: { day: '2030-01-14' },
    shopCoverage: { from: '2030-01-14', to: '2030-01-15' },
    chainStatement: { from: '2030-01-14', to: '2030-01-15' },
  },
  money: { none: ['exportChainClosings', 'exportChainStatement', 'moveDevice'] },
  create(core) {
    const { terms } = readConfig(core.running.env);
    const overview = (period: ChainDays) => chainOverview({ ...core, timeZone: terms.timeZone }, period);
    return {
      parts: { overview },
      routes({ on, onStream, callInShop }) {
        const callShops = createCallShops({ ...core, callInShop, terms });
        on(endpoints.shopCoverage, async ({ query }) => ({
          body: { incomplete: await shopCoverage(core, daysIn(query)) },
        }));
        const coverages = (request: ChainRequest, query: ChainDays) =>
          callShops(request, endpoints.shopCoverage, { body: undefined, query: { ...query } });
        on(endpoints.chainOverview, async (request) => {
          const days = daysIn(request.query);
          const [cases, { covered, sums }] = await Promise.all([
            callShops(request, endpoints.attention, { body: undefined, query: {} }),
            /* Coverage is read before the sums, so that no mark is missing. */
            coverages(request, days).then(async (read) => ({ covered: read, sums: await overview(days) })),
          ]);
          return { body: withAnswers(sums, covered, cases) };
        });
        on(endpoints.chainDevices, async (request) => ({
          body: await callShops(request, endpoints.fleet, { body: undefined, query: {} }),
        }));
        on(endpoints.moveDevice, async ({ caller, params, body }) => {
          await moveDevice(caller, params['id'] ?? '', body, core);
          return { body: undefined };
        });
        const closingsOf = (request: ChainRequest, { from, to }: ChainDays) => {
          assertDays(from, to, CHAIN_DAYS_MAX - 1);
          return callShops(request, endpoints.shifts, { body: undefined, query: { day: from, to } });
        };
        const statementsOf = async (request: ChainRequest, days: ChainDays) => {
          const body = { ...days, till: null };
          const shops = await callShops(request, endpoints.statement, { body, query: {} });
          return shops.map(({ answer, ...shop }) => ({ ...shop, answer: answer && answer.lines }));
        };
        on(endpoints.chainClosings, async (request) => ({ body: await closingsOf(request, daysIn(request.query)) }));
        onStream(endpoints.exportChainClosings, async (request) => {
          const csv = closingsCsv(await closingsOf(request, request.body), recordFormatOf(request.query));
          return exported(core, request, { what: 'closings', csv });
        });
        on(endpoints.chainCovers, async (request) => {
          const { day = '' } = request.query;
          const covered = await coverages(request, { from: day, to: day });
          const shops = await callShops(request, endpoints.cover, { body: undefined, query: request.query });
          return {
            body: shops.map(({ answer, ...shop }) => ({
              ...shop,
              answer: answer && { currencies: answer.currencies, incomplete: incompleteIn(covered, shop.id) },
            })),
          };
        });
        on(endpoints.chainStatement, async (request) => ({
          body: await statementsOf(request, daysIn(request.query)),
        }));
        onStream(endpoints.exportChainStatement, async (request) => {
          const shops = await statementsOf(request, request.body);
          const csv = statementCsv(
            request.body,
            shops.map((shop) => ({ shop: shop.name, lines: shop.answer ?? [], incomplete: withoutAnswer(shop) })),
            recordFormatOf(request.query),
          );
          return exported(core, request, { what: 'statement', csv });
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

type Covered = readonly ShopAnswer<{ readonly incomplete: Incomplete | null }>[];

/** Returns why figures of a shop may be incomplete; null if they are complete. */
function incompleteIn(covered: Covered, id: string): Incomplete | null {
  const shop = covered.find((one) => one.id === id);
  return shop?.answer ? shop.answer.incomplete : ((shop && withoutAnswer(shop)) ?? 'no-answer');
}

/** Adds what each shop itself answered to its sums. */
function withAnswers(
  shops: readonly ShopSums[],
  covered: Covered,
  cases: readonly ShopAnswer<readonly unknown[]>[],
): ShopOverview[] {
  return shops.map((shop) => {
    const list = cases.find(({ id }) => id === shop.id);
    return {
      ...shop,
      openCases: list?.answer?.length ?? null,
      incomplete: (list && withoutAnswer(list)) ?? incompleteIn(covered, shop.id),
    };
  });
}

/** Records an export, and returns its file. */
async function exported(
  { audit }: Pick<Ports, 'audit'>,
  { caller, body }: { readonly caller: Caller; readonly body: ChainDays },
  { what, csv }: { readonly what: 'closings' | 'statement'; readonly csv: string },
) {
  const { from, to } = body;
  await audit.write({ by: caller, action: 'data.exported', details: { what, from, to } });
  return { contentType: 'text/csv; charset=utf-8', body: new Blob([csv]).stream() };
}

function openIn({ exceptions }: Exceptions): OpenException[] {
  const open = exceptions.filter(({ lookedAt }) => lookedAt === null);
  return open.map(({ key, signal, day, people, count }) => ({ key, signal, day, people, count }));
}
