import { VERSION } from '../../platform/base/version.ts';
import { diagnose } from '../diagnose.ts';

/**
 * `npm run doctor`: which version this is, then one line for each thing that a start depends on;
 * exit code 1 when something is to be done.
 */
process.stdout.write(`Tillside  ${VERSION}\n`);
const findings = await diagnose(process.env);
for (const { ok, subject, words } of findings) {
  process.stdout.write(`${ok ? 'ok      ' : 'problem '}  ${subject}: ${words}\n`);
}
process.exitCode = findings.every(({ ok }) => ok) ? 0 : 1;
