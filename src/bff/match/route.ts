import { endpoints } from '../../contract/endpoints.ts';
import type { OurLine } from '../../contract/match/lines.ts';
import type { Router } from '../http/route.ts';
import type { MatchKeeping } from './match-memory.ts';

export interface MatchParts {
  readonly memory: MatchKeeping;
  readonly ours: (period: { from: number; to: number }) => Promise<OurLine[]>;
}

/** Adds the routes by which our lines are laid beside other lists. */
export function matchRoutes(on: Router['on'], { memory, ours }: MatchParts): void {
  on(endpoints.matchMemory, async () => ({ body: await memory.read() }));
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
