import type { Kysely } from 'kysely';
import { createApproval } from './activation/approval.ts';
import { createAttention } from './attention/attention.ts';
import { behindSource } from './attention/behind.ts';
import { orphanSource } from './attention/orphans.ts';
import { refundSource } from './attention/refunds.ts';
import { tenderSource } from './attention/tenders.ts';
import type { Audit } from './audit/audit.ts';
import type { Keys } from './base/keys.ts';
import type { Logger } from './base/logging.ts';
import type { Clock, Random } from './base/ports.ts';
import { createTurns } from './base/turns.ts';
import { createCheck } from './check/check.ts';
import { createSnapshots } from './check/snapshots.ts';
import { createWrongCodes } from './check/wrong-codes.ts';
import type { IssuerAdmin } from './issuer/admin-port.ts';
import type { Issuer } from './issuer/port.ts';
import { createJournals } from './journal/journals.ts';
import { latestRefundScope } from './journal/refund-scope.ts';
import { createChanges } from './operation/changes.ts';
import { createGuessing } from './people/guessing.ts';
import { createPinCheck } from './people/pin-check.ts';
import { createPins } from './people/pins.ts';
import { createRefundAttempt } from './refund/attempt.ts';
import { createGiveBack } from './refund/give-back.ts';
import { createRefunds } from './refund/refunds.ts';
import { createSettings } from './settings/settings.ts';
import { RULES } from './settle/in-force.ts';
import { refundCases } from './settle/refund-case.ts';
import { SEARCHES_AT_ONCE } from './settle/settle.ts';
import { createSettler } from './settle/settler.ts';
import { createSweeper } from './settle/sweeper.ts';
import { tenderCases } from './settle/tender-case.ts';
import { createStock, type StockIssuer } from './stock.ts';
import type { Schema } from './store/schema.ts';
import type { Servers } from './store/servers.ts';
import { createTenderAttempt } from './tender/attempt.ts';
import { createTenders } from './tender/tenders.ts';

export interface VoucherPartsOptions {
  readonly shop: string;
  readonly db: Kysely<Schema>;
  readonly keys: Keys;
  readonly clock: Clock;
  readonly random: Random;
  readonly issuer: Issuer & StockIssuer & Pick<IssuerAdmin, 'refund'>;
  readonly log: Logger;
  /** Where what people do beside the journal is written down. */
  readonly audit: Audit;
  readonly currency: string;
  readonly productBasedValue: 'none' | 'items';
  /** W of settling, milliseconds. */
  readonly settleWindowMs: number;
  /** Whether a redemption of unknown outcome may be sent once more where at most one of the two can succeed. */
  readonly safeSecondAttempt: boolean;
  /** First part of a refund's address where no answer of the issuer has told it. */
  readonly refundScope: string;
  /** Milliseconds between two looks for captures that nothing explains. */
  readonly sweepEveryMs: number;
  /** IANA name; the shop's day ends in it. */
  readonly timeZone: string;
  /** The servers that share the database. */
  readonly servers: Servers;
}

/** Puts together all that deals in vouchers: check, redemption, refund, activation, sale, settling, and what is left for a manager. Nothing runs yet. */
export function createVoucherParts(options: VoucherPartsOptions) {
  const { shop, db, keys, clock, random, issuer, log, audit, servers, settleWindowMs, safeSecondAttempt, currency, productBasedValue } =
    options;
  const { refundScope, sweepEveryMs, timeZone } = options;
  const changes = createChanges({ servers, log });
  const journals = createJournals({ db, keys, clock, servers, changes });
  const journal = journals.tenders;
  const { refunds: refundJournal, orphans } = journals;
  const shared = { shop, journal, issuer, clock, random, log, audit, changes, settleWindowMs };
  const snapshots = createSnapshots({ issuer, clock });
  const wrongCodes = createWrongCodes({ clock });
  const attempt = createTenderAttempt(shared);
  const settings = createSettings({ db, clock, audit });
  const checkPin = createPinCheck({
    db,
    pins: createPins(keys.pepper),
    guessing: createGuessing({ db, clock }),
    audit,
    refused: 'pin.refused',
  });
  const approve = createApproval({ settings, checkPin, audit });
  const stock = createStock({ ...shared, approve, journals, currency, serverId: servers.id, watch: (kind, id) => settler.watch(kind, id) });
  const inTurn = createTurns(SEARCHES_AT_ONCE);
  const kinds = [
    tenderCases({ ...shared, inTurn, rules: RULES, safeSecondAttempt, attempt }),
    refundCases({ ...shared, inTurn, rules: RULES, refunds: refundJournal }),
    ...stock.cases,
  ];
  const settler = createSettler({ kinds, servers, clock, log });
  const tenders = createTenders({ ...shared, attempt, snapshots, wrongCodes, settler, currency, productBasedValue });
  const check = createCheck({ ...shared, snapshots, wrongCodes, currency });
  const refunds = createRefunds({
    ...shared,
    refunds: refundJournal,
    attempt: createRefundAttempt({ ...shared, refunds: refundJournal }),
    snapshots,
    settler,
    learnedScope: () => latestRefundScope(db),
    refundScope,
  });
  const sweeper = createSweeper({ ...shared, refunds: refundJournal, orphans, timeZone, sweepEveryMs });
  const attention = createAttention([
    tenderSource({ ...shared, refunds: refundJournal, giveBack: createGiveBack(refunds, random) }),
    refundSource({ ...shared, refunds: refundJournal }),
    orphanSource({ shop, orphans }),
    behindSource(sweeper),
    ...stock.sources,
  ]);
  return { shared, journals, settings, stock, settler, tenders, check, refunds, sweeper, attention };
}
