import type { Selectable } from 'kysely';
import type { Ports } from '../../../bff/platform/audit/ports.ts';
import type { Device } from '../../../bff/platform/http/caller.ts';
import { LIMITS } from '../../../contract/access/limits.ts';
import type { HeadOfficeTables, PasskeyPurpose } from './tables.ts';

type Challenge = Selectable<HeadOfficeTables['passkey_challenge']>;
type Owner = Partial<Pick<Challenge, 'person_id' | 'code_hash'>>;

const CHALLENGE_BYTES = 32;

export interface Challenges {
  /** Creates a challenge; the device's former one for this purpose is no longer valid. */
  issue(device: Device, purpose: PasskeyPurpose, owner?: Owner): Promise<string>;
  /**
   * Uses the challenge of a device, so that no server accepts it again. @returns null if there is
   * none, or if it has expired
   */
  use(device: Device, purpose: PasskeyPurpose): Promise<Challenge | null>;
}

export function createChallenges({ db, clock, random }: Pick<Ports, 'db' | 'clock' | 'random'>): Challenges {
  return {
    async issue({ id: device_id }, purpose, { person_id = null, code_hash = null } = {}) {
      const challenge = random.token(CHALLENGE_BYTES);
      const values = { challenge, person_id, code_hash, expires_at: clock.now() + LIMITS.passkeyChallengeMs };
      await db
        .insertInto('passkey_challenge')
        .values({ device_id, purpose, ...values })
        .onConflict((conflict) => conflict.columns(['device_id', 'purpose']).doUpdateSet(values))
        .execute();
      return challenge;
    },
    async use({ id }, purpose) {
      const used = await db
        .deleteFrom('passkey_challenge')
        .where('device_id', '=', id)
        .where('purpose', '=', purpose)
        .returningAll()
        .executeTakeFirst();
      return used !== undefined && used.expires_at > clock.now() ? used : null;
    },
  };
}
