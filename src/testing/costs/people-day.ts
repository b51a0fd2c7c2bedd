import { personCodes } from '../../bff/access/people/first-pin.ts';
import { NO_PIN } from '../../bff/access/people/pins.ts';
import { systemRandom } from '../../bff/platform/base/ports.ts';
import { createAuthenticator } from '../rigs/authenticator.ts';
import { CASHIER_PIN, enrolDevice, MANAGER_PIN, textAt } from '../rigs/people.ts';
import { TEST_KEYS } from '../rigs/till.ts';
import { type MeteredShop, SISTER } from './shop.ts';

type Options = Parameters<ReturnType<typeof createAuthenticator>['create']>[0] &
  Parameters<ReturnType<typeof createAuthenticator>['sign']>[0];

/** Everyone signs in; devices and people come and go. */
export async function openDay({ ask, machine, manager, managerId, till, cashierId, office, passkey }: MeteredShop): Promise<void> {
  await ask('signIn', { by: manager, body: { personId: managerId, pin: MANAGER_PIN } });
  await ask('signIn', { by: till, body: { personId: cashierId, pin: CASHIER_PIN } });
  const challenge = await ask('passkeySignInOptions', { by: office });
  await ask('passkeySignIn', { by: office, body: passkey.sign(challenge as Options) });
  for (const name of ['health', 'ready', 'metrics', 'shop', 'openapi', 'docs', 'docsStyle', 'returnKey'] as const)
    await ask(name, { by: machine });
}

export async function peopleDay(shop: MeteredShop, number: number): Promise<void> {
  const { ask, server, manager, till, cashierId } = shop;
  const by = manager;
  const guest = server.browser();
  await ask('practice', { by: guest });
  await ask('practiceVouchers', { by: guest });
  const { code } = (await ask('enrolmentCode', { by })) as { readonly code: string };
  const device = textAt(await ask('enrol', { by: server.browser(), body: { code, name: `Tablet ${number}` } }), 'id');
  await ask('unlockDevice', { by, params: { id: device } });
  await ask('revokeDevice', { by, params: { id: device } });
  const person = textAt(await ask('addPerson', { by, body: { name: `Zoe ${number}`, role: 'cashier', pin: '730264' } }), 'id');
  const badge = await ask('makeBadge', { by, params: { id: person } });
  await ask('readBadge', { by: till, body: { code: textAt(badge, 'code') } });
  await ask('revokeBadge', { by, params: { id: person } });
  await ask('changePerson', { by, params: { id: person }, body: { disabled: true } });
  await ask('unlockShop', { by });
  await ask('speak', { by: till, body: { language: 'fr' } });
  for (const name of ['devices', 'shopLock', 'people', 'session', 'managedShops', 'serverCheck', 'supportPacket'] as const)
    await ask(name, { by });
  await ask('signOut', { by: till });
  await ask('firstPin', { by: till, body: await firstPinOf(shop, `Yan ${number}`) });
  await ask('signIn', { by: till, body: { personId: cashierId, pin: CASHIER_PIN } });
  for (const [name, from] of [
    ['events', manager],
    ['displayEvents', till],
  ] as const)
    await ask(name, { by: listenerAs(shop, from) });
}

/** The code of a person whom the chain's file added, as on a slip. */
async function firstPinOf({ ask, server, manager }: MeteredShop, name: string) {
  const personId = textAt(await ask('addPerson', { by: manager, body: { name, role: 'cashier', pin: '730264' } }), 'id');
  const { displayed, stored } = personCodes({ clock: server.clock, random: systemRandom, keys: TEST_KEYS }).draw();
  await server.db.updateTable('person').set({ pin_hash: NO_PIN }).where('id', '=', personId).execute();
  await server.db
    .insertInto('person_code')
    .values({ ...stored, person_id: personId, used_at: null })
    .execute();
  return { personId, code: displayed.code, pin: '480316' };
}

/** Opens an endless answer, and leaves. */
function listenerAs({ server }: MeteredShop, { cookieHeader }: MeteredShop['manager']) {
  return {
    async send(_: string, path: string) {
      const answer = await server.app.request(`http://till.test${path}`, { headers: { host: 'till.test', cookie: cookieHeader() } });
      await answer.body?.cancel();
      return { status: answer.status, headers: answer.headers, body: null };
    },
  };
}

/** A manager's passkeys, head office, and the pages of all shops. */
export async function officeDay({ ask, server, manager, office, cashierId, otherManagerId }: MeteredShop, day: string): Promise<void> {
  const by = manager;
  const own = createAuthenticator('http://till.test');
  const begun = (await ask('newPasskeyOptions', { by, body: { pin: MANAGER_PIN } })) as Options;
  const added = await ask('addPasskey', { by, body: { name: 'Own', credential: own.create(begun) } });
  const id = textAt(added, 'id');
  await ask('confirmWithPasskey', { by, body: own.sign((await ask('passkeyConfirmOptions', { by })) as Options) });
  await ask('confirmWithManager', { by, body: { personId: otherManagerId, pin: '706152' } });
  await ask('renamePasskey', { by, params: { id }, body: { name: 'Other' } });
  await ask('passkeys', { by });
  await ask('removePasskey', { by, params: { id } });
  await ask('visit', { by: office, body: { shop: server.parts.shop } });
  await ask('officeMembers', { by: office });
  await ask('makeOfficeCode', { by: office, params: { id: cashierId } });
  await ask('putChainSettings', { by: office, body: { settings: { receiptFooter: 'Thank you' }, locked: false } });
  const days = { from: day, to: day };
  for (const name of ['chainOverview', 'chainClosings', 'chainStatement', 'shopCoverage'] as const)
    await ask(name, { by: office, query: `?from=${day}&to=${day}` });
  await ask('chainCovers', { by: office, query: `?day=${day}` });
  await ask('chainDevices', { by: office });
  const leaving = textAt((await (await enrolDevice(server, manager, `Leaving ${id}`)).send('GET', '/api/shop')).body, 'device', 'id');
  await ask('moveDevice', { by: office, params: { id: leaving }, body: { shop: SISTER, name: `Moved ${id}` } });
  await ask('chainExceptions', { by: office });
  await ask('exportChainClosings', { by: office, body: days });
  await ask('exportChainStatement', { by: office, body: days });
}
