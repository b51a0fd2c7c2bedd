import { VERSION } from '../../platform/base/version.ts';
import { diagnose } from '../diagnose.ts';

/**
 * `npm run doctor`: prints the version, then one line for each requirement of a start. Exit code 1
 * if something has to be fixed.
 */
process.stdout.write(`Tillside  ${VERSION}\n`);
const findings = await diagnose(process.env);
for (const { ok, subject, words } of findings) {
  process.stdout.write(`${ok ? 'ok      ' : 'problem '}  ${subject}: ${words}\n`);
}
process.exitCode = findings.every(({ ok }) => ok) ? 0 : 1;
