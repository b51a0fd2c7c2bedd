import { expect, it } from 'vitest';
import { reportOf } from './report.ts';
import { attack } from './run.ts';
import { startInside } from './subject.ts';
import { evaluatePolicy } from './tools.ts';

/** A share of what `npm run security` does, with the same requests each time. */
const SHARE = { everyForeign: 12, requests: 140, answers: 14 };
/** The server, the issuer and who attacks share one thread here. */
const HEALTH_WITHIN_MS = 3_000;
const TIMEOUT_MS = 180_000;

it(
  'a server admits only callers named in the table of routes, stays healthy under attack, and keeps its secrets',
  async () => {
    const result = await attack({
      world: 'shop',
      seed: 1,
      everyForeign: SHARE.everyForeign,
      dist: null,
      healthWithinMs: HEALTH_WITHIN_MS,
      healthBesideBodiesMs: HEALTH_WITHIN_MS,
      healthBesideUnreadMs: HEALTH_WITHIN_MS,
      say: () => {},
      start: startInside,
      goOn: { requests: (done) => done < SHARE.requests, answers: (done) => done < SHARE.answers },
    });
    const found = result.parts.flatMap(({ name, found: inPart }) => inPart.map((finding) => `${name}: ${finding}`));
    expect(found).toEqual([]);
    expect(evaluatePolicy(result.policy).found).toEqual([]);
    process.stdout.write(`security: ${reportOf(result, [])}\n`);
  },
  TIMEOUT_MS,
);
