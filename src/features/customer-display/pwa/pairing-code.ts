import { OFF_NAVIGATION } from '../../../pwa/shell/addresses.ts';

const NAME = 'connect';

/**
 * The address to open on a device that is to become a display.
 *
 * The code stands in the fragment, which browsers send to nobody.
 */
export function addressToConnect(origin: string, code: string): string {
  return `${origin}${OFF_NAVIGATION.display}#${new URLSearchParams({ [NAME]: code })}`;
}

/** The code in an address's fragment; empty where it is to be typed, null where none is meant. */
export function connectCodeIn(fragment: string): string | null {
  return new URLSearchParams(fragment.replace(/^#/, '')).get(NAME);
}
