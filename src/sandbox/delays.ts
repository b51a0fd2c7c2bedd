/** Durations of the slow faults, milliseconds. */
export interface Delays {
  /**
   * From the request to the commit of `lateCommit`. Longer than the till's own time-out of 30 s.
   */
  readonly lateCommitMs: number;
  /** From the commit to the response of `lateAnswer`. Long, but within the time-out. */
  readonly lateAnswerMs: number;
  /** From the commit until search shows the transactions of `lateInSearch`. */
  readonly searchLagMs: number;
  /**
   * A call without a response is held this long, unless its caller disconnects first; then its
   * connection is cut.
   */
  readonly silenceMs: number;
  /** Between the actions of the second shop on a card that it empties. */
  readonly secondShopMs: number;
}

export const DELAYS: Delays = {
  lateCommitMs: 45_000,
  lateAnswerMs: 12_000,
  searchLagMs: 40_000,
  silenceMs: 120_000,
  secondShopMs: 5_000,
};
