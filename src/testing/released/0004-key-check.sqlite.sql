CREATE TABLE "kysely_migration" ("name" varchar(255) not null primary key, "timestamp" varchar(255) not null)
--;
CREATE TABLE "kysely_migration_lock" ("id" varchar(255) not null primary key, "is_locked" integer default 0 not null)
--;
CREATE TABLE "shop" ("id" text primary key, "mid" text, "created_at" bigint not null)
--;
CREATE TABLE "device" ("id" text primary key, "shop" text not null references "shop" ("id"), "name" text not null, "secret_hash" text not null unique, "enrolled_at" bigint not null, "last_seen_at" bigint, "revoked_at" bigint)
--;
CREATE TABLE "enrolment_code" ("code_hash" text primary key, "shop" text not null references "shop" ("id"), "made_by" text not null, "expires_at" bigint not null, "used_at" bigint)
--;
CREATE TABLE "person" ("id" text primary key, "shop" text not null references "shop" ("id"), "name" text not null, "role" text not null, "pin_hash" text not null, "created_at" bigint not null, "disabled_at" bigint, constraint "person_name_once" unique ("shop", "name"))
--;
CREATE TABLE "pin_guard" ("subject" text primary key, "failures" integer not null, "wait_until" bigint not null, "locked_at" bigint)
--;
CREATE TABLE "session" ("token_hash" text primary key, "shop" text not null references "shop" ("id"), "device_id" text not null references "device" ("id"), "person_id" text not null references "person" ("id"), "created_at" bigint not null, "last_used_at" bigint not null, "ended_at" bigint)
--;
CREATE TABLE "tender" ("id" text primary key, "shop" text not null references "shop" ("id"), "device_id" text not null references "device" ("id"), "person_id" text not null references "person" ("id"), "sale_id" text, "code_hash" text not null, "ref_hash" text not null, "ref_sealed" text not null, "last4" text not null, "kind" text not null check (kind in ('money', 'items')), "requested" bigint not null check (requested > 0), "currency" text not null, "return_info" integer not null, "created_at" bigint not null)
--;
CREATE TABLE "operation" ("id" text primary key, "shop" text not null references "shop" ("id"), "kind" text not null, "device_id" text references "device" ("id"), "lock_hash" text, "state" text not null, "open" integer not null, "version" integer not null, "owner" integer, "created_at" bigint not null, "changed_at" bigint not null)
--;
CREATE TABLE "fact" ("seq" integer primary key autoincrement, "operation_id" text not null references "operation" ("id"), "at" bigint not null, "kind" text not null, "data" text not null)
--;
CREATE TABLE "claim" ("shop" text not null references "shop" ("id"), "transaction_id" text not null, "operation_id" text not null unique references "operation" ("id"), "at" bigint not null, constraint "claimed_once" primary key ("shop", "transaction_id"))
--;
CREATE TABLE "refund" ("id" text primary key references "operation" ("id"), "shop" text not null references "shop" ("id"), "tender_id" text not null references "tender" ("id"), "device_id" text not null references "device" ("id"), "person_id" text not null references "person" ("id"), "note" text not null, "created_at" bigint not null)
--;
CREATE TABLE "setting" ("name" text primary key, "value" text not null)
--;
insert into "kysely_migration" (name, timestamp) values ('0001-people', '2030-01-01T00:00:00.000Z')
--;
insert into "kysely_migration" (name, timestamp) values ('0002-tenders', '2030-01-01T00:00:00.000Z')
--;
insert into "kysely_migration" (name, timestamp) values ('0003-operations', '2030-01-01T00:00:00.000Z')
--;
insert into "kysely_migration" (name, timestamp) values ('0004-key-check', '2030-01-01T00:00:00.000Z')
--;
insert into "kysely_migration_lock" (id, is_locked) values ('migration_lock', 0)
--;
insert into "shop" (id, mid, created_at) values ('main', '000000000000042', 1894698000000)
--;
insert into "device" (id, shop, name, secret_hash, enrolled_at, last_seen_at, revoked_at) values ('till-1', 'main', 'Till 1', 'h', 1894698000000, null, null)
--;
insert into "person" (id, shop, name, role, pin_hash, created_at, disabled_at) values ('ana', 'main', 'Ana', 'cashier', 'h', 1894698000000, null)
--;
insert into "person" (id, shop, name, role, pin_hash, created_at, disabled_at) values ('mei', 'main', 'Mei', 'manager', 'h', 1894698000000, null)
--;
insert into "tender" (id, shop, device_id, person_id, sale_id, code_hash, ref_hash, ref_sealed, last4, kind, requested, currency, return_info, created_at) values ('04d675a0-ee47-4618-b86d-7e12064e92a1', 'main', 'till-1', 'ana', null, 'jmEnlUPM_Abkf1BobC3vJ-1CtsLryo5NZmAEshGkozU', 'jmEnlUPM_Abkf1BobC3vJ-1CtsLryo5NZmAEshGkozU', 'Fb2ABPBLHEVb2FVvprvmvldBsgdwRi1kjR58Q0GS4AsPnR2AQ4g', '7890', 'money', 100, 'SGD', 1, 1894698000000)
--;
insert into "tender" (id, shop, device_id, person_id, sale_id, code_hash, ref_hash, ref_sealed, last4, kind, requested, currency, return_info, created_at) values ('04d675a0-ee47-4618-b86d-7e12064e92a2', 'main', 'till-1', 'ana', null, 'another', 'another', 'Fb2ABPBLHEVb2FVvprvmvldBsgdwRi1kjR58Q0GS4AsPnR2AQ4g', '7890', 'money', 100, 'SGD', 1, 1894698000000)
--;
insert into "operation" (id, shop, kind, device_id, lock_hash, state, open, version, owner, created_at, changed_at) values ('04d675a0-ee47-4618-b86d-7e12064e92a1', 'main', 'tender', 'till-1', 'jmEnlUPM_Abkf1BobC3vJ-1CtsLryo5NZmAEshGkozU', 'captured', 0, 3, null, 1894698000000, 1894698000000)
--;
insert into "operation" (id, shop, kind, device_id, lock_hash, state, open, version, owner, created_at, changed_at) values ('04d675a0-ee47-4618-b86d-7e12064e92a2', 'main', 'tender', 'till-1', 'another', 'unknown', 1, 3, null, 1894698000000, 1894698000000)
--;
insert into "fact" (seq, operation_id, at, kind, data) values (1, '04d675a0-ee47-4618-b86d-7e12064e92a1', 1894698000000, 'intent', '{"snapshot":{"remaining":5000,"unit":"SGD","source":"client","at":1894698000000,"singleUse":false,"seen":[]}}')
--;
insert into "fact" (seq, operation_id, at, kind, data) values (2, '04d675a0-ee47-4618-b86d-7e12064e92a1', 1894698000000, 'sent', '{"attempt":1,"offset":{"offsetMs":0,"errorMs":500}}')
--;
insert into "fact" (seq, operation_id, at, kind, data) values (3, '04d675a0-ee47-4618-b86d-7e12064e92a1', 1894698000000, 'captured', '{"captureId":"1000000000000000000000000000002","authorizationId":null,"captured":100,"evidence":"answer","refundHandle":null,"vouchers":[]}')
--;
insert into "fact" (seq, operation_id, at, kind, data) values (4, '04d675a0-ee47-4618-b86d-7e12064e92a2', 1894698000000, 'intent', '{"snapshot":{"remaining":5000,"unit":"SGD","source":"client","at":1894698000000,"singleUse":false,"seen":[]}}')
--;
insert into "fact" (seq, operation_id, at, kind, data) values (5, '04d675a0-ee47-4618-b86d-7e12064e92a2', 1894698000000, 'sent', '{"attempt":1,"offset":{"offsetMs":0,"errorMs":500}}')
--;
insert into "fact" (seq, operation_id, at, kind, data) values (6, '04d675a0-ee47-4618-b86d-7e12064e92a2', 1894698000000, 'unknown', '{"reason":"no answer","evidence":"answer-lost"}')
--;
insert into "claim" (shop, transaction_id, operation_id, at) values ('main', '1000000000000000000000000000002', '04d675a0-ee47-4618-b86d-7e12064e92a1', 1894698000000)
--;
insert into "setting" (name, value) values ('key-mark', '2M1JmTorLbyAQu66z8uXatcdyB878ZxsZIksi5BUrNk')
--;
CREATE INDEX "tender_by_ref" on "tender" ("shop", "ref_hash", "created_at")
--;
CREATE INDEX "tender_by_person" on "tender" ("shop", "person_id", "created_at")
--;
CREATE TRIGGER "tender_no_update" before update on "tender"
      begin select raise(abort, 'tender is append-only'); end
--;
CREATE TRIGGER "tender_no_delete" before delete on "tender"
      begin select raise(abort, 'tender is append-only'); end
--;
CREATE UNIQUE INDEX operation_lock on operation (shop, lock_hash) where open = 1
--;
CREATE INDEX operation_open on operation (shop, kind) where open = 1
--;
CREATE INDEX "operation_by_state" on "operation" ("shop", "kind", "state", "changed_at")
--;
CREATE INDEX "fact_by_operation" on "fact" ("operation_id", "seq")
--;
CREATE TRIGGER "fact_no_update" before update on "fact"
      begin select raise(abort, 'fact is append-only'); end
--;
CREATE TRIGGER "fact_no_delete" before delete on "fact"
      begin select raise(abort, 'fact is append-only'); end
--;
CREATE TRIGGER "claim_no_update" before update on "claim"
      begin select raise(abort, 'claim is append-only'); end
--;
CREATE TRIGGER "claim_no_delete" before delete on "claim"
      begin select raise(abort, 'claim is append-only'); end
--;
CREATE INDEX "refund_by_tender" on "refund" ("tender_id", "created_at")
--;
CREATE TRIGGER "refund_no_update" before update on "refund"
      begin select raise(abort, 'refund is append-only'); end
--;
CREATE TRIGGER "refund_no_delete" before delete on "refund"
      begin select raise(abort, 'refund is append-only'); end
--;
