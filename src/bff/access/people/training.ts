import type { Kysely } from 'kysely';
import type { TrainingEntry } from '../../../contract/access/people.ts';
import type { Ports } from '../../platform/audit/ports.ts';
import type { Device } from '../../platform/http/caller.ts';
import { exclusively } from '../../platform/store/exclusively.ts';
import type { Schema } from '../../platform/store/schema.ts';
import type { GuessLimiter } from '../rate-limits/guess-limiter.ts';
import type { Enrolled, Enrolment } from './enrolment.ts';
import { selectPeopleIn } from './people.ts';
import type { Pins } from './pins.ts';
import { isTrainingPerson, TRAINING_PEOPLE } from './training-people.ts';

const TRAINING_TILL = 'Training till';

export interface TrainingShop {
  /**
   * Creates or restores the practice people as documented: enabled, unlocked, with the published
   * PIN.
   */
  prepare(): Promise<void>;
  /**
   * Starts training mode in a browser. An enrolled device remains enrolled and gets no new token.
   */
  enter(device: Device | null): Promise<{ practice: TrainingEntry; token: string | null }>;
}

export interface TrainingOptions extends Pick<Ports, 'shop' | 'db' | 'clock' | 'audit'> {
  readonly enrolment: Pick<Enrolment, 'enrol'>;
  readonly pins: Pins;
  readonly guessLimiter: GuessLimiter;
}

/**
 * Runs training mode: on the embedded sandbox only, anyone may enrol a device and sign in as the
 * practice people.
 */
export function createTraining({
  shop,
  db,
  clock,
  enrolment,
  pins,
  guessLimiter,
  audit,
}: TrainingOptions): TrainingShop {
  async function prepare(): Promise<void> {
    for (const { id, name, role, pin } of TRAINING_PEOPLE) {
      const before = await selectPeopleIn(db, shop)
        .select(['pin_hash', 'disabled_at', 'role'])
        .where('id', '=', id)
        .executeTakeFirst();
      const isUnchanged =
        before?.disabled_at === null && before.role === role && (await pins.verify(before.pin_hash, pin));
      if (isUnchanged) continue;
      const row = { id, name, pin_hash: await pins.hash(pin), created_at: clock.now(), disabled_at: null };
      await db
        .insertInto('person')
        .values(row)
        .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
        .execute();
      await db
        .insertInto('place')
        .values({ shop, person_id: id, role })
        .onConflict((conflict) => conflict.columns(['shop', 'person_id']).doUpdateSet({ role }))
        .execute();
    }
    await guessLimiter.forgive(TRAINING_PEOPLE.map(({ id }) => `person:${id}` as const));
  }

  /** A name in use gets a number, so that it identifies the holder of a voucher. */
  async function freeName(trx: Kysely<Schema>): Promise<string> {
    const rows = await trx.selectFrom('device').select('name').where('shop', '=', shop).execute();
    const usedNames = new Set(rows.map(({ name }) => name));
    for (let number = 2; ; number += 1) {
      const name = number === 2 && !usedNames.has(TRAINING_TILL) ? TRAINING_TILL : `${TRAINING_TILL} ${number}`;
      if (!usedNames.has(name)) return name;
    }
  }

  async function enrolToPractise(): Promise<Enrolled> {
    return exclusively(db, 'people', async (trx) => {
      const enrolled = await enrolment.enrol(trx, shop, await freeName(trx));
      const { id, name } = enrolled.device;
      await audit.write(
        { by: { shop, person: null, device: { id } }, action: 'device.practised', subject: id, details: { name } },
        trx,
      );
      return enrolled;
    });
  }

  async function enter(device: Device | null): Promise<{ practice: TrainingEntry; token: string | null }> {
    await prepare();
    const enrolled = device ? { device, token: null } : await enrolToPractise();
    return {
      practice: { device: enrolled.device, people: TRAINING_PEOPLE.map((person) => ({ ...person })) },
      token: enrolled.token,
    };
  }

  return { prepare, enter };
}

/**
 * Refuses to mix training and real money in one journal.
 * @param setting names the journal's location in the error
 * @throws Error if the journal was used with the other kind of voucher service
 */
export async function assertKindOfJournal(
  db: Kysely<Schema>,
  service: 'sandbox' | 'remote',
  setting: string,
): Promise<void> {
  const people = await db.selectFrom('person').select('id').execute();
  const practised = people.some(({ id }) => isTrainingPerson(id));
  if (service === 'remote' && practised)
    throw new Error(`${setting} has a training journal. Choose another one for the real voucher service`);
  if (service === 'sandbox' && people.length > 0 && !practised) {
    throw new Error(`${setting} has the journal of a real voucher service. Choose another one for training mode`);
  }
}
