import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Config } from '../../../../bff/platform/config/config.ts';
import { checkIssuer } from '../check-issuer.ts';
import { adviceOn } from '../config-advice.ts';
import { diagnose } from '../diagnose.ts';
import { findingLine } from '../finding.ts';
import { createPrompt } from '../setup-prompt.ts';
import { interview, SETUP_QUESTIONS, type SetupAnswers, settingsFile, settingsFrom } from '../setup-questions.ts';

/**
 * `npm run setup -- FILE`: asks for the settings of a shop with real vouchers, tests each answer,
 * and writes them to FILE. Each secret is written to a file in the folder `secrets` next to it.
 * Exit code 1 if something has to be fixed before a start.
 */
const USAGE = 'npm run setup -- FILE: FILE is a new settings file';

process.umask(0o077);
const tell = (line: string) => void process.stdout.write(`${line}\n`);
try {
  const [file, ...more] = process.argv.slice(2);
  if (file === undefined || more.length > 0) throw new Error(USAGE);
  if (existsSync(file)) throw new Error(`${file} exists already. Choose another name, or edit it`);
  const prompt = createPrompt({ input: process.stdin, output: process.stdout, isTerminal: process.stdin.isTTY });
  const answers = await interview({ ask: prompt.ask, tell, test });
  /* An open terminal would keep the process alive. */
  prompt.close();
  write(resolve(file), answers);
  const findings = await diagnose(settingsFrom(answers));
  for (const finding of findings) tell(findingLine(finding));
  const isFine = findings.every(({ ok }) => ok);
  tell(
    isFine
      ? `Saved in ${file}. Start the server with: npm start -- --settings ${file}`
      : `Saved in ${file}. Correct it there, then run: npm run doctor -- --settings ${file}`,
  );
  process.exitCode = isFine ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : 'The settings could not be written'}\n`);
  process.exitCode = 1;
}

/** Credentials are tried at the issuer, folders on the disk. */
async function test(name: string, config: Config): Promise<readonly string[]> {
  const subject = { MERCHANT_CLIENT_SECRET: 'issuer', CLIENT_TOKEN: 'client API', CLIENT_SECRET: 'client API' }[name];
  const checked = subject === undefined ? [] : await checkIssuer(config);
  const wrong = checked.filter((one) => !one.ok && one.subject === subject).map(({ message }) => `It ${message}`);
  const advice = adviceOn(config, {}).filter(({ isProblem, message }) => isProblem && message.startsWith(`${name} `));
  return [...wrong, ...advice.map(({ message }) => message)];
}

function write(file: string, answers: SetupAnswers): void {
  const folder = join(dirname(file), 'secrets');
  const secrets = SETUP_QUESTIONS.filter(({ name, isSecret }) => isSecret && answers[name]).map(({ name }) => name);
  const files = new Map(secrets.map((name) => [name, join(folder, name)]));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const [name, path] of files) writeFileSync(path, `${answers[name]}\n`, { mode: 0o600 });
  writeFileSync(file, settingsFile(settingsFrom(answers), files), { mode: 0o600 });
}
