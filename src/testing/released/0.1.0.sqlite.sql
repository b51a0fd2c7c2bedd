CREATE TABLE "kysely_migration" ("name" varchar(255) not null primary key, "timestamp" varchar(255) not null)
--;
CREATE TABLE "kysely_migration_lock" ("id" varchar(255) not null primary key, "is_locked" integer default 0 not null)
--;
CREATE TABLE account ( id text primary key, created_at bigint not null )
--;
CREATE TABLE shop ( id text primary key, account text not null references account (id), mid text, created_at bigint not null )
--;
CREATE TABLE device ( id text primary key, shop text not null references shop (id), name text not null, secret_hash text not null unique, enrolled_at bigint not null, last_seen_at bigint, revoked_at bigint )
--;
CREATE TABLE enrolment_code ( code_hash text primary key, shop text not null references shop (id), made_by text not null, expires_at bigint not null, used_at bigint )
--;
CREATE TABLE person ( id text primary key, name text not null, pin_hash text not null, created_at bigint not null, disabled_at bigint, language text )
--;
CREATE TABLE place ( shop text not null references shop (id), person_id text not null references person (id), role text not null check (role in ('cashier', 'stock', 'manager')), primary key (shop, person_id) )
--;
CREATE TABLE pin_guard ( subject text primary key, failures integer not null, wait_until bigint not null, locked_at bigint )
--;
CREATE TABLE session ( token_hash text primary key, shop text not null references shop (id), device_id text not null references device (id), person_id text not null references person (id), created_at bigint not null, last_used_at bigint not null, ended_at bigint )
--;
CREATE TABLE badge ( code_hash text primary key, shop text not null references shop (id), person_id text not null references person (id), made_by text not null references person (id), made_at bigint not null, revoked_at bigint )
--;
CREATE TABLE shop_setting ( shop text not null references shop (id), name text not null, value text not null, person_id text not null references person (id), changed_at bigint not null, primary key (shop, name) )
--;
CREATE TABLE permit ( shop text not null references shop (id), operation_id text not null, kind text not null, person_id text not null references person (id), count bigint not null, at bigint not null, proved integer not null, approver_id text references person (id), primary key (shop, operation_id) )
--;
CREATE TABLE approval ( shop text not null references shop (id), operation_id text not null, wish_hash text not null, approver_id text not null references person (id), expires_at bigint not null, primary key (shop, operation_id) )
--;
CREATE TABLE wrong_code ( id text primary key, shop text not null references shop (id), person_id text not null, device_id text not null, at bigint not null )
--;
CREATE TABLE guessed_codes ( id text primary key, shop text not null references shop (id), person_id text not null, device_id text not null, codes integer not null, at bigint not null, closed_at bigint )
--;
CREATE TABLE hold ( id text primary key, shop text not null references shop (id), ref_hash text not null, last4 text not null, reason text not null, person_id text not null references person (id), at bigint not null, let_go_by text references person (id), let_go_at bigint )
--;
CREATE TABLE operation ( id text primary key, shop text not null references shop (id), kind text not null, device_id text references device (id), lock_hash text, state text not null, open integer not null, version integer not null, owner integer, created_at bigint not null, changed_at bigint not null )
--;
CREATE TABLE fact ( seq integer primary key autoincrement, shop text not null references shop (id), operation_id text not null references operation (id), at bigint not null, kind text not null, data text not null, operation_kind text not null, person_id text, decider_id text )
--;
CREATE TABLE fact_seal ( shop text not null references shop (id), from_seq bigint not null, to_seq bigint not null, marks text not null, primary key (shop, from_seq) )
--;
CREATE TABLE claim ( shop text not null references shop (id), transaction_id text not null, operation_id text not null unique references operation (id), at bigint not null, primary key (shop, transaction_id) )
--;
CREATE TABLE tender ( id text primary key, shop text not null references shop (id), device_id text not null references device (id), person_id text not null references person (id), sale_id text, code_hash text not null, ref_hash text not null, ref_sealed text not null, last4 text not null, kind text not null check (kind in ('money', 'items')), requested bigint not null check (requested > 0), currency text not null, return_info integer not null, created_at bigint not null, receipt_no text, entry text, held bigint )
--;
CREATE TABLE refund ( id text primary key references operation (id), shop text not null references shop (id), tender_id text not null references tender (id), device_id text not null references device (id), person_id text not null references person (id), note text not null, created_at bigint not null )
--;
CREATE TABLE activation ( id text primary key references operation (id), shop text not null references shop (id), device_id text not null references device (id), person_id text not null references person (id), created_at bigint not null )
--;
CREATE TABLE activation_range ( activation_id text not null references activation (id), position integer not null, shop text not null references shop (id), digits integer not null, first text not null, last text not null, state text not null, primary key (activation_id, position) )
--;
CREATE TABLE issue ( id text primary key references operation (id), shop text not null references shop (id), device_id text not null references device (id), person_id text not null references person (id), product_code text not null, product_name text, quantity integer not null, face_value bigint, client_reference text, created_at bigint not null )
--;
CREATE TABLE issued_voucher ( issue_id text not null references issue (id), position integer not null, sealed text not null, ref_hash text not null, primary key (issue_id, position) )
--;
CREATE TABLE closing ( id text primary key, shop text not null references shop (id), device_id text not null references device (id), person_id text not null references person (id), request text not null, found text not null, created_at bigint not null )
--;
CREATE TABLE shift_z ( id text primary key, shop text not null references shop (id), device_id text not null references device (id), number integer not null, person_id text references person (id), opened_at bigint not null, created_at bigint not null, burnt integer not null, request text not null, found text not null, floor bigint not null, unique (shop, device_id, number) )
--;
CREATE TABLE shift_z_fact ( shop text not null references shop (id), fact_seq bigint not null, z_id text not null references shift_z (id), primary key (shop, fact_seq) )
--;
CREATE TABLE shift_note ( shop text not null references shop (id), z_id text not null references shift_z (id), at bigint not null, person_id text not null references person (id), note text not null )
--;
CREATE TABLE books ( shop text primary key references shop (id), value text not null, person_id text not null references person (id), changed_at bigint not null )
--;
CREATE TABLE book_export ( id text primary key, shop text not null references shop (id), person_id text not null references person (id), format text not null, currency text not null, at bigint not null )
--;
CREATE TABLE book_export_z ( shop text not null references shop (id), export_id text not null references book_export (id), z_id text not null references shift_z (id), primary key (z_id, export_id) )
--;
CREATE TABLE match_layout ( shop text not null references shop (id), layout text not null, columns text not null, person_id text not null references person (id), changed_at bigint not null, primary key (shop, layout) )
--;
CREATE TABLE match_note ( shop text not null references shop (id), difference text not null, note text not null, person_id text not null references person (id), at bigint not null, primary key (shop, difference) )
--;
CREATE TABLE audit ( shop text not null references shop (id), seq bigint not null, at bigint not null, person_id text, device_id text, action text not null, subject text, details text not null, previous text not null, hash text not null, primary key (shop, seq) )
--;
CREATE TABLE audit_head ( shop text primary key references shop (id), seq bigint not null, hash text not null, mark text not null )
--;
CREATE TABLE journal_gap ( id text primary key, reason text not null, from_at bigint not null, found_at bigint not null, ended_at bigint, ended_by text )
--;
CREATE TABLE gap_device ( gap_id text not null references journal_gap (id), device_id text not null, at bigint not null, primary key (gap_id, device_id) )
--;
CREATE TABLE gap_remembered ( operation_id text primary key, gap_id text not null references journal_gap (id) )
--;
CREATE TABLE journal_mark ( server text primary key, mark text not null, previous text, at bigint not null, server_id integer not null, stopped integer not null )
--;
CREATE TABLE setting ( name text primary key, value text not null )
--;
CREATE TABLE wrapped_key ( data_key text not null, number integer not null, wrapped text not null, primary key (data_key, number) )
--;
CREATE TABLE key_rotation ( number integer primary key, state text not null check (state in ('told', 'sealing', 'ended')), from_key text not null, to_key text not null, handed text, begun_at bigint not null, ended_at bigint )
--;
CREATE TABLE key_reader ( server bigint primary key, knows integer not null, seals_with integer not null )
--;
CREATE TABLE issuer_row ( account text not null, transaction_id text not null, type text not null, raw_type text not null, succeeded integer, raw_status text not null, mid text not null, amount bigint, currency text not null, created_at bigint, updated_at bigint, vouchers text not null, first_read_at bigint not null, last_read_at bigint not null, gone_at bigint, primary key (account, transaction_id) )
--;
CREATE TABLE issuer_row_voucher ( account text not null, hash text not null, transaction_id text not null, primary key (account, hash, transaction_id) )
--;
CREATE TABLE issuer_row_change ( account text not null, transaction_id text not null, at bigint not null, was text not null )
--;
CREATE TABLE reading ( account text not null, kind text not null, from_at bigint not null, to_at bigint not null, began_at bigint not null )
--;
CREATE TABLE list_row ( shop text not null, at bigint not null, id text not null, day integer not null, type text not null, status text not null, mid text not null, currency text not null, amount bigint, tails text not null, person_id text, claimed integer not null, paired integer not null, pair_key text, pair_id text, primary key (shop, at, id) ) without rowid
--;
CREATE TABLE list_day ( shop text not null, day integer not null, version bigint not null, primary key (shop, day) )
--;
CREATE TABLE register ( id text primary key, shop text not null references shop (id), origin text not null, name text not null, person_id text not null references person (id), created_at bigint not null, secret_sealed text, old_secret_sealed text, old_until bigint, unique (shop, origin) )
--;
CREATE TABLE pay_link ( id text primary key, shop text not null references shop (id), device_id text not null references device (id), person_id text not null references person (id), amount bigint not null, currency text not null, reference text not null, state text not null, return_url text not null, origin text not null, name text not null, created_at bigint not null )
--;
CREATE TABLE pay_link_told ( link_id text not null references pay_link (id), number integer not null, at bigint not null, outcome text not null, amount bigint not null, primary key (link_id, number) )
--;
CREATE TABLE pay_link_opened ( link_id text not null references pay_link (id), device_id text not null references device (id), primary key (link_id, device_id) )
--;
CREATE TABLE access_key ( id text primary key references device (id), shop text not null references shop (id), name text not null, start text not null unique, secret_hash text not null, scopes text not null, person_id text not null references person (id), limit_once bigint, limit_day bigint, made_by text not null references person (id), made_at bigint not null, last_used_at bigint, revoked_at bigint, old_start text, old_secret_hash text, old_until bigint )
--;
CREATE TABLE key_tender ( key_id text not null references access_key (id), day text not null, tender_id text not null references tender (id), amount bigint not null, primary key (key_id, day, tender_id) )
--;
CREATE TABLE webhook ( id text primary key, shop text not null references shop (id), url text not null, news text not null, secret_sealed text not null, old_secret_sealed text, old_until bigint, made_by text not null references person (id), made_at bigint not null, removed_at bigint )
--;
CREATE TABLE webhook_message ( webhook_id text not null references webhook (id), id text not null, news text not null, data text not null, at bigint not null, tries integer not null, next_at bigint, outcome text, primary key (webhook_id, id) )
--;
CREATE TABLE webhook_attempt ( webhook_id text not null, message_id text not null, number integer not null, at bigint not null, ms integer not null, status integer, reason text, primary key (webhook_id, message_id, number) )
--;
CREATE TABLE display ( id text primary key, shop text not null references shop (id), till_id text not null references device (id), code_hash text not null, made_by text not null references person (id), expires_at bigint not null, device_id text references device (id), connected_at bigint, ended_at bigint )
--;
CREATE TABLE shown_sale ( till_id text primary key references device (id), sale_id text not null, due integer, currency text, busy integer not null )
--;
CREATE TABLE printer ( id text primary key, shop text not null references shop (id), name text not null, kind text not null, host text, port integer, width integer not null, cutter integer not null, drawer integer not null, token_hash text, state text not null, state_at bigint, created_at bigint not null, removed_at bigint )
--;
CREATE TABLE device_printer ( device_id text primary key references device (id), printer_id text not null references printer (id) )
--;
CREATE TABLE printout ( id text primary key, shop text not null references shop (id), printer_id text not null references printer (id), device_id text not null references device (id), person_id text not null references person (id), what text not null, subject text, copy_of text, drawer integer not null, asked_hash text not null, sealed text, state text not null, reason text, owner integer not null, created_at bigint not null, changed_at bigint not null )
--;
insert into "kysely_migration" (name, timestamp) values ('0001-baseline', '2030-01-01T00:00:00.000Z')
--;
insert into "kysely_migration_lock" (id, is_locked) values ('migration_lock', 0)
--;
insert into "account" (id, created_at) values ('main', 1894698000000)
--;
insert into "shop" (id, account, mid, created_at) values ('main', 'main', '000000000000042', 1894698000000)
--;
insert into "device" (id, shop, name, secret_hash, enrolled_at, last_seen_at, revoked_at) values ('till-1', 'main', 'Till 1', 'h', 1894698000000, null, null)
--;
insert into "device" (id, shop, name, secret_hash, enrolled_at, last_seen_at, revoked_at) values ('key-1', 'main', 'Register 1', 'key-1', 1894698000000, null, 1894698000000)
--;
insert into "person" (id, name, pin_hash, created_at, disabled_at, language) values ('ana', 'Ana', 'h', 1894698000000, null, null)
--;
insert into "person" (id, name, pin_hash, created_at, disabled_at, language) values ('mei', 'Mei', 'h', 1894698000000, null, null)
--;
insert into "person" (id, name, pin_hash, created_at, disabled_at, language) values ('key-1', 'Register 1', '', 1894698000000, 1894698000000, null)
--;
insert into "place" (shop, person_id, role) values ('main', 'ana', 'cashier')
--;
insert into "place" (shop, person_id, role) values ('main', 'mei', 'manager')
--;
insert into "place" (shop, person_id, role) values ('main', 'key-1', 'cashier')
--;
insert into "badge" (code_hash, shop, person_id, made_by, made_at, revoked_at) values ('yp5tK_rsBkSOyBB17tDr3LsLS7h5wyqqK00hsZD1QcU', 'main', 'ana', 'mei', 1894698000000, null)
--;
insert into "permit" (shop, operation_id, kind, person_id, count, at, proved, approver_id) values ('main', '63b2b5dc-ccd2-4dee-aaa8-8c3ce9bba0be', 'issue', 'ana', 1000, 1894698000000, 0, null)
--;
insert into "approval" (shop, operation_id, wish_hash, approver_id, expires_at) values ('main', '63b2b5dc-ccd2-4dee-aaa8-8c3ce9bba0be', 'h', 'mei', 1894698000000)
--;
insert into "wrong_code" (id, shop, person_id, device_id, at) values ('04d675a0-ee47-4618-b86d-7e12064e92a2', 'main', 'ana', 'till-1', 1894698000000)
--;
insert into "guessed_codes" (id, shop, person_id, device_id, codes, at, closed_at) values ('04d675a0-ee47-4618-b86d-7e12064e92a1', 'main', 'ana', 'till-1', 30, 1894698000000, null)
--;
insert into "hold" (id, shop, ref_hash, last4, reason, person_id, at, let_go_by, let_go_at) values ('96e5e80f-0fe5-4a11-8dcb-bf16ceee63e1', 'main', 'jmEnlUPM_Abkf1BobC3vJ-1CtsLryo5NZmAEshGkozU', '7890', 'Reported stolen', 'mei', 1894698000000, null, null)
--;
insert into "operation" (id, shop, kind, device_id, lock_hash, state, open, version, owner, created_at, changed_at) values ('04d675a0-ee47-4618-b86d-7e12064e92a1', 'main', 'tender', 'till-1', null, 'captured', 0, 3, 1, 1894698000000, 1894698000000)
--;
insert into "operation" (id, shop, kind, device_id, lock_hash, state, open, version, owner, created_at, changed_at) values ('04d675a0-ee47-4618-b86d-7e12064e92a2', 'main', 'tender', 'till-1', null, 'unknown', 1, 3, 1, 1894698000000, 1894698000000)
--;
insert into "operation" (id, shop, kind, device_id, lock_hash, state, open, version, owner, created_at, changed_at) values ('7c1f0d52-3f0e-4a55-9d3b-0a3c7f1b8f03', 'main', 'tender', 'till-1', null, 'declined', 0, 3, 1, 1894698000000, 1894698000000)
--;
insert into "operation" (id, shop, kind, device_id, lock_hash, state, open, version, owner, created_at, changed_at) values ('52ae2587-14bd-4750-b9ed-95e8922a3d59', 'main', 'activation', 'till-1', null, 'done', 0, 3, 1, 1894698000000, 1894698000000)
--;
insert into "operation" (id, shop, kind, device_id, lock_hash, state, open, version, owner, created_at, changed_at) values ('63b2b5dc-ccd2-4dee-aaa8-8c3ce9bba0be', 'main', 'issue', 'till-1', null, 'done', 0, 3, 1, 1894698000000, 1894698000000)
--;
insert into "fact" (seq, shop, operation_id, at, kind, data, operation_kind, person_id, decider_id) values (1, 'main', '04d675a0-ee47-4618-b86d-7e12064e92a1', 1894698000000, 'intent', '{"snapshot":{"remaining":5000,"unit":"SGD","source":"client","at":1894698000000,"singleUse":false,"seen":[]}}', 'tender', 'ana', null)
--;
insert into "fact" (seq, shop, operation_id, at, kind, data, operation_kind, person_id, decider_id) values (2, 'main', '04d675a0-ee47-4618-b86d-7e12064e92a1', 1894698000000, 'sent', '{"attempt":1,"offset":{"offsetMs":0,"errorMs":500}}', 'tender', 'ana', null)
--;
insert into "fact" (seq, shop, operation_id, at, kind, data, operation_kind, person_id, decider_id) values (3, 'main', '04d675a0-ee47-4618-b86d-7e12064e92a1', 1894698000000, 'captured', '{"captureId":"1000000000000000000000000000002","authorizationId":null,"captured":100,"evidence":"answer","refundHandle":null,"vouchers":[]}', 'tender', 'ana', null)
--;
insert into "fact" (seq, shop, operation_id, at, kind, data, operation_kind, person_id, decider_id) values (4, 'main', '04d675a0-ee47-4618-b86d-7e12064e92a2', 1894698000000, 'intent', '{"snapshot":{"remaining":5000,"unit":"SGD","source":"client","at":1894698000000,"singleUse":false,"seen":[]}}', 'tender', 'ana', null)
--;
insert into "fact" (seq, shop, operation_id, at, kind, data, operation_kind, person_id, decider_id) values (5, 'main', '04d675a0-ee47-4618-b86d-7e12064e92a2', 1894698000000, 'sent', '{"attempt":1,"offset":{"offsetMs":0,"errorMs":500}}', 'tender', 'ana', null)
--;
insert into "fact" (seq, shop, operation_id, at, kind, data, operation_kind, person_id, decider_id) values (6, 'main', '04d675a0-ee47-4618-b86d-7e12064e92a2', 1894698000000, 'unknown', '{"reason":"no answer","evidence":"answer-lost"}', 'tender', 'ana', null)
--;
insert into "fact" (seq, shop, operation_id, at, kind, data, operation_kind, person_id, decider_id) values (7, 'main', '7c1f0d52-3f0e-4a55-9d3b-0a3c7f1b8f03', 1894698000000, 'intent', '{"snapshot":{"remaining":5000,"unit":"SGD","source":"client","at":1894698000000,"singleUse":false,"seen":[]}}', 'tender', 'ana', null)
--;
insert into "fact" (seq, shop, operation_id, at, kind, data, operation_kind, person_id, decider_id) values (8, 'main', '7c1f0d52-3f0e-4a55-9d3b-0a3c7f1b8f03', 1894698000000, 'sent', '{"attempt":1,"offset":{"offsetMs":0,"errorMs":500}}', 'tender', 'ana', null)
--;
insert into "fact" (seq, shop, operation_id, at, kind, data, operation_kind, person_id, decider_id) values (9, 'main', '7c1f0d52-3f0e-4a55-9d3b-0a3c7f1b8f03', 1894698000000, 'declined', '{"refusal":{"reason":"used","issuerCode":null,"issuerText":null}}', 'tender', 'ana', null)
--;
insert into "fact" (seq, shop, operation_id, at, kind, data, operation_kind, person_id, decider_id) values (10, 'main', '52ae2587-14bd-4750-b9ed-95e8922a3d59', 1894698000000, 'intent', '{"server":1,"ranges":[{"start":"000101","end":"000102","count":2}]}', 'activation', 'ana', null)
--;
insert into "fact" (seq, shop, operation_id, at, kind, data, operation_kind, person_id, decider_id) values (11, 'main', '52ae2587-14bd-4750-b9ed-95e8922a3d59', 1894698000000, 'sent', '{"range":0}', 'activation', 'ana', null)
--;
insert into "fact" (seq, shop, operation_id, at, kind, data, operation_kind, person_id, decider_id) values (12, 'main', '52ae2587-14bd-4750-b9ed-95e8922a3d59', 1894698000000, 'done', '{"range":0,"activationId":null,"deactivatable":true}', 'activation', 'ana', null)
--;
insert into "fact" (seq, shop, operation_id, at, kind, data, operation_kind, person_id, decider_id) values (13, 'main', '63b2b5dc-ccd2-4dee-aaa8-8c3ce9bba0be', 1894698000000, 'intent', '{"server":1,"quantity":1}', 'issue', 'ana', null)
--;
insert into "fact" (seq, shop, operation_id, at, kind, data, operation_kind, person_id, decider_id) values (14, 'main', '63b2b5dc-ccd2-4dee-aaa8-8c3ce9bba0be', 1894698000000, 'sent', '{"key":"4ff3b28a-477e-435e-8741-af586dfc10dc","quantity":1}', 'issue', 'ana', null)
--;
insert into "fact" (seq, shop, operation_id, at, kind, data, operation_kind, person_id, decider_id) values (15, 'main', '63b2b5dc-ccd2-4dee-aaa8-8c3ce9bba0be', 1894698000000, 'issued', '{"count":1,"refusal":null}', 'issue', 'ana', null)
--;
insert into "fact_seal" (shop, from_seq, to_seq, marks) values ('main', 1, 1, '0:abcdefghij')
--;
insert into "claim" (shop, transaction_id, operation_id, at) values ('main', '1000000000000000000000000000002', '04d675a0-ee47-4618-b86d-7e12064e92a1', 1894698000000)
--;
insert into "tender" (id, shop, device_id, person_id, sale_id, code_hash, ref_hash, ref_sealed, last4, kind, requested, currency, return_info, created_at, receipt_no, entry, held) values ('04d675a0-ee47-4618-b86d-7e12064e92a1', 'main', 'till-1', 'ana', null, 'jmEnlUPM_Abkf1BobC3vJ-1CtsLryo5NZmAEshGkozU', 'jmEnlUPM_Abkf1BobC3vJ-1CtsLryo5NZmAEshGkozU', 'Fb2ABPBLHEVb2FVvprvmvldBsgdwRi1kjR58Q0GS4AsPnR2AQ4g', '7890', 'money', 100, 'SGD', 1, 1894698000000, 'R-1029', 'camera', 5000)
--;
insert into "tender" (id, shop, device_id, person_id, sale_id, code_hash, ref_hash, ref_sealed, last4, kind, requested, currency, return_info, created_at, receipt_no, entry, held) values ('04d675a0-ee47-4618-b86d-7e12064e92a2', 'main', 'till-1', 'ana', null, 'another', 'another', 'Fb2ABPBLHEVb2FVvprvmvldBsgdwRi1kjR58Q0GS4AsPnR2AQ4g', '7890', 'money', 100, 'SGD', 1, 1894698000000, 'R-1029', 'camera', 5000)
--;
insert into "tender" (id, shop, device_id, person_id, sale_id, code_hash, ref_hash, ref_sealed, last4, kind, requested, currency, return_info, created_at, receipt_no, entry, held) values ('7c1f0d52-3f0e-4a55-9d3b-0a3c7f1b8f03', 'main', 'till-1', 'ana', '7c1f0d52-3f0e-4a55-9d3b-0a3c7f1b8f02', 'third', 'third', 'Fb2ABPBLHEVb2FVvprvmvldBsgdwRi1kjR58Q0GS4AsPnR2AQ4g', '7890', 'money', 100, 'SGD', 1, 1894698000000, 'R-1029', 'camera', 5000)
--;
insert into "activation" (id, shop, device_id, person_id, created_at) values ('52ae2587-14bd-4750-b9ed-95e8922a3d59', 'main', 'till-1', 'mei', 1894698000000)
--;
insert into "activation_range" (activation_id, position, shop, digits, first, last, state) values ('52ae2587-14bd-4750-b9ed-95e8922a3d59', 0, 'main', 6, '000101', '000102', 'done')
--;
insert into "issue" (id, shop, device_id, person_id, product_code, product_name, quantity, face_value, client_reference, created_at) values ('63b2b5dc-ccd2-4dee-aaa8-8c3ce9bba0be', 'main', 'till-1', 'ana', 'GIFT10', 'Ten dollars', 1, null, null, 1894698000000)
--;
insert into "audit" (shop, seq, at, person_id, device_id, action, subject, details, previous, hash) values ('main', 1, 1894698000000, null, null, 'trail.begun', null, '{"people":2,"devices":1}', '', '-VPW6i0P-v8ENYsnchKZqKYPId97vRrfSfAL_X3NFzQ')
--;
insert into "audit" (shop, seq, at, person_id, device_id, action, subject, details, previous, hash) values ('main', 2, 1894698000000, 'mei', 'till-1', 'person.renamed', 'ana', '{"name":"Ana"}', '-VPW6i0P-v8ENYsnchKZqKYPId97vRrfSfAL_X3NFzQ', 'LMyankoQpN_vhg3tzjVc079dG-UxFMHeG331bUiTr6M')
--;
insert into "audit_head" (shop, seq, hash, mark) values ('main', 2, 'LMyankoQpN_vhg3tzjVc079dG-UxFMHeG331bUiTr6M', 'uB7AEBGKYSqhgOA_03QEd7n_OlsH5m6A_aDLq82Vpxw')
--;
insert into "setting" (name, value) values ('key-mark', '2M1JmTorLbyAQu66z8uXatcdyB878ZxsZIksi5BUrNk')
--;
insert into "wrapped_key" (data_key, number, wrapped) values ('rRfnb5Euq3UT9vGgViL1AFjd35fVRIs_8mz72VCZ16w', 1, 'ThvEviR7_iUMKLOynWYJAy5Cqkce3Uhfzf5ZEXqplX-9i7OyPIot2OtOqBpE2P4oxZSIZm31B7psTQDU')
--;
insert into "wrapped_key" (data_key, number, wrapped) values ('rRfnb5Euq3UT9vGgViL1AFjd35fVRIs_8mz72VCZ16w', 2, 'qHaCYg4PBtWx75lErpV1VejcV9buiSnFFQutlggVi7_h8kwsK71g0xltFRtcum61hUwdrQJ5U47bRYBI')
--;
insert into "key_rotation" (number, state, from_key, to_key, handed, begun_at, ended_at) values (2, 'ended', 'another', 'rRfnb5Euq3UT9vGgViL1AFjd35fVRIs_8mz72VCZ16w', null, 1894698000000, 1894698000000)
--;
insert into "key_reader" (server, knows, seals_with) values (7, 2, 2)
--;
insert into "register" (id, shop, origin, name, person_id, created_at, secret_sealed, old_secret_sealed, old_until) values ('7c1f0d52-3f0e-4a55-9d3b-0a3c7f1b8f01', 'main', 'https://register.example', 'Front register', 'mei', 1894698000000, 'Fb2ABPBLHEVb2FVvprvmvldBsgdwRi1kjR58Q0GS4AsPnR2AQ4g', null, null)
--;
insert into "pay_link" (id, shop, device_id, person_id, amount, currency, reference, state, return_url, origin, name, created_at) values ('7c1f0d52-3f0e-4a55-9d3b-0a3c7f1b8f02', 'main', 'till-1', 'ana', 2340, 'SGD', 'R-1029', 'abc', 'https://register.example/back', 'https://register.example', 'Front register', 1894698000000)
--;
insert into "pay_link_told" (link_id, number, at, outcome, amount) values ('7c1f0d52-3f0e-4a55-9d3b-0a3c7f1b8f02', 1, 1894698000000, 'not_taken', 0)
--;
insert into "pay_link_opened" (link_id, device_id) values ('7c1f0d52-3f0e-4a55-9d3b-0a3c7f1b8f02', 'till-1')
--;
insert into "access_key" (id, shop, name, start, secret_hash, scopes, person_id, limit_once, limit_day, made_by, made_at, last_used_at, revoked_at, old_start, old_secret_hash, old_until) values ('key-1', 'main', 'Register 1', 'ts_abcdefghijkl', 'h', '["redeem"]', 'key-1', null, null, 'mei', 1894698000000, null, null, 'ts_mnopqrstuvwx', 'h', 1894698000000)
--;
insert into "key_tender" (key_id, day, tender_id, amount) values ('key-1', '2030-01-15', '04d675a0-ee47-4618-b86d-7e12064e92a1', 100)
--;
insert into "webhook" (id, shop, url, news, secret_sealed, old_secret_sealed, old_until, made_by, made_at, removed_at) values ('hook-1', 'main', 'https://register.example/hook', '["tender.taken"]', 'Fb2ABPBLHEVb2FVvprvmvldBsgdwRi1kjR58Q0GS4AsPnR2AQ4g', null, null, 'mei', 1894698000000, null)
--;
insert into "webhook_message" (webhook_id, id, news, data, at, tries, next_at, outcome) values ('hook-1', 'msg_1', 'tender.taken', '{"id":"04d675a0-ee47-4618-b86d-7e12064e92a1","kind":"tender","state":"captured"}', 1894698000000, 1, 1894698000000, null)
--;
insert into "webhook_attempt" (webhook_id, message_id, number, at, ms, status, reason) values ('hook-1', 'msg_1', 1, 1894698000000, 12, 500, null)
--;
insert into "display" (id, shop, till_id, code_hash, made_by, expires_at, device_id, connected_at, ended_at) values ('71f0c2b4-6f0e-4a43-9d0c-1d7a3c5be001', 'main', 'till-1', 'h', 'mei', 1894698000000, 'till-1', 1894698000000, null)
--;
insert into "shown_sale" (till_id, sale_id, due, currency, busy) values ('till-1', '71f0c2b4-6f0e-4a43-9d0c-1d7a3c5be002', 8000, 'SGD', 0)
--;
insert into "printer" (id, shop, name, kind, host, port, width, cutter, drawer, token_hash, state, state_at, created_at, removed_at) values ('74c3c6ed-ddc3-4eff-9bb9-9d4df0ccb1cf', 'main', 'Counter', 'network', '10.1.2.3', 9100, 80, 1, 0, null, 'unknown', null, 1894698000000, null)
--;
insert into "device_printer" (device_id, printer_id) values ('till-1', '74c3c6ed-ddc3-4eff-9bb9-9d4df0ccb1cf')
--;
insert into "printout" (id, shop, printer_id, device_id, person_id, what, subject, copy_of, drawer, asked_hash, sealed, state, reason, owner, created_at, changed_at) values ('85d4d7fe-eed4-4f00-8cca-ae5e01ddc2d0', 'main', '74c3c6ed-ddc3-4eff-9bb9-9d4df0ccb1cf', 'till-1', 'ana', 'receipt', null, null, 0, 'h', 'Fb2ABPBLHEVb2FVvprvmvldBsgdwRi1kjR58Q0GS4AsPnR2AQ4g', 'unsure', 'cut-off', 1, 1894698000000, 1894698000000)
--;
CREATE INDEX place_of_person on place (person_id)
--;
CREATE INDEX session_by_person on session (person_id, last_used_at)
--;
CREATE UNIQUE INDEX badge_of_person on badge (person_id) where revoked_at is null
--;
CREATE INDEX permit_by_person on permit (shop, person_id, at)
--;
CREATE INDEX wrong_code_by_time on wrong_code (shop, at)
--;
CREATE UNIQUE INDEX guessed_codes_open on guessed_codes (shop, person_id, device_id) where closed_at is null
--;
CREATE UNIQUE INDEX hold_of_voucher on hold (shop, ref_hash) where let_go_at is null
--;
CREATE INDEX hold_let_go on hold (shop, let_go_at)
--;
CREATE UNIQUE INDEX operation_lock on operation (shop, lock_hash) where open = 1
--;
CREATE INDEX operation_open on operation (shop, kind) where open = 1
--;
CREATE INDEX operation_by_state on operation (shop, kind, state, changed_at)
--;
CREATE INDEX fact_by_operation on fact (operation_id, seq)
--;
CREATE INDEX fact_by_time on fact (shop, at, seq)
--;
CREATE INDEX fact_by_kind on fact (shop, operation_kind, at, seq)
--;
CREATE INDEX fact_by_person on fact (shop, person_id, at, seq) where person_id is not null
--;
CREATE INDEX fact_by_decider on fact (shop, decider_id, at, seq) where decider_id is not null
--;
CREATE INDEX tender_by_ref on tender (shop, ref_hash, created_at)
--;
CREATE INDEX tender_by_person on tender (shop, person_id, created_at)
--;
CREATE INDEX tender_by_receipt on tender (shop, receipt_no) where receipt_no is not null
--;
CREATE INDEX tender_by_sale on tender (shop, sale_id) where sale_id is not null
--;
CREATE INDEX refund_by_tender on refund (tender_id, created_at)
--;
CREATE INDEX activation_by_person on activation (shop, person_id, created_at)
--;
CREATE INDEX range_by_cards on activation_range (shop, digits, last)
--;
CREATE INDEX range_unknown on activation_range (shop) where state = 'unknown'
--;
CREATE INDEX issue_by_person on issue (shop, person_id, created_at)
--;
CREATE INDEX issued_voucher_by_ref on issued_voucher (ref_hash)
--;
CREATE INDEX closing_by_time on closing (shop, created_at)
--;
CREATE INDEX shift_z_by_time on shift_z (shop, opened_at)
--;
CREATE INDEX shift_z_by_person on shift_z (shop, person_id, created_at)
--;
CREATE INDEX shift_z_fact_by_z on shift_z_fact (z_id)
--;
CREATE INDEX shift_note_by_z on shift_note (z_id, at)
--;
CREATE INDEX audit_by_time on audit (shop, at)
--;
CREATE INDEX audit_by_noted on audit (shop, subject) where action = 'story.noted'
--;
CREATE INDEX issuer_row_by_time on issuer_row (account, created_at, transaction_id)
--;
CREATE INDEX issuer_row_by_mid on issuer_row (account, mid, type, created_at)
--;
CREATE INDEX issuer_row_voucher_by_row on issuer_row_voucher (account, transaction_id)
--;
CREATE INDEX issuer_row_change_by_row on issuer_row_change (account, transaction_id, at)
--;
CREATE INDEX reading_by_time on reading (account, kind, from_at)
--;
CREATE UNIQUE INDEX list_row_by_id on list_row (shop, id)
--;
CREATE INDEX list_row_sums on list_row ( shop, day, type, status, currency, mid, person_id, claimed, paired, amount, tails)
--;
CREATE INDEX list_row_pairs on list_row (shop, pair_key, at) where pair_key is not null
--;
CREATE INDEX pay_link_by_reference on pay_link (shop, reference, created_at)
--;
CREATE UNIQUE INDEX access_key_by_old_start on access_key (old_start)
--;
CREATE INDEX webhook_message_by_time on webhook_message (webhook_id, at)
--;
CREATE INDEX webhook_message_due on webhook_message (webhook_id, next_at) where next_at is not null
--;
CREATE UNIQUE INDEX display_of_device on display (device_id) where ended_at is null
--;
CREATE INDEX display_by_till on display (till_id)
--;
CREATE INDEX display_by_code on display (code_hash)
--;
CREATE INDEX printout_by_printer on printout (printer_id, state, created_at)
--;
CREATE INDEX printout_by_time on printout (shop, created_at)
--;
CREATE UNIQUE INDEX printout_one_sending on printout (printer_id) where state = 'sending'
--;
CREATE UNIQUE INDEX printout_one_copy on printout (copy_of) where copy_of is not null
--;
CREATE TRIGGER "tender_no_update" before update on "tender" begin select raise(abort, 'tender is append-only'); end
--;
CREATE TRIGGER "tender_no_delete" before delete on "tender" begin select raise(abort, 'tender is append-only'); end
--;
CREATE TRIGGER "fact_no_update" before update on "fact" begin select raise(abort, 'fact is append-only'); end
--;
CREATE TRIGGER "fact_no_delete" before delete on "fact" begin select raise(abort, 'fact is append-only'); end
--;
CREATE TRIGGER "fact_seal_no_update" before update on "fact_seal" begin select raise(abort, 'fact_seal is append-only'); end
--;
CREATE TRIGGER "fact_seal_no_delete" before delete on "fact_seal" begin select raise(abort, 'fact_seal is append-only'); end
--;
CREATE TRIGGER "claim_no_update" before update on "claim" begin select raise(abort, 'claim is append-only'); end
--;
CREATE TRIGGER "claim_no_delete" before delete on "claim" begin select raise(abort, 'claim is append-only'); end
--;
CREATE TRIGGER "refund_no_update" before update on "refund" begin select raise(abort, 'refund is append-only'); end
--;
CREATE TRIGGER "refund_no_delete" before delete on "refund" begin select raise(abort, 'refund is append-only'); end
--;
CREATE TRIGGER "activation_no_update" before update on "activation" begin select raise(abort, 'activation is append-only'); end
--;
CREATE TRIGGER "activation_no_delete" before delete on "activation" begin select raise(abort, 'activation is append-only'); end
--;
CREATE TRIGGER "issue_no_update" before update on "issue" begin select raise(abort, 'issue is append-only'); end
--;
CREATE TRIGGER "issue_no_delete" before delete on "issue" begin select raise(abort, 'issue is append-only'); end
--;
CREATE TRIGGER "issued_voucher_no_update" before update on "issued_voucher" begin select raise(abort, 'issued_voucher is append-only'); end
--;
CREATE TRIGGER "issued_voucher_no_delete" before delete on "issued_voucher" begin select raise(abort, 'issued_voucher is append-only'); end
--;
CREATE TRIGGER "closing_no_update" before update on "closing" begin select raise(abort, 'closing is append-only'); end
--;
CREATE TRIGGER "closing_no_delete" before delete on "closing" begin select raise(abort, 'closing is append-only'); end
--;
CREATE TRIGGER "shift_z_no_update" before update on "shift_z" begin select raise(abort, 'shift_z is append-only'); end
--;
CREATE TRIGGER "shift_z_no_delete" before delete on "shift_z" begin select raise(abort, 'shift_z is append-only'); end
--;
CREATE TRIGGER "shift_z_fact_no_update" before update on "shift_z_fact" begin select raise(abort, 'shift_z_fact is append-only'); end
--;
CREATE TRIGGER "shift_z_fact_no_delete" before delete on "shift_z_fact" begin select raise(abort, 'shift_z_fact is append-only'); end
--;
CREATE TRIGGER "shift_note_no_update" before update on "shift_note" begin select raise(abort, 'shift_note is append-only'); end
--;
CREATE TRIGGER "shift_note_no_delete" before delete on "shift_note" begin select raise(abort, 'shift_note is append-only'); end
--;
CREATE TRIGGER "book_export_no_update" before update on "book_export" begin select raise(abort, 'book_export is append-only'); end
--;
CREATE TRIGGER "book_export_no_delete" before delete on "book_export" begin select raise(abort, 'book_export is append-only'); end
--;
CREATE TRIGGER "book_export_z_no_update" before update on "book_export_z" begin select raise(abort, 'book_export_z is append-only'); end
--;
CREATE TRIGGER "book_export_z_no_delete" before delete on "book_export_z" begin select raise(abort, 'book_export_z is append-only'); end
--;
CREATE TRIGGER "audit_no_update" before update on "audit" begin select raise(abort, 'audit is append-only'); end
--;
CREATE TRIGGER "audit_no_delete" before delete on "audit" begin select raise(abort, 'audit is append-only'); end
--;
CREATE TRIGGER "issuer_row_change_no_update" before update on "issuer_row_change" begin select raise(abort, 'issuer_row_change is append-only'); end
--;
CREATE TRIGGER "issuer_row_change_no_delete" before delete on "issuer_row_change" begin select raise(abort, 'issuer_row_change is append-only'); end
--;
CREATE TRIGGER "pay_link_no_update" before update on "pay_link" begin select raise(abort, 'pay_link is append-only'); end
--;
CREATE TRIGGER "pay_link_no_delete" before delete on "pay_link" begin select raise(abort, 'pay_link is append-only'); end
--;
CREATE TRIGGER "pay_link_told_no_update" before update on "pay_link_told" begin select raise(abort, 'pay_link_told is append-only'); end
--;
CREATE TRIGGER "pay_link_told_no_delete" before delete on "pay_link_told" begin select raise(abort, 'pay_link_told is append-only'); end
--;
CREATE TRIGGER "list_row_insert" after insert on list_row when new.day < unixepoch() / 86400 - 2 begin insert into list_day (shop, day, version) values (new.shop, new.day, 1) on conflict (shop, day) do update set version = version + 1; end
--;
CREATE TRIGGER "list_row_update" after update on list_row when old.day < unixepoch() / 86400 - 2 or new.day < unixepoch() / 86400 - 2 begin insert into list_day (shop, day, version) values (old.shop, old.day, 1) on conflict (shop, day) do update set version = version + 1; insert into list_day (shop, day, version) values (new.shop, new.day, 1) on conflict (shop, day) do update set version = version + 1; end
--;
CREATE TRIGGER "list_row_delete" after delete on list_row when old.day < unixepoch() / 86400 - 2 begin insert into list_day (shop, day, version) values (old.shop, old.day, 1) on conflict (shop, day) do update set version = version + 1; end
--;
