import type { Who } from '../../contract/endpoint.ts';
import { mayActAs, type Role } from '../../contract/people.ts';
import type { Shop } from './shop.ts';

/** Somebody, or something, that calls routes. One more of them is one more line of {@link identitiesOf}. */
export interface Identity {
  readonly name: string;
  /** What its requests carry beside those of every page. */
  readonly headers: () => Readonly<Record<string, string>>;
  /** The code with which a route for these refuses it; null: it is let in. */
  readonly refusal: (who: Who) => Refusal | null;
}

export type Refusal = 'not-enrolled' | 'signed-out' | 'not-allowed';

const unknown = (who: Who) => (who === 'any' ? null : 'not-enrolled');
const device = (who: Who) => (who === 'any' || who === 'device' ? null : 'signed-out');
const role = (own: Role) => (who: Who) =>
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
