import {
  type Config,
  ConfigError,
  faultsOfSetting,
  readConfig,
  type SettingName,
} from '../../../bff/platform/config/config.ts';

/** A setting that `npm run setup` asks for. */
export interface SetupQuestion {
  readonly name: SettingName;
  readonly text: string;
  /** The answer to an empty line; null if an answer is required. */
  readonly default: string | null | ((answers: SetupAnswers) => string);
  /** True to store the answer in a file of its own. */
  readonly isSecret?: true;
  /** True for an address of the issuer, which is tested without credentials. */
  readonly isAddress?: true;
  /** False to leave the question out after these answers. */
  readonly isAsked?: (answers: SetupAnswers) => boolean;
}

export type SetupAnswers = Readonly<Record<string, string>>;

const fetchesToken = ({ CLIENT_BASE_URL, CLIENT_TOKEN }: SetupAnswers) => CLIENT_BASE_URL !== '' && CLIENT_TOKEN === '';
const hasOrigin = ({ PUBLIC_ORIGIN }: SetupAnswers) => PUBLIC_ORIGIN?.startsWith('https:') === true;

/** With its own certificate, the server listens on the port of its address in the browser. */
function portFor({ TLS_CERT_FILE, PUBLIC_ORIGIN = '' }: SetupAnswers): string {
  return TLS_CERT_FILE && URL.canParse(PUBLIC_ORIGIN) ? new URL(PUBLIC_ORIGIN).port || '443' : '8787';
}

/** The settings of a shop with real vouchers, in the order of the questions. */
export const SETUP_QUESTIONS: readonly SetupQuestion[] = [
  {
    name: 'MERCHANT_BASE_URL',
    text: 'Address of the issuer’s merchant API, without /v1',
    default: null,
    isAddress: true,
  },
  {
    name: 'MERCHANT_CLIENT_ID',
    text: 'The shop’s client id at the issuer, not the merchant number (mid)',
    default: null,
  },
  { name: 'MERCHANT_CLIENT_SECRET', text: 'The secret of this client id', default: null, isSecret: true },
  {
    name: 'CLIENT_BASE_URL',
    text: 'Address of the client API, to sell vouchers. Empty: none',
    default: '',
    isAddress: true,
  },
  {
    name: 'CLIENT_TOKEN',
    text: 'Token of the client API. Empty: it is fetched with an id and a secret',
    default: '',
    isSecret: true,
    isAsked: ({ CLIENT_BASE_URL }) => CLIENT_BASE_URL !== '',
  },
  {
    name: 'CLIENT_TOKEN_URL',
    text: 'Address that issues tokens for the client API',
    default: null,
    isAddress: true,
    isAsked: fetchesToken,
  },
  { name: 'CLIENT_ID', text: 'Id for the client API', default: null, isAsked: fetchesToken },
  {
    name: 'CLIENT_SECRET',
    text: 'Secret for the client API',
    default: null,
    isSecret: true,
    isAsked: fetchesToken,
  },
  { name: 'CURRENCY', text: 'Currency, three letters', default: 'SGD' },
  { name: 'TIME_ZONE', text: 'Time zone', default: Intl.DateTimeFormat().resolvedOptions().timeZone },
  {
    name: 'PUBLIC_ORIGIN',
    text: 'Address in the browser, for example https://till.shop.example. Empty: only this computer',
    default: '',
  },
  {
    name: 'TLS_CERT_FILE',
    text: 'File of the HTTPS certificate. Empty: an HTTPS proxy on this computer has it',
    default: '',
    isAsked: hasOrigin,
  },
  {
    name: 'TLS_KEY_FILE',
    text: 'File of the certificate’s key',
    default: null,
    isAsked: ({ TLS_CERT_FILE = '' }) => TLS_CERT_FILE !== '',
  },
  { name: 'PORT', text: 'Port on which the server listens', default: portFor },
  { name: 'DATA_DIR', text: 'New folder for the journal', default: './data-shop' },
  { name: 'BACKUP_TO', text: 'Folder for backups, on another disk. Empty: no backups', default: '' },
];

/**
 * Returns the settings that follow from the answers. A server with its own certificate accepts
 * connections from other computers.
 */
export function settingsFrom(answers: SetupAnswers): Record<string, string> {
  const given = Object.entries(answers).filter(([, value]) => value !== '');
  const host = answers['TLS_CERT_FILE'] ? { HOST: '0.0.0.0' } : {};
  return { VOUCHER_SERVICE: 'remote', ...host, ...Object.fromEntries(given) };
}

export interface Interviewer {
  /** Asks for a line of text. A secret is not shown while it is typed. */
  readonly ask: (text: string, isSecret: boolean) => Promise<string>;
  readonly tell: (line: string) => void;
  /**
   * Tries an answer out.
   * @param config of all answers so far; null before they are complete
   * @returns the problems that it causes
   */
  readonly test: (name: string, value: string, config: Config | null) => Promise<readonly string[]>;
  /** Stores the answers so far, so that a later interview can continue. */
  readonly keep: (answers: SetupAnswers) => void;
}

/** The answer that returns to the question before. */
export const BACK = '<';

/**
 * Asks all questions. A question is repeated if its answer has a fault, or causes a problem and was
 * not given twice. `<` returns to the question before, which then has its answer as default.
 * @param stored the answers of an interview that was stopped, which are the defaults
 */
export async function interview(by: Interviewer, stored: SetupAnswers = {}): Promise<SetupAnswers> {
  let answers = stored;
  const asked: number[] = [];
  for (let at = 0; at < SETUP_QUESTIONS.length; ) {
    const question = SETUP_QUESTIONS[at];
    if (question === undefined || question.isAsked?.(answers) === false) {
      answers = omit(answers, question?.name);
      at += 1;
      continue;
    }
    const value = await answerTo(question, answers, by);
    if (value === BACK) at = asked.pop() ?? at;
    else {
      answers = { ...answers, [question.name]: value };
      by.keep(answers);
      asked.push(at);
      at += 1;
    }
  }
  return answers;
}

/** @returns an answer without fault, or `<` */
async function answerTo(
  question: SetupQuestion,
  answers: SetupAnswers,
  { ask, tell, test }: Interviewer,
): Promise<string> {
  const { name, default: usual, isSecret = false } = question;
  const byDefault = answers[name] ?? (typeof usual === 'function' ? usual(answers) : usual);
  for (let before: string | null = null; ; ) {
    const given: string = (await ask(promptOf(question, before ?? byDefault, before !== null), isSecret)).trim();
    if (given === BACK) return BACK;
    const value: string = given === '' ? (before ?? byDefault ?? '') : given;
    if (value === '' && usual === null) continue;
    const faults = value === '' ? [] : faultsOfSetting(name, value);
    const isTested = value !== '' && faults.length === 0 && value !== before;
    const problems = isTested ? await test(name, value, configOf({ ...answers, [name]: value })) : [];
    for (const line of [...faults, ...problems]) tell(line);
    if (faults.length === 0 && problems.length === 0) return value;
    before = faults.length > 0 ? null : value;
  }
}

function omit(answers: SetupAnswers, name: string | undefined): SetupAnswers {
  return Object.fromEntries(Object.entries(answers).filter(([other]) => other !== name));
}

function promptOf({ text, isSecret }: SetupQuestion, byDefault: string | null, isAgain: boolean): string {
  if (byDefault === null || byDefault === '') return `${text}: `;
  return isAgain || isSecret ? `${text} [Enter keeps this answer]: ` : `${text} [${byDefault}]: `;
}

/** Returns the configuration of the answers so far; null before they are complete. */
function configOf(answers: SetupAnswers): Config | null {
  try {
    return readConfig(settingsFrom(answers));
  } catch (error) {
    if (error instanceof ConfigError) return null;
    throw error;
  }
}

/** The text of the settings file. @param secretFiles where each secret is stored */
export function settingsFile(settings: SetupAnswers, secretFiles: ReadonlyMap<string, string>): string {
  const lines = Object.entries(settings).map(([name, value]) => {
    const file = secretFiles.get(name);
    return file === undefined ? `${name}=${value}` : `${name}_FILE=${file}`;
  });
  return `# Settings of Tillside. All of them: docs/settings.md\n${lines.join('\n')}\n`;
}
