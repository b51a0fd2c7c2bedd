import type { Clock } from '../base/ports.ts';
import type { Caller } from '../http/caller.ts';
import { Problem } from '../http/problem.ts';

/** Codes that do not exist, counted for check and redemption together, so that nobody can guess through the number space. */
export interface WrongCodes {
  /** @throws Problem 429 `too-many-wrong-codes` while person, device or shop has used up its budget */
  assertMayTry(caller: Caller): void;
  count(caller: Caller): void;
}

const WINDOW_MS = 10 * 60_000;
/** A busy till meets a few bad codes a day; these leave room for a bad batch of cards. */
const BUDGETS = { person: 30, device: 30, shop: 200 } as const;

export function createWrongCodes({ clock }: { clock: Clock }): WrongCodes {
  const failures = new Map<string, number[]>();

  const subjects = ({ shop, device, person }: Caller) =>
    [
      [`person:${person.id}`, BUDGETS.person],
      [`device:${device.id}`, BUDGETS.device],
      [`shop:${shop}`, BUDGETS.shop],
    ] as const;
  const recent = (subject: string) => (failures.get(subject) ?? []).filter((at) => clock.monotonic() - at < WINDOW_MS);

  return {
    assertMayTry(caller) {
      for (const [subject, budget] of subjects(caller)) {
        const times = recent(subject);
        const oldest = times[times.length - budget];
        if (oldest === undefined) continue;
        throw new Problem({
          status: 429,
          code: 'too-many-wrong-codes',
          message: 'Too many codes that do not exist were tried here. Wait a while, or ask a manager.',
          retry: 'safe',
          details: { retryAfterMs: Math.ceil(oldest + WINDOW_MS - clock.monotonic()) },
        });
      }
    },
    count(caller) {
      for (const [subject] of subjects(caller)) failures.set(subject, [...recent(subject), clock.monotonic()]);
    },
  };
}
