import type { AttentionItem, AttentionRequest } from '../../../contract/redemption/attention.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Stale } from '../operation/stale.ts';
import { caseMoved, noSuchCase } from './problems.ts';
import type { AttentionCase, AttentionSource } from './source.ts';

export interface Attention {
  /** All cases, oldest first. */
  list(): Promise<AttentionItem[]>;
  /**
   * Carries out a manager's action on a case.
   * @returns the updated case; null if the case has left the list
   * @throws Problem 404, 409 `case-moved`, or the reason why the action is impossible
   */
  settle(caller: Caller, id: string, request: AttentionRequest): Promise<AttentionItem | null>;
}

export function createAttention(sources: readonly AttentionSource[]): Attention {
  async function find(id: string): Promise<AttentionCase | null> {
    for (const source of sources) {
      const found = await source.find(id);
      if (found) return found;
    }
    return null;
  }

  return {
    async list() {
      const cases = await Promise.all(sources.map((source) => source.cases()));
      return cases
        .flat()
        .map(({ item }) => item)
        .sort((a, b) => a.since.localeCompare(b.since));
    },
    async settle(caller, id, request) {
      const found = await find(id);
      if (!found) throw noSuchCase();
      if (!found.item.actions.includes(request.action)) throw caseMoved();
      try {
        await found.act(request, caller);
      } catch (error) {
        throw error instanceof Stale ? caseMoved() : error;
      }
      return (await find(id))?.item ?? null;
    },
  };
}
