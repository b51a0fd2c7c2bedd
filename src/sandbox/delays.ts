/** How long the slow faults take, milliseconds. */
export interface Delays {
  /** From the request to the commit of `lateCommit`. Past the till's own time-out of 30 s. */
  readonly lateCommitMs: number;
  /** From the commit to the answer of `lateAnswer`. Long enough to worry, within the time-out. */
  readonly lateAnswerMs: number;
  /** From the commit until search shows the transactions of `lateInSearch`. */
  readonly searchLagMs: number;
  /**
   * A call that gets no answer is held this long, unless its caller hangs up first; then its
   * connection is cut.
   */
  readonly silenceMs: number;
  /** Between the things that the second shop does with a card that it empties. */
  readonly secondShopMs: number;
}

export const DELAYS: Delays = {
  lateCommitMs: 45_000,
  lateAnswerMs: 12_000,
  searchLagMs: 40_000,
  silenceMs: 120_000,
  secondShopMs: 5_000,
};
