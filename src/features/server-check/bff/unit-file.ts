import type { SetupAnswers } from './setup-questions.ts';

/** The place of a server that systemd starts. All paths are absolute. */
export interface UnitPlace {
  readonly node: string;
  readonly folder: string;
  readonly settings: string;
  readonly account: string;
}

/** Ports below this one need a capability on Linux. */
const FREE_PORT_MIN = 1024;

/**
 * Returns the systemd unit of a server that `npm run setup` configured, which runs where it lies.
 * @param template `docs/deploy/tillside.service`, whose limits and protections it keeps
 */
export function unitFile(
  template: string,
  { node, folder, settings, account }: UnitPlace,
  answers: SetupAnswers,
): string {
  const written = [answers['DATA_DIR'], answers['BACKUP_TO']].filter((path) => path).join(' ');
  const binds = Number(answers['PORT']) < FREE_PORT_MIN;
  const lines: Readonly<Record<string, string | null>> = {
    Documentation: `file://${folder}/docs/operations.md`,
    User: account,
    Group: null,
    WorkingDirectory: folder,
    Environment: 'NODE_ENV=production',
    EnvironmentFile: settings,
    LoadCredential: null,
    ExecStart: `${node} --max-semi-space-size=32 dist/server/main.js`,
    StateDirectory: null,
    StateDirectoryMode: null,
    ReadWritePaths: written,
    ProtectHome: 'read-only',
    ...(binds && { CapabilityBoundingSet: BIND, AmbientCapabilities: BIND, PrivateUsers: 'no' }),
  };
  const text = template.replace(/^(#.*\n)+/, '').split('\n');
  return text
    .flatMap((line) => {
      const [name = ''] = line.split('=', 1);
      const value = Object.hasOwn(lines, name) ? lines[name] : undefined;
      if (value === undefined) return [line];
      return value === null ? [] : [`${name}=${value}`];
    })
    .join('\n');
}

const BIND = 'CAP_NET_BIND_SERVICE';
