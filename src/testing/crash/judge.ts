/** The server's claim about one part of a request: it happened, it did not, or it is unknown. */
export interface ClaimedPart {
  readonly claim: 'done' | 'not done' | 'unsure';
  /** The voucher service's id of the effect; null if the server does not report one. */
  readonly id: string | null;
}

/** The server's report of an operation of any kind. */
export interface Standing {
  /** In the server's word. */
  readonly state: string;
  /** Unfinished: the server processes it, or a person has to decide. */
  readonly open: boolean;
  /** One for each part of the request. */
  readonly parts: readonly ClaimedPart[];
}

/** An effect of the operation according to the voucher service's own ledger. */
export interface Deed {
  /** Null if the ledger has none. */
  readonly id: string | null;
  /** Cents, or a number of cards. */
  readonly worth: number;
}

/** The response to a till: a report, a problem, or nothing because the connection broke. */
export type ToldTill =
  | { readonly kind: 'standing'; readonly standing: Standing }
  | { readonly kind: 'problem'; readonly status: number; readonly code: string }
  | { readonly kind: 'nothing' };

/** An operation that has ended, seen from both sides. */
export interface EndedOperation {
  /** The requested value of each part, in the unit of {@link Deed.worth}. */
  readonly asked: number;
  /** The last answer before the crash. */
  readonly told: ToldTill;
  /** The final report; null for an id that never arrived. */
  readonly final: Standing | null;
  /** The effects of each part. */
  readonly deeds: readonly (readonly Deed[])[];
}

/** Returns the faults; none if both sides agree and the till never received a different outcome. */
export function judgeEnd({ asked, told, final, deeds }: EndedOperation): string[] {
  const state = final?.state ?? 'never arrived';
  const faults = deeds.flatMap((done, index) => judgePart(asked, state, final?.parts[index] ?? NOT_DONE, done));
  if (final?.open === true) faults.push(`it is still ${state}`);
  if (told.kind === 'standing' && !told.standing.open && told.standing.state !== state)
    faults.push(`the till was told ${told.standing.state}, and now it is ${state}`);
  if (told.kind === 'problem' && !isClosed(told)) faults.push(`the till was told ${told.status} ${told.code}`);
  return faults;
}

const NOT_DONE: ClaimedPart = { claim: 'not done', id: null };

function judgePart(asked: number, state: string, { claim, id }: ClaimedPart, deeds: readonly Deed[]): string[] {
  const [deed] = deeds;
  if (deeds.length > 1) return [`the voucher service did it ${deeds.length} times`];
  if (!deed) return claim === 'done' ? [`it is ${state}, but the voucher service did nothing`] : [];
  if (claim === 'not done') return [`it is ${state}, but the voucher service did it`];
  if (id !== null && deed.id !== null && id !== deed.id) return [`it is ${state} under an id that the voucher service does not have`];
  return deed.worth === asked ? [] : [`${asked} were asked for, and it was done for ${deed.worth}`];
}

/**
 * Returns the faults of a response while the journal could not be written. Either nothing began and
 * the till was informed, or it began and its outcome is open or certain.
 */
export function judgeClosed({ asked, told, deeds }: Omit<EndedOperation, 'final'>): string[] {
  switch (told.kind) {
    case 'nothing':
      return ['the till got no answer'];
    case 'problem':
      if (!isClosed(told)) return [`the till was told ${told.status} ${told.code} instead of 503 not-ready`];
      return deeds.every((done) => done.length === 0) ? [] : ['the till was told that nothing can be done, but it was done'];
    case 'standing':
      return told.standing.open ? [] : judgeEnd({ asked, told, final: told.standing, deeds });
    default:
      return told satisfies never;
  }
}

function isClosed({ status, code }: Extract<ToldTill, { kind: 'problem' }>): boolean {
  return status === 503 && code === 'not-ready';
}
