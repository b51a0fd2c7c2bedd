import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { describeError } from '../../../../bff/platform/base/logging.ts';
import type { Config } from '../../../../bff/platform/config/config.ts';
import { checkIssuer } from '../check-issuer.ts';
import { adviceOn } from '../config-advice.ts';
import { diagnose } from '../diagnose.ts';
import { findingLine } from '../finding.ts';
import { SETUP_ADDRESS_TIMEOUT_MS } from '../limits.ts';
import { createPrompt, type Prompt } from '../setup-prompt.ts';
import { BACK, interview, SETUP_QUESTIONS, type SetupAnswers, settingsFile, settingsFrom } from '../setup-questions.ts';
import { unitFile } from '../unit-file.ts';

/**
 * `npm run setup -- FILE`: asks for the settings of a shop with real vouchers, tests each answer,
 * and writes them to FILE. Each secret is written to a file in the folder `secrets` next to it.
 * The answers are in `FILE.unfinished` until then, so that a later run continues with them.
 * Exit code 1 if something has to be fixed before a start.
 */
const USAGE = 'npm run setup -- FILE: FILE is a new settings file';
const UNIT_TEMPLATE = 'docs/deploy/tillside.service';
/** Exists only where systemd starts the services. */
const SYSTEMD = '/run/systemd/system';

const FOLDERS: readonly string[] = ['DATA_DIR', 'BACKUP_TO'];

process.umask(0o077);
const tell = (line: string) => void process.stdout.write(`${line}\n`);
try {
  const [file, ...more] = process.argv.slice(2);
  if (file === undefined || more.length > 0) throw new Error(USAGE);
  if (existsSync(file)) throw new Error(`${file} already exists. Choose another name, or edit it`);
  const prompt = createPrompt({ input: process.stdin, output: process.stdout, isTerminal: process.stdin.isTTY });
  const unfinished = `${file}.unfinished`;
  const stored = existsSync(unfinished) ? (JSON.parse(readFileSync(unfinished, 'utf8')) as SetupAnswers) : {};
  tell(`${BACK} goes back to the previous question. Ctrl-C stops; the same command continues later.`);
  const keep = (answers: SetupAnswers) => writeFileSync(unfinished, JSON.stringify(answers), { mode: 0o600 });
  const answers = await interview({ ask: prompt.ask, tell, test, keep }, stored);
  write(resolve(file), answers);
  rmSync(unfinished);
  await offerUnit(prompt, resolve(file), answers);
  /* An open terminal would keep the process alive. */
  prompt.close();
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

/** Addresses and credentials are tried at the issuer, folders on the disk. */
async function test(name: string, value: string, config: Config | null): Promise<readonly string[]> {
  if (SETUP_QUESTIONS.some((question) => question.name === name && question.isAddress)) {
    const fault = await addressFault(value);
    if (fault !== null) return [fault];
  }
  if (config === null) return [];
  const subject = { MERCHANT_CLIENT_SECRET: 'issuer', CLIENT_TOKEN: 'client API', CLIENT_SECRET: 'client API' }[name];
  const checked = subject === undefined ? [] : await checkIssuer(config);
  const wrong = checked.filter((one) => !one.ok && one.subject === subject).map(({ message }) => `It ${message}`);
  const advice = adviceOn(config, {}).filter(({ isProblem, message }) => isProblem && message.startsWith(`${name} `));
  return [...wrong, ...advice.map(({ message }) => message)];
}

/** Any answer shows that the address is one. @returns the problem; null without one */
async function addressFault(address: string): Promise<string | null> {
  try {
    await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(SETUP_ADDRESS_TIMEOUT_MS) });
    return null;
  } catch (error) {
    const { error: name, code } = describeError(error instanceof Error && error.cause ? error.cause : error);
    return `${address} does not respond (${code ?? name}). Check the address and the network`;
  }
}

/** Offers a systemd unit next to the settings, on a machine with systemd. */
async function offerUnit(prompt: Prompt, settings: string, answers: SetupAnswers): Promise<void> {
  if (!existsSync(UNIT_TEMPLATE) || !existsSync(SYSTEMD)) return;
  const given = await prompt.ask(
    'Write a systemd unit that starts this server when the machine starts? y or n [n]: ',
    false,
  );
  if (given.trim().toLowerCase() !== 'y') return;
  const place = { node: process.execPath, folder: process.cwd(), settings, account: userInfo().username };
  const absolute = Object.fromEntries(
    Object.entries(answers).map(([name, value]) => [name, FOLDERS.includes(name) && value ? resolve(value) : value]),
  );
  /* The unit can write to folders that exist, and create none. */
  for (const name of FOLDERS) if (absolute[name]) mkdirSync(absolute[name], { recursive: true, mode: 0o700 });
  const file = `${settings}.service`;
  writeFileSync(file, unitFile(readFileSync(UNIT_TEMPLATE, 'utf8'), place, absolute), { mode: 0o644 });
  tell(`Written. As root: cp ${file} /etc/systemd/system/tillside.service && systemctl enable --now tillside`);
}

function write(file: string, answers: SetupAnswers): void {
  const folder = join(dirname(file), 'secrets');
  const secrets = SETUP_QUESTIONS.filter(({ name, isSecret }) => isSecret && answers[name]).map(({ name }) => name);
  const files = new Map(secrets.map((name) => [name, join(folder, name)]));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const [name, path] of files) writeFileSync(path, `${answers[name]}\n`, { mode: 0o600 });
  writeFileSync(file, settingsFile(settingsFrom(answers), files), { mode: 0o600 });
}
