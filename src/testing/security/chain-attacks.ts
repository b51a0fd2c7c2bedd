import { randomUUID } from 'node:crypto';
import { payLinkViewSchema } from '../../features/registers/contract/register.ts';
import type { CrashTill } from '../crash/till.ts';
import { listRegister } from '../drill/register.ts';
import { textAt } from '../rigs/people.ts';
import { ACCOUNTS, applyFile, BOSS_PIN, type ChainOptions, type ChainShop, slugOfShop } from './chain-shops.ts';
import { listenTo } from './chain-streams.ts';
import { ownHeaders, type RequestSender, signInAt } from './shop.ts';
import { ask } from './wire.ts';

/** A suspension and a chain setting count everywhere within this time. */
const WITHIN_MS = 5_000;
const GUESSES = 12;
const LOCKED = { askAboveDue: { value: 50_000, locked: true } };

/** One attempt of a shop on another, and what must hold afterwards. */
interface Attempt {
  readonly what: string;
  readonly isRight: boolean;
}

export interface AttackResult {
  readonly attempts: number;
  readonly found: readonly string[];
}

/**
 * Attacks that need several steps: on people and badges of other shops, signatures for registers,
 * streams, locked settings and, at last, shops that are suspended.
 */
export async function attackInSteps(options: ChainOptions, chain: readonly ChainShop[]): Promise<AttackResult> {
  const attempts: Attempt[] = [];
  const victims = chain.slice(-ACCOUNTS);
  for (const victim of victims) {
    const askers = chain.slice(0, ACCOUNTS);
    for (const asker of askers) attempts.push(...(await onPeople(options.origin, asker, victim)));
    attempts.push(...(await onSignatures(options.origin, askers, victim)));
    for (const asker of askers) attempts.push(...(await onStreams(options.origin, asker, victim)));
  }
  attempts.push(...(await onLockedSettings(options, chain)));
  attempts.push(...(await onSuspended(options, chain[0], victims)));
  return { attempts: attempts.length, found: attempts.flatMap(({ what, isRight }) => (isRight ? [] : [what])) };
}

async function onPeople(origin: string, asker: ChainShop, { shop: theirs, name }: ChainShop): Promise<Attempt[]> {
  const { shop: own } = asker;
  const attempts: Attempt[] = [];
  await Promise.all([own.renew(), theirs.renew()]);
  const made = await theirs.send(theirs.manager, 'POST', `/api/people/${theirs.ana.id}/badge`);
  const code = textAt(JSON.parse(made.text), 'code');
  const person = `/api/people/${theirs.ana.id}`;
  const refused = async (what: string, who: RequestSender, method: string, path: string, body?: unknown) => {
    const { status } = await own.send(who, method, path, body);
    attempts.push({ what: `${asker.name} on ${name}: ${what} is answered with ${status}`, isRight: status >= 400 });
  };
  await refused('a new name', own.manager, 'PATCH', person, { name: 'Eve' });
  await refused('a new PIN', own.manager, 'PATCH', person, { pin: '918273' });
  await refused('a person disabled', own.manager, 'PATCH', person, { disabled: true });
  await refused('a badge made', own.manager, 'POST', `${person}/badge`);
  await refused('a badge revoked', own.manager, 'DELETE', `${person}/badge`);
  await refused('the badge of another shop', own.ana, 'POST', '/api/badges', { code });
  await refused('the PIN of another shop', { cookie: own.doors.idle }, 'POST', '/api/session', {
    personId: theirs.ana.id,
    pin: theirs.ana.pin,
  });
  for (let guess = 0; guess < GUESSES; guess += 1)
    await own.send({ cookie: own.doors.idle }, 'POST', '/api/session', { personId: theirs.ana.id, pin: String(100_000 + guess) });
  await own.renew();
  const read = await theirs.send(theirs.ana, 'POST', '/api/badges', { code });
  attempts.push({
    what: `${name}: its badge is answered with ${read.status}`,
    isRight: read.status === 200 && read.text.includes(theirs.ana.id),
  });
  await theirs.send(theirs.ana, 'DELETE', '/api/session');
  const { status } = await ask(origin, {
    method: 'POST',
    path: '/api/session',
    headers: ownHeaders(origin, theirs.ana.cookie),
    body: JSON.stringify({ personId: theirs.ana.id, pin: theirs.ana.pin }),
  });
  attempts.push({ what: `${name}: its cashier signs in with ${status}`, isRight: status < 300 });
  await theirs.renew();
  return attempts;
}

/** Tills of other shops open links that a register of this shop signed. */
async function onSignatures(origin: string, askers: readonly ChainShop[], victim: ChainShop): Promise<Attempt[]> {
  const tillOf = ({ shop }: ChainShop, who: RequestSender): CrashTill => ({
    origin,
    async send(method, path, body) {
      const { status, text } = await shop.send(who, method, path, body);
      return { status, body: text === '' ? null : JSON.parse(text) };
    },
  });
  const register = await listRegister(() => tillOf(victim, victim.shop.manager), slugOfShop(victim.number));
  const answerOf = async (shop: ChainShop) => {
    const link = register.newLink(1_000);
    const till = tillOf(shop, shop.shop.ana);
    const opened = payLinkViewSchema.safeParse((await till.send('PUT', `/api/pay-links/${randomUUID()}`, link))?.body);
    if (!opened.success) return null;
    return register.read(link, (await till.send('POST', `/api/pay-links/${opened.data.id}/return`, { awaiting: [] }))?.body);
  };
  const own = await answerOf(victim);
  const attempts = [
    { what: `${victim.name}: its own till signs ${JSON.stringify(own)}`, isRight: own !== null && typeof own !== 'string' },
  ];
  for (const asker of askers) {
    /* Another shop may have a register with the same address. */
    const { origin: address } = new URL(register.newLink(1).returnUrl);
    await asker.shop.send(asker.shop.manager, 'POST', '/api/registers', { origin: address, name: 'Front register' });
    const foreign = await answerOf(asker);
    const what = `${asker.name} signs for the register of ${victim.name}: ${JSON.stringify(foreign)}`;
    attempts.push({ what, isRight: foreign === null || typeof foreign === 'string' });
  }
  return attempts;
}

/** Nothing of one shop's redemption is in the streams of another. */
async function onStreams(origin: string, asker: ChainShop, victim: ChainShop): Promise<Attempt[]> {
  const streams = [asker.shop.ana, asker.shop.sam, asker.shop.manager, victim.shop.ana].map(({ cookie }) => listenTo(origin, cookie));
  await Promise.all(streams.map(({ isOpen }) => isOpen));
  const tenderId = randomUUID();
  await victim.shop.send(victim.shop.ana, 'PUT', `/api/tenders/${tenderId}`, { code: 'NO-SUCH-VOUCHER', amount: 100, currency: 'SGD' });
  await victim.shop.send(victim.shop.manager, 'PUT', '/api/settings', { receiptFooter: `Thank you${victim.mark}` });
  await new Promise((resolve) => setTimeout(resolve, WITHIN_MS));
  const texts = streams.map(({ text }) => text());
  for (const stream of streams) stream.stop();
  const own = texts.pop() ?? '';
  return [
    { what: `${victim.name}: its own stream holds nothing of it`, isRight: own.includes('changed') },
    ...texts.map((text) => ({
      what: `a stream of ${asker.name} holds something of ${victim.name}: ${text}`,
      isRight: !text.includes(tenderId) && !text.includes(victim.mark),
    })),
  ];
}

async function onLockedSettings(options: ChainOptions, chain: readonly ChainShop[]): Promise<Attempt[]> {
  await applyFile(options, { settings: LOCKED });
  await new Promise((resolve) => setTimeout(resolve, WITHIN_MS));
  const attempts: Attempt[] = [];
  for (const { name, shop } of [...chain.slice(0, ACCOUNTS), ...chain.slice(-ACCOUNTS)]) {
    await shop.renew();
    const refused = async (path: string, body: unknown) => {
      const { status } = await shop.send(shop.manager, 'PUT', path, body);
      attempts.push({ what: `${name}: ${path} ${JSON.stringify(body)} is answered with ${status}`, isRight: status >= 400 });
    };
    await refused('/api/settings', { askAboveDue: 60_000 });
    await refused('/api/settings/chain', { settings: { askAboveDue: 60_000 }, locked: true });
    await refused('/api/settings/chain', { settings: { receiptFooter: 'Eve' }, locked: false });
    const { text } = await shop.send(shop.manager, 'GET', '/api/settings');
    attempts.push({
      what: `${name}: a locked setting is not in force`,
      isRight: text.includes(`"askAboveDue":${LOCKED.askAboveDue.value}`),
    });
  }
  return attempts;
}

/** A suspended shop refuses its devices, keys and streams, and its manager who visits it from another shop. */
async function onSuspended(options: ChainOptions, first: ChainShop | undefined, victims: readonly ChainShop[]): Promise<Attempt[]> {
  const { origin } = options;
  if (first === undefined) return [];
  await first.shop.renew();
  const attempts: Attempt[] = [];
  const suspended = await Promise.all(
    victims.map(async (victim) => {
      await victim.shop.renew();
      const stream = listenTo(origin, victim.shop.ana.cookie);
      await stream.isOpen;
      return { victim, stream };
    }),
  );
  const [{ victim: visited }] = suspended as [(typeof suspended)[number]];
  const boss = await visitFrom(first, visited, origin);
  const before = await first.shop.send(boss, 'POST', '/api/devices/codes');
  attempts.push({ what: `the manager of ${visited.name} visits it: ${before.status} ${before.text}`, isRight: before.status < 300 });
  await applyFile(options, { settings: LOCKED, suspended: victims.map(({ number }) => number) });
  await new Promise((resolve) => setTimeout(resolve, WITHIN_MS));
  for (const { victim, stream } of suspended) {
    const { shop, name } = victim;
    attempts.push({ what: `a stream of ${name} goes on after its suspension`, isRight: stream.isEnded() });
    stream.stop();
    for (const who of [shop.ana, shop.sam, shop.manager]) {
      const { status } = await shop.send(who, 'GET', '/api/tenders');
      attempts.push({ what: `${who.role} of ${name} is answered with ${status} after its suspension`, isRight: status >= 400 });
    }
    for (const key of shop.keys.all) {
      const { status } = await ask(origin, { method: 'GET', path: '/api/tenders', headers: { Authorization: `Bearer ${key}` } });
      attempts.push({ what: `a key of ${name} is answered with ${status} after its suspension`, isRight: status >= 400 });
    }
  }
  for (const [path, body] of [
    ['/api/devices/codes', undefined],
    ['/api/keys', { name: 'Late', scopes: ['read'] }],
  ] as const) {
    const { status } = await first.shop.send(boss, 'POST', path, body);
    attempts.push({
      what: `its visiting manager: ${path} of ${visited.name} is answered with ${status} after its suspension`,
      isRight: status >= 400,
    });
  }
  return attempts;
}

/**
 * Makes the manager of the shop that is visited one of the first shop, too. Once the first shop has another
 * manager, which an attack may add, that one would have to approve it.
 */
export async function makeVisitor(chain: readonly ChainShop[]): Promise<void> {
  const [first, visitor] = [chain[0], chain.at(-ACCOUNTS)];
  if (!first || !visitor) throw new Error('there is no shop');
  const { status, text } = await first.shop.send(first.shop.manager, 'PATCH', `/api/people/${visitor.bossId}`, { role: 'manager' });
  if (status >= 300) throw new Error(`the visitor is no manager of the first shop: ${text}`);
}

/** The manager of another shop, signed in at a device of the first, opens that shop. */
async function visitFrom({ shop: first }: ChainShop, { shop, bossId }: ChainShop, origin: string): Promise<RequestSender> {
  const { id } = JSON.parse((await shop.send(shop.manager, 'GET', '/api/shop')).text) as { id: string };
  const right = async (who: RequestSender, method: string, path: string, body?: unknown) => {
    const heard = await ask(origin, { method, path, headers: ownHeaders(origin, who.cookie), body: JSON.stringify(body) });
    const lines = heard.headers['set-cookie'];
    const fresh = (Array.isArray(lines) ? lines : []).map((line) => line.split(';', 1)[0] ?? '');
    return { cookie: [who.cookie, ...fresh].join('; '), body: heard.text };
  };
  const signedIn = await signInAt(right, { cookie: first.doors.idle, id: bossId ?? '', pin: BOSS_PIN });
  await first.send(signedIn, 'PUT', '/api/session/shop', { shop: id });
  return signedIn;
}
