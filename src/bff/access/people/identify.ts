import type { Kysely } from 'kysely';
import type { Scope } from '../../platform/base/scope.ts';
import type { Cookies } from '../../platform/http/cookies.ts';
import type { Identify } from '../../platform/http/route.ts';
import { prepared } from '../../platform/store/prepared.ts';
import type { Schema } from '../../platform/store/schema.ts';
import { sha256 } from '../rate-limits/codes.ts';
import type { Devices } from './devices.ts';
import type { Sessions } from './sessions.ts';

export interface IdentifyOptions {
  readonly db: Kysely<Schema>;
  /** The shop for callers without a device. */
  readonly shop: Scope;
  readonly cookies: Cookies;
  readonly devices: Devices;
  readonly sessions: Sessions;
}

/** Replaces a missing token: no hash equals it. */
const NO_TOKEN = '';

/**
 * Finds the device and the person for the cookies of a request in one query, because every request
 * needs it.
 */
export function createIdentify({ db, shop, cookies, devices, sessions }: IdentifyOptions): Identify {
  const whoIs = prepared((from, of: { device: string; session: string }) =>
    from
      .selectFrom('device')
      .leftJoin('session', (on) =>
        on
          .onRef('session.device_id', '=', 'device.id')
          .on('session.token_hash', '=', of.session)
          .on('session.ended_at', 'is', null),
      )
      .leftJoin('person', (on) => on.onRef('person.id', '=', 'session.person_id').on('person.disabled_at', 'is', null))
      .leftJoin('place', (on) => on.onRef('place.person_id', '=', 'person.id').onRef('place.shop', '=', 'session.shop'))
      .select(['device.id as device_id', 'device.name as device_name', 'device.shop', 'device.last_seen_at'])
      .select([
        'person.id',
        'person.name',
        'place.role',
        'person.language',
        'session.created_at',
        'session.last_used_at',
        'session.shop as session_shop',
        'session.office',
      ])
      .where('device.secret_hash', '=', of.device)
      .where('device.revoked_at', 'is', null),
  );
  return async (cookieHeader, active) => {
    const tokens = cookies.read(cookieHeader);
    const hash = tokens.session === null ? NO_TOKEN : sha256(tokens.session);
    const [found] =
      tokens.device === null ? [] : (await whoIs(db, { device: sha256(tokens.device), session: hash })).rows;
    if (!found) return { shop, device: null, person: null };
    const { device_id, device_name, last_seen_at, id, name, language, created_at, last_used_at } = found;
    const { shop: home, session_shop, office } = found;
    const role = office === 1 ? 'manager' : found.role;
    await devices.recordUse({ id: device_id, last_seen_at });
    const isOpen = id !== null && name !== null && role !== null && created_at !== null && last_used_at !== null;
    const session = isOpen
      ? await sessions.resume({ id, name, role, language, created_at, last_used_at }, hash, active)
      : null;
    const device = { id: device_id, name: device_name };
    if (session === null || session_shop === null) return { shop: home, device, person: null };
    const visits = office === 1 || session_shop !== home;
    return {
      shop: session_shop,
      device,
      person: session.person,
      ...(visits && { visit: { home, office: office === 1 } }),
    };
  };
}
