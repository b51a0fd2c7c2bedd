import { expect, it } from 'vitest';
import type { Config } from '../../../bff/platform/config/config.ts';
import { interview, SETUP_QUESTIONS, type SetupAnswers, settingsFile, settingsFrom } from './setup-questions.ts';

/** Answers a question by its beginning, the last of several answers again and again. */
function answering(answers: Readonly<Record<string, readonly string[]>>) {
  const asked: string[] = [];
  const told: string[] = [];
  const ask = async (text: string) => {
    const [start, given = []] = Object.entries(answers).find(([beginning]) => text.startsWith(beginning)) ?? [];
    const before = asked.filter((one) => start !== undefined && one.startsWith(start)).length;
    asked.push(text);
    if (asked.length > 40) throw new Error('It asks without end');
    return given[Math.min(before, given.length - 1)] ?? '';
  };
  const kept: SetupAnswers[] = [];
  const keep = (stored: SetupAnswers) => void kept.push(stored);
  return { asked, told, kept, ask, keep, tell: (line: string) => void told.push(line) };
}

const ISSUER = {
  'Address of the issuer': ['https://merchant.issuer.example'],
  'The shop’s client id': ['shop-0001'],
  'The secret': ['the secret'],
};
const noProblem = async () => [];

it('eleven questions are enough for a shop behind a proxy, and the rest have defaults', async () => {
  const by = answering({ ...ISSUER, 'Address in the browser': ['https://till.shop.example'] });
  const answers = await interview({ ...by, test: noProblem });
  expect(by.asked).toHaveLength(11);
  expect(settingsFrom(answers)).toMatchObject({
    VOUCHER_SERVICE: 'remote',
    CURRENCY: 'SGD',
    PUBLIC_ORIGIN: 'https://till.shop.example',
    DATA_DIR: './data-shop',
    PORT: '8787',
  });
  expect(settingsFrom(answers)).not.toHaveProperty('HOST');
});

it('a question is repeated after an invalid answer, or after no answer if one is required', async () => {
  const by = answering({ ...ISSUER, 'Address of the issuer': ['', 'merchant', 'https://merchant.issuer.example'] });
  const answers = await interview({ ...by, test: noProblem });
  expect(by.told).toEqual([expect.stringMatching(/^MERCHANT_BASE_URL /)]);
  expect(answers['MERCHANT_BASE_URL']).toBe('https://merchant.issuer.example');
});

it('an answer that causes a problem can be replaced or kept', async () => {
  const by = answering({ ...ISSUER, 'The secret': ['wrong', 'right', ''] });
  const test = async (name: string) => (name === 'MERCHANT_CLIENT_SECRET' ? ['It does not respond'] : []);
  expect((await interview({ ...by, test }))['MERCHANT_CLIENT_SECRET']).toBe('right');
  expect(by.told).toEqual(['It does not respond', 'It does not respond']);
});

it('a client id and secret are requested if no token is given', async () => {
  const client = {
    'Address of the client API': ['https://client.issuer.example'],
    'Address that issues': ['https://client.issuer.example/token'],
    'Id for': ['client-1'],
    'Secret for': ['client secret'],
  };
  const answers = await interview({ ...answering({ ...client, ...ISSUER }), test: noProblem });
  expect(answers).toMatchObject({ CLIENT_ID: 'client-1', CLIENT_SECRET: 'client secret' });
  expect(answers['CLIENT_TOKEN_URL']).toBe('https://client.issuer.example/token');
});

it('a server with its own certificate can be reached from other computers', async () => {
  const origin = { 'Address in the browser': ['https://till.shop.example'] };
  const files = { 'File of the HTTPS': ['cert.pem'], 'File of the certificate’s key': ['key.pem'] };
  const answers = await interview({ ...answering({ ...ISSUER, ...origin, ...files }), test: noProblem });
  expect(settingsFrom(answers)).toMatchObject({
    HOST: '0.0.0.0',
    TLS_CERT_FILE: 'cert.pem',
    TLS_KEY_FILE: 'key.pem',
    PORT: '443',
  });
});

it('an answer of < returns to the previous question, so that a wrong address can be corrected when the secret fails', async () => {
  const by = answering({
    ...ISSUER,
    'Address of the issuer': ['https://wrong.example', 'https://merchant.issuer.example'],
    'The shop’s client id': ['shop-0001', '<', ''],
    'The secret': ['the secret', '<', 'the secret'],
  });
  const test = async (name: string, _: string, config: Config | null) =>
    name === 'MERCHANT_CLIENT_SECRET' && config?.remote?.merchantBaseUrl.includes('wrong')
      ? ['It does not respond']
      : [];
  expect(await interview({ ...by, test })).toMatchObject({
    MERCHANT_BASE_URL: 'https://merchant.issuer.example',
    MERCHANT_CLIENT_ID: 'shop-0001',
    MERCHANT_CLIENT_SECRET: 'the secret',
  });
});

it('each address is tested before its credentials are known', async () => {
  const by = answering({
    ...ISSUER,
    'Address of the issuer': ['https://wrong.example', 'https://merchant.issuer.example'],
  });
  const test = async (_: string, value: string) => (value.includes('wrong') ? ['It cannot be reached'] : []);
  expect((await interview({ ...by, test }))['MERCHANT_BASE_URL']).toBe('https://merchant.issuer.example');
  expect(by.asked.filter((text) => text.startsWith('Address of the issuer'))).toHaveLength(2);
});

it('an interrupted set-up continues with its earlier answers as defaults', async () => {
  const first = answering(ISSUER);
  await interview({ ...first, test: noProblem });
  const stopped = first.kept[1] ?? {};
  expect(Object.keys(stopped)).toEqual(['MERCHANT_BASE_URL', 'MERCHANT_CLIENT_ID']);
  const later = answering({ 'The secret': ['the secret'] });
  const answers = await interview({ ...later, test: noProblem }, stopped);
  expect(answers).toMatchObject({ ...stopped, MERCHANT_CLIENT_SECRET: 'the secret' });
  expect(later.asked[0]).toContain('[https://merchant.issuer.example]');
});

it('the file names the files of secrets instead of the secrets', () => {
  const secrets = new Map([['MERCHANT_CLIENT_SECRET', '/etc/tillside/secrets/MERCHANT_CLIENT_SECRET']]);
  const text = settingsFile({ CURRENCY: 'SGD', MERCHANT_CLIENT_SECRET: 'the secret' }, secrets);
  expect(text).not.toContain('the secret');
  expect(text.split('\n').slice(1, 3)).toEqual([
    'CURRENCY=SGD',
    'MERCHANT_CLIENT_SECRET_FILE=/etc/tillside/secrets/MERCHANT_CLIENT_SECRET',
  ]);
});

it('every question is about a different setting', () => {
  expect(new Set(SETUP_QUESTIONS.map(({ name }) => name)).size).toBe(SETUP_QUESTIONS.length);
});
