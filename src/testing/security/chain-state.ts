import { endpoints } from '../../contract/platform/endpoints.ts';
import type { ChainShop } from './chain-shops.ts';

/** What a shop's own people read there: each route with its answer. */
export type ShopState = ReadonlyMap<string, unknown>;

const DAY_MS = 24 * 60 * 60_000;
/** Fields that change when some minutes have passed. */
const PASSING = /\.canUndoUntil$/;
/** Endless, the same for all, or of the process. */
const NOT_READ = /events|docs|openapi|metrics|ready|health|support-packet|setup\/check|well-known|cloudprnt|display$/;

const period = () => ({ from: new Date(Date.now() - DAY_MS).toISOString(), to: new Date(Date.now() + DAY_MS).toISOString() });

/** Searches that change nothing. */
const SEARCHES = [
  ['/api/transactions/lines', period],
  ['/api/transactions/totals', period],
  ['/api/transactions/search', period],
  ['/api/audit/search', period],
] as const;

/** Reads all lists of a shop as its manager, cashier and stock keeper. */
export async function readState({ shop }: ChainShop): Promise<ShopState> {
  const state = new Map<string, unknown>();
  const today = new Date().toISOString().slice(0, 10);
  await shop.renew();
  for (const who of [shop.manager, shop.ana, shop.sam]) {
    const read = async (method: string, path: string, body?: unknown) => {
      const { status, text } = await shop.send(who, method, path, body);
      state.set(`${who.role} ${method} ${path}`, [status, orText(text)]);
    };
    for (const { method, path, ...route } of Object.values(endpoints)) {
      if (method !== 'GET' || path.includes(':') || NOT_READ.test(path)) continue;
      const names = 'query' in route ? Object.keys(route.query) : [];
      const query = names.flatMap((name) => (name === 'all' ? ['all=1'] : /^(day|from|to)$/.test(name) ? [`${name}=${today}`] : []));
      await read('GET', query.length > 0 ? `${path}?${query.join('&')}` : path);
    }
    for (const [path, body] of SEARCHES) await read('POST', path, body());
  }
  return state;
}

/** Fields whose values change by themselves, by their place in an answer: of two states of a shop at rest. */
export function changingFields(one: ShopState, other: ShopState): ReadonlySet<string> {
  return new Set(differences(one, other).map(({ place }) => place));
}

/** Routes that answer differently. @param ignored see {@link changingFields} */
export function stateChanges(
  before: ShopState,
  after: ShopState,
  ignored: ReadonlySet<string>,
): { readonly place: string; readonly text: string }[] {
  const changed = differences(before, after).filter(({ place }) => !ignored.has(place) && !PASSING.test(place));
  return changed.map(({ place, was, is }) => ({ place, text: `was ${brief(was)} and is ${brief(is)}` }));
}

interface Difference {
  readonly place: string;
  readonly was: unknown;
  readonly is: unknown;
}

function differences(before: ShopState, after: ShopState): Difference[] {
  return [...before].flatMap(([route, was]) => differencesOf(route, was, after.get(route)));
}

/** Entries of lists have the same place. */
function differencesOf(place: string, was: unknown, is: unknown): Difference[] {
  if (Array.isArray(was) && Array.isArray(is) && was.length === is.length)
    return was.flatMap((item: unknown, index) => differencesOf(`${place}[]`, item, is[index]));
  if (isObject(was) && isObject(is))
    return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((key) => differencesOf(`${place}.${key}`, was[key], is[key]));
  return JSON.stringify(was) === JSON.stringify(is) ? [] : [{ place, was, is }];
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const brief = (value: unknown) => (JSON.stringify(value) ?? 'nothing').slice(0, 300);

function orText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
