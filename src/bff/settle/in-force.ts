/**
 * The rules that settling stands on. All of them hold, always; the simulation alone switches one off at a time, to show that without it
 * somebody would be told something untrue.
 */
export interface RulesInForce {
  /** A row that search showed before the attempt is not its outcome. */
  readonly snapshotExclusion: boolean;
  /** A row that belongs to another operation is not its outcome. */
  readonly claimExclusion: boolean;
  /** Clocks may disagree: the period of candidates is padded. */
  readonly skewPad: boolean;
  /** A row that may be older than the attempt is believed only when ours would show beside it. */
  readonly oldRowWaits: boolean;
  /** Only a row of exactly what was asked is taken without a person. */
  readonly exactAmount: boolean;
  /** Two rows that could be the one are for a person to judge. */
  readonly onlyOne: boolean;
  /** An authorization without its capture is not nothing. */
  readonly halfWay: boolean;
  /** Nothing is said to be nothing before W. */
  readonly window: boolean;
  /** "Nothing" has to be seen twice, some time apart, undisturbed. */
  readonly secondReading: boolean;
  readonly undisturbed: boolean;
  /** The balance has to agree that nothing happened. */
  readonly balance: boolean;
  /** A row that may be older than the snapshot explains no difference of the balance. */
  readonly certainlyLater: boolean;
  /** A reading counts only when every page of it was read. */
  readonly completeReading: boolean;
  /** Two passes have to agree on the rows of the voucher, whatever others do with theirs. */
  readonly ownRows: boolean;
  /** Before anything is taken for nothing, what a clock that is ahead could have made is read too. */
  readonly readsAhead: boolean;
  /** A second attempt needs a balance that can pay only one of the two. */
  readonly oneOfTwo: boolean;
}

export const ALL_RULES: RulesInForce = {
  snapshotExclusion: true,
  claimExclusion: true,
  skewPad: true,
  oldRowWaits: true,
  exactAmount: true,
  onlyOne: true,
  halfWay: true,
  window: true,
  secondReading: true,
  undisturbed: true,
  balance: true,
  certainlyLater: true,
  completeReading: true,
  ownRows: true,
  readsAhead: true,
  oneOfTwo: true,
};
