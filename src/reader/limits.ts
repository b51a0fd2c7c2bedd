/** Duration of a requested focus before autofocus resumes. */
export const FOCUS_HOLD_MS = 3_000;

/**
 * A video may play this long without a frame callback: longer than any camera needs for a frame.
 */
export const SILENT_MS = 400;
/** Poll interval for progress of the video if there are no frame callbacks. */
export const FRAMES_POLL_MS = 40;

/** A key may be handled a little after its own time. */
export const TIMER_SLACK_MS = 20;
