import * as z from 'zod';

/**
 * Types of values that settings have. Messages continue the setting's name and never repeat the
 * value.
 */

/** A whole number within bounds, inclusive. */
export function integerBetween(min: number, max: number) {
  const message = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,12}$/, message)
    .transform(Number)
    .pipe(z.number().min(min, message).max(max, message));
}

export function oneOf<const T extends readonly [string, ...string[]]>(...options: T) {
  return z.enum(options, `must be one of: ${options.join(', ')}`);
}

export const onOff = oneOf('on', 'off', 'true', 'false', '1', '0').transform((text) =>
  ['on', 'true', '1'].includes(text),
);

export const timeZone = z.string().refine(isTimeZone, 'must be an IANA time zone, for example Asia/Singapore');

/** An origin as browsers write it: scheme, host and port only. */
export const origin = z
  .string()
  .refine(isOrigin, 'must be an origin, for example https://till.example')
  .transform((value) => new URL(value).origin);

/**
 * Base address of a service, trailing slash removed. Plain HTTP is only allowed for this machine:
 * everything sent there is a secret.
 * @param versions paths that the program appends itself, so the setting must not end with them
 */
export function serviceUrl(...versions: readonly string[]) {
  return z
    .string()
    .refine(
      (value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol),
      'must be an address that begins with https://',
    )
    .transform((value) => new URL(value))
    .refine(
      (url) => url.protocol === 'https:' || isLoopback(url.hostname),
      'must begin with https:// (http:// only on this machine)',
    )
    .refine((url) => url.username === '' && url.password === '', 'must not contain credentials')
    .refine((url) => url.search === '' && url.hash === '', 'must not contain ? or #')
    .transform((url) => url.href.replace(/\/+$/, ''))
    .refine(
      (value) => !versions.some((version) => value.endsWith(version)),
      `must not end with ${versions.join(' or ')}`,
    );
}

/**
 * Address of a PostgreSQL database. Beyond this machine it has to state how the connection is
 * protected, because the default is no protection. The two accepted words mean the same to every
 * client of PostgreSQL.
 */
export const databaseUrl = z
  .string()
  .refine(
    (value) => URL.canParse(value) && /^postgres(ql)?:$/.test(new URL(value).protocol),
    /* Later checks could not even parse the value. */
    { error: 'must be an address that begins with postgres://', abort: true },
  )
  .refine((value) => new URL(value).pathname.length > 1, 'needs the name of a database: postgres://…/name')
  .refine(
    (value) => isProtected(new URL(value)),
    'needs ?sslmode=verify-full (or sslmode=disable in a network that you trust)',
  );

function isProtected({ hostname, searchParams }: URL): boolean {
  const mode = searchParams.get('sslmode');
  const host = searchParams.get('host') ?? hostname;
  if (mode === null) return isLoopback(host) || host === '' || host.startsWith('/');
  return mode === 'verify-full' || mode === 'disable';
}

export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || hostname === '::1' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

function isOrigin(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) && /^https?:\/\/[^/?#@]+\/?$/i.test(value);
}

function isTimeZone(value: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
