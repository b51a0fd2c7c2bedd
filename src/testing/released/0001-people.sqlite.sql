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
insert into "kysely_migration" (name, timestamp) values ('0001-people', '2030-01-01T00:00:00.000Z')
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
