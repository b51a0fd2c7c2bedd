import type { KeyLimits, KeyScope } from '../../../contract/access/key.ts';
import { mayActAs, type Person } from '../../../contract/access/people.ts';
import type { AllowedCaller, Endpoint } from '../../../contract/platform/endpoint.ts';
import type { Decider } from '../base/decider.ts';
import type { Scope } from '../base/scope.ts';
import { refuse } from './problem.ts';

export interface Device {
  readonly id: string;
  readonly name: string;
}

export interface AuthenticatedKey {
  readonly id: string;
  readonly scopes: readonly KeyScope[];
  /** Minor units of the shop's currency. */
  readonly limits: KeyLimits;
  /** How many more requests this server accepts from it at once. */
  readonly requestsLeft?: number;
}

/**
 * The result of authenticating a request: an enrolled device, and a person only together with one.
 * A key acts as both.
 */
export interface Identity {
  readonly shop: Scope;
  readonly device: Device | null;
  readonly person: Person | null;
  /** Set for a program, whose device is the key itself. */
  readonly key?: AuthenticatedKey;
  readonly visit?: Visit;
}

/** A person works in another shop than that of their device, or for head office. */
export interface Visit {
  /** The shop of the device. */
  readonly home: Scope;
  /** True for head office, which may open every shop and redeems in none. */
  readonly office: boolean;
}

/** An enrolled device, with the signed-in person if there is one. */
export interface DeviceCaller extends Identity {
  readonly device: Device;
}

export interface Caller extends DeviceCaller {
  readonly person: Person;
}

/**
 * True if the caller may see a record: a cashier sees their own and those made on the same device;
 * a manager sees all; a key sees what was requested with it.
 */
export function maySee(
  { person, device, key }: Caller,
  made: { readonly person: { readonly id: string }; readonly device: Device },
): boolean {
  if (key) return made.device.id === key.id;
  return person.role === 'manager' || made.person.id === person.id || made.device.id === device.id;
}

export function deciderOf({ person }: Caller): Decider {
  return { personId: person.id, person: person.name };
}

/** The type of caller that a route's access rule guarantees. */
export type CallerFor<W extends AllowedCaller> = W extends 'any'
  ? Identity
  : W extends 'device'
    ? DeviceCaller
    : Caller;
export type CallerOf<E extends Endpoint> = CallerFor<E['who']>;

/**
 * Admits a request to a route, or throws the reason: access is denied unless a rule allows it.
 * @throws Problem 401 `not-enrolled` or `signed-out`, 403 `not-allowed` or `visiting`
 */
export function admit(endpoint: Endpoint, identity: Identity): Identity {
  const { who, scopes = [] } = endpoint;
  if (identity.key) return admitKey(scopes, identity, identity.key);
  if (who === 'any') return identity;
  if (!identity.device) {
    throw refuse('not-enrolled');
  }
  if (who === 'device') return identity;
  if (!identity.person) throw refuse('signed-out');
  if (identity.visit && isOfTill(endpoint)) throw refuse('visiting');
  if (who === 'office' && identity.visit?.office !== true) throw refuse('not-allowed');
  if (who !== 'session' && who !== 'office' && !mayActAs(identity.person.role, who)) {
    throw refuse('not-allowed', { message: `This requires the role ${who}.` });
  }
  return identity;
}

/** True for the operations of a till, and for the state of one of them. */
function isOfTill({ who, method, path, forVisitors }: Endpoint): boolean {
  const isList = method === 'GET' && !path.includes(':');
  return (who === 'cashier' || who === 'stock') && !isList && forVisitors !== true;
}

const NOUNS: Partial<Record<KeyScope, string>> = { closings: 'read closings', stories: 'read voucher histories' };
const permission = (scope: KeyScope) => NOUNS[scope] ?? scope;

/**
 * Keys have no role that a route could be open to: a route names the scopes that admit a key, or
 * admits none.
 */
function admitKey(required: readonly KeyScope[], identity: Identity, { scopes }: AuthenticatedKey): Identity {
  if (required.some((scope) => scopes.includes(scope))) return identity;
  const message =
    required.length === 0
      ? 'API keys cannot use this route.'
      : `This key may not ${required.map(permission).join(' or ')}.`;
  throw refuse('not-allowed', { message });
}
