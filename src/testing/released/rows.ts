import type { Kysely } from 'kysely';
import { createAudit } from '../../bff/audit/audit.ts';
import { dataKeyMark, makeKey, wrapKey } from '../../bff/base/keys.ts';
import { MIGRATIONS, migrate } from '../../bff/store/migrate.ts';
import type { Schema } from '../../bff/store/schema.ts';
import { createManualClock } from '../clock.ts';
import { ANA, MEI, SHOP, TEST_KEYS } from '../till.ts';
import { runScript } from './scripts.ts';

/** Milliseconds UTC at which everything in these databases happened. */
const AT = 1_894_698_000_000;
/** `1234567890`, under the key of the tests. */
const REF = { hash: 'jmEnlUPM_Abkf1BobC3vJ-1CtsLryo5NZmAEshGkozU', sealed: 'Fb2ABPBLHEVb2FVvprvmvldBsgdwRi1kjR58Q0GS4AsPnR2AQ4g' };
const CAPTURE = '1000000000000000000000000000002';
const SNAPSHOT = `{"snapshot":{"remaining":5000,"unit":"SGD","source":"client","at":${AT},"singleUse":false,"seen":[]}}`;
const SENT = '{"attempt":1,"offset":{"offsetMs":0,"errorMs":500}}';
const TAKEN = `{"captureId":"${CAPTURE}","authorizationId":null,"captured":100,"evidence":"answer","refundHandle":null,"vouchers":[]}`;

/** What was done in the shop of these databases: the ids by which it is found again. */
export const RELEASED = {
  taken: '04d675a0-ee47-4618-b86d-7e12064e92a1',
  lost: '04d675a0-ee47-4618-b86d-7e12064e92a2',
  activation: '52ae2587-14bd-4750-b9ed-95e8922a3d59',
  issue: '63b2b5dc-ccd2-4dee-aaa8-8c3ce9bba0be',
  /** What is printed on Ana's badge. */
  badge: 'B-ABCDEFGHJKMNPQRSTVWXYZABCDEFGH',
  printer: '74c3c6ed-ddc3-4eff-9bb9-9d4df0ccb1cf',
  printout: '85d4d7fe-eed4-4f00-8cca-ae5e01ddc2d0',
  register: '7c1f0d52-3f0e-4a55-9d3b-0a3c7f1b8f01',
  link: '7c1f0d52-3f0e-4a55-9d3b-0a3c7f1b8f02',
  sold: '7c1f0d52-3f0e-4a55-9d3b-0a3c7f1b8f03',
} as const;
const { taken, lost, activation, issue, printer, printout, register, link, sold } = RELEASED;

function tender(id: string, hash: string, state: string, facts: readonly (readonly [kind: string, data: string])[]): string {
  return `insert into tender (id, shop, device_id, person_id, code_hash, ref_hash, ref_sealed, last4, kind, requested, currency, return_info, created_at)
      values ('${id}', '${SHOP}', 'till-1', 'ana', '${hash}', '${hash}', '${REF.sealed}', '7890', 'money', 100, 'SGD', 1, ${AT});
    insert into tender_state (tender_id, shop, ref_hash, state, changed_at) values ('${id}', '${SHOP}', '${hash}', '${state}', ${AT});
    ${facts.map(([kind, data]) => `insert into fact (tender_id, at, kind, data) values ('${id}', ${AT}, '${kind}', '${data}');`).join('\n')}`;
}

function operation(id: string, kind: string, facts: readonly (readonly [kind: string, data: string])[]): string {
  return `insert into operation (id, shop, kind, device_id, lock_hash, state, open, version, owner, created_at, changed_at)
      values ('${id}', '${SHOP}', '${kind}', 'till-1', null, 'done', 0, ${facts.length}, 1, ${AT}, ${AT});
    ${facts.map(([fact, data]) => `insert into fact (operation_id, at, kind, data) values ('${id}', ${AT}, '${fact}', '${data}');`).join('\n')}`;
}

/** What a shop wrote under each version, once its tables were there. */
const ROWS: Readonly<Record<string, string>> = {
  '0001-people': `insert into shop (id, mid, created_at) values ('${SHOP}', '000000000000042', ${AT});
    insert into device (id, shop, name, secret_hash, enrolled_at) values ('till-1', '${SHOP}', 'Till 1', 'h', ${AT});
    ${[ANA, MEI]
      .map(
        ({ person: { id, name, role } }) =>
          `insert into person (id, shop, name, role, pin_hash, created_at) values ('${id}', '${SHOP}', '${name}', '${role}', 'h', ${AT});`,
      )
      .join('\n')}`,
  '0002-tenders': `${tender(taken, REF.hash, 'captured', [
    ['intent', SNAPSHOT],
    ['sent', SENT],
    ['captured', TAKEN],
  ])}
    insert into claim (shop, transaction_id, tender_id, at) values ('${SHOP}', '${CAPTURE}', '${taken}', ${AT});
    ${tender(lost, 'another', 'unknown', [
      ['intent', SNAPSHOT],
      ['sent', SENT],
      ['unknown', '{"reason":"no answer","evidence":"answer-lost"}'],
    ])}`,
  '0004-key-check': `insert into setting (name, value) values ('key-mark', '${TEST_KEYS.hash('key-mark')}');`,
  '0005-activations': `${operation(activation, 'activation', [
    ['intent', '{"server":1,"ranges":[{"start":"000101","end":"000102","count":2}]}'],
    ['sent', '{"range":0}'],
    ['done', '{"range":0,"activationId":null,"deactivatable":true}'],
  ])}
    insert into activation (id, shop, device_id, person_id, created_at) values ('${activation}', '${SHOP}', 'till-1', 'mei', ${AT});
    insert into activation_range (activation_id, position, shop, digits, first, last, state)
      values ('${activation}', 0, '${SHOP}', 6, '000101', '000102', 'done');`,
  '0006-issues': `${operation(issue, 'issue', [
    ['intent', '{"server":1,"quantity":1}'],
    ['sent', '{"key":"4ff3b28a-477e-435e-8741-af586dfc10dc","quantity":1}'],
    ['issued', '{"count":1,"refusal":null}'],
  ])}
    insert into issue (id, shop, device_id, person_id, product_code, product_name, quantity, created_at)
      values ('${issue}', '${SHOP}', 'till-1', 'ana', 'GIFT10', 'Ten dollars', 1, ${AT});`,
  '0020-displays-and-badges': `insert into display (id, shop, till_id, code_hash, made_by, expires_at, device_id, connected_at)
      values ('71f0c2b4-6f0e-4a43-9d0c-1d7a3c5be001', '${SHOP}', 'till-1', 'h', 'mei', ${AT}, 'till-1', ${AT});
    insert into shown_sale (till_id, sale_id, due, currency, busy) values ('till-1', '71f0c2b4-6f0e-4a43-9d0c-1d7a3c5be002', 8000, 'SGD', 0);
    insert into badge (code_hash, shop, person_id, made_by, made_at)
      values ('${TEST_KEYS.hash(`badge:${RELEASED.badge}`)}', '${SHOP}', 'ana', 'mei', ${AT});`,
  '0019-printing': `insert into printer (id, shop, name, kind, host, port, width, cutter, drawer, state, created_at)
      values ('${printer}', '${SHOP}', 'Counter', 'network', '10.1.2.3', 9100, 80, 1, 0, 'unknown', ${AT});
    insert into device_printer (device_id, printer_id) values ('till-1', '${printer}');
    insert into printout (id, shop, printer_id, device_id, person_id, what, drawer, asked_hash, sealed, state, reason, owner, created_at, changed_at)
      values ('${printout}', '${SHOP}', '${printer}', 'till-1', 'ana', 'receipt', 0, 'h', '${REF.sealed}', 'unsure', 'cut-off', 1, ${AT}, ${AT});`,
  '0023-approvals': `insert into permit (shop, operation_id, kind, person_id, count, at, proved)
      values ('${SHOP}', '${issue}', 'issue', 'ana', 1000, ${AT}, 0);
    insert into approval (shop, operation_id, wish_hash, approver_id, expires_at) values ('${SHOP}', '${issue}', 'h', 'mei', ${AT});`,
  '0024-wrong-codes': `insert into wrong_code (id, shop, person_id, device_id, at) values ('${lost}', '${SHOP}', 'ana', 'till-1', ${AT});
    insert into guessed_codes (id, shop, person_id, device_id, codes, at) values ('${taken}', '${SHOP}', 'ana', 'till-1', 30, ${AT});`,
  '0025-seals': "insert into fact_seal (from_seq, to_seq, marks) values (1, 1, '0:abcdefghij');",
  '0026-key-rotation': `insert into wrapped_key (data_key, number, wrapped) values
      ('${dataKeyMark(TEST_KEYS.dataKey())}', 1, '${wrapKey(TEST_KEYS.dataKey(), TEST_KEYS.root)}'),
      ('${dataKeyMark(TEST_KEYS.dataKey())}', 2, '${wrapKey(TEST_KEYS.dataKey(), makeKey())}');
    insert into key_rotation (number, state, from_key, to_key, handed, begun_at, ended_at)
      values (2, 'ended', 'another', '${dataKeyMark(TEST_KEYS.dataKey())}', null, ${AT}, ${AT});
    insert into key_reader (server, knows, seals_with) values (7, 2, 2);`,
  '0027-registers-told': `insert into pay_link_told (link_id, number, at, outcome, amount) values ('${link}', 1, ${AT}, 'not_taken', 0);
    insert into pay_link_opened (link_id, device_id) values ('${link}', 'till-1');
    update register set secret_sealed = '${REF.sealed}' where id = '${register}';
    update access_key set old_start = 'ts_mnopqrstuvwx', old_secret_hash = 'h', old_until = ${AT} where id = 'key-1';`,
  '0017-keys': `insert into device (id, shop, name, secret_hash, enrolled_at, revoked_at)
      values ('key-1', '${SHOP}', 'Register 1', 'key-1', ${AT}, ${AT});
    insert into person (id, shop, name, role, pin_hash, created_at, disabled_at)
      values ('key-1', '${SHOP}', 'Register 1', 'cashier', '', ${AT}, ${AT});
    insert into access_key (id, shop, name, start, secret_hash, scopes, person_id, made_by, made_at)
      values ('key-1', '${SHOP}', 'Register 1', 'ts_abcdefghijkl', 'h', '["redeem"]', 'key-1', 'mei', ${AT});
    insert into key_tender (key_id, day, tender_id, amount) values ('key-1', '2030-01-15', '${taken}', 100);`,
  '0018-webhooks': `insert into webhook (id, shop, url, news, secret_sealed, made_by, made_at)
      values ('hook-1', '${SHOP}', 'https://register.example/hook', '["tender.taken"]', '${REF.sealed}', 'mei', ${AT});
    insert into webhook_message (webhook_id, id, news, data, at, tries, next_at)
      values ('hook-1', 'msg_1', 'tender.taken', '{"id":"${taken}","kind":"tender","state":"captured"}', ${AT}, 1, ${AT});
    insert into webhook_attempt (webhook_id, message_id, number, at, ms, status) values ('hook-1', 'msg_1', 1, ${AT}, 12, 500);`,
  '0016-sale-facts': `insert into register (id, shop, origin, name, person_id, created_at)
      values ('${register}', '${SHOP}', 'https://register.example', 'Front register', 'mei', ${AT});
    insert into pay_link (id, shop, device_id, person_id, amount, currency, reference, state, return_url, origin, name, created_at)
      values ('${link}', '${SHOP}', 'till-1', 'ana', 2340, 'SGD', 'R-1029', 'abc', 'https://register.example/back', 'https://register.example',
        'Front register', ${AT});
    insert into operation (id, shop, kind, device_id, lock_hash, state, open, version, owner, created_at, changed_at)
      values ('${sold}', '${SHOP}', 'tender', 'till-1', null, 'declined', 0, 3, 1, ${AT}, ${AT});
    insert into tender (id, shop, device_id, person_id, sale_id, code_hash, ref_hash, ref_sealed, last4, kind, requested, currency, return_info,
        created_at, receipt_no, entry, held)
      values ('${sold}', '${SHOP}', 'till-1', 'ana', '${link}', 'c', 'third', '${REF.sealed}', '7890', 'money', 2340, 'SGD', 1, ${AT}, 'R-1029', 'camera',
        5000);
    ${[
      ['intent', SNAPSHOT],
      ['sent', SENT],
      ['declined', '{"refusal":{"reason":"used","issuerCode":null,"issuerText":null}}'],
    ]
      .map(
        ([kind, data]) =>
          `insert into fact (operation_id, at, kind, data, operation_kind, person_id) values ('${sold}', ${AT}, '${kind}', '${data}', 'tender', 'ana');`,
      )
      .join('\n')}`,
};

/** The names of all versions, oldest first. */
export const VERSIONS: readonly string[] = Object.keys(MIGRATIONS).sort();

/** Goes through all versions up to one, as a shop that was opened with the first did. */
export async function liveUpTo(db: Kysely<Schema>, last: string): Promise<void> {
  for (const name of VERSIONS.filter((version) => version <= last)) {
    await migrate(db, Object.fromEntries(Object.entries(MIGRATIONS).filter(([other]) => other <= name)));
    await runScript(db, ROWS[name] ?? '');
    if (name !== '0010-audit') continue;
    const audit = createAudit({ db, keys: TEST_KEYS, clock: createManualClock(AT) });
    const by = { shop: SHOP, person: null, device: null };
    await audit.write({ by, action: 'trail.begun', details: { people: 2, devices: 1 } });
    await audit.write({ by: MEI, action: 'person.renamed', subject: 'ana', details: { name: 'Ana' } });
  }
}
