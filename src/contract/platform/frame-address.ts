/** The till's page for a frame in a register's page. */
export const FRAME_ADDRESS = '/pay/frame';
/**
 * The app's own page that acts as a register for testing. It is the only page of the app that may
 * embed the till's frame.
 */
export const TRY_ADDRESS = '/try-register';
/**
 * The frame's own page adds this header to every request, so that the frame's cookies are accepted.
 * If it cannot set a header, it uses the query.
 */
export const FRAME_HEADER = 'X-Tillside-Frame';
export const FRAME_QUERY = 'frame';
