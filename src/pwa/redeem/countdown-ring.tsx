import { DONE_SHOWN_MS } from './outcomes.ts';

/** A ring that empties while the screen is about to go on by itself. */
export function CountdownRing() {
  return (
    <svg viewBox="0 0 36 36" width="28" height="28" aria-hidden className="-rotate-90">
      <circle cx="18" cy="18" r="15.9155" fill="none" stroke="currentColor" strokeWidth="4" opacity="0.3" />
      <circle
        cx="18"
        cy="18"
        r="15.9155"
        fill="none"
        stroke="currentColor"
        strokeWidth="4"
        strokeDasharray="100"
        style={{ animation: `ring ${DONE_SHOWN_MS}ms linear forwards` }}
      />
    </svg>
  );
}
