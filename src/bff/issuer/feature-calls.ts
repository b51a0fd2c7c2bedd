import type { ClientApi } from './client-api.ts';
import type { IssuerConfig } from './config.ts';
import type { Operate } from './operate.ts';

/** Calls to the issuer by features. Each feature adds its own here. */
export interface FeatureCalls {}

/** What features need for calls of their own. */
export interface IssuerConnection {
  readonly config: Pick<IssuerConfig, 'productClass' | 'timeZone'>;
  readonly operate: Operate;
  /** Null without credentials. */
  readonly clientApi: Pick<ClientApi, 'askV3' | 'sendV3'> | null;
}

/** Creates the calls of one feature. */
export type CreateFeatureCalls = (connection: IssuerConnection) => Partial<FeatureCalls>;

/** Adds the calls of all features to an issuer. */
export function withFeatureCalls<T extends { readonly connection: IssuerConnection }>(
  issuer: T,
  creates: readonly CreateFeatureCalls[],
): T & FeatureCalls {
  return Object.assign(issuer, ...creates.map((create) => create(issuer.connection))) as T & FeatureCalls;
}
