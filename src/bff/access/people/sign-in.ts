import type { Session } from '../../../contract/access/people.ts';
import type { Ports } from '../../platform/audit/ports.ts';
import type { GuessLimiter } from '../rate-limits/guess-limiter.ts';
import { createPinCheck, type PinContext, rightPin } from './pin-check.ts';
import type { Pins } from './pins.ts';
import type { Sessions } from './sessions.ts';

export interface SignInOptions extends Pick<Ports, 'db' | 'audit'> {
  readonly pins: Pins;
  readonly sessions: Sessions;
  readonly guessLimiter: GuessLimiter;
}

/**
 * Signs in by PIN, and records successes and failures.
 * @throws Problem 401 `wrong-pin`, 429 `slow-down`, 423 `locked`
 */
export function createSignIn({ sessions, ...options }: SignInOptions) {
  const { db, audit } = options;
  const checkPin = createPinCheck({ ...options, isRight: rightPin(options.pins), refused: 'session.refused' });
  return async function signIn(
    context: PinContext,
    personId: string,
    pin: string,
  ): Promise<{ token: string; session: Session }> {
    const person = await checkPin(context, personId, pin);
    return db.transaction().execute(async (trx) => {
      const started = await sessions.start(context, person, trx);
      const by = { shop: context.shop, device: { id: context.deviceId }, person };
      await audit.write({ by, action: 'session.started' }, trx);
      return started;
    });
  };
}
