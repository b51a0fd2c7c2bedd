import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { addPerson, setUpShop } from '../../../testing/rigs/people.ts';
import { createTestServer } from '../../../testing/test-server.ts';
import { describeJournal, packetText } from './packet.ts';

const CONTENTS = {
  version: '0.1.0',
  madeAt: '2030-01-15T09:00:00.000Z',
  machine: 'linux',
  env: {},
  findings: [],
  journal: [],
  log: '',
};

it('none of 50 planted secrets, codes and names is in a packet', async () => {
  const server = await createTestServer();
  const { browser } = await setUpShop(server);
  const names = Array.from({ length: 10 }, (_, at) => `Canary${at}`);
  for (const name of names) await addPerson(browser, name, 'cashier', `48${at4(names.indexOf(name))}`);
  const secrets = Array.from({ length: 10 }, () => `secret-${randomUUID()}`);
  const codes = Array.from({ length: 10 }, (_, at) => `SG90000000${at}${at}`);
  const [first = '', second = '', ...others] = secrets;
  const lines = [
    ...codes.map(
      (code) => `{"level":"info","time":"2030-01-15T09:00:00.000Z","reason":"found ${code}","msg":"a line"}`,
    ),
    ...others.map((secret) => `{"level":"warn","time":"2030-01-15T09:00:00.000Z","body":"${secret}","msg":"a line"}`),
    ...names.map((name) => `Error at ${name} {"level"`),
    `{"level":"warn","time":"2030-01-15T09:00:00.000Z","reason":"${first}","msg":"a line"}`,
  ];
  const text = packetText({
    ...CONTENTS,
    env: { MERCHANT_CLIENT_SECRET: first, METRICS_TOKEN: second },
    findings: [{ ok: false, subject: 'issuer', message: `refused ${second}` }],
    journal: await describeJournal(server.db, null, server.clock.now()),
    log: lines.join('\n'),
  });
  const planted = [...names, ...secrets, ...codes, ...codes.map((code) => code.slice(0, 11)), ...secrets.map(half)];
  expect(planted).toHaveLength(50);
  expect(planted.filter((canary) => text.includes(canary))).toEqual([]);
  expect(text).toContain('people cashier: 10');
  expect(text).toContain('problem   issuer: refused <METRICS_TOKEN>');
  expect(text).toContain('"reason":"<MERCHANT_CLIENT_SECRET>"');
  await server.close();
});

it('a packet has the last 1,000 lines of the log, and names the settings that are set', () => {
  const line = (at: number) =>
    `till[1]: {"level":"info","time":"2030-01-15T09:00:00.000Z","count":${at},"msg":"a line"}`;
  const log = Array.from({ length: 1_200 }, (_, at) => line(at)).join('\n');
  const text = packetText({ ...CONTENTS, env: { CURRENCY: 'MYR', TIME_ZONE: ' ', HOME: '/root' }, log });
  expect(text.match(/"msg":"a line"/g)).toHaveLength(1_000);
  expect(text).toContain('"count":200,');
  expect(text).not.toContain('"count":199,');
  expect(text).toContain('# Configured settings\nCURRENCY\n');
});

function at4(number: number): string {
  return `03${number}7`;
}

function half(secret: string): string {
  return secret.slice(0, 20);
}
