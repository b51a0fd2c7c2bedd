/**
 * The style of data for the previous filter until the new data arrives. The delay avoids flicker.
 */
export const FAINT = 'opacity-40 transition-opacity delay-150';
