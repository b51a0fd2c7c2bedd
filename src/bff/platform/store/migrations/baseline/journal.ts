/**
 * Operations with their facts and claims, the trail, gaps, and the keys of the database itself.
 * @param counting type of an auto-incrementing primary key
 */
export const journalTables = (counting: string) => `
create table operation (
  id text primary key, shop text not null references shop (id), kind text not null,
  device_id text references device (id), lock_hash text, state text not null,
  open integer not null, version integer not null, owner integer, created_at bigint not null,
  changed_at bigint not null
);
create unique index operation_lock on operation (shop, lock_hash) where open = 1;
create index operation_open on operation (shop, kind) where open = 1;
create index operation_by_state on operation (shop, kind, state, changed_at);
create table fact (
  seq ${counting}, shop text not null references shop (id),
  operation_id text not null references operation (id), at bigint not null, kind text not null,
  data text not null, operation_kind text not null, person_id text, decider_id text
);
create index fact_by_operation on fact (operation_id, seq);
create index fact_by_time on fact (shop, at, seq);
create index fact_by_kind on fact (shop, operation_kind, at, seq);
create index fact_by_person on fact (shop, person_id, at, seq) where person_id is not null;
create index fact_by_decider on fact (shop, decider_id, at, seq) where decider_id is not null;
create table fact_seal (
  shop text not null references shop (id), from_seq bigint not null, to_seq bigint not null,
  marks text not null,
  primary key (shop, from_seq)
);
create table claim (
  shop text not null references shop (id), transaction_id text not null,
  operation_id text not null unique references operation (id), at bigint not null,
  primary key (shop, transaction_id)
);
create table tender (
  id text primary key, shop text not null references shop (id),
  device_id text not null references device (id), person_id text not null references person (id),
  sale_id text, code_hash text not null, ref_hash text not null, ref_sealed text not null,
  last4 text not null, kind text not null check (kind in ('money', 'items')),
  requested bigint not null check (requested > 0), currency text not null,
  return_info integer not null, created_at bigint not null, receipt_no text, entry text,
  held bigint
);
create index tender_by_ref on tender (shop, ref_hash, created_at);
create index tender_by_person on tender (shop, person_id, created_at);
create index tender_by_receipt on tender (shop, receipt_no) where receipt_no is not null;
create index tender_by_sale on tender (shop, sale_id) where sale_id is not null;
create table refund (
  id text primary key references operation (id), shop text not null references shop (id),
  tender_id text not null references tender (id), device_id text not null references device (id),
  person_id text not null references person (id), note text not null, created_at bigint not null
);
create index refund_by_tender on refund (tender_id, created_at);
create table activation (
  id text primary key references operation (id), shop text not null references shop (id),
  device_id text not null references device (id), person_id text not null references person (id),
  created_at bigint not null
);
create index activation_by_person on activation (shop, person_id, created_at);
create table activation_range (
  activation_id text not null references activation (id), position integer not null,
  shop text not null references shop (id), digits integer not null, first text not null,
  last text not null, state text not null,
  primary key (activation_id, position)
);
create index range_by_cards on activation_range (shop, digits, last);
create index range_unknown on activation_range (shop) where state = 'unknown';
create table issue (
  id text primary key references operation (id), shop text not null references shop (id),
  device_id text not null references device (id), person_id text not null references person (id),
  product_code text not null, product_name text, quantity integer not null, face_value bigint,
  client_reference text, created_at bigint not null
);
create index issue_by_person on issue (shop, person_id, created_at);
create table issued_voucher (
  issue_id text not null references issue (id), position integer not null, sealed text not null,
  ref_hash text not null,
  primary key (issue_id, position)
);
create index issued_voucher_by_ref on issued_voucher (ref_hash);
create table closing (
  id text primary key, shop text not null references shop (id),
  device_id text not null references device (id), person_id text not null references person (id),
  request text not null, found text not null, created_at bigint not null
);
create index closing_by_time on closing (shop, created_at);
create table shift_z (
  id text primary key, shop text not null references shop (id),
  device_id text not null references device (id), number integer not null,
  person_id text references person (id), opened_at bigint not null, created_at bigint not null,
  burnt integer not null, request text not null, found text not null, floor bigint not null,
  unique (shop, device_id, number)
);
create index shift_z_by_time on shift_z (shop, opened_at);
create index shift_z_by_person on shift_z (shop, person_id, created_at);
create table shift_z_fact (
  shop text not null references shop (id), fact_seq bigint not null,
  z_id text not null references shift_z (id),
  primary key (shop, fact_seq)
);
create index shift_z_fact_by_z on shift_z_fact (z_id);
create table shift_note (
  shop text not null references shop (id), z_id text not null references shift_z (id),
  at bigint not null, person_id text not null references person (id), note text not null
);
create index shift_note_by_z on shift_note (z_id, at);
create table books (
  shop text primary key references shop (id), value text not null,
  person_id text not null references person (id), changed_at bigint not null
);
create table book_export (
  id text primary key, shop text not null references shop (id),
  person_id text not null references person (id), format text not null, currency text not null,
  at bigint not null
);
create table book_export_z (
  shop text not null references shop (id), export_id text not null references book_export (id),
  z_id text not null references shift_z (id),
  primary key (z_id, export_id)
);
create table match_layout (
  shop text not null references shop (id), layout text not null, columns text not null,
  person_id text not null references person (id), changed_at bigint not null,
  primary key (shop, layout)
);
create table match_note (
  shop text not null references shop (id), difference text not null, note text not null,
  person_id text not null references person (id), at bigint not null,
  primary key (shop, difference)
);
create table audit (
  shop text not null references shop (id), seq bigint not null, at bigint not null,
  person_id text, device_id text, action text not null, subject text, details text not null,
  previous text not null, hash text not null,
  primary key (shop, seq)
);
create index audit_by_time on audit (shop, at);
create index audit_by_noted on audit (shop, subject) where action = 'story.noted';
create table audit_head (
  shop text primary key references shop (id), seq bigint not null, hash text not null,
  mark text not null
);
create table journal_gap (
  id text primary key, reason text not null, from_at bigint not null, found_at bigint not null,
  ended_at bigint, ended_by text
);
create table gap_device (
  gap_id text not null references journal_gap (id), device_id text not null, at bigint not null,
  primary key (gap_id, device_id)
);
create table gap_remembered (
  operation_id text primary key, gap_id text not null references journal_gap (id)
);
create table journal_mark (
  server text primary key, mark text not null, previous text, at bigint not null,
  server_id integer not null, stopped integer not null
);
create table setting (
  name text primary key, value text not null
);
create table wrapped_key (
  data_key text not null, number integer not null, wrapped text not null,
  primary key (data_key, number)
);
create table key_rotation (
  number integer primary key, state text not null check (state in ('told', 'sealing', 'ended')),
  from_key text not null, to_key text not null, handed text, begun_at bigint not null,
  ended_at bigint
);
create table key_reader (
  server bigint primary key, knows integer not null, seals_with integer not null
);
`;
