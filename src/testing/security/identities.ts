import type { Endpoint } from '../../contract/endpoint.ts';
import { mayActAs, type Role } from '../../contract/people.ts';
import type { Shop } from './shop.ts';

/** Somebody, or something, that calls routes. One more of them is one more line of {@link identitiesOf}. */
export interface Identity {
  readonly name: string;
  /** What its requests carry beside those of every page. */
  readonly headers: () => Readonly<Record<string, string>>;
  /** The code with which a route for these refuses it; null: it is let in. */
  readonly refusal: (endpoint: Endpoint) => Refusal | null;
}

export type Refusal = 'not-enrolled' | 'signed-out' | 'not-allowed' | 'wrong-key';

const unknown = ({ who }: Endpoint) => (who === 'any' ? null : 'not-enrolled');
const device = ({ who }: Endpoint) => (who === 'any' || who === 'device' ? null : 'signed-out');
/** A program that shows a key is judged by it alone, wherever anybody is judged. */
const noKey = ({ forAll, byToken }: Endpoint) => (forAll || byToken ? null : 'wrong-key');
const role =
  (own: Role) =>
  ({ who }: Endpoint) =>
    who === 'any' || who === 'device' || who === 'session' || mayActAs(own, who) ? null : 'not-allowed';

/** Everybody who may knock at the server of a shop. */
export function identitiesOf({ manager, ana, ben, sam, sue, doors }: Shop): Identity[] {
  const staff = [manager, ana, ben, sam, sue].map((one) => ({
    name: `${one.role} ${one.name}`,
    headers: () => ({ Cookie: one.cookie }),
    refusal: role(one.role),
  }));
  const cookies = (Cookie: string) => () => ({ Cookie });
  const sessionOf = (cookie: string) => cookie.split('; ').filter((pair) => pair.includes('session'));
  return [
    { name: 'nobody', headers: () => ({}), refusal: unknown },
    { name: 'made-up cookies', headers: cookies('tillside-device=made-up; tillside-session=made-up'), refusal: unknown },
    { name: 'a session without its device', headers: () => ({ Cookie: sessionOf(manager.cookie).join('; ') }), refusal: unknown },
    { name: 'a bearer token', headers: () => ({ Authorization: 'Bearer made-up' }), refusal: unknown },
    { name: 'a made-up key', headers: () => ({ Authorization: `Bearer ts_${'a'.repeat(43)}` }), refusal: noKey },
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
    ...staff,
  ];
}
