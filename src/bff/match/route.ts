import { endpoints } from '../../contract/endpoints.ts';
import type { Router } from '../http/route.ts';
import type { MatchKeeping } from './match-memory.ts';
import { type MatchingDeps, matchAnswer } from './matching.ts';

export interface MatchParts extends Omit<MatchingDeps, 'memory'> {
  readonly memory: MatchKeeping;
}

/** Adds the routes by which our lines are laid beside other lists. */
export function matchRoutes(on: Router['on'], parts: MatchParts): void {
  const { memory, ours } = parts;
  on(endpoints.matchMemory, async () => ({ body: await memory.read() }));
  on(endpoints.match, async ({ body: text, query: { mapping, from, to, page = '0' }, signal }) => ({
    body: await matchAnswer(parts, { text, mapping, from, to, page: Number(page), signal }),
  }));
  on(endpoints.ourLines, async ({ body: { from, to } }) => ({
    body: { lines: await ours({ from: Date.parse(from), to: Date.parse(to) }) },
  }));
  on(endpoints.putLayout, async ({ caller, body }) => {
    await memory.keepLayout(caller, body);
    return { body: undefined };
  });
  on(endpoints.putMatchNote, async ({ caller, body }) => {
    await memory.keepNote(caller, body);
    return { body: undefined };
  });
}
