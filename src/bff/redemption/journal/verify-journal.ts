import type { Kysely } from 'kysely';
import { describeClosings, describeFacts, describeVerdict } from '../../platform/audit/report.ts';
import { type NotedEnd, verifyTrail } from '../../platform/audit/verify.ts';
import { verifyClosings } from '../../platform/audit/verify-closings.ts';
import { verifyFacts } from '../../platform/audit/verify-facts.ts';
import type { KeyRing } from '../../platform/base/keys.ts';
import type { Schema } from '../../platform/store/schema.ts';
import { type DeriveStatusesByKind, describeStates, verifyStates } from './verify-states.ts';

export interface JournalVerdict {
  readonly isSound: boolean;
  /** One paragraph for each part: trail, facts, Z reports, states. */
  readonly report: readonly string[];
}

/**
 * Checks that the audit trail and the sealed facts and Z reports are unchanged, and that every
 * operation's state follows from its facts.
 * @param derivations of operations of each kind
 * @param noted ends that the trails must still contain
 */
export async function verifyJournal(
  db: Kysely<Schema>,
  keys: KeyRing,
  derivations: DeriveStatusesByKind,
  noted: readonly NotedEnd[],
): Promise<JournalVerdict> {
  const trail = await verifyTrail(db, keys, noted);
  const facts = await verifyFacts(db, keys);
  const closings = await verifyClosings(db, keys);
  const states = await verifyStates(db, derivations);
  return {
    isSound:
      trail.every(({ fault }) => fault === null) &&
      [...facts, ...closings, states].every(({ faults }) => faults.length === 0),
    report: [
      ...trail.map(describeVerdict),
      ...facts.map(describeFacts),
      ...closings.map(describeClosings),
      describeStates(states),
    ],
  };
}
