import type { Kysely } from 'kysely';
import type { DocumentKind } from '../../contract/platform/document-kind.ts';
import type { EndpointName } from '../../contract/platform/endpoints.ts';
import type { RestoredAccess, RestoredKind } from '../../contract/platform/restored-access.ts';
import type { TillZ } from '../../contract/redemption/journal.ts';
import type { StateOutcome } from '../../contract/redemption/states.ts';
import type { OnEnrolled } from '../access/people/enrolment.ts';
import type { IsOfficeMember } from '../access/people/manages-everywhere.ts';
import type { CreateFeatureCalls } from '../issuer/feature-calls.ts';
import type { VisibleByKind } from '../platform/audit/journal-lines.ts';
import type { CardsOfLines } from '../platform/audit/line-extras.ts';
import type { Logger } from '../platform/base/logging.ts';
import type { Clock } from '../platform/base/ports.ts';
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
import type { ReadCheckFacts } from '../redemption/check/check.ts';
import type { DeriveStatusesByKind } from '../redemption/journal/verify-states.ts';
import type { DurableChange } from '../redemption/operation/changes.ts';
import type { OperationNews, Tx } from '../redemption/operation/operations.ts';
import type { VoucherGuard } from '../redemption/operation/voucher-guards.ts';
import type { CaseKind } from '../redemption/settle/cases.ts';

/** Receives the routes. */
export interface RouteTable extends Pick<Router, 'on' | 'onStream' | 'onDocument'> {
  readonly cookies: Cookies;
  /** The origin that browsers see. */
  readonly ownOrigin: ServerOrigin;
  readonly callInShop: CallInShop;
}

/** The result of one check, in English: fine, or a problem with its solution. */
export interface Finding {
  readonly ok: boolean;
  /** Fine, but rarely intended. */
  readonly isNote?: true;
  readonly subject: string;
  readonly message: string;
}

/** An event of a voucher in this shop other than a redemption or refund. */
export interface VoucherEvent {
  readonly id: string;
  readonly what: 'activated' | 'deactivated' | 'issued';
  /** Our clock, milliseconds UTC. */
  readonly at: number;
  /** Minor units or items that the voucher received; null if unknown. */
  readonly value: number | null;
  /** The unit, see `unitOf`; null if unknown. */
  readonly unit: string | null;
  readonly person: string;
  readonly device: string;
  /** The cards that were activated together; null for an issued voucher. */
  readonly cards: { readonly start: string; readonly end: string } | null;
}

/** An operation on the list of transactions that no search of the issuer shows. */
export interface ListedOperation {
  readonly id: string;
  readonly kind: 'activation';
  readonly operationId: string;
  readonly state: string;
  readonly outcome: StateOutcome;
  readonly count: number;
  readonly cards: { readonly start: string; readonly end: string };
  /** Milliseconds UTC. */
  readonly at: number;
  readonly person: string;
  readonly device: string;
}

/** A document that was sent to a printer. */
export interface SentPrintout {
  readonly subject: string;
  /** Milliseconds UTC. */
  readonly at: number;
  /** True if nothing was printed. */
  readonly isFailed: boolean;
}

/** Puts vouchers on hold, and releases them, for one reason. */
export interface VoucherHolds {
  /**
   * Vouchers with a hold are skipped.
   * @param of.subject the subject in the audit trail
   */
  putAll(
    tx: Tx,
    manager: Caller,
    of: { readonly subject: string; readonly refs: readonly string[]; readonly reason: string },
  ): Promise<void>;
  /**
   * Releases the vouchers that {@link VoucherHolds.putAll} put on hold for a subject.
   * @param of.since time of those holds, milliseconds UTC
   */
  releaseAll(
    tx: Tx,
    manager: Caller,
    of: { readonly subject: string; readonly refs: readonly string[]; readonly since: number },
  ): Promise<void>;
}

/** One kind of access, or of holds, that a restored backup may bring back. */
export interface RestorableAccess {
  readonly kind: RestoredKind;
  /** Returns active ones that were created before a time, milliseconds UTC. */
  list(shop: Scope, before: number): Promise<readonly ListedAccess[]>;
  /** Ends one of them. @throws Problem if it is impossible, or the manager may not */
  end(manager: Caller, id: string): Promise<unknown>;
}

export interface ListedAccess
  extends Pick<RestoredAccess, 'id' | 'name'>,
    Partial<Pick<RestoredAccess, 'role' | 'detail'>> {
  /** When it was created, milliseconds UTC. */
  readonly at: number;
  /** The person who uses it to sign in. */
  readonly personId?: string;
}

/** Hooks of a running feature. The core calls each of them at one place. */
export interface Hooks {
  /** Can refuse a redemption. Guards run in the order of the list of features. */
  readonly guards?: readonly VoucherGuard[];
  /** Adds to the answer of a check: fields of `features/check.ts`, and a reason for a refusal. */
  readonly checkFacts?: ReadCheckFacts;
  /**
   * Can refuse a request of which the caller has to prove more than the session.
   * @throws Problem 403 `passkey-needed`
   */
  readonly assertConfirmed?: (caller: Caller) => Promise<void>;
  /** Resolves operations whose outcome is unknown. */
  readonly caseKinds?: readonly CaseKind[];
  /** Returns events of a voucher, oldest first; its ref or its printed number may be unknown. */
  readonly voucherEvents?: (
    shop: Scope,
    voucher: { readonly ref: string | null; readonly sequence: string | null },
  ) => Promise<readonly VoucherEvent[]>;
  /** Returns operations by their ids on the list of transactions. */
  readonly listedOperations?: (ids: readonly string[]) => Promise<readonly ListedOperation[]>;
  readonly voucherHolds?: VoucherHolds;
  readonly restorableAccess?: readonly RestorableAccess[];
  /** Returns the documents of one kind that were sent to printers of a shop. */
  readonly sentPrintouts?: (
    shop: Scope,
    what: DocumentKind,
    subjects: readonly string[],
  ) => Promise<readonly SentPrintout[]>;
  /** Returns findings of a shop for the manager's check of the server. */
  readonly findings?: (shop: Scope) => Promise<readonly Finding[]>;
  /** Returns the names of printers by the devices that use them. */
  readonly printersOfDevices?: (shop: Scope) => Promise<ReadonlyMap<string, string>>;
  /** Adds cases to the manager's list. */
  readonly attentionSources?: readonly AttentionSource[];
  /** Numbers for monitoring, as of now. */
  readonly gauges?: () => Promise<readonly GaugeReading[]>;
  readonly routes?: (table: RouteTable, config: Config) => void;
  /** Runs before the first request. */
  readonly start?: () => Promise<void> | void;
  /** Runs once all parts of the server run; not in shops besides that of the settings. */
  readonly onStarted?: () => void;
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

/** Valid requests by route: the body, or for a `GET` the query. */
export type Examples = Readonly<Partial<Record<EndpointName, object>>>;

/**
 * Effects of a route on money, vouchers or active cards, which decide what it answers while the
 * journal may lack the first request: `requests` them, `follows` or cancels such a request,
 * requests them `elsewhere` through another operation, or `none`.
 */
export type MoneyEffect = 'requests' | 'follows' | 'elsewhere' | 'none';
export type MoneyEffects = Readonly<Partial<Record<MoneyEffect, readonly EndpointName[]>>>;

/** The reasons why routes of managers and head office need no passkey. */
export type Unconfirmed = Readonly<Partial<Record<EndpointName, string>>>;

/** The part of a feature that exists without a running server. */
export interface Tables {
  readonly name: string;
  /** One sentence for each of the feature's routes in the OpenAPI document. */
  readonly summaries: Readonly<Partial<Record<EndpointName, string>>>;
  /** For each route that needs a body or a query: in the OpenAPI document, and sent by tests. */
  readonly examples?: Examples;
  /** For each route other than a `GET`. */
  readonly money?: MoneyEffects;
  /** For each route of managers, other than a `GET`, without `confirms`. */
  readonly unconfirmed?: Unconfirmed;
  /** Calls to the issuer. They become part of `core.issuer`. */
  readonly issuerCalls?: CreateFeatureCalls;
  /**
   * Runs before a journal of an older version is migrated. If it rejects, nothing is changed.
   * @throws Error with a message for the operator
   */
  readonly beforeMigration?: (config: Config, clock: Pick<Clock, 'now'>, log: Logger) => Promise<void>;
  /**
   * Checks what settings name, for the doctor and the page of checks.
   * @param now milliseconds UTC
   */
  readonly settingsFindings?: (config: Config, now: number) => readonly Finding[];
  /** Facts of the feature's operations that appear in the audit trail. */
  readonly lines?: VisibleByKind;
  /** Functions that derive the state of the feature's operations from their facts. */
  readonly statusDerivations?: DeriveStatusesByKind;
  /** Cards that lines of the audit trail are about. */
  readonly cardsOfLines?: CardsOfLines | undefined;
  /** Returns true for a member of head office, whose name, PIN and badge no shop may change. */
  readonly isOfficeMember?: IsOfficeMember;
  /** Runs in the transaction that enrols a device. */
  readonly onEnrolled?: OnEnrolled;
  /** Adds lines to the list of transactions that the issuer does not have. @returns how many */
  readonly listsMore?: (db: Kysely<Schema>, shop: Scope, timeZone: string) => Promise<number>;
}
