/** Usually a camera is found, or not, while the code of the till is loaded. */
export const CAMERA_WITHIN_MS = 200;
/** The first screen loads alone. */
export const ENROLLED_PARTS_AFTER_MS = 3_000;
