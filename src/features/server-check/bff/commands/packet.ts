import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { systemClock } from '../../../../bff/platform/base/ports.ts';
import { VERSION } from '../../../../bff/platform/base/version.ts';
import { environment } from '../../../../bff/platform/config/environment.ts';
import { diagnose } from '../diagnose.ts';
import { journalLines, machineLine, packetText } from '../packet.ts';

/**
 * `npm run packet -- FILE`: writes a text file for the people who support Tillside: the doctor's
 * results, versions, names of settings, and the journal in numbers. `--log FILE` adds the last
 * 1,000 lines of the server's log; `-` reads them from standard input. A server may run meanwhile.
 */
const USAGE = 'npm run packet -- FILE [--log FILE]: FILE must not exist yet';

process.umask(0o077);
try {
  const env = environment();
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { log: { type: 'string' } } });
  const [file] = positionals;
  if (file === undefined || positionals.length > 1) throw new Error(USAGE);
  if (existsSync(file)) throw new Error(`${file} already exists. Choose another name`);
  const now = systemClock.now();
  const text = packetText({
    version: VERSION,
    madeAt: new Date(now).toISOString(),
    machine: machineLine(),
    env,
    findings: await diagnose(env),
    journal: await journalLines(env, now),
    log: values.log === undefined ? '' : readFileSync(values.log === '-' ? 0 : values.log, 'utf8'),
  });
  writeFileSync(file, text, { mode: 0o600 });
  process.stdout.write(`Written to ${file}. Read it before you send it.\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : 'The packet could not be made'}\n`);
  process.exitCode = 1;
}
