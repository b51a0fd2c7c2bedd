CREATE FUNCTION public.refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin raise exception '% is append-only', tg_table_name; end $$;
CREATE TABLE public.claim (
    shop text NOT NULL,
    transaction_id text NOT NULL,
    tender_id text NOT NULL,
    at bigint NOT NULL
);
CREATE TABLE public.device (
    id text NOT NULL,
    shop text NOT NULL,
    name text NOT NULL,
    secret_hash text NOT NULL,
    enrolled_at bigint NOT NULL,
    last_seen_at bigint,
    revoked_at bigint
);
CREATE TABLE public.enrolment_code (
    code_hash text NOT NULL,
    shop text NOT NULL,
    made_by text NOT NULL,
    expires_at bigint NOT NULL,
    used_at bigint
);
CREATE TABLE public.fact (
    seq bigint NOT NULL,
    tender_id text NOT NULL,
    at bigint NOT NULL,
    kind text NOT NULL,
    data text NOT NULL
);
CREATE SEQUENCE public.fact_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.fact_seq_seq OWNED BY public.fact.seq;
CREATE TABLE public.kysely_migration (
    name character varying(255) NOT NULL,
    "timestamp" character varying(255) NOT NULL
);
CREATE TABLE public.kysely_migration_lock (
    id character varying(255) NOT NULL,
    is_locked integer DEFAULT 0 NOT NULL
);
CREATE TABLE public.person (
    id text NOT NULL,
    shop text NOT NULL,
    name text NOT NULL,
    role text NOT NULL,
    pin_hash text NOT NULL,
    created_at bigint NOT NULL,
    disabled_at bigint
);
CREATE TABLE public.pin_guard (
    subject text NOT NULL,
    failures integer NOT NULL,
    wait_until bigint NOT NULL,
    locked_at bigint
);
CREATE TABLE public.session (
    token_hash text NOT NULL,
    shop text NOT NULL,
    device_id text NOT NULL,
    person_id text NOT NULL,
    created_at bigint NOT NULL,
    last_used_at bigint NOT NULL,
    ended_at bigint
);
CREATE TABLE public.shop (
    id text NOT NULL,
    mid text,
    created_at bigint NOT NULL
);
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
    CONSTRAINT tender_kind_check CHECK ((kind = ANY (ARRAY['money'::text, 'items'::text]))),
    CONSTRAINT tender_requested_check CHECK ((requested > 0))
);
CREATE TABLE public.tender_state (
    tender_id text NOT NULL,
    shop text NOT NULL,
    ref_hash text,
    state text NOT NULL,
    changed_at bigint NOT NULL
);
ALTER TABLE ONLY public.fact ALTER COLUMN seq SET DEFAULT nextval('public.fact_seq_seq'::regclass);
INSERT INTO public.claim VALUES ('main', '1000000000000000000000000000002', '04d675a0-ee47-4618-b86d-7e12064e92a1', 1894698000000);
INSERT INTO public.device VALUES ('till-1', 'main', 'Till 1', 'h', 1894698000000, NULL, NULL);
INSERT INTO public.fact VALUES (1, '04d675a0-ee47-4618-b86d-7e12064e92a1', 1894698000000, 'intent', '{"snapshot":{"remaining":5000,"unit":"SGD","source":"client","at":1894698000000,"singleUse":false,"seen":[]}}');
INSERT INTO public.fact VALUES (2, '04d675a0-ee47-4618-b86d-7e12064e92a1', 1894698000000, 'sent', '{"attempt":1,"offset":{"offsetMs":0,"errorMs":500}}');
INSERT INTO public.fact VALUES (3, '04d675a0-ee47-4618-b86d-7e12064e92a1', 1894698000000, 'captured', '{"captureId":"1000000000000000000000000000002","authorizationId":null,"captured":100,"evidence":"answer","refundHandle":null,"vouchers":[]}');
INSERT INTO public.fact VALUES (4, '04d675a0-ee47-4618-b86d-7e12064e92a2', 1894698000000, 'intent', '{"snapshot":{"remaining":5000,"unit":"SGD","source":"client","at":1894698000000,"singleUse":false,"seen":[]}}');
INSERT INTO public.fact VALUES (5, '04d675a0-ee47-4618-b86d-7e12064e92a2', 1894698000000, 'sent', '{"attempt":1,"offset":{"offsetMs":0,"errorMs":500}}');
INSERT INTO public.fact VALUES (6, '04d675a0-ee47-4618-b86d-7e12064e92a2', 1894698000000, 'unknown', '{"reason":"no answer","evidence":"answer-lost"}');
INSERT INTO public.kysely_migration VALUES ('0001-people', '2030-01-01T00:00:00.000Z');
INSERT INTO public.kysely_migration VALUES ('0002-tenders', '2030-01-01T00:00:00.000Z');
INSERT INTO public.kysely_migration_lock VALUES ('migration_lock', 0);
INSERT INTO public.person VALUES ('ana', 'main', 'Ana', 'cashier', 'h', 1894698000000, NULL);
INSERT INTO public.person VALUES ('mei', 'main', 'Mei', 'manager', 'h', 1894698000000, NULL);
INSERT INTO public.shop VALUES ('main', '000000000000042', 1894698000000);
INSERT INTO public.tender VALUES ('04d675a0-ee47-4618-b86d-7e12064e92a1', 'main', 'till-1', 'ana', NULL, 'jmEnlUPM_Abkf1BobC3vJ-1CtsLryo5NZmAEshGkozU', 'jmEnlUPM_Abkf1BobC3vJ-1CtsLryo5NZmAEshGkozU', 'Fb2ABPBLHEVb2FVvprvmvldBsgdwRi1kjR58Q0GS4AsPnR2AQ4g', '7890', 'money', 100, 'SGD', 1, 1894698000000);
INSERT INTO public.tender VALUES ('04d675a0-ee47-4618-b86d-7e12064e92a2', 'main', 'till-1', 'ana', NULL, 'another', 'another', 'Fb2ABPBLHEVb2FVvprvmvldBsgdwRi1kjR58Q0GS4AsPnR2AQ4g', '7890', 'money', 100, 'SGD', 1, 1894698000000);
INSERT INTO public.tender_state VALUES ('04d675a0-ee47-4618-b86d-7e12064e92a1', 'main', 'jmEnlUPM_Abkf1BobC3vJ-1CtsLryo5NZmAEshGkozU', 'captured', 1894698000000);
INSERT INTO public.tender_state VALUES ('04d675a0-ee47-4618-b86d-7e12064e92a2', 'main', 'another', 'unknown', 1894698000000);
SELECT pg_catalog.setval('public.fact_seq_seq', 6, true);
ALTER TABLE ONLY public.claim
    ADD CONSTRAINT claim_once PRIMARY KEY (shop, transaction_id);
ALTER TABLE ONLY public.claim
    ADD CONSTRAINT claim_tender_id_key UNIQUE (tender_id);
ALTER TABLE ONLY public.device
    ADD CONSTRAINT device_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.device
    ADD CONSTRAINT device_secret_hash_key UNIQUE (secret_hash);
ALTER TABLE ONLY public.enrolment_code
    ADD CONSTRAINT enrolment_code_pkey PRIMARY KEY (code_hash);
ALTER TABLE ONLY public.fact
    ADD CONSTRAINT fact_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY public.kysely_migration_lock
    ADD CONSTRAINT kysely_migration_lock_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.kysely_migration
    ADD CONSTRAINT kysely_migration_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.person
    ADD CONSTRAINT person_name_once UNIQUE (shop, name);
ALTER TABLE ONLY public.person
    ADD CONSTRAINT person_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.pin_guard
    ADD CONSTRAINT pin_guard_pkey PRIMARY KEY (subject);
ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_pkey PRIMARY KEY (token_hash);
ALTER TABLE ONLY public.shop
    ADD CONSTRAINT shop_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tender
    ADD CONSTRAINT tender_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tender_state
    ADD CONSTRAINT tender_state_pkey PRIMARY KEY (tender_id);
CREATE INDEX fact_by_tender ON public.fact USING btree (tender_id, seq);
CREATE INDEX tender_by_person ON public.tender USING btree (shop, person_id, created_at);
CREATE INDEX tender_by_ref ON public.tender USING btree (shop, ref_hash, created_at);
CREATE UNIQUE INDEX voucher_lock ON public.tender_state USING btree (shop, ref_hash) WHERE (state = ANY (ARRAY['intent'::text, 'sent'::text, 'unknown'::text, 'manager'::text]));
CREATE TRIGGER claim_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.claim FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER fact_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.fact FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER tender_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.tender FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();
ALTER TABLE ONLY public.claim
    ADD CONSTRAINT claim_shop_fkey FOREIGN KEY (shop) REFERENCES public.shop(id);
ALTER TABLE ONLY public.claim
    ADD CONSTRAINT claim_tender_id_fkey FOREIGN KEY (tender_id) REFERENCES public.tender(id);
ALTER TABLE ONLY public.device
    ADD CONSTRAINT device_shop_fkey FOREIGN KEY (shop) REFERENCES public.shop(id);
ALTER TABLE ONLY public.enrolment_code
    ADD CONSTRAINT enrolment_code_shop_fkey FOREIGN KEY (shop) REFERENCES public.shop(id);
ALTER TABLE ONLY public.fact
    ADD CONSTRAINT fact_tender_id_fkey FOREIGN KEY (tender_id) REFERENCES public.tender(id);
ALTER TABLE ONLY public.person
    ADD CONSTRAINT person_shop_fkey FOREIGN KEY (shop) REFERENCES public.shop(id);
ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_device_id_fkey FOREIGN KEY (device_id) REFERENCES public.device(id);
ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_shop_fkey FOREIGN KEY (shop) REFERENCES public.shop(id);
ALTER TABLE ONLY public.tender
    ADD CONSTRAINT tender_device_id_fkey FOREIGN KEY (device_id) REFERENCES public.device(id);
ALTER TABLE ONLY public.tender
    ADD CONSTRAINT tender_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.tender
    ADD CONSTRAINT tender_shop_fkey FOREIGN KEY (shop) REFERENCES public.shop(id);
