import type { ChainShop } from './chain-shops.ts';
import type { ShopState } from './chain-state.ts';

/** What identifies a shop in an answer. */
export interface ShopMarks {
  readonly of: ChainShop;
  /** Ids of objects of the shop. */
  readonly ids: readonly string[];
  /** Texts that no other shop may see, ids among them. */
  readonly texts: readonly string[];
}

/** Part of the path of every page of all shops. */
export const ALL_SHOPS = '/api/chain/';

const UUID = /(?:key-)?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const LAST_FOUR = /"last4":"([^"]{4})"/g;

/** Collects marks from what each shop's own people read. @returns also the ids that several shops know */
export function collectMarks(chain: readonly ChainShop[], states: readonly ShopState[]): { marks: ShopMarks[]; shared: string[] } {
  /* The pages of all shops show a visitor the first shop, too. */
  const texts = states.map((state) => JSON.stringify([...state].filter(([place]) => !place.includes(ALL_SHOPS))));
  const ids = texts.map((text) => new Set(text.match(UUID)));
  /* The journal has one id; a boss works in the first shop, too. */
  const common = new Set([...(ids[0] ?? [])].filter((id) => chain.length > 2 && ids.every((known) => known.has(id))));
  const bosses = new Set(chain.map(({ bossId }) => bossId));
  const all = ids.flatMap((known) => [...known]).filter((id) => !common.has(id) && !bosses.has(id));
  const shared = all.filter((id, index) => all.indexOf(id) !== index);
  const lastFours = texts.map((text) => new Set([...text.matchAll(LAST_FOUR)].map(([entry]) => entry)));
  const marks = chain.map((of, index): ShopMarks => {
    const own = [...(ids[index] ?? [])].filter((id) => !common.has(id) && !bosses.has(id));
    const { tenderId, refundId, issueId, activationId, captureId, secrets } = of.things;
    const made = [tenderId, refundId, issueId, activationId];
    const refs = [...(lastFours[index] ?? [])].filter((entry) => lastFours.every((others, other) => other === index || !others.has(entry)));
    return { of, ids: [...new Set([...made, ...own])], texts: [...made, ...own, of.mark, of.mid, captureId, ...secrets, ...refs] };
  });
  return { marks, shared };
}
