/**
 * The status of a row of the issuer's search, by what its word proves.
 *
 * | status | proves |
 * |---|---|
 * | succeeded | the money moved, for good unless the row changes later |
 * | failed | no money moved, and none will |
 * | pending | nothing yet: the row may still succeed or fail |
 * | reversed | the money moved, and the issuer took it back, without a row of its own |
 * | refunded | the money moved, and went back with a row of its own |
 * | unknown | nothing: the word is missing, or in no list below |
 */
export type RowStatus = 'succeeded' | 'failed' | 'pending' | 'reversed' | 'refunded' | 'unknown';

interface Meaning {
  /** True if sums include the row. Unknown words are included, and their number is displayed. */
  readonly counts: boolean;
  /** True if the row is money that moved and did not go back, or that may still move. */
  readonly mayBeMoney: boolean;
}

export const ROW_STATUSES: Readonly<Record<RowStatus, Meaning>> = {
  succeeded: { counts: true, mayBeMoney: true },
  failed: { counts: false, mayBeMoney: false },
  pending: { counts: false, mayBeMoney: true },
  reversed: { counts: false, mayBeMoney: false },
  refunded: { counts: true, mayBeMoney: false },
  unknown: { counts: true, mayBeMoney: true },
};

/**
 * The words of a row's or an action's status, in lower case and without separators. The issuer
 * publishes no list, so these are the words that payment services use. A missing word is `unknown`.
 */
export const STATUS_TEXTS: Readonly<Record<Exclude<RowStatus, 'unknown'>, readonly string[]>> = {
  succeeded: listed`succeeded success successful ok complete completed done approved confirmed captured settled paid
    authorized authorised`,
  failed: listed`failed failure error declined rejected refused denied invalid cancelled canceled aborted abandoned
    expired timeout timedout`,
  pending: listed`pending processing inprogress inprocess initiated initialized initialised started created new open
    queued scheduled submitted received accepted waiting onhold`,
  reversed: listed`reversed reversal rolledback voided void chargedback chargeback revoked undone`,
  refunded: listed`refunded returned`,
};

function listed({ raw: [words = ''] }: TemplateStringsArray): readonly string[] {
  return words.split(/\s+/);
}

/** Words that mean something else in a row of this type. */
export const STATUSES_BY_TYPE: Readonly<Partial<Record<string, Readonly<Record<string, RowStatus>>>>> = {
  capture: { authorized: 'pending', authorised: 'pending' },
  refund: { authorized: 'pending', authorised: 'pending', refunded: 'succeeded', returned: 'succeeded' },
};

const STATUS_BY_WORD: ReadonlyMap<string, RowStatus> = new Map(
  (['succeeded', 'failed', 'pending', 'reversed', 'refunded'] as const).flatMap((status) =>
    STATUS_TEXTS[status].map((word) => [word, status] as const),
  ),
);

/** Returns the status of a row. Case, spaces, hyphens and underscores do not matter. */
export function rowStatusOf({ rawStatus, type }: { readonly rawStatus: string; readonly type: string }): RowStatus {
  const word = rawStatus.toLowerCase().replace(/[\s_-]/g, '');
  return STATUSES_BY_TYPE[type]?.[word] ?? STATUS_BY_WORD.get(word) ?? 'unknown';
}

/**
 * Returns what the status of a whole answer (`meta.status`) proves. Its words are published, so no
 * other word proves anything.
 */
export function metaStatusOf(word: string | null): 'succeeded' | 'failed' | 'unknown' {
  const status = word?.toLowerCase();
  return status === 'succeeded' || status === 'failed' ? status : 'unknown';
}

/** True if a row is money that moved and did not go back, or that may still move. */
export function mayBeMoney({ status }: { readonly status: RowStatus }): boolean {
  return ROW_STATUSES[status].mayBeMoney;
}

/** True if a row moved money, or may still move it. */
export function mayHaveMoved(row: { readonly status: RowStatus }): boolean {
  return mayBeMoney(row) || isCounted(row.status);
}

/** True if sums include captures and refunds of this status. `deactivated` cards move no money. */
export function isCounted(status: RowStatus | 'deactivated'): boolean {
  return status !== 'deactivated' && ROW_STATUSES[status].counts;
}

const STATUSES = Object.keys(ROW_STATUSES) as RowStatus[];
/** The statuses that sums include, for queries. */
export const COUNTED_STATUSES = STATUSES.filter(isCounted);
/** The statuses of rows that are money, for queries. */
export const MONEY_STATUSES = STATUSES.filter((status) => mayBeMoney({ status }));
