CREATE FUNCTION public.drop_uncounted() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin delete from uncounted_fact where shop = new.shop and fact_seq = new.fact_seq; return null; end $$;
CREATE FUNCTION public.note_list_day() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    begin
      if tg_op <> 'INSERT' then insert into list_day (shop, day, version) values (old.shop, old.day, txid_current())
    on conflict (shop, day) do update set version = excluded.version where list_day.version <> excluded.version; end if;
      if tg_op <> 'DELETE' then insert into list_day (shop, day, version) values (new.shop, new.day, txid_current())
    on conflict (shop, day) do update set version = excluded.version where list_day.version <> excluded.version; end if;
      return null;
    end $$;
CREATE FUNCTION public.note_uncounted() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin insert into uncounted_fact (shop, device_id, fact_seq, at, begins) select new.shop, operation.device_id, new.seq, new.at,
    case when new.kind = 'intent' then 1 else 0 end from operation where operation.id = new.operation_id and operation.device_id is not null; return null; end $$;
CREATE FUNCTION public.refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin raise exception '% is append-only', tg_table_name; end $$;
CREATE TABLE public.access_key (
    id text NOT NULL,
    shop text NOT NULL,
    name text NOT NULL,
    start text NOT NULL,
    secret_hash text NOT NULL,
    scopes text NOT NULL,
    person_id text NOT NULL,
    limit_once bigint,
    limit_day bigint,
    made_by text NOT NULL,
    made_at bigint NOT NULL,
    last_used_at bigint,
    revoked_at bigint,
    old_start text,
    old_secret_hash text,
    old_until bigint
);
ALTER TABLE ONLY public.access_key FORCE ROW LEVEL SECURITY;
CREATE TABLE public.account (
    id text NOT NULL,
    created_at bigint NOT NULL,
    name text,
    address_sealed text
);
CREATE TABLE public.activation (
    id text NOT NULL,
    shop text NOT NULL,
    device_id text NOT NULL,
    person_id text NOT NULL,
    created_at bigint NOT NULL
);
ALTER TABLE ONLY public.activation FORCE ROW LEVEL SECURITY;
CREATE TABLE public.activation_range (
    activation_id text NOT NULL,
    "position" integer NOT NULL,
    shop text NOT NULL,
    digits integer NOT NULL,
    first text NOT NULL,
    last text NOT NULL,
    state text NOT NULL
);
ALTER TABLE ONLY public.activation_range FORCE ROW LEVEL SECURITY;
CREATE TABLE public.approval (
    shop text NOT NULL,
    operation_id text NOT NULL,
    wish_hash text NOT NULL,
    approver_id text NOT NULL,
    expires_at bigint NOT NULL
);
ALTER TABLE ONLY public.approval FORCE ROW LEVEL SECURITY;
CREATE TABLE public.asked_approval (
    shop text NOT NULL,
    operation_id text NOT NULL,
    wish_hash text NOT NULL,
    kind text NOT NULL,
    about text NOT NULL,
    person_id text NOT NULL,
    device_id text NOT NULL,
    expires_at bigint NOT NULL,
    answer text,
    answered_by text
);
ALTER TABLE ONLY public.asked_approval FORCE ROW LEVEL SECURITY;
CREATE TABLE public.audit (
    shop text NOT NULL,
    seq bigint NOT NULL,
    at bigint NOT NULL,
    person_id text,
    device_id text,
    action text NOT NULL,
    subject text,
    details text NOT NULL,
    previous text NOT NULL,
    hash text NOT NULL
);
ALTER TABLE ONLY public.audit FORCE ROW LEVEL SECURITY;
CREATE TABLE public.audit_head (
    shop text NOT NULL,
    seq bigint NOT NULL,
    hash text NOT NULL,
    mark text NOT NULL
);
ALTER TABLE ONLY public.audit_head FORCE ROW LEVEL SECURITY;
CREATE TABLE public.awaited_device (
    shop text NOT NULL,
    name text NOT NULL,
    printer_id text NOT NULL
);
ALTER TABLE ONLY public.awaited_device FORCE ROW LEVEL SECURITY;
CREATE TABLE public.badge (
    code_hash text NOT NULL,
    shop text NOT NULL,
    person_id text NOT NULL,
    made_by text NOT NULL,
    made_at bigint NOT NULL,
    revoked_at bigint
);
ALTER TABLE ONLY public.badge FORCE ROW LEVEL SECURITY;
CREATE TABLE public.book_export (
    id text NOT NULL,
    shop text NOT NULL,
    person_id text NOT NULL,
    format text NOT NULL,
    currency text NOT NULL,
    at bigint NOT NULL
);
ALTER TABLE ONLY public.book_export FORCE ROW LEVEL SECURITY;
CREATE TABLE public.book_export_z (
    shop text NOT NULL,
    export_id text NOT NULL,
    z_id text NOT NULL
);
ALTER TABLE ONLY public.book_export_z FORCE ROW LEVEL SECURITY;
CREATE TABLE public.books (
    shop text NOT NULL,
    value text NOT NULL,
    person_id text NOT NULL,
    changed_at bigint NOT NULL
);
ALTER TABLE ONLY public.books FORCE ROW LEVEL SECURITY;
CREATE TABLE public.chain_setting (
    name text NOT NULL,
    value text NOT NULL,
    forced integer NOT NULL,
    person_id text NOT NULL,
    changed_at bigint NOT NULL
);
CREATE TABLE public.claim (
    shop text NOT NULL,
    transaction_id text NOT NULL,
    operation_id text NOT NULL,
    at bigint NOT NULL,
    account text
);
ALTER TABLE ONLY public.claim FORCE ROW LEVEL SECURITY;
CREATE TABLE public.closing (
    id text NOT NULL,
    shop text NOT NULL,
    device_id text NOT NULL,
    person_id text NOT NULL,
    request text NOT NULL,
    found text NOT NULL,
    created_at bigint NOT NULL
);
ALTER TABLE ONLY public.closing FORCE ROW LEVEL SECURITY;
CREATE TABLE public.collected_again (
    sale_id text NOT NULL,
    shop text NOT NULL,
    due bigint NOT NULL,
    currency text NOT NULL,
    at bigint NOT NULL,
    closed_at bigint
);
ALTER TABLE ONLY public.collected_again FORCE ROW LEVEL SECURITY;
CREATE TABLE public.device (
    id text NOT NULL,
    shop text NOT NULL,
    name text NOT NULL,
    secret_hash text NOT NULL,
    enrolled_at bigint NOT NULL,
    last_seen_at bigint,
    revoked_at bigint,
    till_id text
);
ALTER TABLE ONLY public.device FORCE ROW LEVEL SECURITY;
CREATE TABLE public.device_printer (
    device_id text NOT NULL,
    printer_id text NOT NULL
);
ALTER TABLE ONLY public.device_printer FORCE ROW LEVEL SECURITY;
CREATE TABLE public.device_report (
    device_id text NOT NULL,
    shop text NOT NULL,
    at bigint NOT NULL,
    report text NOT NULL
);
ALTER TABLE ONLY public.device_report FORCE ROW LEVEL SECURITY;
CREATE TABLE public.display (
    id text NOT NULL,
    shop text NOT NULL,
    till_id text NOT NULL,
    code_hash text NOT NULL,
    made_by text NOT NULL,
    expires_at bigint NOT NULL,
    device_id text,
    connected_at bigint,
    ended_at bigint
);
ALTER TABLE ONLY public.display FORCE ROW LEVEL SECURITY;
CREATE TABLE public.document_print (
    id text NOT NULL,
    shop text NOT NULL,
    device_id text NOT NULL,
    person_id text NOT NULL,
    what text NOT NULL,
    subject text NOT NULL,
    is_copy integer NOT NULL,
    at bigint NOT NULL
);
ALTER TABLE ONLY public.document_print FORCE ROW LEVEL SECURITY;
CREATE TABLE public.enrolment_code (
    code_hash text NOT NULL,
    shop text NOT NULL,
    made_by text NOT NULL,
    expires_at bigint NOT NULL,
    used_at bigint
);
ALTER TABLE ONLY public.enrolment_code FORCE ROW LEVEL SECURITY;
CREATE TABLE public.erasure (
    place text NOT NULL,
    shop text NOT NULL,
    ref text NOT NULL,
    mark text NOT NULL,
    CONSTRAINT erasure_place_check CHECK ((place = ANY (ARRAY['audit'::text, 'fact'::text, 'shift_z'::text])))
);
ALTER TABLE ONLY public.erasure FORCE ROW LEVEL SECURITY;
CREATE TABLE public.fact (
    seq bigint NOT NULL,
    shop text NOT NULL,
    operation_id text NOT NULL,
    at bigint NOT NULL,
    kind text NOT NULL,
    data text NOT NULL,
    operation_kind text NOT NULL,
    person_id text,
    decider_id text
);
ALTER TABLE ONLY public.fact FORCE ROW LEVEL SECURITY;
CREATE TABLE public.fact_seal (
    shop text NOT NULL,
    from_seq bigint NOT NULL,
    to_seq bigint NOT NULL,
    marks text NOT NULL
);
ALTER TABLE ONLY public.fact_seal FORCE ROW LEVEL SECURITY;
CREATE SEQUENCE public.fact_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.fact_seq_seq OWNED BY public.fact.seq;
CREATE TABLE public.gap_device (
    gap_id text NOT NULL,
    device_id text NOT NULL,
    at bigint NOT NULL
);
ALTER TABLE ONLY public.gap_device FORCE ROW LEVEL SECURITY;
CREATE TABLE public.gap_remembered (
    operation_id text NOT NULL,
    gap_id text NOT NULL,
    ref_hash text
);
ALTER TABLE ONLY public.gap_remembered FORCE ROW LEVEL SECURITY;
CREATE TABLE public.guessed_codes (
    id text NOT NULL,
    shop text NOT NULL,
    person_id text NOT NULL,
    device_id text NOT NULL,
    codes integer NOT NULL,
    at bigint NOT NULL,
    closed_at bigint
);
ALTER TABLE ONLY public.guessed_codes FORCE ROW LEVEL SECURITY;
CREATE TABLE public.hold (
    id text NOT NULL,
    shop text NOT NULL,
    ref_hash text NOT NULL,
    last4 text NOT NULL,
    reason text NOT NULL,
    person_id text NOT NULL,
    at bigint NOT NULL,
    let_go_by text,
    let_go_at bigint
);
ALTER TABLE ONLY public.hold FORCE ROW LEVEL SECURITY;
CREATE TABLE public.issue (
    id text NOT NULL,
    shop text NOT NULL,
    device_id text NOT NULL,
    person_id text NOT NULL,
    product_code text NOT NULL,
    product_name text,
    quantity integer NOT NULL,
    face_value bigint,
    client_reference text,
    created_at bigint NOT NULL
);
ALTER TABLE ONLY public.issue FORCE ROW LEVEL SECURITY;
CREATE TABLE public.issued_voucher (
    issue_id text NOT NULL,
    "position" integer NOT NULL,
    sealed text NOT NULL,
    ref_hash text NOT NULL
);
ALTER TABLE ONLY public.issued_voucher FORCE ROW LEVEL SECURITY;
CREATE TABLE public.issuer_row (
    account text NOT NULL,
    transaction_id text NOT NULL,
    type text NOT NULL,
    raw_type text NOT NULL,
    succeeded integer,
    raw_status text NOT NULL,
    mid text NOT NULL,
    amount bigint,
    currency text NOT NULL,
    created_at bigint,
    updated_at bigint,
    vouchers text NOT NULL,
    first_read_at bigint NOT NULL,
    last_read_at bigint NOT NULL,
    gone_at bigint
);
CREATE TABLE public.issuer_row_change (
    account text NOT NULL,
    transaction_id text NOT NULL,
    at bigint NOT NULL,
    was text NOT NULL
);
CREATE TABLE public.issuer_row_voucher (
    account text NOT NULL,
    hash text NOT NULL,
    transaction_id text NOT NULL
);
CREATE TABLE public.journal_gap (
    id text NOT NULL,
    reason text NOT NULL,
    from_at bigint NOT NULL,
    found_at bigint NOT NULL,
    ended_at bigint,
    ended_by text,
    shop text
);
ALTER TABLE ONLY public.journal_gap FORCE ROW LEVEL SECURITY;
CREATE TABLE public.journal_mark (
    server text NOT NULL,
    mark text NOT NULL,
    previous text,
    at bigint NOT NULL,
    server_id integer NOT NULL,
    stopped integer NOT NULL
);
CREATE TABLE public.key_reader (
    server bigint NOT NULL,
    knows integer NOT NULL,
    seals_with integer NOT NULL
);
CREATE TABLE public.key_rotation (
    number integer NOT NULL,
    state text NOT NULL,
    from_key text NOT NULL,
    to_key text NOT NULL,
    handed text,
    begun_at bigint NOT NULL,
    ended_at bigint,
    CONSTRAINT key_rotation_state_check CHECK ((state = ANY (ARRAY['told'::text, 'sealing'::text, 'ended'::text])))
);
CREATE TABLE public.key_tender (
    key_id text NOT NULL,
    day text NOT NULL,
    tender_id text NOT NULL,
    amount bigint NOT NULL
);
ALTER TABLE ONLY public.key_tender FORCE ROW LEVEL SECURITY;
CREATE TABLE public.kysely_migration (
    name character varying(255) NOT NULL,
    "timestamp" character varying(255) NOT NULL
);
CREATE TABLE public.kysely_migration_lock (
    id character varying(255) NOT NULL,
    is_locked integer DEFAULT 0 NOT NULL
);
CREATE TABLE public.list_day (
    shop text NOT NULL,
    day integer NOT NULL,
    version bigint NOT NULL
);
ALTER TABLE ONLY public.list_day FORCE ROW LEVEL SECURITY;
CREATE TABLE public.list_row (
    shop text NOT NULL,
    at bigint NOT NULL,
    id text NOT NULL,
    day integer NOT NULL,
    type text NOT NULL,
    status text NOT NULL,
    mid text NOT NULL,
    currency text NOT NULL,
    amount bigint,
    tails text NOT NULL,
    person_id text,
    claimed integer NOT NULL,
    paired integer NOT NULL,
    pair_key text,
    pair_id text
);
ALTER TABLE ONLY public.list_row FORCE ROW LEVEL SECURITY;
CREATE TABLE public.match_layout (
    shop text NOT NULL,
    layout text NOT NULL,
    columns text NOT NULL,
    person_id text NOT NULL,
    changed_at bigint NOT NULL
);
ALTER TABLE ONLY public.match_layout FORCE ROW LEVEL SECURITY;
CREATE TABLE public.match_note (
    shop text NOT NULL,
    difference text NOT NULL,
    note text NOT NULL,
    person_id text NOT NULL,
    at bigint NOT NULL
);
ALTER TABLE ONLY public.match_note FORCE ROW LEVEL SECURITY;
CREATE TABLE public.office_code (
    code_hash text NOT NULL,
    person_id text NOT NULL,
    expires_at bigint NOT NULL,
    enrolled integer NOT NULL,
    used_at bigint
);
CREATE TABLE public.office_member (
    person_id text NOT NULL,
    since bigint NOT NULL,
    until bigint
);
CREATE TABLE public.operation (
    id text NOT NULL,
    shop text NOT NULL,
    kind text NOT NULL,
    device_id text,
    lock_hash text,
    state text NOT NULL,
    open integer NOT NULL,
    version integer NOT NULL,
    owner integer,
    created_at bigint NOT NULL,
    changed_at bigint NOT NULL,
    account text
);
ALTER TABLE ONLY public.operation FORCE ROW LEVEL SECURITY;
CREATE TABLE public.passkey (
    id text NOT NULL,
    person_id text NOT NULL,
    credential_id text NOT NULL,
    public_key text NOT NULL,
    counter bigint NOT NULL,
    transports text NOT NULL,
    name text NOT NULL,
    created_at bigint NOT NULL,
    last_used_at bigint,
    revoked_at bigint
);
CREATE TABLE public.passkey_challenge (
    device_id text NOT NULL,
    purpose text NOT NULL,
    challenge text NOT NULL,
    person_id text,
    code_hash text,
    expires_at bigint NOT NULL
);
CREATE TABLE public.pay_link (
    id text NOT NULL,
    shop text NOT NULL,
    device_id text NOT NULL,
    person_id text NOT NULL,
    amount bigint NOT NULL,
    currency text NOT NULL,
    reference text NOT NULL,
    state text NOT NULL,
    return_url text NOT NULL,
    origin text NOT NULL,
    name text NOT NULL,
    created_at bigint NOT NULL
);
ALTER TABLE ONLY public.pay_link FORCE ROW LEVEL SECURITY;
CREATE TABLE public.pay_link_opened (
    link_id text NOT NULL,
    device_id text NOT NULL
);
ALTER TABLE ONLY public.pay_link_opened FORCE ROW LEVEL SECURITY;
CREATE TABLE public.pay_link_told (
    link_id text NOT NULL,
    number integer NOT NULL,
    at bigint NOT NULL,
    outcome text NOT NULL,
    amount bigint NOT NULL
);
ALTER TABLE ONLY public.pay_link_told FORCE ROW LEVEL SECURITY;
CREATE TABLE public.permit (
    shop text NOT NULL,
    operation_id text NOT NULL,
    kind text NOT NULL,
    person_id text NOT NULL,
    count bigint NOT NULL,
    at bigint NOT NULL,
    proved integer NOT NULL,
    approver_id text
);
ALTER TABLE ONLY public.permit FORCE ROW LEVEL SECURITY;
CREATE TABLE public.person (
    id text NOT NULL,
    name text NOT NULL,
    pin_hash text NOT NULL,
    created_at bigint NOT NULL,
    disabled_at bigint,
    language text
);
CREATE TABLE public.person_code (
    code_hash text NOT NULL,
    person_id text NOT NULL,
    expires_at bigint NOT NULL,
    used_at bigint
);
CREATE TABLE public.pin_guard (
    subject text NOT NULL,
    failures integer NOT NULL,
    wait_until bigint NOT NULL,
    locked_at bigint
);
CREATE TABLE public.place (
    shop text NOT NULL,
    person_id text NOT NULL,
    role text NOT NULL,
    manager_since bigint,
    manager_until bigint,
    CONSTRAINT place_role_check CHECK ((role = ANY (ARRAY['cashier'::text, 'stock'::text, 'manager'::text])))
);
ALTER TABLE ONLY public.place FORCE ROW LEVEL SECURITY;
CREATE TABLE public.printer (
    id text NOT NULL,
    shop text NOT NULL,
    name text NOT NULL,
    kind text NOT NULL,
    host text,
    port integer,
    width integer NOT NULL,
    cutter integer NOT NULL,
    drawer integer NOT NULL,
    token_hash text,
    state text NOT NULL,
    state_at bigint,
    created_at bigint NOT NULL,
    removed_at bigint
);
ALTER TABLE ONLY public.printer FORCE ROW LEVEL SECURITY;
CREATE TABLE public.printout (
    id text NOT NULL,
    shop text NOT NULL,
    printer_id text NOT NULL,
    device_id text NOT NULL,
    person_id text NOT NULL,
    what text NOT NULL,
    subject text,
    copy_of text,
    drawer integer NOT NULL,
    asked_hash text NOT NULL,
    sealed text,
    state text NOT NULL,
    reason text,
    owner integer NOT NULL,
    created_at bigint NOT NULL,
    changed_at bigint NOT NULL
);
ALTER TABLE ONLY public.printout FORCE ROW LEVEL SECURITY;
CREATE TABLE public.reading (
    account text NOT NULL,
    kind text NOT NULL,
    from_at bigint NOT NULL,
    to_at bigint NOT NULL,
    began_at bigint NOT NULL
);
CREATE TABLE public.refund (
    id text NOT NULL,
    shop text NOT NULL,
    tender_id text NOT NULL,
    device_id text NOT NULL,
    person_id text NOT NULL,
    note text NOT NULL,
    created_at bigint NOT NULL
);
ALTER TABLE ONLY public.refund FORCE ROW LEVEL SECURITY;
CREATE TABLE public.register (
    id text NOT NULL,
    shop text NOT NULL,
    origin text NOT NULL,
    name text NOT NULL,
    person_id text NOT NULL,
    created_at bigint NOT NULL,
    secret_sealed text,
    old_secret_sealed text,
    old_until bigint
);
ALTER TABLE ONLY public.register FORCE ROW LEVEL SECURITY;
CREATE TABLE public.restored_decision (
    shop text NOT NULL,
    gap_id text NOT NULL,
    kind text NOT NULL,
    item_id text NOT NULL,
    decision text NOT NULL,
    person_id text NOT NULL,
    at bigint NOT NULL,
    CONSTRAINT restored_decision_decision_check CHECK ((decision = ANY (ARRAY['confirm'::text, 'end'::text])))
);
ALTER TABLE ONLY public.restored_decision FORCE ROW LEVEL SECURITY;
CREATE TABLE public.sale_due (
    sale_id text NOT NULL,
    shop text NOT NULL,
    currency text NOT NULL,
    due bigint NOT NULL,
    collected bigint,
    revision bigint NOT NULL,
    at bigint NOT NULL
);
ALTER TABLE ONLY public.sale_due FORCE ROW LEVEL SECURITY;
CREATE TABLE public.sale_receipt (
    sale_id text NOT NULL,
    shop text NOT NULL,
    receipt_no text NOT NULL
);
ALTER TABLE ONLY public.sale_receipt FORCE ROW LEVEL SECURITY;
CREATE TABLE public.session (
    token_hash text NOT NULL,
    shop text NOT NULL,
    device_id text NOT NULL,
    person_id text NOT NULL,
    created_at bigint NOT NULL,
    last_used_at bigint NOT NULL,
    ended_at bigint,
    office integer DEFAULT 0 NOT NULL,
    confirmed_at bigint
);
ALTER TABLE ONLY public.session FORCE ROW LEVEL SECURITY;
CREATE TABLE public.setting (
    name text NOT NULL,
    value text NOT NULL
);
CREATE TABLE public.shift_note (
    shop text NOT NULL,
    z_id text NOT NULL,
    at bigint NOT NULL,
    person_id text NOT NULL,
    note text NOT NULL
);
ALTER TABLE ONLY public.shift_note FORCE ROW LEVEL SECURITY;
CREATE TABLE public.shift_z (
    id text NOT NULL,
    shop text NOT NULL,
    device_id text NOT NULL,
    number integer NOT NULL,
    person_id text,
    opened_at bigint NOT NULL,
    created_at bigint NOT NULL,
    burnt integer NOT NULL,
    request text NOT NULL,
    found text NOT NULL,
    floor bigint NOT NULL
);
ALTER TABLE ONLY public.shift_z FORCE ROW LEVEL SECURITY;
CREATE TABLE public.shift_z_fact (
    shop text NOT NULL,
    fact_seq bigint NOT NULL,
    z_id text NOT NULL
);
ALTER TABLE ONLY public.shift_z_fact FORCE ROW LEVEL SECURITY;
CREATE TABLE public.shop (
    id text NOT NULL,
    account text NOT NULL,
    mid text,
    created_at bigint NOT NULL,
    slug text,
    name text,
    terms text,
    pair_sealed text,
    suspended_at bigint,
    other_mid text,
    other_mid_at bigint
);
CREATE TABLE public.shop_setting (
    shop text NOT NULL,
    name text NOT NULL,
    value text NOT NULL,
    person_id text NOT NULL,
    changed_at bigint NOT NULL
);
ALTER TABLE ONLY public.shop_setting FORCE ROW LEVEL SECURITY;
CREATE TABLE public.shown_sale (
    till_id text NOT NULL,
    sale_id text NOT NULL,
    due integer,
    currency text,
    busy integer NOT NULL
);
ALTER TABLE ONLY public.shown_sale FORCE ROW LEVEL SECURITY;
CREATE TABLE public.tender (
    id text NOT NULL,
    shop text NOT NULL,
    device_id text NOT NULL,
    person_id text NOT NULL,
    sale_id text,
    code_hash text NOT NULL,
    ref_hash text NOT NULL,
    ref_sealed text NOT NULL,
    last4 text NOT NULL,
    kind text NOT NULL,
    requested bigint NOT NULL,
    currency text NOT NULL,
    return_info integer NOT NULL,
    created_at bigint NOT NULL,
    receipt_no text,
    entry text,
    held bigint,
    CONSTRAINT tender_kind_check CHECK ((kind = ANY (ARRAY['money'::text, 'items'::text]))),
    CONSTRAINT tender_requested_check CHECK ((requested > 0))
);
ALTER TABLE ONLY public.tender FORCE ROW LEVEL SECURITY;
CREATE TABLE public.uncounted_fact (
    shop text NOT NULL,
    device_id text NOT NULL,
    fact_seq bigint NOT NULL,
    at bigint NOT NULL,
    begins integer NOT NULL
);
ALTER TABLE ONLY public.uncounted_fact FORCE ROW LEVEL SECURITY;
CREATE TABLE public.webhook (
    id text NOT NULL,
    shop text NOT NULL,
    url text NOT NULL,
    news text NOT NULL,
    secret_sealed text NOT NULL,
    old_secret_sealed text,
    old_until bigint,
    made_by text NOT NULL,
    made_at bigint NOT NULL,
    removed_at bigint
);
ALTER TABLE ONLY public.webhook FORCE ROW LEVEL SECURITY;
CREATE TABLE public.webhook_attempt (
    webhook_id text NOT NULL,
    message_id text NOT NULL,
    number integer NOT NULL,
    at bigint NOT NULL,
    ms integer NOT NULL,
    status integer,
    reason text
);
ALTER TABLE ONLY public.webhook_attempt FORCE ROW LEVEL SECURITY;
CREATE TABLE public.webhook_message (
    webhook_id text NOT NULL,
    id text NOT NULL,
    news text NOT NULL,
    data text NOT NULL,
    at bigint NOT NULL,
    tries integer NOT NULL,
    next_at bigint,
    outcome text
);
ALTER TABLE ONLY public.webhook_message FORCE ROW LEVEL SECURITY;
CREATE TABLE public.wrapped_key (
    data_key text NOT NULL,
    number integer NOT NULL,
    wrapped text NOT NULL
);
CREATE TABLE public.wrong_code (
    id text NOT NULL,
    shop text NOT NULL,
    person_id text NOT NULL,
    device_id text NOT NULL,
    at bigint NOT NULL
);
ALTER TABLE ONLY public.wrong_code FORCE ROW LEVEL SECURITY;
ALTER TABLE ONLY public.fact ALTER COLUMN seq SET DEFAULT nextval('public.fact_seq_seq'::regclass);
INSERT INTO public.access_key VALUES ('key-1', 'main', 'Register 1', 'ts_abcdefghijkl', 'h', '["redeem"]', 'key-1', NULL, NULL, 'mei', 1894698000000, NULL, NULL, 'ts_mnopqrstuvwx', 'h', 1894698000000);
INSERT INTO public.account VALUES ('main', 1894698000000, NULL, NULL);
INSERT INTO public.account VALUES ('east', 1894698000000, 'east', '6NmjDguIfGlgoXbD_14yw9i3n7WX-OEI0f5oXtvy_XUT2esAJnOt2C0-mJ1DgYqQ87zRxPLMUJp25LLmWaOXkELoZoysm3bCLdzrj9Qltz2RTw');
INSERT INTO public.activation VALUES ('52ae2587-14bd-4750-b9ed-95e8922a3d59', 'main', 'till-1', 'mei', 1894698000000);
INSERT INTO public.activation_range VALUES ('52ae2587-14bd-4750-b9ed-95e8922a3d59', 0, 'main', 6, '000101', '000102', 'done');
INSERT INTO public.approval VALUES ('main', '63b2b5dc-ccd2-4dee-aaa8-8c3ce9bba0be', 'h', 'mei', 1894698000000);
INSERT INTO public.asked_approval VALUES ('main', '63b2b5dc-ccd2-4dee-aaa8-8c3ce9bba0be', 'h', 'issue', '{}', 'mei', 'till-1', 1894698000000, NULL, NULL);
INSERT INTO public.audit VALUES ('main', 1, 1894698000000, NULL, NULL, 'trail.begun', NULL, '{"people":2,"devices":1}', '', '-VPW6i0P-v8ENYsnchKZqKYPId97vRrfSfAL_X3NFzQ');
INSERT INTO public.audit VALUES ('katong', 1, 1894698000000, NULL, NULL, 'trail.begun', NULL, '{"people":1,"devices":1}', '', 'x5w1TXbhV87cwjiRLoxQQD3gaf_3RkXeLKl1i_39ZP8');
INSERT INTO public.audit VALUES ('airport', 1, 1894698000000, NULL, NULL, 'trail.begun', NULL, '{"people":1,"devices":1}', '', 'YjtpKBC0DRW6cNgZJ1hYZjxFn3LVuCRIen0ULXP4GlI');
INSERT INTO public.audit VALUES ('main', 2, 1894698000000, 'mei', 'till-1', 'person.renamed', 'ana', '{"name":"Ana"}', '-VPW6i0P-v8ENYsnchKZqKYPId97vRrfSfAL_X3NFzQ', 'LMyankoQpN_vhg3tzjVc079dG-UxFMHeG331bUiTr6M');
INSERT INTO public.audit_head VALUES ('katong', 1, 'x5w1TXbhV87cwjiRLoxQQD3gaf_3RkXeLKl1i_39ZP8', 'hrlZ75vrWa-qg4KgsD341wQnDoqMFLEypVlYOnMIbJ0');
INSERT INTO public.audit_head VALUES ('airport', 1, 'YjtpKBC0DRW6cNgZJ1hYZjxFn3LVuCRIen0ULXP4GlI', 'uOtkkrtkjpAN_DLxR6896VheyihMKY869AAT4UGWxR4');
INSERT INTO public.audit_head VALUES ('main', 2, 'LMyankoQpN_vhg3tzjVc079dG-UxFMHeG331bUiTr6M', 'uB7AEBGKYSqhgOA_03QEd7n_OlsH5m6A_aDLq82Vpxw');
INSERT INTO public.awaited_device VALUES ('main', 'Till 9', '74c3c6ed-ddc3-4eff-9bb9-9d4df0ccb1cf');
INSERT INTO public.badge VALUES ('yp5tK_rsBkSOyBB17tDr3LsLS7h5wyqqK00hsZD1QcU', 'main', 'ana', 'mei', 1894698000000, NULL);
INSERT INTO public.claim VALUES ('main', '1000000000000000000000000000002', '04d675a0-ee47-4618-b86d-7e12064e92a1', 1894698000000, 'main');
INSERT INTO public.claim VALUES ('katong', '1000000000000000000000000000043', '04d675a0-ee47-4618-b86d-7e12064e92b1', 1894698000000, 'main');
INSERT INTO public.claim VALUES ('airport', '1000000000000000000000000000091', '04d675a0-ee47-4618-b86d-7e12064e92c1', 1894698000000, 'east');
INSERT INTO public.collected_again VALUES ('7c1f0d52-3f0e-4a55-9d3b-0a3c7f1b8f03', 'main', 700, 'SGD', 1894698000000, NULL);
INSERT INTO public.device VALUES ('till-1', 'main', 'Till 1', 'h', 1894698000000, NULL, NULL, NULL);
INSERT INTO public.device VALUES ('key-1', 'main', 'Register 1', 'key-1', 1894698000000, NULL, 1894698000000, NULL);
INSERT INTO public.device VALUES ('till-katong', 'katong', 'Till 1', 'till-katong', 1894698000000, NULL, NULL, NULL);
INSERT INTO public.device VALUES ('till-airport', 'airport', 'Till 1', 'till-airport', 1894698000000, NULL, NULL, NULL);
INSERT INTO public.device_printer VALUES ('till-1', '74c3c6ed-ddc3-4eff-9bb9-9d4df0ccb1cf');
INSERT INTO public.display VALUES ('71f0c2b4-6f0e-4a43-9d0c-1d7a3c5be001', 'main', 'till-1', 'h', 'mei', 1894698000000, 'till-1', 1894698000000, NULL);
INSERT INTO public.fact VALUES (1, 'main', '04d675a0-ee47-4618-b86d-7e12064e92a1', 1894698000000, 'intent', '{"snapshot":{"remaining":5000,"unit":"SGD","source":"client","at":1894698000000,"singleUse":false,"seen":[]}}', 'tender', 'ana', NULL);
INSERT INTO public.fact VALUES (2, 'main', '04d675a0-ee47-4618-b86d-7e12064e92a1', 1894698000000, 'sent', '{"attempt":1,"offset":{"offsetMs":0,"errorMs":500}}', 'tender', 'ana', NULL);
INSERT INTO public.fact VALUES (3, 'main', '04d675a0-ee47-4618-b86d-7e12064e92a1', 1894698000000, 'captured', '{"captureId":"1000000000000000000000000000002","authorizationId":null,"captured":100,"evidence":"answer","refundHandle":null,"vouchers":[]}', 'tender', 'ana', NULL);
INSERT INTO public.fact VALUES (4, 'main', '04d675a0-ee47-4618-b86d-7e12064e92a2', 1894698000000, 'intent', '{"snapshot":{"remaining":5000,"unit":"SGD","source":"client","at":1894698000000,"singleUse":false,"seen":[]}}', 'tender', 'ana', NULL);
INSERT INTO public.fact VALUES (5, 'main', '04d675a0-ee47-4618-b86d-7e12064e92a2', 1894698000000, 'sent', '{"attempt":1,"offset":{"offsetMs":0,"errorMs":500}}', 'tender', 'ana', NULL);
INSERT INTO public.fact VALUES (6, 'main', '04d675a0-ee47-4618-b86d-7e12064e92a2', 1894698000000, 'unknown', '{"reason":"no answer","evidence":"answer-lost"}', 'tender', 'ana', NULL);
INSERT INTO public.fact VALUES (7, 'main', '7c1f0d52-3f0e-4a55-9d3b-0a3c7f1b8f03', 1894698000000, 'intent', '{"snapshot":{"remaining":5000,"unit":"SGD","source":"client","at":1894698000000,"singleUse":false,"seen":[]}}', 'tender', 'ana', NULL);
INSERT INTO public.fact VALUES (8, 'main', '7c1f0d52-3f0e-4a55-9d3b-0a3c7f1b8f03', 1894698000000, 'sent', '{"attempt":1,"offset":{"offsetMs":0,"errorMs":500}}', 'tender', 'ana', NULL);
INSERT INTO public.fact VALUES (9, 'main', '7c1f0d52-3f0e-4a55-9d3b-0a3c7f1b8f03', 1894698000000, 'declined', '{"refusal":{"reason":"used","issuerCode":null,"issuerText":null}}', 'tender', 'ana', NULL);
INSERT INTO public.fact VALUES (10, 'main', '52ae2587-14bd-4750-b9ed-95e8922a3d59', 1894698000000, 'intent', '{"server":1,"ranges":[{"start":"000101","end":"000102","count":2}]}', 'activation', 'ana', NULL);
INSERT INTO public.fact VALUES (11, 'main', '52ae2587-14bd-4750-b9ed-95e8922a3d59', 1894698000000, 'sent', '{"range":0}', 'activation', 'ana', NULL);
INSERT INTO public.fact VALUES (12, 'main', '52ae2587-14bd-4750-b9ed-95e8922a3d59', 1894698000000, 'done', '{"range":0,"activationId":null,"deactivatable":true}', 'activation', 'ana', NULL);
INSERT INTO public.fact VALUES (13, 'main', '63b2b5dc-ccd2-4dee-aaa8-8c3ce9bba0be', 1894698000000, 'intent', '{"server":1,"quantity":1}', 'issue', 'ana', NULL);
INSERT INTO public.fact VALUES (14, 'main', '63b2b5dc-ccd2-4dee-aaa8-8c3ce9bba0be', 1894698000000, 'sent', '{"key":"4ff3b28a-477e-435e-8741-af586dfc10dc","quantity":1}', 'issue', 'ana', NULL);
INSERT INTO public.fact VALUES (15, 'main', '63b2b5dc-ccd2-4dee-aaa8-8c3ce9bba0be', 1894698000000, 'issued', '{"count":1,"refusal":null}', 'issue', 'ana', NULL);
INSERT INTO public.fact VALUES (16, 'katong', '04d675a0-ee47-4618-b86d-7e12064e92b1', 1894698000000, 'intent', '{"snapshot":{"remaining":5000,"unit":"SGD","source":"client","at":1894698000000,"singleUse":false,"seen":[]}}', 'tender', 'ana', NULL);
INSERT INTO public.fact VALUES (17, 'katong', '04d675a0-ee47-4618-b86d-7e12064e92b1', 1894698000000, 'sent', '{"attempt":1,"offset":{"offsetMs":0,"errorMs":500}}', 'tender', 'ana', NULL);
INSERT INTO public.fact VALUES (18, 'katong', '04d675a0-ee47-4618-b86d-7e12064e92b1', 1894698000000, 'captured', '{"captureId":"1000000000000000000000000000043","authorizationId":null,"captured":100,"evidence":"answer","refundHandle":null,"vouchers":[]}', 'tender', 'ana', NULL);
INSERT INTO public.fact VALUES (19, 'airport', '04d675a0-ee47-4618-b86d-7e12064e92c1', 1894698000000, 'intent', '{"snapshot":{"remaining":5000,"unit":"SGD","source":"client","at":1894698000000,"singleUse":false,"seen":[]}}', 'tender', 'ana', NULL);
INSERT INTO public.fact VALUES (20, 'airport', '04d675a0-ee47-4618-b86d-7e12064e92c1', 1894698000000, 'sent', '{"attempt":1,"offset":{"offsetMs":0,"errorMs":500}}', 'tender', 'ana', NULL);
INSERT INTO public.fact VALUES (21, 'airport', '04d675a0-ee47-4618-b86d-7e12064e92c1', 1894698000000, 'captured', '{"captureId":"1000000000000000000000000000091","authorizationId":null,"captured":100,"evidence":"answer","refundHandle":null,"vouchers":[]}', 'tender', 'ana', NULL);
INSERT INTO public.fact_seal VALUES ('main', 1, 1, '0:abcdefghij');
INSERT INTO public.guessed_codes VALUES ('04d675a0-ee47-4618-b86d-7e12064e92a1', 'main', 'ana', 'till-1', 30, 1894698000000, NULL);
INSERT INTO public.hold VALUES ('96e5e80f-0fe5-4a11-8dcb-bf16ceee63e1', 'main', 'jmEnlUPM_Abkf1BobC3vJ-1CtsLryo5NZmAEshGkozU', '7890', 'Reported stolen', 'mei', 1894698000000, NULL, NULL);
INSERT INTO public.issue VALUES ('63b2b5dc-ccd2-4dee-aaa8-8c3ce9bba0be', 'main', 'till-1', 'ana', 'GIFT10', 'Ten dollars', 1, NULL, NULL, 1894698000000);
INSERT INTO public.key_reader VALUES (7, 2, 2);
INSERT INTO public.key_rotation VALUES (2, 'ended', 'another', 'rRfnb5Euq3UT9vGgViL1AFjd35fVRIs_8mz72VCZ16w', NULL, 1894698000000, 1894698000000);
INSERT INTO public.key_tender VALUES ('key-1', '2030-01-15', '04d675a0-ee47-4618-b86d-7e12064e92a1', 100);
INSERT INTO public.kysely_migration VALUES ('0001-baseline', '2030-01-01T00:00:00.000Z');
INSERT INTO public.kysely_migration VALUES ('0002-sales', '2030-01-01T00:00:00.000Z');
INSERT INTO public.kysely_migration VALUES ('0003-tills', '2030-01-01T00:00:00.000Z');
INSERT INTO public.kysely_migration VALUES ('0004-uncounted', '2030-01-01T00:00:00.000Z');
INSERT INTO public.kysely_migration VALUES ('0005-managers', '2030-01-01T00:00:00.000Z');
INSERT INTO public.kysely_migration VALUES ('0006-device-reports', '2030-01-01T00:00:00.000Z');
INSERT INTO public.kysely_migration VALUES ('0007-shops', '2030-01-01T00:00:00.000Z');
INSERT INTO public.kysely_migration VALUES ('0008-shop-gaps', '2030-01-01T00:00:00.000Z');
INSERT INTO public.kysely_migration VALUES ('0009-visits', '2030-01-01T00:00:00.000Z');
INSERT INTO public.kysely_migration VALUES ('0010-row-security', '2030-01-01T00:00:00.000Z');
INSERT INTO public.kysely_migration VALUES ('0011-passkeys', '2030-01-01T00:00:00.000Z');
INSERT INTO public.kysely_migration VALUES ('0012-confirmed-sessions', '2030-01-01T00:00:00.000Z');
INSERT INTO public.kysely_migration VALUES ('0013-sale-due', '2030-01-01T00:00:00.000Z');
INSERT INTO public.kysely_migration VALUES ('0014-printouts-by-subject', '2030-01-01T00:00:00.000Z');
INSERT INTO public.kysely_migration VALUES ('0015-document-prints', '2030-01-01T00:00:00.000Z');
INSERT INTO public.kysely_migration VALUES ('0016-taken-back-sales', '2030-01-01T00:00:00.000Z');
INSERT INTO public.kysely_migration VALUES ('0017-sales-by-time', '2030-01-01T00:00:00.000Z');
INSERT INTO public.kysely_migration VALUES ('0018-open-rows', '2030-01-01T00:00:00.000Z');
INSERT INTO public.kysely_migration VALUES ('0019-printouts-of-device', '2030-01-01T00:00:00.000Z');
INSERT INTO public.kysely_migration VALUES ('0030-one-account', '2030-01-01T00:00:00.000Z');
INSERT INTO public.kysely_migration VALUES ('0031-holds-of-account', '2030-01-01T00:00:00.000Z');
INSERT INTO public.kysely_migration VALUES ('0032-cards-of-account', '2030-01-01T00:00:00.000Z');
INSERT INTO public.kysely_migration VALUES ('0040-parts-of-shops', '2030-01-01T00:00:00.000Z');
INSERT INTO public.kysely_migration VALUES ('0050-other-mid', '2030-01-01T00:00:00.000Z');
INSERT INTO public.kysely_migration VALUES ('0051-unrestored-vouchers', '2030-01-01T00:00:00.000Z');
INSERT INTO public.kysely_migration VALUES ('0060-restored-decisions', '2030-01-01T00:00:00.000Z');
INSERT INTO public.kysely_migration VALUES ('0061-person-codes', '2030-01-01T00:00:00.000Z');
INSERT INTO public.kysely_migration VALUES ('0062-erasures', '2030-01-01T00:00:00.000Z');
INSERT INTO public.kysely_migration VALUES ('0064-awaited-devices', '2030-01-01T00:00:00.000Z');
INSERT INTO public.kysely_migration VALUES ('0070-operations-by-time', '2030-01-01T00:00:00.000Z');
INSERT INTO public.kysely_migration_lock VALUES ('migration_lock', 0);
INSERT INTO public.operation VALUES ('04d675a0-ee47-4618-b86d-7e12064e92a1', 'main', 'tender', 'till-1', NULL, 'captured', 0, 3, 1, 1894698000000, 1894698000000, 'main');
INSERT INTO public.operation VALUES ('04d675a0-ee47-4618-b86d-7e12064e92a2', 'main', 'tender', 'till-1', NULL, 'unknown', 1, 3, 1, 1894698000000, 1894698000000, 'main');
INSERT INTO public.operation VALUES ('7c1f0d52-3f0e-4a55-9d3b-0a3c7f1b8f03', 'main', 'tender', 'till-1', NULL, 'declined', 0, 3, 1, 1894698000000, 1894698000000, 'main');
INSERT INTO public.operation VALUES ('52ae2587-14bd-4750-b9ed-95e8922a3d59', 'main', 'activation', 'till-1', NULL, 'done', 0, 3, 1, 1894698000000, 1894698000000, 'main');
INSERT INTO public.operation VALUES ('63b2b5dc-ccd2-4dee-aaa8-8c3ce9bba0be', 'main', 'issue', 'till-1', NULL, 'done', 0, 3, 1, 1894698000000, 1894698000000, 'main');
INSERT INTO public.operation VALUES ('04d675a0-ee47-4618-b86d-7e12064e92b1', 'katong', 'tender', 'till-1', NULL, 'captured', 0, 3, 1, 1894698000000, 1894698000000, 'main');
INSERT INTO public.operation VALUES ('04d675a0-ee47-4618-b86d-7e12064e92c1', 'airport', 'tender', 'till-1', NULL, 'captured', 0, 3, 1, 1894698000000, 1894698000000, 'east');
INSERT INTO public.pay_link VALUES ('7c1f0d52-3f0e-4a55-9d3b-0a3c7f1b8f02', 'main', 'till-1', 'ana', 2340, 'SGD', 'R-1029', 'abc', 'https://register.example/back', 'https://register.example', 'Front register', 1894698000000);
INSERT INTO public.pay_link_opened VALUES ('7c1f0d52-3f0e-4a55-9d3b-0a3c7f1b8f02', 'till-1');
INSERT INTO public.pay_link_told VALUES ('7c1f0d52-3f0e-4a55-9d3b-0a3c7f1b8f02', 1, 1894698000000, 'not_taken', 0);
INSERT INTO public.permit VALUES ('main', '63b2b5dc-ccd2-4dee-aaa8-8c3ce9bba0be', 'issue', 'ana', 1000, 1894698000000, 0, NULL);
INSERT INTO public.person VALUES ('ana', 'Ana', 'h', 1894698000000, NULL, NULL);
INSERT INTO public.person VALUES ('mei', 'Mei', 'h', 1894698000000, NULL, NULL);
INSERT INTO public.person VALUES ('key-1', 'Register 1', '', 1894698000000, 1894698000000, NULL);
INSERT INTO public.place VALUES ('main', 'ana', 'cashier', NULL, NULL);
INSERT INTO public.place VALUES ('main', 'mei', 'manager', NULL, NULL);
INSERT INTO public.place VALUES ('main', 'key-1', 'cashier', NULL, NULL);
INSERT INTO public.place VALUES ('katong', 'mei', 'manager', NULL, NULL);
INSERT INTO public.place VALUES ('airport', 'mei', 'manager', NULL, NULL);
INSERT INTO public.printer VALUES ('74c3c6ed-ddc3-4eff-9bb9-9d4df0ccb1cf', 'main', 'Counter', 'network', '10.1.2.3', 9100, 80, 1, 0, NULL, 'unknown', NULL, 1894698000000, NULL);
INSERT INTO public.printout VALUES ('85d4d7fe-eed4-4f00-8cca-ae5e01ddc2d0', 'main', '74c3c6ed-ddc3-4eff-9bb9-9d4df0ccb1cf', 'till-1', 'ana', 'receipt', NULL, NULL, 0, 'h', 'Fb2ABPBLHEVb2FVvprvmvldBsgdwRi1kjR58Q0GS4AsPnR2AQ4g', 'unsure', 'cut-off', 1, 1894698000000, 1894698000000);
INSERT INTO public.register VALUES ('7c1f0d52-3f0e-4a55-9d3b-0a3c7f1b8f01', 'main', 'https://register.example', 'Front register', 'mei', 1894698000000, 'Fb2ABPBLHEVb2FVvprvmvldBsgdwRi1kjR58Q0GS4AsPnR2AQ4g', NULL, NULL);
INSERT INTO public.sale_due VALUES ('7c1f0d52-3f0e-4a55-9d3b-0a3c7f1b8f03', 'main', 'SGD', 900, 200, 2, 1894698000000);
INSERT INTO public.sale_receipt VALUES ('04d675a0-ee47-4618-b86d-7e12064e92a2', 'main', 'R-1030');
INSERT INTO public.setting VALUES ('key-mark', '2M1JmTorLbyAQu66z8uXatcdyB878ZxsZIksi5BUrNk');
INSERT INTO public.shop VALUES ('main', 'main', '000000000000042', 1894698000000, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.shop VALUES ('katong', 'main', '000000000000043', 1894698000000, 'katong', 'katong', '{"timeZone":"Asia/Singapore","currency":"SGD","productClass":"ETX_001"}', 'vIQrvpSCzLqvmvbInxmkGkxSx0Nqc3-_SqvvsXlym2TYWhSE9wNGJ6qBguW6ZFg_t7K7Xa6J46fCN9WPfK59kXEgR7lY8kq9dw', NULL, NULL, NULL);
INSERT INTO public.shop VALUES ('airport', 'east', '000000000000091', 1894698000000, 'airport', 'airport', '{"timeZone":"Asia/Singapore","currency":"SGD","productClass":"ETX_001"}', 'W9tPl07GWLjeOXk8niho9D47WskmqBx7uLKULG74Vq5edDYiGEPcr8WEDXPdJSkxkKGVGYnBueCn6829ncwqS_ebWztsZvtugeqY', NULL, NULL, NULL);
INSERT INTO public.shown_sale VALUES ('till-1', '71f0c2b4-6f0e-4a43-9d0c-1d7a3c5be002', 8000, 'SGD', 0);
INSERT INTO public.tender VALUES ('04d675a0-ee47-4618-b86d-7e12064e92a1', 'main', 'till-1', 'ana', NULL, 'jmEnlUPM_Abkf1BobC3vJ-1CtsLryo5NZmAEshGkozU', 'jmEnlUPM_Abkf1BobC3vJ-1CtsLryo5NZmAEshGkozU', 'Fb2ABPBLHEVb2FVvprvmvldBsgdwRi1kjR58Q0GS4AsPnR2AQ4g', '7890', 'money', 100, 'SGD', 1, 1894698000000, 'R-1029', 'camera', 5000);
INSERT INTO public.tender VALUES ('04d675a0-ee47-4618-b86d-7e12064e92a2', 'main', 'till-1', 'ana', NULL, 'another', 'another', 'Fb2ABPBLHEVb2FVvprvmvldBsgdwRi1kjR58Q0GS4AsPnR2AQ4g', '7890', 'money', 100, 'SGD', 1, 1894698000000, 'R-1029', 'camera', 5000);
INSERT INTO public.tender VALUES ('7c1f0d52-3f0e-4a55-9d3b-0a3c7f1b8f03', 'main', 'till-1', 'ana', '7c1f0d52-3f0e-4a55-9d3b-0a3c7f1b8f02', 'third', 'third', 'Fb2ABPBLHEVb2FVvprvmvldBsgdwRi1kjR58Q0GS4AsPnR2AQ4g', '7890', 'money', 100, 'SGD', 1, 1894698000000, 'R-1029', 'camera', 5000);
INSERT INTO public.tender VALUES ('04d675a0-ee47-4618-b86d-7e12064e92b1', 'katong', 'till-1', 'ana', NULL, 'jmEnlUPM_Abkf1BobC3vJ-1CtsLryo5NZmAEshGkozU', 'jmEnlUPM_Abkf1BobC3vJ-1CtsLryo5NZmAEshGkozU', 'Fb2ABPBLHEVb2FVvprvmvldBsgdwRi1kjR58Q0GS4AsPnR2AQ4g', '7890', 'money', 100, 'SGD', 1, 1894698000000, 'R-1029', 'camera', 5000);
INSERT INTO public.tender VALUES ('04d675a0-ee47-4618-b86d-7e12064e92c1', 'airport', 'till-1', 'ana', NULL, 'jmEnlUPM_Abkf1BobC3vJ-1CtsLryo5NZmAEshGkozU', 'jmEnlUPM_Abkf1BobC3vJ-1CtsLryo5NZmAEshGkozU', 'Fb2ABPBLHEVb2FVvprvmvldBsgdwRi1kjR58Q0GS4AsPnR2AQ4g', '7890', 'money', 100, 'SGD', 1, 1894698000000, 'R-1029', 'camera', 5000);
INSERT INTO public.uncounted_fact VALUES ('main', 'till-1', 1, 1894698000000, 1);
INSERT INTO public.uncounted_fact VALUES ('main', 'till-1', 3, 1894698000000, 0);
INSERT INTO public.uncounted_fact VALUES ('main', 'till-1', 4, 1894698000000, 1);
INSERT INTO public.uncounted_fact VALUES ('main', 'till-1', 7, 1894698000000, 1);
INSERT INTO public.uncounted_fact VALUES ('main', 'till-1', 9, 1894698000000, 0);
INSERT INTO public.uncounted_fact VALUES ('main', 'till-1', 13, 1894698000000, 1);
INSERT INTO public.uncounted_fact VALUES ('main', 'till-1', 15, 1894698000000, 0);
INSERT INTO public.uncounted_fact VALUES ('katong', 'till-1', 16, 1894698000000, 1);
INSERT INTO public.uncounted_fact VALUES ('katong', 'till-1', 18, 1894698000000, 0);
INSERT INTO public.uncounted_fact VALUES ('airport', 'till-1', 19, 1894698000000, 1);
INSERT INTO public.uncounted_fact VALUES ('airport', 'till-1', 21, 1894698000000, 0);
INSERT INTO public.webhook VALUES ('hook-1', 'main', 'https://register.example/hook', '["tender.taken"]', 'Fb2ABPBLHEVb2FVvprvmvldBsgdwRi1kjR58Q0GS4AsPnR2AQ4g', NULL, NULL, 'mei', 1894698000000, NULL);
INSERT INTO public.webhook_attempt VALUES ('hook-1', 'msg_1', 1, 1894698000000, 12, 500, NULL);
INSERT INTO public.webhook_message VALUES ('hook-1', 'msg_1', 'tender.taken', '{"id":"04d675a0-ee47-4618-b86d-7e12064e92a1","kind":"tender","state":"captured"}', 1894698000000, 1, 1894698000000, NULL);
INSERT INTO public.wrapped_key VALUES ('rRfnb5Euq3UT9vGgViL1AFjd35fVRIs_8mz72VCZ16w', 1, 'DbAFdZd7Gs3O4oZVXRWKcqoNHIEuiawNkfxI9hOXg16NABr0Gq5m9w3EHGHyRcqalMMI0jK4t99Yv_LF');
INSERT INTO public.wrapped_key VALUES ('rRfnb5Euq3UT9vGgViL1AFjd35fVRIs_8mz72VCZ16w', 2, '_wtsMCjfSbjug3kMKk_kp7gzuL6UkfxGuEWw-QUNyowlKkKYgJmy13PfG9dkTOs2WXX__A4wJ5d9Zx5z');
INSERT INTO public.wrong_code VALUES ('04d675a0-ee47-4618-b86d-7e12064e92a2', 'main', 'ana', 'till-1', 1894698000000);
SELECT pg_catalog.setval('public.fact_seq_seq', 21, true);
ALTER TABLE ONLY public.access_key
    ADD CONSTRAINT access_key_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.access_key
    ADD CONSTRAINT access_key_start_key UNIQUE (start);
ALTER TABLE ONLY public.account
    ADD CONSTRAINT account_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.activation
    ADD CONSTRAINT activation_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.activation_range
    ADD CONSTRAINT activation_range_pkey PRIMARY KEY (activation_id, "position");
ALTER TABLE ONLY public.approval
    ADD CONSTRAINT approval_pkey PRIMARY KEY (shop, operation_id);
ALTER TABLE ONLY public.asked_approval
    ADD CONSTRAINT asked_approval_pkey PRIMARY KEY (shop, operation_id);
ALTER TABLE ONLY public.audit_head
    ADD CONSTRAINT audit_head_pkey PRIMARY KEY (shop);
ALTER TABLE ONLY public.audit
    ADD CONSTRAINT audit_pkey PRIMARY KEY (shop, seq);
ALTER TABLE ONLY public.awaited_device
    ADD CONSTRAINT awaited_device_pkey PRIMARY KEY (shop, name);
ALTER TABLE ONLY public.badge
    ADD CONSTRAINT badge_pkey PRIMARY KEY (code_hash);
ALTER TABLE ONLY public.book_export
    ADD CONSTRAINT book_export_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.book_export_z
    ADD CONSTRAINT book_export_z_pkey PRIMARY KEY (z_id, export_id);
ALTER TABLE ONLY public.books
    ADD CONSTRAINT books_pkey PRIMARY KEY (shop);
ALTER TABLE ONLY public.chain_setting
    ADD CONSTRAINT chain_setting_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.claim
    ADD CONSTRAINT claim_operation_id_key UNIQUE (operation_id);
ALTER TABLE ONLY public.claim
    ADD CONSTRAINT claim_pkey PRIMARY KEY (shop, transaction_id);
ALTER TABLE ONLY public.closing
    ADD CONSTRAINT closing_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.collected_again
    ADD CONSTRAINT collected_again_pkey PRIMARY KEY (sale_id);
ALTER TABLE ONLY public.device
    ADD CONSTRAINT device_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.device_printer
    ADD CONSTRAINT device_printer_pkey PRIMARY KEY (device_id);
ALTER TABLE ONLY public.device_report
    ADD CONSTRAINT device_report_pkey PRIMARY KEY (device_id);
ALTER TABLE ONLY public.device
    ADD CONSTRAINT device_secret_hash_key UNIQUE (secret_hash);
ALTER TABLE ONLY public.display
    ADD CONSTRAINT display_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.document_print
    ADD CONSTRAINT document_print_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.enrolment_code
    ADD CONSTRAINT enrolment_code_pkey PRIMARY KEY (code_hash);
ALTER TABLE ONLY public.erasure
    ADD CONSTRAINT erasure_pkey PRIMARY KEY (shop, place, ref);
ALTER TABLE ONLY public.fact
    ADD CONSTRAINT fact_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY public.fact_seal
    ADD CONSTRAINT fact_seal_pkey PRIMARY KEY (shop, from_seq);
ALTER TABLE ONLY public.gap_device
    ADD CONSTRAINT gap_device_pkey PRIMARY KEY (gap_id, device_id);
ALTER TABLE ONLY public.gap_remembered
    ADD CONSTRAINT gap_remembered_pkey PRIMARY KEY (operation_id);
ALTER TABLE ONLY public.guessed_codes
    ADD CONSTRAINT guessed_codes_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.hold
    ADD CONSTRAINT hold_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.issue
    ADD CONSTRAINT issue_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.issued_voucher
    ADD CONSTRAINT issued_voucher_pkey PRIMARY KEY (issue_id, "position");
ALTER TABLE ONLY public.issuer_row
    ADD CONSTRAINT issuer_row_pkey PRIMARY KEY (account, transaction_id);
ALTER TABLE ONLY public.issuer_row_voucher
    ADD CONSTRAINT issuer_row_voucher_pkey PRIMARY KEY (account, hash, transaction_id);
ALTER TABLE ONLY public.journal_gap
    ADD CONSTRAINT journal_gap_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.journal_mark
    ADD CONSTRAINT journal_mark_pkey PRIMARY KEY (server);
ALTER TABLE ONLY public.key_reader
    ADD CONSTRAINT key_reader_pkey PRIMARY KEY (server);
ALTER TABLE ONLY public.key_rotation
    ADD CONSTRAINT key_rotation_pkey PRIMARY KEY (number);
ALTER TABLE ONLY public.key_tender
    ADD CONSTRAINT key_tender_pkey PRIMARY KEY (key_id, day, tender_id);
ALTER TABLE ONLY public.kysely_migration_lock
    ADD CONSTRAINT kysely_migration_lock_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.kysely_migration
    ADD CONSTRAINT kysely_migration_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.list_day
    ADD CONSTRAINT list_day_pkey PRIMARY KEY (shop, day);
ALTER TABLE ONLY public.list_row
    ADD CONSTRAINT list_row_pkey PRIMARY KEY (shop, at, id);
ALTER TABLE ONLY public.match_layout
    ADD CONSTRAINT match_layout_pkey PRIMARY KEY (shop, layout);
ALTER TABLE ONLY public.match_note
    ADD CONSTRAINT match_note_pkey PRIMARY KEY (shop, difference);
ALTER TABLE ONLY public.office_code
    ADD CONSTRAINT office_code_pkey PRIMARY KEY (code_hash);
ALTER TABLE ONLY public.office_member
    ADD CONSTRAINT office_member_pkey PRIMARY KEY (person_id);
ALTER TABLE ONLY public.operation
    ADD CONSTRAINT operation_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.passkey_challenge
    ADD CONSTRAINT passkey_challenge_pkey PRIMARY KEY (device_id, purpose);
ALTER TABLE ONLY public.passkey
    ADD CONSTRAINT passkey_credential_id_key UNIQUE (credential_id);
ALTER TABLE ONLY public.passkey
    ADD CONSTRAINT passkey_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.pay_link_opened
    ADD CONSTRAINT pay_link_opened_pkey PRIMARY KEY (link_id, device_id);
ALTER TABLE ONLY public.pay_link
    ADD CONSTRAINT pay_link_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.pay_link_told
    ADD CONSTRAINT pay_link_told_pkey PRIMARY KEY (link_id, number);
ALTER TABLE ONLY public.permit
    ADD CONSTRAINT permit_pkey PRIMARY KEY (shop, operation_id);
ALTER TABLE ONLY public.person_code
    ADD CONSTRAINT person_code_pkey PRIMARY KEY (code_hash);
ALTER TABLE ONLY public.person
    ADD CONSTRAINT person_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.pin_guard
    ADD CONSTRAINT pin_guard_pkey PRIMARY KEY (subject);
ALTER TABLE ONLY public.place
    ADD CONSTRAINT place_pkey PRIMARY KEY (shop, person_id);
ALTER TABLE ONLY public.printer
    ADD CONSTRAINT printer_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.printout
    ADD CONSTRAINT printout_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.refund
    ADD CONSTRAINT refund_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.register
    ADD CONSTRAINT register_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.register
    ADD CONSTRAINT register_shop_origin_key UNIQUE (shop, origin);
ALTER TABLE ONLY public.restored_decision
    ADD CONSTRAINT restored_decision_pkey PRIMARY KEY (shop, gap_id, kind, item_id);
ALTER TABLE ONLY public.sale_due
    ADD CONSTRAINT sale_due_pkey PRIMARY KEY (sale_id);
ALTER TABLE ONLY public.sale_receipt
    ADD CONSTRAINT sale_receipt_pkey PRIMARY KEY (sale_id);
ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_pkey PRIMARY KEY (token_hash);
ALTER TABLE ONLY public.setting
    ADD CONSTRAINT setting_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.shift_z_fact
    ADD CONSTRAINT shift_z_fact_pkey PRIMARY KEY (shop, fact_seq);
ALTER TABLE ONLY public.shift_z
    ADD CONSTRAINT shift_z_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.shift_z
    ADD CONSTRAINT shift_z_shop_device_id_number_key UNIQUE (shop, device_id, number);
ALTER TABLE ONLY public.shop
    ADD CONSTRAINT shop_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.shop_setting
    ADD CONSTRAINT shop_setting_pkey PRIMARY KEY (shop, name);
ALTER TABLE ONLY public.shown_sale
    ADD CONSTRAINT shown_sale_pkey PRIMARY KEY (till_id);
ALTER TABLE ONLY public.tender
    ADD CONSTRAINT tender_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.uncounted_fact
    ADD CONSTRAINT uncounted_fact_pkey PRIMARY KEY (shop, device_id, fact_seq);
ALTER TABLE ONLY public.webhook_attempt
    ADD CONSTRAINT webhook_attempt_pkey PRIMARY KEY (webhook_id, message_id, number);
ALTER TABLE ONLY public.webhook_message
    ADD CONSTRAINT webhook_message_pkey PRIMARY KEY (webhook_id, id);
ALTER TABLE ONLY public.webhook
    ADD CONSTRAINT webhook_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.wrapped_key
    ADD CONSTRAINT wrapped_key_pkey PRIMARY KEY (data_key, number);
ALTER TABLE ONLY public.wrong_code
    ADD CONSTRAINT wrong_code_pkey PRIMARY KEY (id);
CREATE UNIQUE INDEX access_key_by_old_start ON public.access_key USING btree (old_start);
CREATE INDEX activation_by_person ON public.activation USING btree (shop, person_id, created_at);
CREATE INDEX activation_by_time ON public.activation USING btree (shop, created_at);
CREATE INDEX audit_by_noted ON public.audit USING btree (shop, subject) WHERE (action = 'story.noted'::text);
CREATE INDEX audit_by_time ON public.audit USING btree (shop, at);
CREATE UNIQUE INDEX badge_of_person ON public.badge USING btree (person_id) WHERE (revoked_at IS NULL);
CREATE UNIQUE INDEX claim_in_account ON public.claim USING btree (account, transaction_id);
CREATE INDEX closing_by_time ON public.closing USING btree (shop, created_at);
CREATE INDEX collected_again_open ON public.collected_again USING btree (shop) WHERE (closed_at IS NULL);
CREATE INDEX display_by_code ON public.display USING btree (code_hash);
CREATE UNIQUE INDEX display_of_device ON public.display USING btree (device_id) WHERE (ended_at IS NULL);
CREATE INDEX display_open ON public.display USING btree (till_id) WHERE (ended_at IS NULL);
CREATE INDEX document_print_by_subject ON public.document_print USING btree (subject);
CREATE INDEX fact_by_decider ON public.fact USING btree (shop, decider_id, at, seq) WHERE (decider_id IS NOT NULL);
CREATE INDEX fact_by_kind ON public.fact USING btree (shop, operation_kind, at, seq);
CREATE INDEX fact_by_operation ON public.fact USING btree (operation_id, seq);
CREATE INDEX fact_by_person ON public.fact USING btree (shop, person_id, at, seq) WHERE (person_id IS NOT NULL);
CREATE INDEX fact_by_time ON public.fact USING btree (shop, at, seq);
CREATE UNIQUE INDEX guessed_codes_open ON public.guessed_codes USING btree (shop, person_id, device_id) WHERE (closed_at IS NULL);
CREATE INDEX hold_by_voucher ON public.hold USING btree (ref_hash) WHERE (let_go_at IS NULL);
CREATE INDEX hold_let_go ON public.hold USING btree (shop, let_go_at);
CREATE UNIQUE INDEX hold_of_voucher ON public.hold USING btree (shop, ref_hash) WHERE (let_go_at IS NULL);
CREATE INDEX issue_by_person ON public.issue USING btree (shop, person_id, created_at);
CREATE INDEX issue_by_time ON public.issue USING btree (shop, created_at);
CREATE INDEX issued_voucher_by_ref ON public.issued_voucher USING btree (ref_hash);
CREATE INDEX issuer_row_by_mid ON public.issuer_row USING btree (account, mid, type, created_at);
CREATE INDEX issuer_row_by_time ON public.issuer_row USING btree (account, created_at, transaction_id);
CREATE INDEX issuer_row_change_by_row ON public.issuer_row_change USING btree (account, transaction_id, at);
CREATE INDEX issuer_row_gone ON public.issuer_row USING btree (account) WHERE (gone_at IS NOT NULL);
CREATE INDEX issuer_row_voucher_by_row ON public.issuer_row_voucher USING btree (account, transaction_id);
CREATE UNIQUE INDEX list_row_by_id ON public.list_row USING btree (shop, id);
CREATE INDEX list_row_pairs ON public.list_row USING btree (shop, pair_key, at) WHERE (pair_key IS NOT NULL);
CREATE INDEX list_row_sums ON public.list_row USING btree (shop, day, type, status, currency, mid, person_id, claimed, paired, amount, tails);
CREATE INDEX list_row_unclaimed ON public.list_row USING btree (shop, type) WHERE (claimed = 0);
CREATE INDEX operation_by_state ON public.operation USING btree (shop, kind, state, changed_at);
CREATE UNIQUE INDEX operation_lock ON public.operation USING btree (account, lock_hash) WHERE (open = 1);
CREATE INDEX operation_open ON public.operation USING btree (shop, kind, created_at) WHERE (open = 1);
CREATE INDEX passkey_by_person ON public.passkey USING btree (person_id);
CREATE INDEX pay_link_by_reference ON public.pay_link USING btree (shop, reference, created_at);
CREATE INDEX permit_by_person ON public.permit USING btree (shop, person_id, at);
CREATE INDEX person_code_person ON public.person_code USING btree (person_id);
CREATE INDEX place_of_person ON public.place USING btree (person_id);
CREATE INDEX printout_by_printer ON public.printout USING btree (printer_id, state, created_at);
CREATE INDEX printout_by_subject ON public.printout USING btree (subject) WHERE (subject IS NOT NULL);
CREATE INDEX printout_by_time ON public.printout USING btree (shop, created_at);
CREATE INDEX printout_of_device ON public.printout USING btree (device_id, state, changed_at);
CREATE UNIQUE INDEX printout_one_copy ON public.printout USING btree (copy_of) WHERE (copy_of IS NOT NULL);
CREATE UNIQUE INDEX printout_one_sending ON public.printout USING btree (printer_id) WHERE (state = 'sending'::text);
CREATE INDEX range_by_cards ON public.activation_range USING btree (shop, digits, last);
CREATE INDEX range_unanswered ON public.activation_range USING btree (shop) WHERE (state = ANY (ARRAY['unknown'::text, 'deactivation_unknown'::text]));
CREATE INDEX reading_by_time ON public.reading USING btree (account, kind, from_at);
CREATE INDEX refund_by_tender ON public.refund USING btree (tender_id, created_at);
CREATE INDEX refund_by_time ON public.refund USING btree (shop, created_at, id);
CREATE INDEX sale_receipt_by_number ON public.sale_receipt USING btree (shop, receipt_no);
CREATE INDEX session_by_person ON public.session USING btree (person_id, last_used_at);
CREATE INDEX session_open ON public.session USING btree (device_id) WHERE (ended_at IS NULL);
CREATE INDEX shift_note_by_z ON public.shift_note USING btree (z_id, at);
CREATE INDEX shift_z_by_closing ON public.shift_z USING btree (shop, created_at, id);
CREATE INDEX shift_z_by_person ON public.shift_z USING btree (shop, person_id, created_at);
CREATE INDEX shift_z_by_time ON public.shift_z USING btree (shop, opened_at);
CREATE INDEX shift_z_fact_by_z ON public.shift_z_fact USING btree (z_id);
CREATE UNIQUE INDEX shop_slug ON public.shop USING btree (slug);
CREATE INDEX tender_by_person ON public.tender USING btree (shop, person_id, created_at);
CREATE INDEX tender_by_receipt ON public.tender USING btree (shop, receipt_no) WHERE (receipt_no IS NOT NULL);
CREATE INDEX tender_by_ref ON public.tender USING btree (shop, ref_hash, created_at);
CREATE INDEX tender_by_sale ON public.tender USING btree (shop, sale_id) WHERE (sale_id IS NOT NULL);
CREATE INDEX tender_by_time ON public.tender USING btree (shop, created_at, id);
CREATE UNIQUE INDEX uncounted_fact_by_seq ON public.uncounted_fact USING btree (shop, fact_seq);
CREATE INDEX webhook_message_by_time ON public.webhook_message USING btree (webhook_id, at);
CREATE INDEX webhook_message_due ON public.webhook_message USING btree (webhook_id, next_at) WHERE (next_at IS NOT NULL);
CREATE INDEX webhook_message_given_up ON public.webhook_message USING btree (webhook_id) WHERE (outcome = 'given_up'::text);
CREATE INDEX wrong_code_by_time ON public.wrong_code USING btree (shop, at);
CREATE TRIGGER activation_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.activation FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER audit_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER book_export_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.book_export FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER book_export_z_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.book_export_z FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER claim_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.claim FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER closing_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.closing FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER fact_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.fact FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER fact_seal_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.fact_seal FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER fact_uncounted AFTER INSERT ON public.fact FOR EACH ROW WHEN ((((new.operation_kind = 'tender'::text) AND (new.kind = ANY (ARRAY['intent'::text, 'captured'::text, 'captured_partial'::text, 'late_capture'::text, 'attached'::text, 'declined'::text, 'not_sent'::text, 'not_captured'::text]))) OR ((new.operation_kind = 'refund'::text) AND (new.kind = ANY (ARRAY['intent'::text, 'refunded'::text, 'declined'::text, 'not_sent'::text, 'not_refunded'::text]))) OR ((new.operation_kind = 'issue'::text) AND (new.kind = ANY (ARRAY['intent'::text, 'issued'::text]))))) EXECUTE FUNCTION public.note_uncounted();
CREATE TRIGGER issue_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.issue FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER issued_voucher_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.issued_voucher FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER issuer_row_change_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.issuer_row_change FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER list_row_delete AFTER DELETE ON public.list_row FOR EACH ROW WHEN (((old.day)::numeric < (floor((EXTRACT(epoch FROM now()) / (86400)::numeric)) - (2)::numeric))) EXECUTE FUNCTION public.note_list_day();
CREATE TRIGGER list_row_insert AFTER INSERT ON public.list_row FOR EACH ROW WHEN (((new.day)::numeric < (floor((EXTRACT(epoch FROM now()) / (86400)::numeric)) - (2)::numeric))) EXECUTE FUNCTION public.note_list_day();
CREATE TRIGGER list_row_update AFTER UPDATE ON public.list_row FOR EACH ROW WHEN ((((old.day)::numeric < (floor((EXTRACT(epoch FROM now()) / (86400)::numeric)) - (2)::numeric)) OR ((new.day)::numeric < (floor((EXTRACT(epoch FROM now()) / (86400)::numeric)) - (2)::numeric)))) EXECUTE FUNCTION public.note_list_day();
CREATE TRIGGER pay_link_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.pay_link FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER pay_link_told_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.pay_link_told FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER refund_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.refund FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER return_uncounted AFTER INSERT ON public.fact FOR EACH ROW WHEN (((new.operation_kind = 'issue'::text) AND (new.kind = ANY (ARRAY['taken_back'::text, 'return_undone'::text])))) EXECUTE FUNCTION public.note_uncounted();
CREATE TRIGGER shift_note_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.shift_note FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER shift_z_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.shift_z FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER shift_z_fact_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.shift_z_fact FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER shift_z_fact_counted AFTER INSERT ON public.shift_z_fact FOR EACH ROW EXECUTE FUNCTION public.drop_uncounted();
CREATE TRIGGER tender_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.tender FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();
ALTER TABLE ONLY public.access_key
    ADD CONSTRAINT access_key_id_fkey FOREIGN KEY (id) REFERENCES public.device(id);
ALTER TABLE ONLY public.access_key
    ADD CONSTRAINT access_key_made_by_fkey FOREIGN KEY (made_by) REFERENCES public.person(id);
ALTER TABLE ONLY public.access_key
    ADD CONSTRAINT access_key_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.access_key
    ADD CONSTRAINT access_key_shop_fkey FOREIGN KEY (shop) REFERENCES public.shop(id);
ALTER TABLE ONLY public.activation
    ADD CONSTRAINT activation_device_id_fkey FOREIGN KEY (device_id) REFERENCES public.device(id);
ALTER TABLE ONLY public.activation
    ADD CONSTRAINT activation_id_fkey FOREIGN KEY (id) REFERENCES public.operation(id);
ALTER TABLE ONLY public.activation
    ADD CONSTRAINT activation_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.activation_range
    ADD CONSTRAINT activation_range_activation_id_fkey FOREIGN KEY (activation_id) REFERENCES public.activation(id);
ALTER TABLE ONLY public.activation_range
    ADD CONSTRAINT activation_range_shop_fkey FOREIGN KEY (shop) REFERENCES public.shop(id);
ALTER TABLE ONLY public.activation
    ADD CONSTRAINT activation_shop_fkey FOREIGN KEY (shop) REFERENCES public.shop(id);
ALTER TABLE ONLY public.approval
    ADD CONSTRAINT approval_approver_id_fkey FOREIGN KEY (approver_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.approval
    ADD CONSTRAINT approval_shop_fkey FOREIGN KEY (shop) REFERENCES public.shop(id);
ALTER TABLE ONLY public.asked_approval
    ADD CONSTRAINT asked_approval_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES public.person(id);
ALTER TABLE ONLY public.asked_approval
    ADD CONSTRAINT asked_approval_device_id_fkey FOREIGN KEY (device_id) REFERENCES public.device(id);
ALTER TABLE ONLY public.asked_approval
    ADD CONSTRAINT asked_approval_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.asked_approval
    ADD CONSTRAINT asked_approval_shop_fkey FOREIGN KEY (shop) REFERENCES public.shop(id);
ALTER TABLE ONLY public.audit_head
    ADD CONSTRAINT audit_head_shop_fkey FOREIGN KEY (shop) REFERENCES public.shop(id);
ALTER TABLE ONLY public.audit
    ADD CONSTRAINT audit_shop_fkey FOREIGN KEY (shop) REFERENCES public.shop(id);
ALTER TABLE ONLY public.awaited_device
    ADD CONSTRAINT awaited_device_printer_id_fkey FOREIGN KEY (printer_id) REFERENCES public.printer(id);
ALTER TABLE ONLY public.awaited_device
    ADD CONSTRAINT awaited_device_shop_fkey FOREIGN KEY (shop) REFERENCES public.shop(id);
ALTER TABLE ONLY public.badge
    ADD CONSTRAINT badge_made_by_fkey FOREIGN KEY (made_by) REFERENCES public.person(id);
ALTER TABLE ONLY public.badge
    ADD CONSTRAINT badge_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.badge
    ADD CONSTRAINT badge_shop_fkey FOREIGN KEY (shop) REFERENCES public.shop(id);
ALTER TABLE ONLY public.book_export
    ADD CONSTRAINT book_export_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.book_export
    ADD CONSTRAINT book_export_shop_fkey FOREIGN KEY (shop) REFERENCES public.shop(id);
ALTER TABLE ONLY public.book_export_z
    ADD CONSTRAINT book_export_z_export_id_fkey FOREIGN KEY (export_id) REFERENCES public.book_export(id);
ALTER TABLE ONLY public.book_export_z
    ADD CONSTRAINT book_export_z_shop_fkey FOREIGN KEY (shop) REFERENCES public.shop(id);
ALTER TABLE ONLY public.book_export_z
    ADD CONSTRAINT book_export_z_z_id_fkey FOREIGN KEY (z_id) REFERENCES public.shift_z(id);
ALTER TABLE ONLY public.books
    ADD CONSTRAINT books_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.books
    ADD CONSTRAINT books_shop_fkey FOREIGN KEY (shop) REFERENCES public.shop(id);
ALTER TABLE ONLY public.chain_setting
    ADD CONSTRAINT chain_setting_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.claim
    ADD CONSTRAINT claim_operation_id_fkey FOREIGN KEY (operation_id) REFERENCES public.operation(id);
ALTER TABLE ONLY public.claim
    ADD CONSTRAINT claim_shop_fkey FOREIGN KEY (shop) REFERENCES public.shop(id);
ALTER TABLE ONLY public.closing
    ADD CONSTRAINT closing_device_id_fkey FOREIGN KEY (device_id) REFERENCES public.device(id);
ALTER TABLE ONLY public.closing
    ADD CONSTRAINT closing_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.closing
    ADD CONSTRAINT closing_shop_fkey FOREIGN KEY (shop) REFERENCES public.shop(id);
ALTER TABLE ONLY public.collected_again
    ADD CONSTRAINT collected_again_shop_fkey FOREIGN KEY (shop) REFERENCES public.shop(id);
ALTER TABLE ONLY public.device_printer
    ADD CONSTRAINT device_printer_device_id_fkey FOREIGN KEY (device_id) REFERENCES public.device(id);
ALTER TABLE ONLY public.device_printer
    ADD CONSTRAINT device_printer_printer_id_fkey FOREIGN KEY (printer_id) REFERENCES public.printer(id);
ALTER TABLE ONLY public.device_report
    ADD CONSTRAINT device_report_device_id_fkey FOREIGN KEY (device_id) REFERENCES public.device(id);
ALTER TABLE ONLY public.device_report
    ADD CONSTRAINT device_report_shop_fkey FOREIGN KEY (shop) REFERENCES public.shop(id);
ALTER TABLE ONLY public.device
    ADD CONSTRAINT device_shop_fkey FOREIGN KEY (shop) REFERENCES public.shop(id);
ALTER TABLE ONLY public.display
    ADD CONSTRAINT display_device_id_fkey FOREIGN KEY (device_id) REFERENCES public.device(id);
ALTER TABLE ONLY public.display
    ADD CONSTRAINT display_made_by_fkey FOREIGN KEY (made_by) REFERENCES public.person(id);
ALTER TABLE ONLY public.display
    ADD CONSTRAINT display_shop_fkey FOREIGN KEY (shop) REFERENCES public.shop(id);
ALTER TABLE ONLY public.display
    ADD CONSTRAINT display_till_id_fkey FOREIGN KEY (till_id) REFERENCES public.device(id);
ALTER TABLE ONLY public.document_print
    ADD CONSTRAINT document_print_device_id_fkey FOREIGN KEY (device_id) REFERENCES public.device(id);
ALTER TABLE ONLY public.document_print
    ADD CONSTRAINT document_print_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.document_print
    ADD CONSTRAINT document_print_shop_fkey FOREIGN KEY (shop) REFERENCES public.shop(id);
ALTER TABLE ONLY public.enrolment_code
    ADD CONSTRAINT enrolment_code_shop_fkey FOREIGN KEY (shop) REFERENCES public.shop(id);
ALTER TABLE ONLY public.erasure
    ADD CONSTRAINT erasure_shop_fkey FOREIGN KEY (shop) REFERENCES public.shop(id);
ALTER TABLE ONLY public.fact
    ADD CONSTRAINT fact_operation_id_fkey FOREIGN KEY (operation_id) REFERENCES public.operation(id);
ALTER TABLE ONLY public.fact_seal
    ADD CONSTRAINT fact_seal_shop_fkey FOREIGN KEY (shop) REFERENCES public.shop(id);
ALTER TABLE ONLY public.fact
    ADD CONSTRAINT fact_shop_fkey FOREIGN KEY (shop) REFERENCES public.shop(id);
ALTER TABLE ONLY public.gap_device
    ADD CONSTRAINT gap_device_gap_id_fkey FOREIGN KEY (gap_id) REFERENCES public.journal_gap(id);
ALTER TABLE ONLY public.gap_remembered
    ADD CONSTRAINT gap_remembered_gap_id_fkey FOREIGN KEY (gap_id) REFERENCES public.journal_gap(id);
ALTER TABLE ONLY public.guessed_codes
    ADD CONSTRAINT guessed_codes_shop_fkey FOREIGN KEY (shop) REFERENCES public.shop(id);
ALTER TABLE ONLY public.hold
    ADD CONSTRAINT hold_let_go_by_fkey FOREIGN KEY (let_go_by) REFERENCES public.person(id);
ALTER TABLE ONLY public.hold
    ADD CONSTRAINT hold_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.hold
    ADD CONSTRAINT hold_shop_fkey FOREIGN KEY (shop) REFERENCES public.shop(id);
ALTER TABLE ONLY public.issue
    ADD CONSTRAINT issue_device_id_fkey FOREIGN KEY (device_id) REFERENCES public.device(id);
ALTER TABLE ONLY public.issue
    ADD CONSTRAINT issue_id_fkey FOREIGN KEY (id) REFERENCES public.operation(id);
ALTER TABLE ONLY public.issue
    ADD CONSTRAINT issue_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.issue
    ADD CONSTRAINT issue_shop_fkey FOREIGN KEY (shop) REFERENCES public.shop(id);
ALTER TABLE ONLY public.issued_voucher
    ADD CONSTRAINT issued_voucher_issue_id_fkey FOREIGN KEY (issue_id) REFERENCES public.issue(id);
ALTER TABLE ONLY public.key_tender
    ADD CONSTRAINT key_tender_key_id_fkey FOREIGN KEY (key_id) REFERENCES public.access_key(id);
ALTER TABLE ONLY public.key_tender
    ADD CONSTRAINT key_tender_tender_id_fkey FOREIGN KEY (tender_id) REFERENCES public.tender(id);
ALTER TABLE ONLY public.match_layout
    ADD CONSTRAINT match_layout_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.match_layout
    ADD CONSTRAINT match_layout_shop_fkey FOREIGN KEY (shop) REFERENCES public.shop(id);
ALTER TABLE ONLY public.match_note
    ADD CONSTRAINT match_note_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.match_note
    ADD CONSTRAINT match_note_shop_fkey FOREIGN KEY (shop) REFERENCES public.shop(id);
ALTER TABLE ONLY public.office_code
    ADD CONSTRAINT office_code_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.office_member
    ADD CONSTRAINT office_member_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.operation
    ADD CONSTRAINT operation_device_id_fkey FOREIGN KEY (device_id) REFERENCES public.device(id);
ALTER TABLE ONLY public.operation
    ADD CONSTRAINT operation_shop_fkey FOREIGN KEY (shop) REFERENCES public.shop(id);
ALTER TABLE ONLY public.passkey_challenge
    ADD CONSTRAINT passkey_challenge_device_id_fkey FOREIGN KEY (device_id) REFERENCES public.device(id);
ALTER TABLE ONLY public.passkey_challenge
    ADD CONSTRAINT passkey_challenge_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.passkey
    ADD CONSTRAINT passkey_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.pay_link
    ADD CONSTRAINT pay_link_device_id_fkey FOREIGN KEY (device_id) REFERENCES public.device(id);
ALTER TABLE ONLY public.pay_link_opened
    ADD CONSTRAINT pay_link_opened_device_id_fkey FOREIGN KEY (device_id) REFERENCES public.device(id);
ALTER TABLE ONLY public.pay_link_opened
    ADD CONSTRAINT pay_link_opened_link_id_fkey FOREIGN KEY (link_id) REFERENCES public.pay_link(id);
ALTER TABLE ONLY public.pay_link
    ADD CONSTRAINT pay_link_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.pay_link
    ADD CONSTRAINT pay_link_shop_fkey FOREIGN KEY (shop) REFERENCES public.shop(id);
ALTER TABLE ONLY public.pay_link_told
    ADD CONSTRAINT pay_link_told_link_id_fkey FOREIGN KEY (link_id) REFERENCES public.pay_link(id);
ALTER TABLE ONLY public.permit
    ADD CONSTRAINT permit_approver_id_fkey FOREIGN KEY (approver_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.permit
    ADD CONSTRAINT permit_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.permit
    ADD CONSTRAINT permit_shop_fkey FOREIGN KEY (shop) REFERENCES public.shop(id);
ALTER TABLE ONLY public.person_code
    ADD CONSTRAINT person_code_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.place
    ADD CONSTRAINT place_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.place
    ADD CONSTRAINT place_shop_fkey FOREIGN KEY (shop) REFERENCES public.shop(id);
ALTER TABLE ONLY public.printer
    ADD CONSTRAINT printer_shop_fkey FOREIGN KEY (shop) REFERENCES public.shop(id);
ALTER TABLE ONLY public.printout
    ADD CONSTRAINT printout_device_id_fkey FOREIGN KEY (device_id) REFERENCES public.device(id);
ALTER TABLE ONLY public.printout
    ADD CONSTRAINT printout_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.printout
    ADD CONSTRAINT printout_printer_id_fkey FOREIGN KEY (printer_id) REFERENCES public.printer(id);
ALTER TABLE ONLY public.printout
    ADD CONSTRAINT printout_shop_fkey FOREIGN KEY (shop) REFERENCES public.shop(id);
ALTER TABLE ONLY public.refund
    ADD CONSTRAINT refund_device_id_fkey FOREIGN KEY (device_id) REFERENCES public.device(id);
ALTER TABLE ONLY public.refund
    ADD CONSTRAINT refund_id_fkey FOREIGN KEY (id) REFERENCES public.operation(id);
ALTER TABLE ONLY public.refund
    ADD CONSTRAINT refund_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.refund
    ADD CONSTRAINT refund_shop_fkey FOREIGN KEY (shop) REFERENCES public.shop(id);
ALTER TABLE ONLY public.refund
    ADD CONSTRAINT refund_tender_id_fkey FOREIGN KEY (tender_id) REFERENCES public.tender(id);
ALTER TABLE ONLY public.register
    ADD CONSTRAINT register_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.register
    ADD CONSTRAINT register_shop_fkey FOREIGN KEY (shop) REFERENCES public.shop(id);
ALTER TABLE ONLY public.restored_decision
    ADD CONSTRAINT restored_decision_gap_id_fkey FOREIGN KEY (gap_id) REFERENCES public.journal_gap(id);
ALTER TABLE ONLY public.restored_decision
    ADD CONSTRAINT restored_decision_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.restored_decision
    ADD CONSTRAINT restored_decision_shop_fkey FOREIGN KEY (shop) REFERENCES public.shop(id);
ALTER TABLE ONLY public.sale_due
    ADD CONSTRAINT sale_due_shop_fkey FOREIGN KEY (shop) REFERENCES public.shop(id);
ALTER TABLE ONLY public.sale_receipt
    ADD CONSTRAINT sale_receipt_shop_fkey FOREIGN KEY (shop) REFERENCES public.shop(id);
ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_device_id_fkey FOREIGN KEY (device_id) REFERENCES public.device(id);
ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_shop_fkey FOREIGN KEY (shop) REFERENCES public.shop(id);
ALTER TABLE ONLY public.shift_note
    ADD CONSTRAINT shift_note_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.shift_note
    ADD CONSTRAINT shift_note_shop_fkey FOREIGN KEY (shop) REFERENCES public.shop(id);
ALTER TABLE ONLY public.shift_note
    ADD CONSTRAINT shift_note_z_id_fkey FOREIGN KEY (z_id) REFERENCES public.shift_z(id);
ALTER TABLE ONLY public.shift_z
    ADD CONSTRAINT shift_z_device_id_fkey FOREIGN KEY (device_id) REFERENCES public.device(id);
ALTER TABLE ONLY public.shift_z_fact
    ADD CONSTRAINT shift_z_fact_shop_fkey FOREIGN KEY (shop) REFERENCES public.shop(id);
ALTER TABLE ONLY public.shift_z_fact
    ADD CONSTRAINT shift_z_fact_z_id_fkey FOREIGN KEY (z_id) REFERENCES public.shift_z(id);
ALTER TABLE ONLY public.shift_z
    ADD CONSTRAINT shift_z_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.shift_z
    ADD CONSTRAINT shift_z_shop_fkey FOREIGN KEY (shop) REFERENCES public.shop(id);
ALTER TABLE ONLY public.shop
    ADD CONSTRAINT shop_account_fkey FOREIGN KEY (account) REFERENCES public.account(id);
ALTER TABLE ONLY public.shop_setting
    ADD CONSTRAINT shop_setting_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.shop_setting
    ADD CONSTRAINT shop_setting_shop_fkey FOREIGN KEY (shop) REFERENCES public.shop(id);
ALTER TABLE ONLY public.shown_sale
    ADD CONSTRAINT shown_sale_till_id_fkey FOREIGN KEY (till_id) REFERENCES public.device(id);
ALTER TABLE ONLY public.tender
    ADD CONSTRAINT tender_device_id_fkey FOREIGN KEY (device_id) REFERENCES public.device(id);
ALTER TABLE ONLY public.tender
    ADD CONSTRAINT tender_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.tender
    ADD CONSTRAINT tender_shop_fkey FOREIGN KEY (shop) REFERENCES public.shop(id);
ALTER TABLE ONLY public.webhook
    ADD CONSTRAINT webhook_made_by_fkey FOREIGN KEY (made_by) REFERENCES public.person(id);
ALTER TABLE ONLY public.webhook_message
    ADD CONSTRAINT webhook_message_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES public.webhook(id);
ALTER TABLE ONLY public.webhook
    ADD CONSTRAINT webhook_shop_fkey FOREIGN KEY (shop) REFERENCES public.shop(id);
ALTER TABLE ONLY public.wrong_code
    ADD CONSTRAINT wrong_code_shop_fkey FOREIGN KEY (shop) REFERENCES public.shop(id);
ALTER TABLE public.access_key ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.activation ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.activation_range ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.approval ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.asked_approval ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.audit ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.audit_head ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.awaited_device ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.badge ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.book_export ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.book_export_z ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.books ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.claim ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.closing ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.collected_again ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.device ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.device_printer ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.device_report ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.display ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.document_print ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.enrolment_code ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.erasure ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.fact ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.fact_seal ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.gap_device ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.gap_remembered ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.guessed_codes ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.hold ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.issue ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.issued_voucher ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.journal_gap ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.key_tender ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.list_day ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.list_row ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.match_layout ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.match_note ENABLE ROW LEVEL SECURITY;
CREATE POLICY named_by_all ON public.device FOR SELECT USING ((( SELECT current_setting('tillside.shop'::text) AS current_setting) <> ''::text));
CREATE POLICY of_account ON public.activation FOR SELECT USING ((shop = ANY (ARRAY( SELECT other.id
   FROM (public.shop other
     JOIN public.shop own ON ((own.account = other.account)))
  WHERE (own.id = ( SELECT current_setting('tillside.shop'::text) AS current_setting))))));
CREATE POLICY of_account ON public.activation_range FOR SELECT USING ((shop = ANY (ARRAY( SELECT other.id
   FROM (public.shop other
     JOIN public.shop own ON ((own.account = other.account)))
  WHERE (own.id = ( SELECT current_setting('tillside.shop'::text) AS current_setting))))));
CREATE POLICY of_account ON public.claim FOR SELECT USING ((shop = ANY (ARRAY( SELECT other.id
   FROM (public.shop other
     JOIN public.shop own ON ((own.account = other.account)))
  WHERE (own.id = ( SELECT current_setting('tillside.shop'::text) AS current_setting))))));
CREATE POLICY of_account ON public.hold FOR SELECT USING ((shop = ANY (ARRAY( SELECT other.id
   FROM (public.shop other
     JOIN public.shop own ON ((own.account = other.account)))
  WHERE (own.id = ( SELECT current_setting('tillside.shop'::text) AS current_setting))))));
CREATE POLICY of_account ON public.operation FOR SELECT USING ((shop = ANY (ARRAY( SELECT other.id
   FROM (public.shop other
     JOIN public.shop own ON ((own.account = other.account)))
  WHERE (own.id = ( SELECT current_setting('tillside.shop'::text) AS current_setting))))));
CREATE POLICY of_account ON public.tender FOR SELECT USING ((shop = ANY (ARRAY( SELECT other.id
   FROM (public.shop other
     JOIN public.shop own ON ((own.account = other.account)))
  WHERE (own.id = ( SELECT current_setting('tillside.shop'::text) AS current_setting))))));
CREATE POLICY of_shop ON public.access_key USING (((shop = ( SELECT current_setting('tillside.shop'::text) AS current_setting)) OR (( SELECT current_setting('tillside.shop'::text) AS current_setting) = '*'::text)));
CREATE POLICY of_shop ON public.activation USING (((shop = ( SELECT current_setting('tillside.shop'::text) AS current_setting)) OR (( SELECT current_setting('tillside.shop'::text) AS current_setting) = '*'::text)));
CREATE POLICY of_shop ON public.activation_range USING (((shop = ( SELECT current_setting('tillside.shop'::text) AS current_setting)) OR (( SELECT current_setting('tillside.shop'::text) AS current_setting) = '*'::text)));
CREATE POLICY of_shop ON public.approval USING (((shop = ( SELECT current_setting('tillside.shop'::text) AS current_setting)) OR (( SELECT current_setting('tillside.shop'::text) AS current_setting) = '*'::text)));
CREATE POLICY of_shop ON public.asked_approval USING (((shop = ( SELECT current_setting('tillside.shop'::text) AS current_setting)) OR (( SELECT current_setting('tillside.shop'::text) AS current_setting) = '*'::text)));
CREATE POLICY of_shop ON public.audit USING (((shop = ( SELECT current_setting('tillside.shop'::text) AS current_setting)) OR (( SELECT current_setting('tillside.shop'::text) AS current_setting) = '*'::text)));
CREATE POLICY of_shop ON public.audit_head USING (((shop = ( SELECT current_setting('tillside.shop'::text) AS current_setting)) OR (( SELECT current_setting('tillside.shop'::text) AS current_setting) = '*'::text)));
CREATE POLICY of_shop ON public.awaited_device USING (((shop = ( SELECT current_setting('tillside.shop'::text) AS current_setting)) OR (( SELECT current_setting('tillside.shop'::text) AS current_setting) = '*'::text)));
CREATE POLICY of_shop ON public.badge USING (((shop = ( SELECT current_setting('tillside.shop'::text) AS current_setting)) OR (( SELECT current_setting('tillside.shop'::text) AS current_setting) = '*'::text)));
CREATE POLICY of_shop ON public.book_export USING (((shop = ( SELECT current_setting('tillside.shop'::text) AS current_setting)) OR (( SELECT current_setting('tillside.shop'::text) AS current_setting) = '*'::text)));
CREATE POLICY of_shop ON public.book_export_z USING (((shop = ( SELECT current_setting('tillside.shop'::text) AS current_setting)) OR (( SELECT current_setting('tillside.shop'::text) AS current_setting) = '*'::text)));
CREATE POLICY of_shop ON public.books USING (((shop = ( SELECT current_setting('tillside.shop'::text) AS current_setting)) OR (( SELECT current_setting('tillside.shop'::text) AS current_setting) = '*'::text)));
CREATE POLICY of_shop ON public.claim USING (((shop = ( SELECT current_setting('tillside.shop'::text) AS current_setting)) OR (( SELECT current_setting('tillside.shop'::text) AS current_setting) = '*'::text)));
CREATE POLICY of_shop ON public.closing USING (((shop = ( SELECT current_setting('tillside.shop'::text) AS current_setting)) OR (( SELECT current_setting('tillside.shop'::text) AS current_setting) = '*'::text)));
CREATE POLICY of_shop ON public.collected_again USING (((shop = ( SELECT current_setting('tillside.shop'::text) AS current_setting)) OR (( SELECT current_setting('tillside.shop'::text) AS current_setting) = '*'::text)));
CREATE POLICY of_shop ON public.device USING (((shop = ( SELECT current_setting('tillside.shop'::text) AS current_setting)) OR (( SELECT current_setting('tillside.shop'::text) AS current_setting) = '*'::text)));
CREATE POLICY of_shop ON public.device_printer USING ((EXISTS ( SELECT
   FROM public.device owner
  WHERE ((owner.id = device_printer.device_id) AND ((owner.shop = ( SELECT current_setting('tillside.shop'::text) AS current_setting)) OR (( SELECT current_setting('tillside.shop'::text) AS current_setting) = '*'::text))))));
CREATE POLICY of_shop ON public.device_report USING (((shop = ( SELECT current_setting('tillside.shop'::text) AS current_setting)) OR (( SELECT current_setting('tillside.shop'::text) AS current_setting) = '*'::text)));
CREATE POLICY of_shop ON public.display USING (((shop = ( SELECT current_setting('tillside.shop'::text) AS current_setting)) OR (( SELECT current_setting('tillside.shop'::text) AS current_setting) = '*'::text)));
CREATE POLICY of_shop ON public.document_print USING (((shop = ( SELECT current_setting('tillside.shop'::text) AS current_setting)) OR (( SELECT current_setting('tillside.shop'::text) AS current_setting) = '*'::text)));
CREATE POLICY of_shop ON public.enrolment_code USING (((shop = ( SELECT current_setting('tillside.shop'::text) AS current_setting)) OR (( SELECT current_setting('tillside.shop'::text) AS current_setting) = '*'::text)));
CREATE POLICY of_shop ON public.erasure USING (((shop = ( SELECT current_setting('tillside.shop'::text) AS current_setting)) OR (( SELECT current_setting('tillside.shop'::text) AS current_setting) = '*'::text)));
CREATE POLICY of_shop ON public.fact USING (((shop = ( SELECT current_setting('tillside.shop'::text) AS current_setting)) OR (( SELECT current_setting('tillside.shop'::text) AS current_setting) = '*'::text)));
CREATE POLICY of_shop ON public.fact_seal USING (((shop = ( SELECT current_setting('tillside.shop'::text) AS current_setting)) OR (( SELECT current_setting('tillside.shop'::text) AS current_setting) = '*'::text)));
CREATE POLICY of_shop ON public.gap_device USING ((EXISTS ( SELECT
   FROM public.journal_gap owner
  WHERE ((owner.id = gap_device.gap_id) AND ((owner.shop = ( SELECT current_setting('tillside.shop'::text) AS current_setting)) OR (( SELECT current_setting('tillside.shop'::text) AS current_setting) = '*'::text))))));
CREATE POLICY of_shop ON public.gap_remembered USING ((EXISTS ( SELECT
   FROM public.journal_gap owner
  WHERE ((owner.id = gap_remembered.gap_id) AND ((owner.shop = ( SELECT current_setting('tillside.shop'::text) AS current_setting)) OR (( SELECT current_setting('tillside.shop'::text) AS current_setting) = '*'::text))))));
CREATE POLICY of_shop ON public.guessed_codes USING (((shop = ( SELECT current_setting('tillside.shop'::text) AS current_setting)) OR (( SELECT current_setting('tillside.shop'::text) AS current_setting) = '*'::text)));
CREATE POLICY of_shop ON public.hold USING (((shop = ( SELECT current_setting('tillside.shop'::text) AS current_setting)) OR (( SELECT current_setting('tillside.shop'::text) AS current_setting) = '*'::text)));
CREATE POLICY of_shop ON public.issue USING (((shop = ( SELECT current_setting('tillside.shop'::text) AS current_setting)) OR (( SELECT current_setting('tillside.shop'::text) AS current_setting) = '*'::text)));
CREATE POLICY of_shop ON public.issued_voucher USING ((EXISTS ( SELECT
   FROM public.operation owner
  WHERE ((owner.id = issued_voucher.issue_id) AND ((owner.shop = ( SELECT current_setting('tillside.shop'::text) AS current_setting)) OR (( SELECT current_setting('tillside.shop'::text) AS current_setting) = '*'::text))))));
CREATE POLICY of_shop ON public.journal_gap USING (((shop = ( SELECT current_setting('tillside.shop'::text) AS current_setting)) OR (( SELECT current_setting('tillside.shop'::text) AS current_setting) = '*'::text)));
CREATE POLICY of_shop ON public.key_tender USING ((EXISTS ( SELECT
   FROM public.access_key owner
  WHERE ((owner.id = key_tender.key_id) AND ((owner.shop = ( SELECT current_setting('tillside.shop'::text) AS current_setting)) OR (( SELECT current_setting('tillside.shop'::text) AS current_setting) = '*'::text))))));
CREATE POLICY of_shop ON public.list_day USING (((shop = ( SELECT current_setting('tillside.shop'::text) AS current_setting)) OR (( SELECT current_setting('tillside.shop'::text) AS current_setting) = '*'::text)));
CREATE POLICY of_shop ON public.list_row USING (((shop = ( SELECT current_setting('tillside.shop'::text) AS current_setting)) OR (( SELECT current_setting('tillside.shop'::text) AS current_setting) = '*'::text)));
CREATE POLICY of_shop ON public.match_layout USING (((shop = ( SELECT current_setting('tillside.shop'::text) AS current_setting)) OR (( SELECT current_setting('tillside.shop'::text) AS current_setting) = '*'::text)));
CREATE POLICY of_shop ON public.match_note USING (((shop = ( SELECT current_setting('tillside.shop'::text) AS current_setting)) OR (( SELECT current_setting('tillside.shop'::text) AS current_setting) = '*'::text)));
CREATE POLICY of_shop ON public.operation USING (((shop = ( SELECT current_setting('tillside.shop'::text) AS current_setting)) OR (( SELECT current_setting('tillside.shop'::text) AS current_setting) = '*'::text)));
CREATE POLICY of_shop ON public.pay_link USING (((shop = ( SELECT current_setting('tillside.shop'::text) AS current_setting)) OR (( SELECT current_setting('tillside.shop'::text) AS current_setting) = '*'::text)));
CREATE POLICY of_shop ON public.pay_link_opened USING ((EXISTS ( SELECT
   FROM public.pay_link owner
  WHERE ((owner.id = pay_link_opened.link_id) AND ((owner.shop = ( SELECT current_setting('tillside.shop'::text) AS current_setting)) OR (( SELECT current_setting('tillside.shop'::text) AS current_setting) = '*'::text))))));
CREATE POLICY of_shop ON public.pay_link_told USING ((EXISTS ( SELECT
   FROM public.pay_link owner
  WHERE ((owner.id = pay_link_told.link_id) AND ((owner.shop = ( SELECT current_setting('tillside.shop'::text) AS current_setting)) OR (( SELECT current_setting('tillside.shop'::text) AS current_setting) = '*'::text))))));
CREATE POLICY of_shop ON public.permit USING (((shop = ( SELECT current_setting('tillside.shop'::text) AS current_setting)) OR (( SELECT current_setting('tillside.shop'::text) AS current_setting) = '*'::text)));
CREATE POLICY of_shop ON public.place USING (((shop = ( SELECT current_setting('tillside.shop'::text) AS current_setting)) OR (( SELECT current_setting('tillside.shop'::text) AS current_setting) = '*'::text)));
CREATE POLICY of_shop ON public.printer USING (((shop = ( SELECT current_setting('tillside.shop'::text) AS current_setting)) OR (( SELECT current_setting('tillside.shop'::text) AS current_setting) = '*'::text)));
CREATE POLICY of_shop ON public.printout USING (((shop = ( SELECT current_setting('tillside.shop'::text) AS current_setting)) OR (( SELECT current_setting('tillside.shop'::text) AS current_setting) = '*'::text)));
CREATE POLICY of_shop ON public.refund USING (((shop = ( SELECT current_setting('tillside.shop'::text) AS current_setting)) OR (( SELECT current_setting('tillside.shop'::text) AS current_setting) = '*'::text)));
CREATE POLICY of_shop ON public.register USING (((shop = ( SELECT current_setting('tillside.shop'::text) AS current_setting)) OR (( SELECT current_setting('tillside.shop'::text) AS current_setting) = '*'::text)));
CREATE POLICY of_shop ON public.restored_decision USING (((shop = ( SELECT current_setting('tillside.shop'::text) AS current_setting)) OR (( SELECT current_setting('tillside.shop'::text) AS current_setting) = '*'::text)));
CREATE POLICY of_shop ON public.sale_due USING (((shop = ( SELECT current_setting('tillside.shop'::text) AS current_setting)) OR (( SELECT current_setting('tillside.shop'::text) AS current_setting) = '*'::text)));
CREATE POLICY of_shop ON public.sale_receipt USING (((shop = ( SELECT current_setting('tillside.shop'::text) AS current_setting)) OR (( SELECT current_setting('tillside.shop'::text) AS current_setting) = '*'::text)));
CREATE POLICY of_shop ON public.session USING (((shop = ( SELECT current_setting('tillside.shop'::text) AS current_setting)) OR (( SELECT current_setting('tillside.shop'::text) AS current_setting) = '*'::text)));
CREATE POLICY of_shop ON public.shift_note USING (((shop = ( SELECT current_setting('tillside.shop'::text) AS current_setting)) OR (( SELECT current_setting('tillside.shop'::text) AS current_setting) = '*'::text)));
CREATE POLICY of_shop ON public.shift_z USING (((shop = ( SELECT current_setting('tillside.shop'::text) AS current_setting)) OR (( SELECT current_setting('tillside.shop'::text) AS current_setting) = '*'::text)));
CREATE POLICY of_shop ON public.shift_z_fact USING (((shop = ( SELECT current_setting('tillside.shop'::text) AS current_setting)) OR (( SELECT current_setting('tillside.shop'::text) AS current_setting) = '*'::text)));
CREATE POLICY of_shop ON public.shop_setting USING (((shop = ( SELECT current_setting('tillside.shop'::text) AS current_setting)) OR (( SELECT current_setting('tillside.shop'::text) AS current_setting) = '*'::text)));
CREATE POLICY of_shop ON public.shown_sale USING ((EXISTS ( SELECT
   FROM public.device owner
  WHERE ((owner.id = shown_sale.till_id) AND ((owner.shop = ( SELECT current_setting('tillside.shop'::text) AS current_setting)) OR (( SELECT current_setting('tillside.shop'::text) AS current_setting) = '*'::text))))));
CREATE POLICY of_shop ON public.tender USING (((shop = ( SELECT current_setting('tillside.shop'::text) AS current_setting)) OR (( SELECT current_setting('tillside.shop'::text) AS current_setting) = '*'::text)));
CREATE POLICY of_shop ON public.uncounted_fact USING (((shop = ( SELECT current_setting('tillside.shop'::text) AS current_setting)) OR (( SELECT current_setting('tillside.shop'::text) AS current_setting) = '*'::text)));
CREATE POLICY of_shop ON public.webhook USING (((shop = ( SELECT current_setting('tillside.shop'::text) AS current_setting)) OR (( SELECT current_setting('tillside.shop'::text) AS current_setting) = '*'::text)));
CREATE POLICY of_shop ON public.webhook_attempt USING ((EXISTS ( SELECT
   FROM public.webhook owner
  WHERE ((owner.id = webhook_attempt.webhook_id) AND ((owner.shop = ( SELECT current_setting('tillside.shop'::text) AS current_setting)) OR (( SELECT current_setting('tillside.shop'::text) AS current_setting) = '*'::text))))));
CREATE POLICY of_shop ON public.webhook_message USING ((EXISTS ( SELECT
   FROM public.webhook owner
  WHERE ((owner.id = webhook_message.webhook_id) AND ((owner.shop = ( SELECT current_setting('tillside.shop'::text) AS current_setting)) OR (( SELECT current_setting('tillside.shop'::text) AS current_setting) = '*'::text))))));
CREATE POLICY of_shop ON public.wrong_code USING (((shop = ( SELECT current_setting('tillside.shop'::text) AS current_setting)) OR (( SELECT current_setting('tillside.shop'::text) AS current_setting) = '*'::text)));
ALTER TABLE public.operation ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.pay_link ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.pay_link_opened ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.pay_link_told ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.permit ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.place ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.printer ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.printout ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.refund ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.register ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.restored_decision ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.sale_due ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.sale_receipt ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.session ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.shift_note ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.shift_z ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.shift_z_fact ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.shop_setting ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.shown_sale ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.tender ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.uncounted_fact ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.webhook ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.webhook_attempt ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.webhook_message ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.wrong_code ENABLE ROW LEVEL SECURITY;
