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
INSERT INTO public.device VALUES ('till-1', 'main', 'Till 1', 'h', 1894698000000, NULL, NULL);
INSERT INTO public.kysely_migration VALUES ('0001-people', '2030-01-01T00:00:00.000Z');
INSERT INTO public.kysely_migration_lock VALUES ('migration_lock', 0);
INSERT INTO public.person VALUES ('ana', 'main', 'Ana', 'cashier', 'h', 1894698000000, NULL);
INSERT INTO public.person VALUES ('mei', 'main', 'Mei', 'manager', 'h', 1894698000000, NULL);
INSERT INTO public.shop VALUES ('main', '000000000000042', 1894698000000);
ALTER TABLE ONLY public.device
    ADD CONSTRAINT device_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.device
    ADD CONSTRAINT device_secret_hash_key UNIQUE (secret_hash);
ALTER TABLE ONLY public.enrolment_code
    ADD CONSTRAINT enrolment_code_pkey PRIMARY KEY (code_hash);
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
ALTER TABLE ONLY public.device
    ADD CONSTRAINT device_shop_fkey FOREIGN KEY (shop) REFERENCES public.shop(id);
ALTER TABLE ONLY public.enrolment_code
    ADD CONSTRAINT enrolment_code_shop_fkey FOREIGN KEY (shop) REFERENCES public.shop(id);
ALTER TABLE ONLY public.person
    ADD CONSTRAINT person_shop_fkey FOREIGN KEY (shop) REFERENCES public.shop(id);
ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_device_id_fkey FOREIGN KEY (device_id) REFERENCES public.device(id);
ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(id);
ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_shop_fkey FOREIGN KEY (shop) REFERENCES public.shop(id);
