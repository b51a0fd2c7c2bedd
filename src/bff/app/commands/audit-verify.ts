import { describeClosings, describeFacts, describeVerdict, readNotedEnd } from '../../platform/audit/report.ts';
import { type TrailVerdict, verifyTrail } from '../../platform/audit/verify.ts';
import { type ClosingsVerdict, verifyClosings } from '../../platform/audit/verify-closings.ts';
import { type FactsVerdict, verifyFacts } from '../../platform/audit/verify-facts.ts';
import { type Config, readConfig } from '../../platform/config/config.ts';
import { openExisting } from '../../platform/storage/open-existing.ts';
import { describeStates, type StatesVerdict, verifyStates } from '../../redemption/journal/verify-states.ts';
import { JUDGES } from '../feature-tables.ts';

/**
 * `npm run audit:verify`: checks that the audit trail and the sealed facts and Z reports are
 * unchanged, and that every operation's state follows from its facts. Exit code 1 names the
 * differences. A server may run meanwhile, and a read-only database user is enough.
 * `npm run audit:verify -- SEQ:HASH` also checks that the trail still contains an end that was
 * noted earlier.
 */
try {
  const { trail, facts, closings, states } = await verify(readConfig(process.env), process.argv[2]);
  for (const verdict of trail) process.stdout.write(describeVerdict(verdict));
  for (const verdict of facts) process.stdout.write(describeFacts(verdict));
  for (const verdict of closings) process.stdout.write(describeClosings(verdict));
  process.stdout.write(describeStates(states));
  const isSound =
    trail.every(({ fault }) => fault === null) &&
    [...facts, ...closings, states].every(({ faults }) => faults.length === 0);
  process.exitCode = isSound ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : 'The trail could not be read'}\n`);
  process.exitCode = 1;
}

async function verify(
  config: Config,
  noted: string | undefined,
): Promise<{ trail: TrailVerdict[]; facts: FactsVerdict[]; closings: ClosingsVerdict[]; states: StatesVerdict }> {
  const expectedEnd = noted === undefined ? null : readNotedEnd(noted);
  const { db, keys } = await openExisting(config, 'fact_seal');
  try {
    return {
      trail: await verifyTrail(db, keys, expectedEnd),
      facts: await verifyFacts(db, keys),
      closings: await verifyClosings(db, keys),
      states: await verifyStates(db, JUDGES),
    };
  } finally {
    await db.destroy();
  }
}
