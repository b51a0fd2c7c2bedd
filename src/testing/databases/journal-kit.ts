import { randomUUID } from 'node:crypto';
import type { Clock } from '../../bff/platform/base/ports.ts';
import type { Scope } from '../../bff/platform/base/scope.ts';
import type { Store } from '../../bff/platform/storage/open-store.ts';
import { createJournals, journalTools } from '../../bff/redemption/journal/journals.ts';
import type { CaptureFact } from '../../bff/redemption/journal/tender-facts.ts';
import type { NewTender, OtherTenderFact, TenderJournal } from '../../bff/redemption/journal/tender-store.ts';
import { type Changes, createChanges } from '../../bff/redemption/operation/changes.ts';
import type { AttemptBaseline } from '../../bff/redemption/operation/snapshot.ts';
import { money } from '../../contract/money/money.ts';
import { createManualClock, type ManualClock } from '../clock.ts';
import { shopNamed } from '../rigs/shops.ts';
import { ANA, QUIET, seedPeople, TEST_KEYS } from '../rigs/till.ts';

/** A journal that a suite may fill. */
export interface JournalUnderTest {
  readonly journal: TenderJournal;
  readonly changes: Changes;
  /** The journal's clock. */
  readonly clock: ManualClock;
  /** Creates a shop with Ana and Ben, by default of its own account, so that tests do not share vouchers. */
  newShop(account?: string): Promise<Scope>;
  close(): Promise<void>;
}

/** Creates the tools from which journals of one server on a database are created. */
export function createTestJournalTools(
  { db, servers }: Pick<Store, 'db' | 'servers'>,
  clock: Clock,
  changes = createChanges({ servers, log: QUIET }),
) {
  return journalTools({ db, keys: TEST_KEYS, clock, servers, changes, timeZone: 'Asia/Singapore' });
}

/** The core's journals of one server on a database. */
export function createTestJournals(...on: Parameters<typeof createTestJournalTools>) {
  return createJournals(createTestJournalTools(...on));
}

/** The journal of tenders of one server on a database. */
export function createJournalUnderTest(store: Pick<Store, 'db' | 'servers'>, clock = createManualClock()): Omit<JournalUnderTest, 'close'> {
  const changes = createChanges({ servers: store.servers, log: QUIET });
  const journal = createTestJournals(store, clock, changes).tenders;
  return {
    journal,
    changes,
    clock,
    async newShop(account) {
      const shop = shopNamed(randomUUID());
      await seedPeople(store.db, shop, account ?? shop);
      return shop;
    },
  };
}

export const NO_BASELINE: AttemptBaseline = { snapshot: null, offset: null };
export const UNKNOWN = { kind: 'unknown', reason: 'silence', evidence: 'answer-lost' } as const satisfies OtherTenderFact;

/** Ana's request to redeem 20.00 from a voucher. */
export function newTender(shop: Scope, changes: Partial<NewTender> = {}): NewTender {
  const ref = changes.ref ?? '1234567890';
  return {
    id: randomUUID(),
    shop,
    device: ANA.device,
    person: ANA.person,
    saleId: null,
    receiptNo: null,
    entry: null,
    code: ref,
    ref,
    requested: money(2000, 'SGD'),
    returnVouchersInfo: true,
    ...changes,
  };
}

/** The issuer's answer for a complete capture. */
export function captureFact(captureId: string): CaptureFact {
  return { kind: 'captured', captureId, authorizationId: null, captured: 2000, evidence: 'answer', refundHandle: null, vouchers: [] };
}
