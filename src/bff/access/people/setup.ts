import type { Kysely } from 'kysely';
import type * as z from 'zod/mini';
import type { Session, setupRequestSchema } from '../../../contract/access/people.ts';
import type { Ports } from '../../platform/audit/ports.ts';
import type { Keys } from '../../platform/base/keys.ts';
import type { Scope } from '../../platform/base/scope.ts';
import { refuse } from '../../platform/http/problem.ts';
import { exclusively } from '../../platform/store/exclusively.ts';
import type { Schema } from '../../platform/store/schema.ts';
import type { CodeGuesses } from '../rate-limits/code-guesses.ts';
import { canonicalCode, makeCode, sameCode, wrongCode } from '../rate-limits/codes.ts';
import type { Settings } from '../settings/settings.ts';
import type { Enrolment } from './enrolment.ts';
import { insertPerson, selectPeopleIn } from './people.ts';
import type { Pins } from './pins.ts';
import type { Sessions } from './sessions.ts';
import { isTrainingPerson } from './training-people.ts';

/** Characters of a derived set-up code: about 59 bits. */
const SETUP_CODE_CHARACTERS = 12;

/**
 * Returns the set-up code of a journal. It is derived from its keys and stored nowhere, so that all
 * servers of a database print and accept the same code, also after a restart.
 */
export function setupCodeOf(keys: Pick<Keys, 'hash'>, journalId: string): string {
  const hash = Buffer.from(keys.hash(`set-up code:${journalId}`), 'base64url').toString('hex');
  let rest = BigInt(`0x${hash}`);
  const below = (limit: number) => {
    const drawn = rest % BigInt(limit);
    rest /= BigInt(limit);
    return Number(drawn);
  };
  return makeCode({ below }, SETUP_CODE_CHARACTERS);
}

/**
 * A code with this many letters and digits cannot be guessed at the speed of the server: it is
 * checked despite any number of wrong ones.
 */
const LONG_CODE = 8;

export interface Setup {
  /** True if the shop has its first real manager. */
  isDone(): Promise<boolean>;
  /**
   * Checks the set-up code of a shop without a manager. @throws Problem 409 `already-set-up`, 403
   * `wrong-setup-code`, 429 `slow-down`
   */
  assertCode(code: string, address: string | null): Promise<void>;
  /**
   * Creates the first device and the first manager, once, and signs that person in.
   * @throws Problem 409 `already-set-up` or `name-taken`, 403 `wrong-setup-code`, 429 `slow-down`,
   * 400 `weak-pin`
   */
  run(
    request: z.infer<typeof setupRequestSchema>,
    address: string | null,
  ): Promise<{ deviceToken: string; sessionToken: string; session: Session }>;
}

export interface SetupOptions extends Pick<Ports, 'shop' | 'db' | 'clock' | 'random' | 'audit'> {
  readonly code: string;
  readonly enrolment: Pick<Enrolment, 'enrol'>;
  readonly pins: Pins;
  readonly sessions: Sessions;
  readonly guesses: CodeGuesses;
  readonly settings: Pick<Settings, 'writeWithin'>;
}

/** True if a shop has a manager who is not one of training mode. */
export async function hasManager(db: Kysely<Schema>, shop: Scope): Promise<boolean> {
  const managers = await selectPeopleIn(db, shop).select('id').where('role', '=', 'manager').execute();
  return managers.some(({ id }) => !isTrainingPerson(id));
}

/**
 * Creates the first set-up of a shop, which needs the code that the server printed or was
 * configured with.
 */
export function createSetup(options: SetupOptions): Setup {
  const { shop, code, db, clock, random, enrolment, pins, sessions, guesses, audit, settings } = options;

  const isDone = (within: Kysely<Schema> = db) => hasManager(within, shop);

  async function assertNotDone(within: Kysely<Schema>): Promise<void> {
    if (await isDone(within)) throw refuse('already-set-up');
  }

  async function assertCode(enteredCode: string, address: string | null): Promise<void> {
    await assertNotDone(db);
    const stranger = { shop, address };
    if (!sameCode(enteredCode, code)) {
      const retryAfterMs = await guesses.recordWrongCode('setup', stranger);
      await audit.write({ by: { shop, device: null, person: null }, action: 'shop.refused' });
      throw wrongCode('wrong-setup-code', retryAfterMs);
    }
    if (canonicalCode(code).length < LONG_CODE) await guesses.assertMayUseShortCode('setup', stranger);
    await guesses.forget('setup', stranger);
  }

  async function run(
    { code: enteredCode, device, manager, shop: named }: z.infer<typeof setupRequestSchema>,
    address: string | null,
  ) {
    await assertCode(enteredCode, address);
    const pin_hash = await pins.hash(manager.pin);
    return exclusively(db, 'people', async (trx) => {
      await assertNotDone(trx);
      const person = { id: random.uuid(), name: manager.name, role: 'manager' as const };
      const { id, name, role } = person;
      await insertPerson(trx, { id, name, pin_hash, created_at: clock.now(), disabled_at: null }, { shop, role });
      const enrolled = await enrolment.enrol(trx, shop, device.name);
      const { token, session } = await sessions.start({ shop, deviceId: enrolled.device.id }, person, trx);
      const details = { name: person.name, device: device.name };
      await audit.write({ by: { shop, device: enrolled.device, person }, action: 'shop.set-up', details }, trx);
      if (named) {
        const { name: shopName, typedAmounts } = named;
        const set = { shopName, ...(typedAmounts && { typedAmounts }) };
        await settings.writeWithin(trx, { shop, device: enrolled.device, person }, set);
      }
      return { deviceToken: enrolled.token, sessionToken: token, session };
    });
  }

  return { isDone: () => isDone(), assertCode, run };
}
