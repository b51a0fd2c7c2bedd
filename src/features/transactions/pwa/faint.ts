/**
 * How what was true of the filter before is shown, until what is true of this one is there.
 *
 * What comes at once does not flicker.
 */
export const FAINT = 'opacity-40 transition-opacity delay-150';
