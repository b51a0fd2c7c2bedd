import { OFF_NAVIGATION } from '../../../pwa/shell/addresses.ts';

const NAME = 'connect';

/**
 * The address that makes another device a display. The code is in the fragment, which browsers do
 * not send.
 */
export function addressToConnect(origin: string, code: string): string {
  return `${origin}${OFF_NAVIGATION.display}#${new URLSearchParams({ [NAME]: code })}`;
}

/**
 * The code in an address's fragment; empty if it has to be typed, null if the address is not for
 * connecting.
 */
export function connectCodeIn(fragment: string): string | null {
  return new URLSearchParams(fragment.replace(/^#/, '')).get(NAME);
}
