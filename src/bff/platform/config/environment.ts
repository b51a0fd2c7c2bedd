import { ConfigError } from './config.ts';

const OPTION = '--settings';

/**
 * Returns the settings of the process. The ones that its environment does not set are read from the
 * file that `--settings FILE` or `TILLSIDE_SETTINGS` names, with lines `NAME=value`. The option is
 * removed from the arguments.
 * @throws ConfigError if the file cannot be read
 */
export function environment({ argv, env, loadEnvFile } = process): Readonly<Record<string, string | undefined>> {
  const at = argv.indexOf(OPTION);
  const [, named = ''] = at === -1 ? ['', env['TILLSIDE_SETTINGS']] : argv.splice(at, 2);
  if (at === -1 && named === '') return env;
  try {
    loadEnvFile(named);
  } catch {
    throw new ConfigError([`${OPTION} ${named}: this file cannot be read`]);
  }
  return env;
}
