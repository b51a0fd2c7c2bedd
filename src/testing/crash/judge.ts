/** What the server says of one thing that was asked for: it happened, it did not, or nobody can know. */
export interface ClaimedPart {
  readonly claim: 'done' | 'not done' | 'unsure';
  /** The voucher service's id of what happened; null where the server does not tell one. */
  readonly id: string | null;
}

/** How an operation stands as the server tells it, whichever operation it is. */
export interface Standing {
  /** In the server's word. */
  readonly state: string;
  /** It is not at its end: the server works on it, or calls a person for it. */
  readonly open: boolean;
  /** One for each thing that was asked for. */
  readonly parts: readonly ClaimedPart[];
}

/** Something that the voucher service did because of the operation, from its own books. */
export interface Deed {
  /** Null where the books do not tell one. */
  readonly id: string | null;
  /** Cents, or a number of cards. */
  readonly worth: number;
}

/** What a till was answered: how it stands, a problem, or nothing because the connection broke. */
export type ToldTill =
  | { readonly kind: 'standing'; readonly standing: Standing }
  | { readonly kind: 'problem'; readonly status: number; readonly code: string }
  | { readonly kind: 'nothing' };

/** An operation that has ended, seen from both sides. */
export interface EndedOperation {
  /** What was asked for in each part, in the unit of {@link Deed.worth}. */
  readonly asked: number;
  /** The last answer before the crash. */
  readonly told: ToldTill;
  /** How it stands at last; null for an id that never arrived. */
  readonly final: Standing | null;
  /** What was done for each part. */
  readonly deeds: readonly (readonly Deed[])[];
}

/** What is wrong, in words; nothing when both sides agree and the till was never told another verdict. */
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
 * What is wrong with an answer that was given while the journal could not be written: either nothing was begun and the till is told so, or
 * it is begun and its outcome open, or known for certain.
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
