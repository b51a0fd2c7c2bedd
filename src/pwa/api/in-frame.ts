import { FRAME_ADDRESS, FRAME_HEADER, FRAME_QUERY } from '../../contract/platform/frame-address.ts';

/** True if this page is shown in a frame of a register's page. The result never changes. */
export function isInFrame(): boolean {
  return location.pathname === FRAME_ADDRESS;
}

/**
 * The storage key of an item. A frame has its own keys: in a page of the till's own site it would
 * otherwise share storage with the till in another tab.
 */
export function storageName(name: string): string {
  return isInFrame() ? `${name}-frame` : name;
}

/** A header that tells the server to use the frame's own cookies. */
export function frameHeader(): Record<string, string> {
  return isInFrame() ? { [FRAME_HEADER]: '1' } : {};
}

/** As {@link frameHeader}, as a query parameter for requests that cannot have headers. */
export function frameQuery(): string {
  return isInFrame() ? `?${FRAME_QUERY}=1` : '';
}
