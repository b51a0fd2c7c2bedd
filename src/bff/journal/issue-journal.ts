import type { Kysely } from 'kysely';
import { type IssuedVoucher, type IssueState, isIssueOpen, issuedVoucherSchema } from '../../contract/issue.ts';
import type { Keys } from '../base/keys.ts';
import type { Clock } from '../base/ports.ts';
import type { Changes } from '../operation/changes.ts';
import type { Operations, Tx } from '../operation/operations.ts';
import { originIn, readFacts } from '../operation/read-facts.ts';
import type { Schema } from '../store/schema.ts';
import { foldIssue, type IssueFact, type IssueStanding, issueFactSchema, issueStep } from './issue-facts.ts';
import type { IssueBegun, IssueIdentity, IssueJournal, IssueRecalled, IssueRecord, NewIssue, Order } from './issue-store.ts';
import type { DatedFact } from './tender-facts.ts';

export interface IssueJournalOptions {
  readonly db: Kysely<Schema>;
  readonly keys: Keys;
  readonly clock: Clock;
  readonly operations: Operations;
  readonly changes: Changes;
  readonly serverId: number;
}

const UNANSWERED: readonly IssueState[] = ['unknown', 'manager'];

/** The journal of issues over a Kysely database; both engines run it. */
export function createIssueJournal({ db, keys, clock, operations, changes, serverId }: IssueJournalOptions): IssueJournal {
  function told(issue: IssueRecord): IssueRecord {
    changes.tell({ kind: 'issue', id: issue.id, open: isIssueOpen(issue.standing.state) });
    return issue;
  }

  const issues = () =>
    db
      .selectFrom('issue')
      .innerJoin('operation', 'operation.id', 'issue.id')
      .innerJoin('device', 'device.id', 'issue.device_id')
      .innerJoin('person', 'person.id', 'issue.person_id')
      .select(['issue.id', 'issue.shop', 'issue.device_id', 'device.name as device_name', 'person_id', 'person.name as person_name'])
      .select(['product_code', 'product_name', 'quantity', 'face_value', 'client_reference', 'issue.created_at']);
  type Row = Awaited<ReturnType<ReturnType<typeof issues>['execute']>>[number];

  async function toRecords(rows: readonly Row[]): Promise<IssueRecord[]> {
    const factsOf = await readFacts(db, rows, issueFactSchema);
    return rows.map((row) => {
      const { product_code: productCode, quantity, face_value: faceValue, client_reference: clientReference } = row;
      const order = { productCode, quantity, faceValue, clientReference };
      const facts = factsOf(row.id);
      return { ...originIn(row), order, productName: row.product_name, facts, standing: foldIssue(facts) };
    });
  }

  async function read(shop: string, id: string): Promise<IssueRecord | null> {
    const [issue] = await toRecords(await issues().where('issue.id', '=', id).where('issue.shop', '=', shop).execute());
    return issue ?? null;
  }

  async function recall(id: string, { shop, personId, order }: IssueIdentity): Promise<IssueRecalled> {
    const known = await db.selectFrom('operation').select('id').where('id', '=', id).executeTakeFirst();
    if (!known) return { outcome: 'none' };
    const issue = await read(shop, id);
    return issue && issue.person.id === personId && sameOrder(issue.order, order) ? { outcome: 'same', issue } : { outcome: 'different' };
  }

  async function insert(tx: Tx, { id, shop, device, person, order, productName }: NewIssue, fact: DatedFact<IssueFact>): Promise<boolean> {
    const operation = { id, shop, kind: 'issue', deviceId: device.id, lockHash: null, at: fact.at } as const;
    if (!(await operations.insert(tx, operation, { state: 'running', open: true, version: 1 }))) return false;
    await tx
      .insertInto('issue')
      .values({
        id,
        shop,
        device_id: device.id,
        person_id: person.id,
        product_code: order.productCode,
        product_name: productName,
        quantity: order.quantity,
        face_value: order.faceValue,
        client_reference: order.clientReference,
        created_at: fact.at,
      })
      .execute();
    await operations.write(tx, id, [fact]);
    return true;
  }

  async function begin(issue: NewIssue): Promise<IssueBegun> {
    const { shop, person, order } = issue;
    const fact = { at: clock.now(), fact: { kind: 'intent', server: serverId, quantity: order.quantity } } as const;
    const inserted = await db.transaction().execute((tx) => insert(tx, issue, fact));
    if (inserted) return { outcome: 'new', issue: told(newRecord(issue, fact)) };
    const known = await recall(issue.id, { shop, personId: person.id, order });
    if (known.outcome === 'none') throw new Error('An id is taken by nothing');
    return known;
  }

  /** Appends a fact, and whatever else belongs into the same transaction. */
  async function grow(
    issue: IssueRecord,
    fact: IssueFact,
    beside?: (tx: Tx, next: IssueStanding) => Promise<unknown>,
  ): Promise<IssueRecord> {
    const { id, facts } = issue;
    const dated = { at: clock.now(), fact };
    const standing = issueStep(issue.standing, dated);
    await db.transaction().execute(async (tx) => {
      const place = { id, kind: 'issue', version: facts.length } as const;
      await operations.move(tx, place, { state: standing.state, open: isIssueOpen(standing.state) }, dated);
      await beside?.(tx, standing);
    });
    return told({ ...issue, facts: [...facts, dated], standing });
  }

  return {
    recall,
    begin,
    append: (issue, fact) => grow(issue, fact),
    issued: (issue, vouchers, refusal) =>
      grow(issue, { kind: 'issued', count: vouchers.length, refusal }, async (tx) => {
        if (vouchers.length === 0) return;
        const first = issue.standing.issued;
        const rows = vouchers.map((voucher, index) => {
          return { issue_id: issue.id, position: first + index, sealed: keys.seal(JSON.stringify(voucher)) };
        });
        await tx.insertInto('issued_voucher').values(rows).execute();
      }),
    resume: (issue, by) =>
      grow(issue, { kind: 'resumed', server: serverId, by }, async (tx, next) => {
        if (next.run === issue.standing.run) return;
        await tx.updateTable('operation').set({ owner: serverId }).where('id', '=', issue.id).execute();
      }),
    printed: (issue, fact, beside) => grow(issue, fact, beside),
    read,
    async vouchers({ id }) {
      const rows = await db.selectFrom('issued_voucher').select('sealed').where('issue_id', '=', id).orderBy('position').execute();
      return rows.map(({ sealed }): IssuedVoucher => issuedVoucherSchema.parse(JSON.parse(keys.open(sealed))));
    },
    async latestOf(shop, personId, count) {
      const all = issues().where('issue.shop', '=', shop);
      const wanted = personId === null ? all : all.where('person_id', '=', personId);
      return toRecords(await wanted.orderBy('issue.created_at', 'desc').limit(count).execute());
    },
    async unanswered(shop) {
      const open = issues().where('operation.shop', '=', shop).where('operation.kind', '=', 'issue');
      return toRecords(await open.where('operation.state', 'in', UNANSWERED).orderBy('issue.created_at').execute());
    },
    adopt: (shop, alive) => operations.adopt(shop, 'issue', alive),
  };
}

/** What reading the issue back would give. */
function newRecord({ id, shop, device, person, order, productName }: NewIssue, intent: DatedFact<IssueFact>): IssueRecord {
  const who = { device: { id: device.id, name: device.name }, person: { id: person.id, name: person.name } };
  return { id, shop, ...who, order, productName, createdAt: intent.at, facts: [intent], standing: foldIssue([intent]) };
}

function sameOrder(own: Order, asked: Order): boolean {
  return (Object.keys(asked) as (keyof Order)[]).every((field) => own[field] === asked[field]);
}
