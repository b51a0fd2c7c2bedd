import type { Router } from '../../../../bff/platform/http/route.ts';
import { endpoints } from '../../../../contract/platform/endpoints.ts';
import type { OursAnswer } from '../../contract/match/match-answer.ts';
import type { MatchMemoryStore } from './match-memory.ts';
import type { OursPeriod } from './our-lines.ts';

export interface MatchParts {
  readonly memory: MatchMemoryStore;
  /** Reads our lines of a period: one part, or all without `after`. */
  readonly ours: (period: OursPeriod, after?: string) => Promise<OursAnswer>;
}

export function matchRoutes(on: Router['on'], { memory, ours }: MatchParts): void {
  on(endpoints.matchMemory, async () => ({ body: await memory.read() }));
  on(endpoints.ourLines, async ({ body: { from, to, after } }) => ({
    body: await ours({ from: Date.parse(from), to: Date.parse(to) }, after),
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
