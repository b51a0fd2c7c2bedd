import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describeUnreadable, readSmallText } from '../base/small-file.ts';

/**
 * Removes empty settings, and reads secrets from their files. @param names the settings that are
 * secrets
 */
export function withSecretFiles(
  env: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
): { values: Record<string, string>; faults: string[] } {
  const values = Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()]] : [])),
  );
  const faults: string[] = [];
  for (const name of names) {
    const file = values[`${name}_FILE`] ?? credentialFile(name, values['CREDENTIALS_DIRECTORY']);
    if (file === undefined) continue;
    if (values[name] !== undefined) faults.push(`${name} and ${name}_FILE are both set: keep one`);
    try {
      values[name] = readSmallText(file).trim();
    } catch (error) {
      faults.push(`${name}_FILE ${describeUnreadable(file, error)}`);
    }
    if (values[name] === '') faults.push(`${name}_FILE names an empty file`);
  }
  return { values, faults };
}

/**
 * Returns the file of a secret in the folder that systemd creates for a service with
 * `LoadCredential=tillside:FOLDER`; undefined if there is none.
 */
function credentialFile(name: string, directory: string | undefined): string | undefined {
  const file = join(directory ?? '', `tillside_${name}`);
  return directory !== undefined && existsSync(file) ? file : undefined;
}
