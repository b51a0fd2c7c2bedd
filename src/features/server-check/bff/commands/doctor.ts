import type { Finding } from '../../../../bff/app/feature-hooks.ts';
import { VERSION } from '../../../../bff/platform/base/version.ts';
import { ConfigError } from '../../../../bff/platform/config/config.ts';
import { environment } from '../../../../bff/platform/config/environment.ts';
import { diagnose } from '../diagnose.ts';
import { findingLine } from '../finding.ts';

/**
 * `npm run doctor`: prints the version, then one line for each requirement of a start. Exit code 1
 * if something has to be fixed.
 */
process.stdout.write(`Tillside  ${VERSION}\n`);
const findings = await found();
for (const finding of findings) process.stdout.write(`${findingLine(finding)}\n`);
process.exitCode = findings.every(({ ok }) => ok) ? 0 : 1;

async function found(): Promise<readonly Finding[]> {
  try {
    return await diagnose(environment());
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.faults.map((message) => ({ ok: false, subject: 'settings', message }));
  }
}
