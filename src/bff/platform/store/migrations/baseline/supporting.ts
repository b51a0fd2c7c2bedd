/** Systems that work with a till: registers, programs, webhooks, displays and printers. */
export const SUPPORTING_TABLES = `
create table register (
  id text primary key, shop text not null references shop (id), origin text not null,
  name text not null, person_id text not null references person (id), created_at bigint not null,
  secret_sealed text, old_secret_sealed text, old_until bigint,
  unique (shop, origin)
);
create table pay_link (
  id text primary key, shop text not null references shop (id),
  device_id text not null references device (id), person_id text not null references person (id),
  amount bigint not null, currency text not null, reference text not null, state text not null,
  return_url text not null, origin text not null, name text not null, created_at bigint not null
);
create index pay_link_by_reference on pay_link (shop, reference, created_at);
create table pay_link_told (
  link_id text not null references pay_link (id), number integer not null, at bigint not null,
  outcome text not null, amount bigint not null,
  primary key (link_id, number)
);
create table pay_link_opened (
  link_id text not null references pay_link (id), device_id text not null references device (id),
  primary key (link_id, device_id)
);
create table access_key (
  id text primary key references device (id), shop text not null references shop (id),
  name text not null, start text not null unique, secret_hash text not null, scopes text not null,
  person_id text not null references person (id), limit_once bigint, limit_day bigint,
  made_by text not null references person (id), made_at bigint not null, last_used_at bigint,
  revoked_at bigint, old_start text, old_secret_hash text, old_until bigint
);
create unique index access_key_by_old_start on access_key (old_start);
create table key_tender (
  key_id text not null references access_key (id), day text not null,
  tender_id text not null references tender (id), amount bigint not null,
  primary key (key_id, day, tender_id)
);
create table webhook (
  id text primary key, shop text not null references shop (id), url text not null,
  news text not null, secret_sealed text not null, old_secret_sealed text, old_until bigint,
  made_by text not null references person (id), made_at bigint not null, removed_at bigint
);
create table webhook_message (
  webhook_id text not null references webhook (id), id text not null, news text not null,
  data text not null, at bigint not null, tries integer not null, next_at bigint, outcome text,
  primary key (webhook_id, id)
);
create index webhook_message_by_time on webhook_message (webhook_id, at);
create index webhook_message_due on webhook_message (webhook_id, next_at) where next_at is not null;
create table webhook_attempt (
  webhook_id text not null, message_id text not null, number integer not null, at bigint not null,
  ms integer not null, status integer, reason text,
  primary key (webhook_id, message_id, number)
);
create table display (
  id text primary key, shop text not null references shop (id),
  till_id text not null references device (id), code_hash text not null,
  made_by text not null references person (id), expires_at bigint not null,
  device_id text references device (id), connected_at bigint, ended_at bigint
);
create unique index display_of_device on display (device_id) where ended_at is null;
create index display_by_till on display (till_id);
create index display_by_code on display (code_hash);
create table shown_sale (
  till_id text primary key references device (id), sale_id text not null, due integer,
  currency text, busy integer not null
);
create table printer (
  id text primary key, shop text not null references shop (id), name text not null,
  kind text not null, host text, port integer, width integer not null, cutter integer not null,
  drawer integer not null, token_hash text, state text not null, state_at bigint,
  created_at bigint not null, removed_at bigint
);
create table device_printer (
  device_id text primary key references device (id),
  printer_id text not null references printer (id)
);
create table printout (
  id text primary key, shop text not null references shop (id),
  printer_id text not null references printer (id),
  device_id text not null references device (id), person_id text not null references person (id),
  what text not null, subject text, copy_of text, drawer integer not null,
  asked_hash text not null, sealed text, state text not null, reason text, owner integer not null,
  created_at bigint not null, changed_at bigint not null
);
create index printout_by_printer on printout (printer_id, state, created_at);
create index printout_by_time on printout (shop, created_at);
create unique index printout_one_sending on printout (printer_id) where state = 'sending';
create unique index printout_one_copy on printout (copy_of) where copy_of is not null;
`;
