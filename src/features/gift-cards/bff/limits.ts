export const OVERLAPS_MAX = 20;
