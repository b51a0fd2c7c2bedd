import type { Kysely } from 'kysely';
import type { EndpointName } from '../../contract/platform/endpoints.ts';
import type { TillZ } from '../../contract/redemption/journal.ts';
import type { VisibleByKind } from '../platform/audit/journal-lines.ts';
import type { CardsOfLines } from '../platform/audit/line-extras.ts';
import type { Scope } from '../platform/base/scope.ts';
import type { Config } from '../platform/config/config.ts';
import type { CallInShop } from '../platform/http/call-in-shop.ts';
import type { Caller } from '../platform/http/caller.ts';
import type { Cookies } from '../platform/http/cookies.ts';
import type { ServerOrigin } from '../platform/http/guard.ts';
import type { IdentifyKey, Router } from '../platform/http/route.ts';
import type { GaugeReading } from '../platform/metrics/metrics.ts';
import type { Schema } from '../platform/store/schema.ts';
import type { AttentionSource } from '../redemption/cases/source.ts';
import type { DeriveStatusesByKind } from '../redemption/journal/verify-states.ts';
import type { DurableChange } from '../redemption/operation/changes.ts';
import type { OperationNews } from '../redemption/operation/operations.ts';
import type { VoucherGuard } from '../redemption/operation/voucher-guards.ts';
import type { CaseKind } from '../redemption/settle/cases.ts';

/** Receives the routes. */
export interface RouteTable extends Pick<Router, 'on' | 'onStream' | 'onDocument'> {
  readonly cookies: Cookies;
  /** The origin that browsers see. */
  readonly ownOrigin: ServerOrigin;
  readonly callInShop: CallInShop;
}

/** Hooks of a running feature. The core calls each of them at one place. */
export interface Hooks {
  /** Can refuse a redemption. Guards run in the order of the list of features. */
  readonly guards?: readonly VoucherGuard[];
  /**
   * Can refuse a request of which the caller has to prove more than the session.
   * @throws Problem 403 `passkey-needed`
   */
  readonly assertConfirmed?: (caller: Caller) => Promise<void>;
  /** Resolves operations whose outcome is unknown. */
  readonly caseKinds?: readonly CaseKind[];
  /** Adds cases to the manager's list. */
  readonly attentionSources?: readonly AttentionSource[];
  /** Numbers for monitoring, as of now. */
  readonly gauges?: () => Promise<readonly GaugeReading[]>;
  readonly routes?: (table: RouteTable, config: Config) => void;
  /** Runs before the first request. */
  readonly start?: () => Promise<void> | void;
  /** Runs once the server listens. */
  readonly onListening?: () => void;
  readonly stop?: () => Promise<void>;
  /** Receives the numbers of Z reports that a till remembers and the journal may lack. */
  readonly onRemembered?: (by: Caller, lostZs: readonly TillZ[]) => Promise<void>;
  /** Returns true if a page of this origin may show the till in a frame. */
  readonly mayFrame?: (origin: string) => Promise<boolean>;
}

/** Hooks of a feature that is created before the core because the core publishes to it. */
export interface HooksBeforeCore extends Hooks {
  readonly outbox?: OperationNews;
  readonly onChange?: (change: DurableChange) => void;
  readonly identifyKey?: IdentifyKey;
}

/** The part of a feature that exists without a running server. */
export interface Tables {
  readonly name: string;
  /** One sentence for each of the feature's routes in the OpenAPI document. */
  readonly summaries: Readonly<Partial<Record<EndpointName, string>>>;
  /** Facts of the feature's operations that appear in the audit trail. */
  readonly lines?: VisibleByKind;
  /** Functions that derive the state of the feature's operations from their facts. */
  readonly statusDerivations?: DeriveStatusesByKind;
  /** Cards that lines of the audit trail are about. */
  readonly cardsOfLines?: CardsOfLines | undefined;
  /** Adds lines to the list of transactions that the issuer does not have. @returns how many */
  readonly listsMore?: (db: Kysely<Schema>, shop: Scope, timeZone: string) => Promise<number>;
}
