import type { Kysely } from 'kysely';
import { LIMITS } from '../../../contract/access/limits.ts';
import type { Person, Session } from '../../../contract/access/people.ts';
import type { Ports } from '../../platform/audit/ports.ts';
import { describeError } from '../../platform/base/logging.ts';
import type { Scope } from '../../platform/base/scope.ts';
import type { DeviceCaller } from '../../platform/http/caller.ts';
import { prepared } from '../../platform/store/prepared.ts';
import type { Schema } from '../../platform/store/schema.ts';
import { sha256 } from '../rate-limits/codes.ts';
import { TOKEN_BYTES } from './enrolment.ts';

/** The smallest extension of a session that is stored, as a share of the idle time. */
const SLIDE_STEP = 1 / 24;

type Database = Kysely<Schema>;
type SessionsOf = { readonly deviceId: string } | { readonly personId: string };

interface SessionPlace {
  readonly shop: Scope;
  readonly deviceId: string;
  /** True for head office. */
  readonly office?: boolean;
}

export interface Sessions {
  /** Signs a person in on a device with a new token; any previous person is signed out. */
  start(on: SessionPlace, person: Person, db?: Database): Promise<{ token: string; session: Session }>;
  /**
   * Returns the open session of a token, if it was created for this device; `active` extends it.
   */
  find(token: string, deviceId: string, active: boolean): Promise<Session | null>;
  /**
   * Returns the session of a row that was already read, unless it has expired; `active` extends it.
   */
  resume(row: OpenSession, hash: string, active: boolean): Promise<Session | null>;
  /** Moves an open session to another shop. */
  move(token: string, shop: Scope, db: Database): Promise<void>;
  isOpenOn(deviceId: string): Promise<boolean>;
  end(which: SessionsOf, db?: Database): Promise<void>;
  /** Ends the open session of a device at the request of its person. */
  signOut(caller: DeviceCaller): Promise<void>;
}

/** A session that was not ended, with its person; times in milliseconds UTC. */
export interface OpenSession extends Person {
  readonly created_at: number;
  readonly last_used_at: number;
}

export interface SessionsOptions extends Pick<Ports, 'db' | 'clock' | 'random' | 'log' | 'audit'> {
  readonly idleMs: number;
}

/**
 * Sessions of signed-in people. A session ends after the idle time without activity, after twelve
 * hours, and if its person or device is disabled.
 */
export function createSessions({ db, clock, random, idleMs, log, audit }: SessionsOptions): Sessions {
  const expiry = (row: { created_at: number; last_used_at: number }) =>
    Math.min(row.last_used_at + idleMs, row.created_at + LIMITS.sessionAbsoluteMs);
  const view = (person: Person, row: { created_at: number; last_used_at: number }): Session => ({
    person,
    expiresAt: new Date(expiry(row)).toISOString(),
  });

  const openSession = prepared((from, of: { hash: string; deviceId: string }) =>
    from
      .selectFrom('session')
      .innerJoin('person', 'person.id', 'session.person_id')
      .leftJoin('place', (on) => on.onRef('place.person_id', '=', 'person.id').onRef('place.shop', '=', 'session.shop'))
      .select(['person.id', 'person.name', 'place.role', 'person.language', 'session.office'])
      .select(['session.created_at', 'session.last_used_at'])
      .where('session.token_hash', '=', of.hash)
      .where('session.device_id', '=', of.deviceId)
      .where('session.ended_at', 'is', null)
      .where('person.disabled_at', 'is', null),
  );

  async function end(which: SessionsOf, within: Database = db): Promise<void> {
    const open = within.updateTable('session').set({ ended_at: clock.now() }).where('ended_at', 'is', null);
    await ('deviceId' in which
      ? open.where('device_id', '=', which.deviceId)
      : open.where('person_id', '=', which.personId)
    ).execute();
  }

  async function start({ shop, deviceId, office = false }: SessionPlace, person: Person, within: Database = db) {
    await end({ deviceId }, within);
    const token = random.token(TOKEN_BYTES);
    const times = { created_at: clock.now(), last_used_at: clock.now() };
    const by = { token_hash: sha256(token), shop, device_id: deviceId, person_id: person.id, office: office ? 1 : 0 };
    await within
      .insertInto('session')
      .values({ ...by, ...times, ended_at: null })
      .execute();
    return { token, session: view(person, times) };
  }

  /**
   * Extends a session. Returns false if the write fails: the session stays open, but ends sooner.
   */
  async function slide(hash: string, now: number): Promise<boolean> {
    try {
      await db.updateTable('session').set({ last_used_at: now }).where('token_hash', '=', hash).execute();
      return true;
    } catch (error) {
      log.warn(describeError(error), 'failed to save when a session was last used');
      return false;
    }
  }

  async function find(token: string, deviceId: string, active: boolean): Promise<Session | null> {
    const hash = sha256(token);
    const [row] = (await openSession(db, { hash, deviceId })).rows;
    if (!row) return null;
    const role = row.office === 1 ? 'manager' : row.role;
    return role === null ? null : resume({ ...row, role }, hash, active);
  }

  async function resume(row: OpenSession, hash: string, active: boolean): Promise<Session | null> {
    const now = clock.now();
    if (expiry(row) <= now) return null;
    const slides = active && now - row.last_used_at >= idleMs * SLIDE_STEP && (await slide(hash, now));
    const { id, name, role, language = null } = row;
    return view({ id, name, role, language }, slides ? { ...row, last_used_at: now } : row);
  }

  async function move(token: string, shop: Scope, within: Database): Promise<void> {
    await within.updateTable('session').set({ shop }).where('token_hash', '=', sha256(token)).execute();
  }

  async function isOpenOn(deviceId: string): Promise<boolean> {
    const open = db
      .selectFrom('session')
      .innerJoin('person', 'person.id', 'session.person_id')
      .select(['session.created_at', 'session.last_used_at'])
      .where('device_id', '=', deviceId)
      .where('ended_at', 'is', null)
      .where('person.disabled_at', 'is', null);
    return (await open.execute()).some((row) => expiry(row) > clock.now());
  }

  async function signOut(caller: DeviceCaller): Promise<void> {
    await db.transaction().execute(async (trx) => {
      await end({ deviceId: caller.device.id }, trx);
      if (caller.person) await audit.write({ by: caller, action: 'session.ended' }, trx);
    });
  }

  return { start, find, resume, move, isOpenOn, end, signOut };
}
