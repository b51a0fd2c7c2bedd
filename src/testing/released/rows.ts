import type { Kysely } from 'kysely';
import { createAudit } from '../../bff/platform/audit/audit.ts';
import { dataKeyMark, makeKey, wrapKey } from '../../bff/platform/base/keys.ts';
import { MIGRATIONS, migrate } from '../../bff/platform/store/migrate.ts';
import type { Schema } from '../../bff/platform/store/schema.ts';
import { createManualClock } from '../clock.ts';
import { shopNamed, whose } from '../rigs/shops.ts';
import { ANA, MEI, SHOP, TEST_KEYS } from '../rigs/till.ts';
import { runScript } from './scripts.ts';

/** Releases that left a database, oldest first. */
export const RELEASES = ['0.1.0'];

/** The time of all events in these databases, milliseconds UTC. */
const AT = 1_894_698_000_000;
/** `1234567890`, under the key of the tests. */
const REF = { hash: 'jmEnlUPM_Abkf1BobC3vJ-1CtsLryo5NZmAEshGkozU', sealed: 'Fb2ABPBLHEVb2FVvprvmvldBsgdwRi1kjR58Q0GS4AsPnR2AQ4g' };
const CAPTURE = '1000000000000000000000000000002';
const SNAPSHOT = `{"snapshot":{"remaining":5000,"unit":"SGD","source":"client","at":${AT},"singleUse":false,"seen":[]}}`;
const SENT = '{"attempt":1,"offset":{"offsetMs":0,"errorMs":500}}';
const TAKEN = `{"captureId":"${CAPTURE}","authorizationId":null,"captured":100,"evidence":"answer","refundHandle":null,"vouchers":[]}`;

/** The shops that were added to these databases: a sister of the first one, and one of another account. */
export const ADDED = [
  { ...whose(shopNamed('katong')), mid: '000000000000043', taken: '04d675a0-ee47-4618-b86d-7e12064e92b1' },
  { ...whose(shopNamed('airport'), 'east'), mid: '000000000000091', taken: '04d675a0-ee47-4618-b86d-7e12064e92c1' },
] as const;

/** Ids of the operations in the first shop of these databases. */
export const RELEASED = {
  taken: '04d675a0-ee47-4618-b86d-7e12064e92a1',
  lost: '04d675a0-ee47-4618-b86d-7e12064e92a2',
  activation: '52ae2587-14bd-4750-b9ed-95e8922a3d59',
  issue: '63b2b5dc-ccd2-4dee-aaa8-8c3ce9bba0be',
  /** The code on Ana's badge. */
  badge: 'B-ABCDEFGHJKMNPQRSTVWXYZABCDEFGH',
  hold: '96e5e80f-0fe5-4a11-8dcb-bf16ceee63e1',
  printer: '74c3c6ed-ddc3-4eff-9bb9-9d4df0ccb1cf',
  printout: '85d4d7fe-eed4-4f00-8cca-ae5e01ddc2d0',
  register: '7c1f0d52-3f0e-4a55-9d3b-0a3c7f1b8f01',
  link: '7c1f0d52-3f0e-4a55-9d3b-0a3c7f1b8f02',
  sold: '7c1f0d52-3f0e-4a55-9d3b-0a3c7f1b8f03',
} as const;
const { taken, lost, activation, issue, printer, printout, register, link, sold } = RELEASED;

type FactText = readonly [kind: string, data: string];

function operation(id: string, kind: string, state: string, facts: readonly FactText[], { shop, account } = whose()): string {
  const isOpen = state === 'unknown' ? 1 : 0;
  return `insert into operation (id, shop, kind, device_id, lock_hash, state, open, version, owner, created_at, changed_at,
        account)
      values ('${id}', '${shop}', '${kind}', 'till-1', null, '${state}', ${isOpen}, ${facts.length}, 1, ${AT}, ${AT}, '${account}');`;
}

function factsOf(id: string, kind: string, facts: readonly FactText[], { shop } = whose()): string {
  const row = ([fact, data]: FactText) => `insert into fact (shop, operation_id, at, kind, data, operation_kind, person_id)
      values ('${shop}', '${id}', ${AT}, '${fact}', '${data}', '${kind}', 'ana');`;
  return facts.map(row).join('\n');
}

function tender(id: string, hash: string, state: string, facts: readonly FactText[], owner = whose()): string {
  return `${operation(id, 'tender', state, facts, owner)}
    insert into tender (id, shop, device_id, person_id, sale_id, code_hash, ref_hash, ref_sealed, last4, kind, requested, currency, return_info,
        created_at, receipt_no, entry, held)
      values ('${id}', '${owner.shop}', 'till-1', 'ana', ${id === sold ? `'${link}'` : 'null'}, '${hash}', '${hash}', '${REF.sealed}', '7890', 'money',
        100, 'SGD', 1, ${AT}, 'R-1029', 'camera', 5000);
    ${factsOf(id, 'tender', facts, owner)}`;
}

const ISSUE_FACTS: readonly FactText[] = [
  ['intent', '{"server":1,"quantity":1}'],
  ['sent', '{"key":"4ff3b28a-477e-435e-8741-af586dfc10dc","quantity":1}'],
  ['issued', '{"count":1,"refusal":null}'],
];
const ACTIVATION_FACTS: readonly FactText[] = [
  ['intent', '{"server":1,"ranges":[{"start":"000101","end":"000102","count":2}]}'],
  ['sent', '{"range":0}'],
  ['done', '{"range":0,"activationId":null,"deactivatable":true}'],
];
const BEGUN: readonly FactText[] = [
  ['intent', SNAPSHOT],
  ['sent', SENT],
];

const PEOPLE = `insert into account (id, created_at) values ('main', ${AT});
    insert into shop (id, account, mid, created_at) values ('${SHOP}', 'main', '000000000000042', ${AT});
    insert into device (id, shop, name, secret_hash, enrolled_at) values ('till-1', '${SHOP}', 'Till 1', 'h', ${AT});
    ${[ANA, MEI]
      .map(
        ({ person: { id, name, role } }) =>
          `insert into person (id, name, pin_hash, created_at) values ('${id}', '${name}', 'h', ${AT});
    insert into place (shop, person_id, role) values ('${SHOP}', '${id}', '${role}');`,
      )
      .join('\n')}
    insert into permit (shop, operation_id, kind, person_id, count, at, proved)
      values ('${SHOP}', '${issue}', 'issue', 'ana', 1000, ${AT}, 0);
    insert into asked_approval (shop, operation_id, wish_hash, kind, about, person_id, device_id, expires_at)
      values ('${SHOP}', '${issue}', 'h', 'issue', '{}', 'mei', 'till-1', ${AT});
    insert into approval (shop, operation_id, wish_hash, approver_id, expires_at) values ('${SHOP}', '${issue}', 'h', 'mei', ${AT});
    insert into wrong_code (id, shop, person_id, device_id, at) values ('${lost}', '${SHOP}', 'ana', 'till-1', ${AT});
    insert into guessed_codes (id, shop, person_id, device_id, codes, at) values ('${taken}', '${SHOP}', 'ana', 'till-1', 30, ${AT});
    insert into collected_again (sale_id, shop, due, currency, at) values ('${sold}', '${SHOP}', 700, 'SGD', ${AT});
    insert into sale_receipt (sale_id, shop, receipt_no) values ('${lost}', '${SHOP}', 'R-1030');
    insert into sale_due (sale_id, shop, currency, due, collected, revision, at)
      values ('${sold}', '${SHOP}', 'SGD', 900, 200, 2, ${AT});
    insert into hold (id, shop, ref_hash, last4, reason, person_id, at)
      values ('${RELEASED.hold}', '${SHOP}', '${REF.hash}', '7890', 'Reported stolen', 'mei', ${AT});`;

const JOURNAL = `${tender(taken, REF.hash, 'captured', [...BEGUN, ['captured', TAKEN]])}
    insert into claim (shop, transaction_id, operation_id, at, account) values ('${SHOP}', '${CAPTURE}', '${taken}', ${AT}, 'main');
    ${tender(lost, 'another', 'unknown', [...BEGUN, ['unknown', '{"reason":"no answer","evidence":"answer-lost"}']])}
    ${tender(sold, 'third', 'declined', [...BEGUN, ['declined', '{"refusal":{"reason":"used","issuerCode":null,"issuerText":null}}']])}
    ${operation(activation, 'activation', 'done', ACTIVATION_FACTS)}
    ${factsOf(activation, 'activation', ACTIVATION_FACTS)}
    insert into activation (id, shop, device_id, person_id, created_at) values ('${activation}', '${SHOP}', 'till-1', 'mei', ${AT});
    insert into activation_range (activation_id, position, shop, digits, first, last, state)
      values ('${activation}', 0, '${SHOP}', 6, '000101', '000102', 'done');
    ${operation(issue, 'issue', 'done', ISSUE_FACTS)}
    ${factsOf(issue, 'issue', ISSUE_FACTS)}
    insert into issue (id, shop, device_id, person_id, product_code, product_name, quantity, created_at)
      values ('${issue}', '${SHOP}', 'till-1', 'ana', 'GIFT10', 'Ten dollars', 1, ${AT});
    insert into setting (name, value) values ('key-mark', '${TEST_KEYS.hash('key-mark')}');
    insert into fact_seal (shop, from_seq, to_seq, marks) values ('${SHOP}', 1, 1, '0:abcdefghij');
    insert into wrapped_key (data_key, number, wrapped) values
      ('${dataKeyMark(TEST_KEYS.dataKey())}', 1, '${wrapKey(TEST_KEYS.dataKey(), TEST_KEYS.root)}'),
      ('${dataKeyMark(TEST_KEYS.dataKey())}', 2, '${wrapKey(TEST_KEYS.dataKey(), makeKey())}');
    insert into key_rotation (number, state, from_key, to_key, handed, begun_at, ended_at)
      values (2, 'ended', 'another', '${dataKeyMark(TEST_KEYS.dataKey())}', null, ${AT}, ${AT});
    insert into key_reader (server, knows, seals_with) values (7, 2, 2);`;

/** Rows of tables that a newer step made. */
const LATER: Readonly<Record<string, string>> = {
  '0064-awaited-devices': `insert into awaited_device (shop, name, printer_id) values ('${SHOP}', 'Till 9', '${RELEASED.printer}');`,
};

const BESIDE = `insert into display (id, shop, till_id, code_hash, made_by, expires_at, device_id, connected_at)
      values ('71f0c2b4-6f0e-4a43-9d0c-1d7a3c5be001', '${SHOP}', 'till-1', 'h', 'mei', ${AT}, 'till-1', ${AT});
    insert into shown_sale (till_id, sale_id, due, currency, busy) values ('till-1', '71f0c2b4-6f0e-4a43-9d0c-1d7a3c5be002', 8000, 'SGD', 0);
    insert into badge (code_hash, shop, person_id, made_by, made_at)
      values ('${TEST_KEYS.hash(`badge:${RELEASED.badge}`)}', '${SHOP}', 'ana', 'mei', ${AT});
    insert into printer (id, shop, name, kind, host, port, width, cutter, drawer, state, created_at)
      values ('${printer}', '${SHOP}', 'Counter', 'network', '10.1.2.3', 9100, 80, 1, 0, 'unknown', ${AT});
    insert into device_printer (device_id, printer_id) values ('till-1', '${printer}');
    insert into printout (id, shop, printer_id, device_id, person_id, what, drawer, asked_hash, sealed, state, reason, owner, created_at, changed_at)
      values ('${printout}', '${SHOP}', '${printer}', 'till-1', 'ana', 'receipt', 0, 'h', '${REF.sealed}', 'unsure', 'cut-off', 1, ${AT}, ${AT});
    insert into device (id, shop, name, secret_hash, enrolled_at, revoked_at)
      values ('key-1', '${SHOP}', 'Register 1', 'key-1', ${AT}, ${AT});
    insert into person (id, name, pin_hash, created_at, disabled_at) values ('key-1', 'Register 1', '', ${AT}, ${AT});
    insert into place (shop, person_id, role) values ('${SHOP}', 'key-1', 'cashier');
    insert into access_key (id, shop, name, start, secret_hash, scopes, person_id, made_by, made_at, old_start, old_secret_hash, old_until)
      values ('key-1', '${SHOP}', 'Register 1', 'ts_abcdefghijkl', 'h', '["redeem"]', 'key-1', 'mei', ${AT}, 'ts_mnopqrstuvwx', 'h', ${AT});
    insert into key_tender (key_id, day, tender_id, amount) values ('key-1', '2030-01-15', '${taken}', 100);
    insert into webhook (id, shop, url, news, secret_sealed, made_by, made_at)
      values ('hook-1', '${SHOP}', 'https://register.example/hook', '["tender.taken"]', '${REF.sealed}', 'mei', ${AT});
    insert into webhook_message (webhook_id, id, news, data, at, tries, next_at)
      values ('hook-1', 'msg_1', 'tender.taken', '{"id":"${taken}","kind":"tender","state":"captured"}', ${AT}, 1, ${AT});
    insert into webhook_attempt (webhook_id, message_id, number, at, ms, status) values ('hook-1', 'msg_1', 1, ${AT}, 12, 500);
    insert into register (id, shop, origin, name, person_id, created_at, secret_sealed)
      values ('${register}', '${SHOP}', 'https://register.example', 'Front register', 'mei', ${AT}, '${REF.sealed}');
    insert into pay_link (id, shop, device_id, person_id, amount, currency, reference, state, return_url, origin, name, created_at)
      values ('${link}', '${SHOP}', 'till-1', 'ana', 2340, 'SGD', 'R-1029', 'abc', 'https://register.example/back', 'https://register.example',
        'Front register', ${AT});
    insert into pay_link_told (link_id, number, at, outcome, amount) values ('${link}', 1, ${AT}, 'not_taken', 0);
    insert into pay_link_opened (link_id, device_id) values ('${link}', 'till-1');`;

const sealed = (value: object) => TEST_KEYS.seal(JSON.stringify(value));
const TERMS = JSON.stringify({ timeZone: 'Asia/Singapore', currency: 'SGD', productClass: 'ETX_001' });

function addedShop({ mid, taken: id, ...owner }: (typeof ADDED)[number]): string {
  const { shop, account } = owner;
  const captureId = `${CAPTURE.slice(0, -2)}${mid.slice(-2)}`;
  const address = sealed({ merchantBaseUrl: 'http://127.0.0.1:9', client: null });
  const isOther = account !== whose().account;
  return `${isOther ? `insert into account (id, created_at, name, address_sealed) values ('${account}', ${AT}, '${account}', '${address}');` : ''}
    insert into shop (id, account, mid, created_at, slug, name, terms, pair_sealed) values ('${shop}', '${account}', '${mid}', ${AT}, '${shop}', '${shop}',
      '${TERMS}', '${sealed({ clientId: shop, clientSecret: shop })}');
    insert into device (id, shop, name, secret_hash, enrolled_at) values ('till-${shop}', '${shop}', 'Till 1', 'till-${shop}', ${AT});
    insert into place (shop, person_id, role) values ('${shop}', 'mei', 'manager');
    ${tender(id, REF.hash, 'captured', [...BEGUN, ['captured', TAKEN.replace(CAPTURE, captureId)]], owner)}
    insert into claim (shop, transaction_id, operation_id, at, account) values ('${shop}', '${captureId}', '${id}', ${AT}, '${account}');`;
}

/**
 * Fills a new database with the rows of three shops of this release.
 * @param migrations those of an older version, for its database
 */
export async function live(db: Kysely<Schema>, migrations = MIGRATIONS): Promise<void> {
  await migrate(db, migrations);
  const later = Object.entries(LATER).flatMap(([step, rows]) => (step in migrations ? [rows] : []));
  for (const part of [PEOPLE, JOURNAL, BESIDE, ...later, ...ADDED.map(addedShop)]) await runScript(db, part);
  const audit = createAudit({ db, keys: TEST_KEYS, clock: createManualClock(AT) });
  const by = { shop: SHOP, person: null, device: null };
  await audit.write({ by, action: 'trail.begun', details: { people: 2, devices: 1 } });
  for (const { shop } of ADDED) await audit.write({ by: { ...by, shop }, action: 'trail.begun', details: { people: 1, devices: 1 } });
  await audit.write({ by: MEI, action: 'person.renamed', subject: 'ana', details: { name: 'Ana' } });
}
