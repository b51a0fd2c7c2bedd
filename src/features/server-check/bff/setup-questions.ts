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
  readonly default: string | null;
  /** True to store the answer in a file of its own. */
  readonly isSecret?: true;
  /** False to leave the question out after these answers. */
  readonly isAsked?: (answers: SetupAnswers) => boolean;
}

export type SetupAnswers = Readonly<Record<string, string>>;

const fetchesToken = ({ CLIENT_BASE_URL, CLIENT_TOKEN }: SetupAnswers) => CLIENT_BASE_URL !== '' && CLIENT_TOKEN === '';
const hasOrigin = ({ PUBLIC_ORIGIN }: SetupAnswers) => PUBLIC_ORIGIN?.startsWith('https:') === true;

/** The settings of a shop with real vouchers, in the order of the questions. */
export const SETUP_QUESTIONS: readonly SetupQuestion[] = [
  { name: 'MERCHANT_BASE_URL', text: 'Address of the issuer’s merchant API, without /v1', default: null },
  {
    name: 'MERCHANT_CLIENT_ID',
    text: 'The shop’s client id at the issuer, not the merchant number (mid)',
    default: null,
  },
  { name: 'MERCHANT_CLIENT_SECRET', text: 'The secret of this client id', default: null, isSecret: true },
  { name: 'CLIENT_BASE_URL', text: 'Address of the client API, to sell vouchers. Empty: none', default: '' },
  {
    name: 'CLIENT_TOKEN',
    text: 'Token of the client API. Empty: it is fetched with an id and a secret',
    default: '',
    isSecret: true,
    isAsked: ({ CLIENT_BASE_URL }) => CLIENT_BASE_URL !== '',
  },
  {
    name: 'CLIENT_TOKEN_URL',
    text: 'Address that gives tokens of the client API',
    default: null,
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
  /** Tries an answer out. @returns the problems that it causes */
  readonly test: (name: string, config: Config) => Promise<readonly string[]>;
}

/**
 * Asks all questions. A question is repeated if its answer has a fault, or causes a problem and was
 * not given twice.
 */
export async function interview({ ask, tell, test }: Interviewer): Promise<SetupAnswers> {
  let answers: SetupAnswers = {};
  for (const question of SETUP_QUESTIONS) {
    if (question.isAsked?.(answers) === false) continue;
    const { name } = question;
    for (let before: string | null = null; ; ) {
      const given = (await ask(promptOf(question, before), question.isSecret === true)).trim();
      const value: string = given === '' ? (before ?? question.default ?? '') : given;
      if (value === '' && question.default === null) continue;
      const next = { ...answers, [name]: value };
      const faults = value === '' ? [] : faultsOfSetting(name, value);
      const config = faults.length > 0 || value === before ? null : configOf(next);
      const problems = config === null ? [] : await test(name, config);
      for (const line of [...faults, ...problems]) tell(line);
      if (faults.length === 0 && problems.length === 0) {
        answers = next;
        break;
      }
      before = faults.length > 0 ? null : value;
    }
  }
  return answers;
}

function promptOf({ text, default: value }: SetupQuestion, before: string | null): string {
  if (before !== null) return `${text} [Enter keeps this answer]: `;
  return value === null || value === '' ? `${text}: ` : `${text} [${value}]: `;
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
