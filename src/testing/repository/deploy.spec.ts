import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { validate } from 'dockerfile-utils';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { readConfig, SETTING_NAMES } from '../../bff/platform/config/config.ts';
import { LISTEN_CONNECTIONS_MAX } from '../../bff/platform/http/limits.ts';
import { createMetrics } from '../../bff/platform/metrics/metrics.ts';
import { LIMITS } from '../../contract/access/limits.ts';
import { endpoints } from '../../contract/platform/endpoints.ts';
import { NO_READINGS } from '../rigs/till.ts';
import { filesIn, readSource } from './sources.ts';

/**
 * Settings, metrics, addresses and ports in `docs/deploy` match the program. The tests need no
 * Docker, systemd or Prometheus.
 */

const FOLDER = new URL('../../../docs/deploy/', import.meta.url);
const textOf = (name: string) => readFileSync(new URL(name, FOLDER), 'utf8');
const PINNED = /^[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}$/;
const PORT = readConfig({}).port;

const containerfile = textOf('Containerfile');
const caddyfile = textOf('Caddyfile');
const unit = textOf('tillside.service');
const command = textOf('tillside-command');
const operations = readFileSync(new URL('../operations.md', FOLDER), 'utf8');

const composeSchema = z.object({
  services: z.record(
    z.string(),
    z.object({
      image: z.string(),
      build: z.object({ dockerfile: z.string(), args: z.record(z.string(), z.string()) }).optional(),
      environment: z.record(z.string(), z.string()).default({}),
      secrets: z.array(z.string()).default([]),
      ports: z.array(z.string()).default([]),
      volumes: z.array(z.string()).default([]),
      depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
      networks: z.array(z.string()),
    }),
  ),
  networks: z.record(z.string(), z.unknown()),
  volumes: z.record(z.string(), z.unknown()),
  secrets: z.record(z.string(), z.object({ file: z.string() })),
});
const { services, ...top } = composeSchema.parse(parse(textOf('compose.yaml'), { merge: true }));
const servers = Object.entries(services).flatMap(([name, service]) => (service.build ? [{ name, ...service }] : []));

const rulesSchema = z.object({
  groups: z.array(
    z.object({
      rules: z.array(z.object({ alert: z.string(), expr: z.string(), annotations: z.object({ summary: z.string() }) })),
    }),
  ),
});
const rules = rulesSchema.parse(parse(textOf('alerts.yaml'))).groups.flatMap((group) => group.rules);

const targetsSchema = z.array(z.object({ expr: z.string() }));
const boardSchema = z.object({
  annotations: z.object({ list: targetsSchema }),
  templating: z.object({ list: z.array(z.object({ query: z.string() })) }),
  panels: z.array(z.object({ title: z.string(), description: z.string(), targets: targetsSchema })),
});
const board = boardSchema.parse(JSON.parse(textOf('grafana.json')));

/** Settings that a file gives: `NAME=value` at the beginning of a line or after what comes before it. */
function assigned(text: string, lines: RegExp): string[] {
  const said = text.split('\n').filter((line) => lines.test(line));
  return said.flatMap((line) => [...line.matchAll(/(?:^#?|[ =])([A-Z][A-Z0-9_]*)=/g)].map(([, name = '']) => name));
}

/** Settings in the tables of a page: code in the first column of a row. */
function namedIn(page: string): string[] {
  const firsts = page.split('\n').flatMap((line) => /^\|([^|]*)\|/.exec(line)?.[1] ?? []);
  return firsts.flatMap((first) => [...first.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name = '']) => name));
}

/** Not ours: Node's own. */
const OTHERS_SETTINGS = ['NODE_ENV', 'NODE_EXTRA_CA_CERTS'];

describe('the settings of a deployment', () => {
  it.each<[string, string[]]>([
    ['settings.example', assigned(textOf('settings.example'), /^#?[A-Z_]+=/)],
    ['tillside.service', assigned(unit, /^Environment=/)],
    ['tillside-command', assigned(command, /--setenv=/)],
    ['Containerfile', assigned(containerfile, /^ENV /)],
    ['compose.yaml', servers.flatMap(({ environment }) => Object.keys(environment))],
  ])('exist in the program: %s', (_, names) => {
    const known = new Set([...SETTING_NAMES, ...OTHERS_SETTINGS]);
    expect(names.length).toBeGreaterThan(1);
    expect(names.filter((name) => !known.has(name))).toEqual([]);
  });

  it('each have a row on the settings page', () => {
    const page = readFileSync(new URL('../settings.md', FOLDER), 'utf8');
    const explained = namedIn(page);
    expect(SETTING_NAMES.filter((name) => !explained.includes(name))).toEqual([]);
    expect(explained.filter((name) => !SETTING_NAMES.includes(name))).toEqual([]);
  });

  it('are complete in the example except for the secret', () => {
    const lines = textOf('settings.example').split('\n');
    const given = Object.fromEntries(lines.filter((line) => /^[A-Z]/.test(line)).map((line) => line.split('=', 2)));
    expect(() => readConfig(given)).toThrow(
      /^The settings are incomplete or invalid:\n {2}MERCHANT_CLIENT_SECRET \(or …_FILE\) is missing[^\n]*$/,
    );
    expect(readConfig({ ...given, MERCHANT_CLIENT_SECRET: 'secret' }).service).toBe('remote');
  });
});

describe('the container', () => {
  it('has a valid Containerfile', () => {
    expect(validate(containerfile).map(({ range, message }) => ({ line: range.start.line + 1, message }))).toEqual([]);
    expect(validate('FROM node\nEXPOSE nowhere\n')).not.toEqual([]);
  });

  it('comes from images pinned by content, in the Containerfile and in compose.yaml', () => {
    const bases = [...containerfile.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base);
    expect(new Set(bases)).toEqual(new Set(['${NODE_IMAGE}']));
    const [, base = ''] = /^ARG NODE_IMAGE=(.*)$/m.exec(containerfile) ?? [];
    const others = Object.values(services).flatMap(({ image, build }) => (build ? [] : [image]));
    expect(others.length).toBeGreaterThan(1);
    expect([base, ...others].filter((image) => !PINNED.test(image))).toEqual([]);
  });

  it('runs without a named account, listens on the program’s default port, and checks an existing address', () => {
    expect(/^USER (\S+)$/m.exec(containerfile)?.[1]).toMatch(/^[1-9]\d+:[1-9]\d+$/);
    expect([/^EXPOSE (\d+)$/m, /^ENV .*\bPORT=(\d+)/m].map((port) => port.exec(containerfile)?.[1])).toEqual([`${PORT}`, `${PORT}`]);
    expect(containerfile).toContain(`}${endpoints.health.path}\``);
  });

  it('dumps PostgreSQL with the version in compose.yaml', () => {
    const [, client] = /postgresql-client-(\d+)/.exec(containerfile) ?? [];
    expect(client).toBe(/postgres:(\d+)\./.exec(services['postgres']?.image ?? '')?.[1]);
  });

  it('starts the program like npm start and the service', () => {
    const { scripts, version } = z
      .object({ scripts: z.object({ start: z.string() }), version: z.string() })
      .parse(JSON.parse(readFileSync(new URL('../../package.json', FOLDER), 'utf8')));
    const start = scripts.start.replace(/^exec /, '');
    const [, words = '[]'] = /^CMD (.*)$/m.exec(containerfile) ?? [];
    expect(z.array(z.string()).parse(JSON.parse(words)).join(' ')).toBe(start);
    expect(unit).toContain(`ExecStart=/usr/bin/${start}\n`);
    expect(new Set(servers.map(({ image }) => image))).toEqual(new Set([`tillside:${version}-\${TILLSIDE_BUILD:?run prepare.sh}`]));
  });

  it('reports the commit it was built from, which prepare.sh stores', () => {
    expect(containerfile).toMatch(/^ARG TILLSIDE_BUILD=\nRUN npm run build /m);
    const passed = [...containerfile.matchAll(/^ARG (\w+)=$/gm)].map(([, name]) => name);
    for (const { build } of servers) expect(new Set(Object.keys(build?.args ?? {}))).toEqual(new Set(passed));
    expect(textOf('prepare.sh')).toMatch(/TILLSIDE_BUILD=%s\\n' .* >\.env$/m);
  });

  it('is built only from files on its list', () => {
    const copied = [...containerfile.matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, from = '']) => from.split(' '));
    const listed = textOf('Containerfile.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'));
    expect(listed.map((line) => line.slice(1)).sort()).toEqual(copied.sort());
  });
});

describe('compose.yaml', () => {
  it('has two servers with one database, and one of them makes the backups', () => {
    expect(servers.map(({ name }) => name)).toEqual(['till-1', 'till-2']);
    expect(servers.filter(({ environment }) => environment['BACKUP_TO'] !== undefined)).toHaveLength(1);
    for (const { environment } of servers) expect(environment).toHaveProperty('DATABASE_URL_FILE');
  });

  it('refers only to existing secrets, networks, volumes and services, and passes every secret that a setting names', () => {
    for (const { secrets, networks, volumes, depends_on: needs, environment } of Object.values(services)) {
      const files = Object.entries(environment).flatMap(([name, value]) =>
        name.endsWith('_FILE') ? [value.replace('/run/secrets/', '')] : [],
      );
      expect(Object.keys(top.secrets)).toEqual(expect.arrayContaining(secrets));
      expect(secrets).toEqual(expect.arrayContaining(files));
      expect(Object.keys(top.networks)).toEqual(expect.arrayContaining(networks));
      const named = volumes.map((volume) => volume.split(':')[0] ?? '').filter((source) => !source.startsWith('./'));
      expect(Object.keys(top.volumes)).toEqual(expect.arrayContaining(named));
      expect(Object.keys(services)).toEqual(expect.arrayContaining(Object.keys(needs)));
    }
    for (const name of Object.keys(top.secrets)) expect(textOf('prepare.sh')).toMatch(new RegExp(`keep ${name}$`, 'm'));
  });

  it('has a proxy for all servers, on their port, which checks whether they are ready', () => {
    const upstreams = [...caddyfile.matchAll(/\b(till-\d+:\d+)\b/g)].map(([, upstream]) => upstream);
    expect(upstreams).toEqual(servers.map(({ name }) => `${name}:${PORT}`));
    expect(caddyfile).toContain(`health_uri ${endpoints.ready.path}\n`);
    expect(caddyfile).toContain(`path ${endpoints.metrics.path}\n`);
    const [, largestBody] = /request_body \{\s*max_size (\d+)MB/.exec(caddyfile) ?? [];
    expect(Number(largestBody) * 1_000_000).toBeGreaterThan(LIMITS.printBytesMax);
    expect(Number(/max_conns_per_host (\d+)/.exec(caddyfile)?.[1])).toBeLessThan(LISTEN_CONNECTIONS_MAX);
    for (const { ports } of servers) expect(ports).toEqual([expect.stringMatching(new RegExp(`^127\\.0\\.0\\.1:\\d+:${PORT}$`))]);
  });
});

it('Caddy does not log queries of addresses or referrers', () => {
  expect(caddyfile).toMatch(/log default \{\s+format filter \{/);
  expect(caddyfile).toContain('request>uri regexp \\?.* ?\n');
  expect(caddyfile).toContain('request>headers>Referer delete\n');
});

/**
 * Names of the series that a query reads, without labels, groupings, texts, times and functions.
 */
function seriesOf(query: string): string[] {
  const bare = query
    .replace(/"[^"]*"/g, '')
    .replace(/\{[^}]*\}/g, '')
    .replace(/\b(by|without|on|ignoring) *\([^)]*\)/g, '')
    .replace(/\[[^\]]*\]/g, '');
  const words = [...bare.matchAll(/(?<![\w.])([a-zA-Z_:][\w:]*)(?! *\()\b(?! *\()/g)].map(([, word = '']) => word);
  return words.filter((word) => !['or', 'and', 'unless', 'by', 'bool'].includes(word));
}

describe('the monitored metrics', () => {
  /** Prometheus itself provides `up` and `ALERTS`, the node exporter what the machine has. */
  const OTHERS_SERIES = ['up', 'ALERTS', 'node_filesystem_avail_bytes', 'node_timex_sync_status'];
  /** Gauges that exist only with a shop’s printers, devices or certificate. */
  const gauges = ['src/bff', 'src/features'].flatMap((folder) =>
    filesIn(folder, /(?<!\.spec)\.ts$/).flatMap((path) =>
      [...readSource(path).matchAll(/name: '(tillside_\w+)'/g)].map(([, name = '']) => name),
    ),
  );

  async function told(): Promise<Set<string>> {
    const text = await createMetrics().text({
      ...NO_READINGS,
      open: [{ kind: 'tender', state: 'unknown', count: 1 }],
    });
    const families = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
    return new Set([
      ...gauges,
      ...families.flatMap(([, name = '', type]) => (type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name])),
    ]);
  }

  it.each<[string, string[]]>([
    ['alerts.yaml', rules.map(({ expr }) => expr)],
    ['grafana.json', [...board.panels.flatMap(({ targets }) => targets), ...board.annotations.list].map(({ expr }) => expr)],
    ['the variables of grafana.json', board.templating.list.flatMap(({ query }) => /^label_values\((\w+),/.exec(query)?.[1] ?? [])],
  ])('are exported by the server: %s', async (_, queries) => {
    const known = await told();
    const named = queries.map((query) => ({ query, series: seriesOf(query) }));
    expect(named.filter(({ series }) => series.length === 0)).toEqual([]);
    const unknown = named.flatMap(({ series }) => series).filter((name) => !known.has(name) && !OTHERS_SERIES.includes(name));
    expect(unknown).toEqual([]);
  });

  it('are found in a query', () => {
    expect(seriesOf('sum by (le) (rate(a_bucket{b="c"}[5m])) / 2e9 > time() - max(d_e) or vector(0)')).toEqual(['a_bucket', 'd_e']);
  });

  it('use the routes and labels that requests are counted by', () => {
    const paths = new Set<string>(Object.values(endpoints).map(({ path }) => path));
    const queries = [...rules, ...board.panels.flatMap(({ targets }) => targets)].map(({ expr }) => expr).join('\n');
    const routes = [...queries.matchAll(/route!?="([^"]+)"/g)].map(([, route = '']) => route);
    expect(routes.length).toBeGreaterThan(0);
    expect(routes.filter((route) => !paths.has(route))).toEqual([]);
  });

  it('have alerts that are documented, tested, and on the dashboard by name', () => {
    const names = rules.map(({ alert }) => alert);
    const tests = textOf('alerts.test.yaml');
    expect(names.filter((name) => !operations.includes(`\`${name}\``) || !tests.includes(`alertname: ${name}`))).toEqual([]);
    const shown = board.panels.flatMap(({ description }) => description.match(/\bTillside[A-Z]\w+/g) ?? []);
    const explained = [...operations.matchAll(/`(Tillside[A-Z]\w+)`/g)].map(([, name = '']) => name);
    expect([...shown, ...explained].filter((name) => !names.includes(name))).toEqual([]);
  });
});

it('the template made with the guide gives each shop its own settings, secrets and journal', () => {
  const [, script = ''] = /(sed 's#[^\n]* docs\/deploy\/tillside\.service)/.exec(operations) ?? [];
  const template = execFileSync('sh', ['-c', script], { cwd: fileURLToPath(new URL('../..', FOLDER)), encoding: 'utf8' });
  const own = template.split('\n').filter((line) => /^(Environment|EnvironmentFile|LoadCredential|StateDirectory)=/.test(line));
  expect(own).toHaveLength(4);
  expect(own.filter((line) => !line.includes('tillside/%i'))).toEqual([]);
});

it('every command of a running shop works with the service, and is documented for containers', () => {
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(new URL('../../package.json', FOLDER), 'utf8')));
  const all = Object.values(scripts).flatMap((script) => /^node dist\/server\/([\w-]+)\.js$/.exec(script)?.[1] ?? []);
  /* It writes the settings of a shop that does not run yet. */
  const built = all.filter((name) => name !== 'setup');
  expect(built).toContain('rotate-keys');
  const [, offered = ''] = /one of ([\w, -]+)\}/.exec(command) ?? [];
  expect(offered.split(', ').sort()).toEqual([...built].sort());
  expect(built.filter((name) => !command.includes(`#   tillside-command ${name}`) || !operations.includes(`\`${name}\``))).toEqual([]);
  const named = [...operations.matchAll(/dist\/server\/([a-z][\w-]*)\.js/g)].map(([, name = '']) => name);
  expect(named.filter((name) => !built.includes(name))).toEqual([]);
});

it('every script of the package is on the commands page', () => {
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(new URL('../../package.json', FOLDER), 'utf8')));
  const page = readFileSync(new URL('../commands.md', FOLDER), 'utf8');
  const told = [...page.matchAll(/`npm (?:run )?([a-z][a-z0-9:-]*)[ `]/g)].map(([, name = '']) => name);
  expect(Object.keys(scripts).filter((name) => !name.startsWith('pre') && !told.includes(name))).toEqual([]);
  expect(told.filter((name) => !(name in scripts))).toEqual([]);
});

describe('the service', () => {
  it('shares folders, settings and secrets with its commands', () => {
    /* Without a shop's name. */
    const plain = command.replaceAll('$shop', '');
    for (const property of ['WorkingDirectory', 'StateDirectory', 'EnvironmentFile', 'LoadCredential', 'User', 'UMask']) {
      const [, value = 'none'] = new RegExp(`^${property}=(.*)$`, 'm').exec(unit) ?? [];
      expect(plain).toContain(`--property=${property}=${value}`);
    }
    const [, data = 'none'] = /DATA_DIR=(\S+)/.exec(unit) ?? [];
    expect(plain).toContain(`--setenv=DATA_DIR=${data}"`);
    expect(data).toBe('/var/lib/tillside');
  });

  it('allows Node to generate machine code, which it needs to start', () => {
    expect(unit).not.toMatch(/^MemoryDenyWriteExecute=(yes|true|on|1)/m);
    expect(unit).toMatch(/^NoNewPrivileges=yes$/m);
    expect(unit).toMatch(/^ProtectSystem=strict$/m);
  });

  it('is in the operations guide, like every other file in its folder', () => {
    const files = readdirSync(FOLDER).filter((name) => /^[a-z]/i.test(name) && !name.endsWith('.dockerignore'));
    expect(files.filter((name) => !operations.includes(name))).toEqual([]);
  });
});
