import type { VisibleFacts } from '../../../bff/platform/audit/journal-lines.ts';
import type { Keys } from '../../../bff/platform/base/keys.ts';
import { holdUntilEnd } from '../../../bff/platform/store/exclusively.ts';
import type { Schema } from '../../../bff/platform/store/schema.ts';
import { refHash } from '../../../bff/redemption/journal/ref-hash.ts';
import { type JournalDeps, journalOf } from '../../../bff/redemption/operation/journal-of.ts';
import type { Tx } from '../../../bff/redemption/operation/operations.ts';
import { pickRequester, REQUESTER_COLUMNS, readRequester } from '../../../bff/redemption/operation/read-facts.ts';
import { type IssuedVoucher, isIssueOpen, issuedVoucherSchema } from '../contract/issue.ts';
import { foldIssue, type IssueFact, issueFactSchema, issueStep } from './issue-facts.ts';
import { type IssueIdentity, type IssueJournal, type IssueRecord, type Order, SoldBefore } from './issue-store.ts';

export interface IssueJournalOptions extends JournalDeps {
  readonly keys: Keys;
  readonly serverId: number;
}

/** Facts of an issue that appear in the audit trail. */
export const ISSUE_LINES: VisibleFacts<IssueFact['kind']> = {
  intent: 'issue.asked',
  stopped: 'issue.stopped',
  resumed: 'issue.resumed',
  closed: 'issue.closed',
  printed: 'issue.printed',
  link_given: 'issue.voucher-sent',
  shown: 'issue.voucher-shown',
  taken_back: 'issue.taken-back',
  return_undone: 'issue.return-undone',
};

export function createIssueJournal({ keys, serverId, ...deps }: IssueJournalOptions): IssueJournal {
  const { db, operations } = deps;

  const kernel = journalOf(deps, {
    name: 'issue',
    table: 'issue',
    schema: issueFactSchema,
    fold: foldIssue,
    step: issueStep,
    isOpen: isIssueOpen,
    rows: () =>
      db
        .selectFrom('issue')
        .innerJoin('operation', 'operation.id', 'issue.id')
        .innerJoin('device', 'device.id', 'issue.device_id')
        .innerJoin('person', 'person.id', 'issue.person_id')
        .select(REQUESTER_COLUMNS)
        .select(['product_code', 'product_name', 'quantity', 'face_value', 'client_reference']),
    record(row, recorded): IssueRecord {
      const { product_code: productCode, quantity, face_value: faceValue, client_reference: clientReference } = row;
      return {
        ...recorded,
        ...readRequester(row),
        order: { productCode, quantity, faceValue, clientReference },
        productName: row.product_name,
      };
    },
    isSame: ({ person, order }, request: IssueIdentity) =>
      person.id === request.personId && sameOrder(order, request.order),
    /** A server that begins a run becomes responsible for the issue. */
    async moved(tx, { id, status }, next) {
      if (next.run !== status.run) await operations.takeResponsibility(tx, id);
    },
  });

  return {
    ...kernel,
    begin({ id, shop, device, person, order, productName, care }) {
      const row = {
        product_code: order.productCode,
        product_name: productName,
        quantity: order.quantity,
        face_value: order.faceValue,
        client_reference: order.clientReference,
      };
      return kernel.begin({
        id,
        shop,
        deviceId: device.id,
        lockHash: null,
        request: { shop, personId: person.id, order },
        facts: [{ kind: 'intent', server: serverId, quantity: order.quantity, ...(care && { care }) }],
        async insert(tx, at) {
          const values = { id, shop, device_id: device.id, person_id: person.id, ...row, created_at: at };
          await tx.insertInto('issue').values(values).execute();
        },
        record: (recorded) => ({ ...recorded, ...pickRequester({ device, person }), order, productName }),
      });
    },
    issued: (issue, vouchers, refusal) => {
      const first = issue.status.issued;
      const rows = vouchers.map((voucher, index) => {
        const found = { issue_id: issue.id, position: first + index, ref_hash: refHash(keys, voucher.code) };
        return { ...found, sealed: keys.seal(JSON.stringify(voucher)) };
      });
      return kernel.append(
        issue,
        { kind: 'issued', count: vouchers.length, refusal },
        {
          after: (tx) => insertVouchers(tx, issue, rows),
        },
      );
    },
    resume: (issue, by) => kernel.append(issue, { kind: 'resumed', server: serverId, by }),
    recordRelease: (issue, fact, after) => kernel.append(issue, fact, after && { after }),
    async ofVoucher(shop, ref) {
      const found = await db
        .selectFrom('issued_voucher')
        .innerJoin('issue', 'issue.id', 'issued_voucher.issue_id')
        .select(['issue_id', 'sealed'])
        .where('issued_voucher.ref_hash', '=', refHash(keys, ref))
        .where('issue.shop', '=', shop)
        .executeTakeFirst();
      const issue = found ? await kernel.read(shop, found.issue_id) : null;
      return found && issue ? { issue, voucher: opened(keys, found.sealed) } : null;
    },
    async vouchers({ id }) {
      const rows = await db
        .selectFrom('issued_voucher')
        .select('sealed')
        .where('issue_id', '=', id)
        .orderBy('position')
        .execute();
      return rows.map(({ sealed }) => opened(keys, sealed));
    },
  };
}

/**
 * Inserts vouchers that the shop does not have, one transaction at a time on all servers.
 * @throws SoldBefore
 */
async function insertVouchers(
  tx: Tx,
  { shop }: Pick<IssueRecord, 'shop'>,
  rows: readonly Schema['issued_voucher'][],
): Promise<void> {
  if (rows.length === 0) return;
  await holdUntilEnd(tx, 'issued');
  const sold = await tx
    .selectFrom('issued_voucher')
    .innerJoin('issue', 'issue.id', 'issued_voucher.issue_id')
    .select('issued_voucher.issue_id')
    .where('issue.shop', '=', shop)
    .where(
      'issued_voucher.ref_hash',
      'in',
      rows.map((row) => row.ref_hash),
    )
    .executeTakeFirst();
  if (sold) throw new SoldBefore();
  await tx
    .insertInto('issued_voucher')
    .values([...rows])
    .execute();
}

function opened(keys: Pick<Keys, 'open'>, sealed: string): IssuedVoucher {
  return issuedVoucherSchema.parse(JSON.parse(keys.open(sealed)));
}

function sameOrder(recorded: Order, requested: Order): boolean {
  return (Object.keys(requested) as (keyof Order)[]).every((field) => recorded[field] === requested[field]);
}
