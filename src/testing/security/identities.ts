import { randomUUID } from 'node:crypto';
import { type KeyScope, SCOPES } from '../../contract/access/key.ts';
import { mayActAs, type Role } from '../../contract/access/people.ts';
import type { Endpoint } from '../../contract/platform/endpoint.ts';
import { type AttackedShop, FRAME_HEADERS } from './shop.ts';

/** A user, device or program that calls routes. Each one is a line of {@link identitiesOf}. */
export interface CallingIdentity {
  readonly name: string;
  /** Headers of its requests in addition to those of every page. */
  readonly headers: () => Readonly<Record<string, string>>;
  /** The error code that a route returns to this identity; null if the route accepts it. */
  readonly refusal: (endpoint: Endpoint) => CallRefusal | null;
}

export type CallRefusal = 'not-enrolled' | 'signed-out' | 'not-allowed' | 'wrong-key';

const unknown = ({ who }: Endpoint) => (who === 'any' ? null : 'not-enrolled');
const device = ({ who }: Endpoint) => (who === 'any' || who === 'device' ? null : 'signed-out');
/** For a request with a key, only the key counts, unless the route is open to all. */
const noKey = ({ forAll, byToken }: Endpoint) => (forAll || byToken ? null : 'wrong-key');
const role =
  (own: Role) =>
  ({ who }: Endpoint) =>
    who === 'any' || who === 'device' || who === 'session' || (who !== 'office' && mayActAs(own, who)) ? null : 'not-allowed';

const scopes =
  (own: readonly KeyScope[]) =>
  ({ forAll, byToken, scopes: wanted = [] }: Endpoint) =>
    forAll || byToken || wanted.some((one) => own.includes(one)) ? null : 'not-allowed';

/** Whom a server lets in, and whom it does not; and what requests may spoil. */
export interface Doors {
  readonly identities: readonly CallingIdentity[];
  /** Signs in all users whose session has ended. */
  renew(): Promise<void>;
  /** The cookies of the most privileged user. */
  cookie(): string;
  /** A person and a device that tests may change and remove. */
  readonly spare: { readonly personId: string; readonly deviceId: string };
  /**
   * True if metrics are open to the local machine, as in training mode, instead of only to holders
   * of the token.
   */
  readonly tellsMetrics: boolean;
}

/** A server before set-up: no identity is known. */
export function strangersDoors(): Doors {
  return {
    identities: strangers(),
    renew: () => Promise.resolve(),
    cookie: () => '',
    spare: { personId: randomUUID(), deviceId: randomUUID() },
    tellsMetrics: false,
  };
}

function strangers(): CallingIdentity[] {
  return [
    { name: 'nobody', headers: () => ({}), refusal: unknown },
    { name: 'made-up cookies', headers: cookies('tillside-device=made-up; tillside-session=made-up'), refusal: unknown },
    { name: 'a bearer token', headers: () => ({ Authorization: 'Bearer made-up' }), refusal: unknown },
    { name: 'a made-up key', headers: withKey(`ts_${'a'.repeat(43)}`), refusal: noKey },
  ];
}

export function doorsOf(shop: AttackedShop, isTraining: boolean): Doors {
  const { manager, spare } = shop;
  return { identities: identitiesOf(shop), renew: () => shop.renew(), cookie: () => manager.cookie, spare, tellsMetrics: isTraining };
}

const cookies = (Cookie: string) => () => ({ Cookie });
/** Several of one kind are shown in turn. */
export function withKey(...keys: readonly string[]) {
  let shown = 0;
  return () => {
    shown += 1;
    return { Authorization: `Bearer ${keys[shown % keys.length] ?? ''}` };
  };
}
const sessionOf = (cookie: string) => cookie.split('; ').filter((pair) => pair.includes('session'));

/** All identities for a shop's server. */
function identitiesOf({ manager, ana, ben, sam, sue, fay, keys, doors }: AttackedShop): CallingIdentity[] {
  const staff = [manager, ana, ben, sam, sue].map((one) => ({
    name: `${one.role} ${one.name}`,
    headers: () => ({ Cookie: one.cookie }),
    refusal: role(one.role),
  }));
  return [
    ...strangers(),
    { name: 'a session without its device', headers: () => ({ Cookie: sessionOf(manager.cookie).join('; ') }), refusal: unknown },
    {
      name: 'a made-up key beside the cookies of a manager',
      headers: () => ({ Authorization: `Bearer ts_${'a'.repeat(43)}`, Cookie: manager.cookie }),
      refusal: noKey,
    },
    { name: 'a revoked device', headers: cookies(doors.revoked), refusal: unknown },
    { name: 'a device without a session', headers: cookies(doors.idle), refusal: device },
    { name: 'a session that was signed out', headers: cookies(doors.signedOut), refusal: device },
    {
      name: 'the session of another device',
      headers: () => ({ Cookie: [doors.idle, ...sessionOf(manager.cookie)].join('; ') }),
      refusal: device,
    },
    { name: 'a customer display', headers: cookies(doors.display), refusal: device },
    { name: 'a key that may all', headers: withKey(...keys.all), refusal: scopes(SCOPES) },
    { name: 'a key that may read', headers: withKey(...keys.reader), refusal: scopes(['read']) },
    { name: 'a key that was revoked', headers: withKey(...keys.revoked), refusal: noKey },
    { name: 'the cookies of a frame without its page', headers: () => ({ Cookie: fay.cookie }), refusal: unknown },
    { name: 'the cookies of a till in a frame', headers: () => ({ ...FRAME_HEADERS, Cookie: manager.cookie }), refusal: unknown },
    { name: 'cashier Fay in a frame', headers: () => ({ ...FRAME_HEADERS, Cookie: fay.cookie }), refusal: role('cashier') },
    ...staff,
  ];
}
