import { FRAME_ADDRESS, FRAME_HEADER, FRAME_QUERY } from '../../contract/frame-address.ts';

/**
 * Whether this page is the till as a frame in a register's page.
 *
 * It never goes to another address.
 */
export function isInFrame(): boolean {
  return location.pathname === FRAME_ADDRESS;
}

/** What says on a request that the frame's own cookies count. */
export function frameHeader(): Record<string, string> {
  return isInFrame() ? { [FRAME_HEADER]: '1' } : {};
}

/** The same where no header can be set. */
export function frameQuery(): string {
  return isInFrame() ? `?${FRAME_QUERY}=1` : '';
}
