import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { errorCode } from '../../../bff/platform/base/logging.ts';
import { EVERY_SHOP, SHOP_SETTING } from '../../../bff/platform/store/visible-shop.ts';
import { OUTPUT_MAX } from './limits.ts';
import { UnfitBackup } from './manifest.ts';

/**
 * Runs one of PostgreSQL's own programs on a database, and on the rows of all shops. The password
 * is passed in the environment, where other accounts of the machine cannot read it.
 * @param url of the database; null for a program that needs none
 * @throws UnfitBackup with the program's output if it fails
 */
export async function runPostgresProgram(
  program: 'pg_dump' | 'pg_restore',
  args: readonly string[],
  url: string | null,
): Promise<void> {
  const { address, password } = url === null ? { address: null, password: null } : withoutPassword(url);
  const child = spawn(program, address === null ? args : [...args, `--dbname=${address}`], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...(password !== null && { PGPASSWORD: password }) },
  });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output = `${output}${text}`.slice(0, OUTPUT_MAX);
  });
  /* The end of the output can arrive after the program has exited. */
  const [code] = (await once(child, 'close').catch((error: unknown) => {
    throw new UnfitBackup(
      `${program} cannot be run (${errorCode(error) ?? 'unknown reason'}): install PostgreSQL's client ` +
        `programs of the server's version or newer`,
      { cause: error },
    );
  })) as [number | null];
  if (code !== 0) throw new UnfitBackup(`${program} failed: ${output.trim()}`);
}

function withoutPassword(url: string): { address: string; password: string | null } {
  const parsed = new URL(url);
  const password = parsed.password === '' ? null : decodeURIComponent(parsed.password);
  parsed.password = '';
  const options = [...parsed.searchParams.getAll('options'), `-c ${SHOP_SETTING}=${EVERY_SHOP}`].join(' ');
  parsed.searchParams.set('options', options);
  /* These programs do not read `+` as a space. */
  parsed.search = parsed.search.replaceAll('+', '%20');
  return { address: parsed.href, password };
}
