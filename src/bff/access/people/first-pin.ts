import { LIMITS } from '../../../contract/access/limits.ts';
import type { FirstPin, Session } from '../../../contract/access/people.ts';
import type { Ports } from '../../platform/audit/ports.ts';
import { exclusively } from '../../platform/store/exclusively.ts';
import { createOneTimeCodes, type OneTimeCodesOptions, wrongCode } from '../rate-limits/codes.ts';
import type { GuessLimiter } from '../rate-limits/guess-limiter.ts';
import { createPinCheck, type PinContext } from './pin-check.ts';
import { NO_PIN, type Pins } from './pins.ts';
import type { Sessions } from './sessions.ts';

export const personCodes = (ports: Pick<OneTimeCodesOptions, 'clock' | 'random' | 'keys'>) =>
  createOneTimeCodes({ ...ports, purpose: 'person', lastsMs: LIMITS.printedCodeMs });

export interface FirstPinOptions extends Pick<Ports, 'db' | 'audit'>, Pick<OneTimeCodesOptions, 'random' | 'keys'> {
  readonly clock: Ports['clock'];
  readonly pins: Pick<Pins, 'hash'>;
  readonly sessions: Pick<Sessions, 'start'>;
  readonly guessLimiter: GuessLimiter;
}

/**
 * Sets the first PIN of a person with a printed code, and signs in. A code is valid for its person
 * only, once, and only while the person has no PIN. Wrong codes count as wrong PINs.
 * @throws Problem 403 `wrong-enrolment-code`, 429 `slow-down`, 423 `locked`, 400 `weak-pin`
 */
export function createFirstPin({ db, audit, clock, random, keys, pins, sessions, guessLimiter }: FirstPinOptions) {
  const codes = personCodes({ clock, random, keys });
  const openCode = (from: typeof db, personId: string, code: string) =>
    from
      .selectFrom('person_code')
      .innerJoin('person', 'person.id', 'person_code.person_id')
      .select('code_hash')
      .where('code_hash', '=', codes.hashOf(code))
      .where('person_id', '=', personId)
      .where('used_at', 'is', null)
      .where('expires_at', '>', clock.now())
      .where('pin_hash', '=', NO_PIN)
      .executeTakeFirst();
  const checkCode = createPinCheck({
    db,
    audit,
    guessLimiter,
    refused: 'session.refused',
    wrong: 'wrong-enrolment-code',
    isRight: async (person, code) => person !== null && (await openCode(db, person.id, code)) !== undefined,
  });

  return async function setFirstPin(
    context: PinContext,
    { personId, code, pin }: FirstPin,
  ): Promise<{ token: string; session: Session }> {
    const person = await checkCode(context, personId, code);
    const pin_hash = await pins.hash(pin);
    return exclusively(db, 'people', async (tx) => {
      const open = await openCode(tx, personId, code);
      if (!open) throw wrongCode('wrong-enrolment-code', 0);
      const used_at = clock.now();
      await tx.updateTable('person_code').set({ used_at }).where('code_hash', '=', open.code_hash).execute();
      await tx.updateTable('person').set({ pin_hash }).where('id', '=', personId).execute();
      const started = await sessions.start(context, person, tx);
      const by = { shop: context.shop, device: { id: context.deviceId }, person };
      await audit.write({ by, action: 'person.pin-chosen', subject: personId, details: { name: person.name } }, tx);
      await audit.write({ by, action: 'session.started' }, tx);
      return started;
    });
  };
}
