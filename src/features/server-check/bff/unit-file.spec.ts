import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { unitFile } from './unit-file.ts';

const TEMPLATE = readFileSync('docs/deploy/tillside.service', 'utf8');
const PLACE = { node: '/usr/bin/node', folder: '/srv/till', settings: '/srv/till/settings', account: 'shop' };
const linesOf = (answers: Record<string, string>) => unitFile(TEMPLATE, PLACE, answers).split('\n');

it('the unit starts the server of this folder with its settings, and may write only its journal and backups', () => {
  const lines = linesOf({ DATA_DIR: '/srv/till/data', BACKUP_TO: '/mnt/backups', PORT: '8787' });
  for (const line of [
    'User=shop',
    'WorkingDirectory=/srv/till',
    'EnvironmentFile=/srv/till/settings',
    'ExecStart=/usr/bin/node --max-semi-space-size=32 dist/server/main.js',
    'ReadWritePaths=/srv/till/data /mnt/backups',
    'ProtectSystem=strict',
    'AmbientCapabilities=',
  ])
    expect(lines).toContain(line);
  expect(lines.join('\n')).not.toMatch(/\/opt\/|\/etc\/tillside|\/var\/lib/);
});

it('the unit allows a server to open a port below 1024', () => {
  expect(linesOf({ DATA_DIR: '/srv/till/data', PORT: '443' })).toEqual(
    expect.arrayContaining([
      'AmbientCapabilities=CAP_NET_BIND_SERVICE',
      'CapabilityBoundingSet=CAP_NET_BIND_SERVICE',
      'PrivateUsers=no',
    ]),
  );
});
