/** Where the till opens as a frame in a register's page. */
export const FRAME_ADDRESS = '/pay/frame';
/**
 * The page of the app that is a register itself, to try with.
 *
 * It is the only one that may hold that frame.
 */
export const TRY_ADDRESS = '/try-register';
/**
 * What the frame's own page puts on every request.
 *
 * So the frame's cookies count. It is in a query where no header can be set.
 */
export const FRAME_HEADER = 'X-Tillside-Frame';
export const FRAME_QUERY = 'frame';
