import type { Cookies } from '../http/cookies.ts';
import type { Identify } from '../http/route.ts';
import type { Devices } from './devices.ts';
import type { Sessions } from './sessions.ts';

export interface IdentifyOptions {
  /** The shop that callers without a device come to. */
  readonly shop: string;
  readonly cookies: Cookies;
  readonly devices: Devices;
  readonly sessions: Sessions;
}

/** Finds the device and the person behind the cookies of a request. */
export function createIdentify({ shop, cookies, devices, sessions }: IdentifyOptions): Identify {
  return async (cookieHeader, active) => {
    const tokens = cookies.read(cookieHeader);
    const found = tokens.device === null ? null : await devices.identify(tokens.device);
    if (!found) return { shop, device: null, person: null };
    const session = tokens.session === null ? null : await sessions.find(tokens.session, found.id, active);
    return { shop: found.shop, device: { id: found.id, name: found.name }, person: session?.person ?? null };
  };
}
