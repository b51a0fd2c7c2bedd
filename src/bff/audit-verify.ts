import { describeVerdict, readNoted } from './audit/report.ts';
import { type Verdict, verifyTrail } from './audit/verify.ts';
import { type Config, readConfig } from './config.ts';
import { openExisting } from './open-existing.ts';

/**
 * `npm run audit:verify`: whether the audit trail is as it was written; exit code 1 names the first entry that is not. A server may run
 * beside it, and a user of the database that may only read is enough. `npm run audit:verify -- SEQ:HASH` also tells whether an end that was noted earlier is still in it.
 */
try {
  const verdicts = await verify(readConfig(process.env), process.argv[2]);
  for (const verdict of verdicts) process.stdout.write(describeVerdict(verdict));
  process.exitCode = verdicts.every(({ fault }) => fault === null) ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : 'The trail could not be read'}\n`);
  process.exitCode = 1;
}

async function verify(config: Config, noted: string | undefined): Promise<Verdict[]> {
  const wanted = noted === undefined ? null : readNoted(noted);
  const { db, keys } = await openExisting(config, 'audit_head');
  try {
    return await verifyTrail(db, keys, wanted);
  } finally {
    await db.destroy();
  }
}
