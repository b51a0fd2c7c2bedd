/** Accounts at the issuer, their shops, the people of each shop, and limits on guessing. */
export const PEOPLE_TABLES = `
create table account (
  id text primary key, created_at bigint not null
);
create table shop (
  id text primary key, account text not null references account (id), mid text,
  created_at bigint not null
);
create table device (
  id text primary key, shop text not null references shop (id), name text not null,
  secret_hash text not null unique, enrolled_at bigint not null, last_seen_at bigint,
  revoked_at bigint
);
create table enrolment_code (
  code_hash text primary key, shop text not null references shop (id), made_by text not null,
  expires_at bigint not null, used_at bigint
);
create table person (
  id text primary key, name text not null, pin_hash text not null, created_at bigint not null,
  disabled_at bigint, language text
);
create table place (
  shop text not null references shop (id), person_id text not null references person (id),
  role text not null check (role in ('cashier', 'stock', 'manager')),
  primary key (shop, person_id)
);
create index place_of_person on place (person_id);
create table pin_guard (
  subject text primary key, failures integer not null, wait_until bigint not null,
  locked_at bigint
);
create table session (
  token_hash text primary key, shop text not null references shop (id),
  device_id text not null references device (id), person_id text not null references person (id),
  created_at bigint not null, last_used_at bigint not null, ended_at bigint
);
create index session_by_person on session (person_id, last_used_at);
create table badge (
  code_hash text primary key, shop text not null references shop (id),
  person_id text not null references person (id), made_by text not null references person (id),
  made_at bigint not null, revoked_at bigint
);
create unique index badge_of_person on badge (person_id) where revoked_at is null;
create table shop_setting (
  shop text not null references shop (id), name text not null, value text not null,
  person_id text not null references person (id), changed_at bigint not null,
  primary key (shop, name)
);
create table permit (
  shop text not null references shop (id), operation_id text not null, kind text not null,
  person_id text not null references person (id), count bigint not null, at bigint not null,
  proved integer not null, approver_id text references person (id),
  primary key (shop, operation_id)
);
create index permit_by_person on permit (shop, person_id, at);
create table approval (
  shop text not null references shop (id), operation_id text not null, wish_hash text not null,
  approver_id text not null references person (id), expires_at bigint not null,
  primary key (shop, operation_id)
);
create table asked_approval (
  shop text not null references shop (id), operation_id text not null, wish_hash text not null,
  kind text not null, about text not null, person_id text not null references person (id),
  device_id text not null references device (id), expires_at bigint not null, answer text,
  answered_by text references person (id),
  primary key (shop, operation_id)
);
create table wrong_code (
  id text primary key, shop text not null references shop (id), person_id text not null,
  device_id text not null, at bigint not null
);
create index wrong_code_by_time on wrong_code (shop, at);
create table guessed_codes (
  id text primary key, shop text not null references shop (id), person_id text not null,
  device_id text not null, codes integer not null, at bigint not null, closed_at bigint
);
create unique index guessed_codes_open on guessed_codes (shop, person_id, device_id) where closed_at is null;
create table hold (
  id text primary key, shop text not null references shop (id), ref_hash text not null,
  last4 text not null, reason text not null, person_id text not null references person (id),
  at bigint not null, let_go_by text references person (id), let_go_at bigint
);
create unique index hold_of_voucher on hold (shop, ref_hash) where let_go_at is null;
create index hold_let_go on hold (shop, let_go_at);
`;
