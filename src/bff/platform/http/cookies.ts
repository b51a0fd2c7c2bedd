import { LIMITS } from '../../../contract/access/limits.ts';

/** Browsers keep a cookie for 400 days at most; a device in use gets a new one at each sign-in. */
const DEVICE_MAX_AGE_S = 400 * 24 * 60 * 60;

export interface Cookies {
  /** The credentials in a `Cookie` header; null if there are none. */
  read(header: string | null): { readonly device: string | null; readonly session: string | null };
  device(token: string): readonly [string, string];
  session(token: string): readonly [string, string];
  noSession(): readonly [string, string];
}

/**
 * The two credential cookies. On HTTPS their names bind them to this host (`__Host-`) and they are
 * never sent unencrypted.
 */
export function createCookies({ https }: { readonly https: boolean }): Cookies {
  const prefix = https ? '__Host-' : '';
  const names = { device: `${prefix}tillside-device`, session: `${prefix}tillside-session` };
  const set = (name: string, value: string, maxAgeS: number): readonly [string, string] => [
    'Set-Cookie',
    `${name}=${value}; Path=/; Max-Age=${maxAgeS}; HttpOnly; SameSite=Strict${https ? '; Secure' : ''}`,
  ];
  return {
    read(header) {
      const pairs = (header ?? '').split(';').map((pair) => pair.trim().split('='));
      const value = (name: string) => pairs.find(([key]) => key === name)?.[1] ?? null;
      return { device: value(names.device), session: value(names.session) };
    },
    device: (token) => set(names.device, token, DEVICE_MAX_AGE_S),
    session: (token) => set(names.session, token, LIMITS.sessionAbsoluteMs / 1000),
    noSession: () => set(names.session, '', 0),
  };
}
