/** The till's page for a frame in a register's page. */
export const FRAME_ADDRESS = '/pay/frame';
/**
 * The app's own page that acts as a register for testing. It is the only one of ours that may embed
 * that frame.
 */
export const TRY_ADDRESS = '/try-register';
/**
 * Added to every request by the frame's own page. It makes the frame's cookies count. If no header
 * can be set, it is in the query.
 */
export const FRAME_HEADER = 'X-Tillside-Frame';
export const FRAME_QUERY = 'frame';
