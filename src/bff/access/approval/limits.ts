/** Repeated attempts of a program get one line of the trail within this time. */
export const ONE_LINE_MS = 60_000;
