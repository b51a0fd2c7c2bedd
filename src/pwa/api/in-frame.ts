import { FRAME_ADDRESS, FRAME_HEADER, FRAME_QUERY } from '../../contract/platform/frame-address.ts';

/**
 * Whether this page is the till as a frame in a register's page.
 *
 * It never goes to another address.
 */
export function isInFrame(): boolean {
  return location.pathname === FRAME_ADDRESS;
}

/**
 * The name under which a browser keeps something of this device.
 *
 * A frame has its own: in a page of the till's own site it would share that of the till beside it.
 */
export function ownName(name: string): string {
  return isInFrame() ? `${name}-frame` : name;
}

/** What says on a request that the frame's own cookies count. */
export function frameHeader(): Record<string, string> {
  return isInFrame() ? { [FRAME_HEADER]: '1' } : {};
}

/** The same where no header can be set. */
export function frameQuery(): string {
  return isInFrame() ? `?${FRAME_QUERY}=1` : '';
}
