import type { EndpointName } from '../../contract/platform/endpoints.ts';
import { FIRST_FEATURES, SERVER_FEATURES } from '../../features/bff.ts';
import type { VisibleByKind } from '../platform/audit/journal-lines.ts';
import { CORE_LINES, CORE_STATUS_DERIVATIONS } from '../redemption/journal/journals.ts';
import type { DeriveStatusesByKind } from '../redemption/journal/verify-states.ts';
import type { Examples, MoneyEffect, Tables, Unconfirmed } from './feature-hooks.ts';
import { CORE_EXAMPLES, CORE_MONEY, CORE_UNCONFIRMED } from './route-facts.ts';
import { CORE_SUMMARIES } from './summaries.ts';

/** Every feature, without its parts. */
export const FEATURE_TABLES: readonly Tables[] = [...FIRST_FEATURES, ...SERVER_FEATURES];

/** Calls of all features to the issuer. */
export const ISSUER_CALLS = FEATURE_TABLES.flatMap(({ issuerCalls }) => issuerCalls ?? []);

/** Facts of operations that appear in the audit trail. */
export const TRAIL_LINES: VisibleByKind = merged({ ...CORE_LINES }, ({ lines }) => lines);

/** Functions that derive the state of operations of each kind from their facts. */
export const STATUS_DERIVATIONS: DeriveStatusesByKind = merged(
  { ...CORE_STATUS_DERIVATIONS },
  ({ statusDerivations }) => statusDerivations,
);

/** One sentence for each route. */
export const SUMMARIES: Readonly<Record<string, string>> = merged({ ...CORE_SUMMARIES }, ({ summaries }) => summaries);

export const EXAMPLES: Examples = merged({ ...CORE_EXAMPLES }, ({ examples }) => examples);

/** Why no passkey guards a route, see `docs/security.md`. */
export const UNCONFIRMED: Unconfirmed = merged({ ...CORE_UNCONFIRMED }, ({ unconfirmed }) => unconfirmed);

/** Returns the routes with an effect on money. */
export function routesByMoney(effect: MoneyEffect): readonly EndpointName[] {
  return [CORE_MONEY, ...FEATURE_TABLES.map(({ money }) => money)].flatMap((effects) => effects?.[effect] ?? []);
}

function merged<T extends object>(core: T, of: (tables: Tables) => T | undefined): T {
  return FEATURE_TABLES.reduce((all, tables) => ({ ...all, ...of(tables) }), core);
}
