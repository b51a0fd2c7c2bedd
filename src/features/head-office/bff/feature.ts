import { defineServer } from '../../../bff/app/feature.ts';
import { withinAllShops } from '../../../bff/platform/store/across-shops.ts';
import type { headOfficeEndpoints } from '../contract/endpoints.ts';
import { createChallenges } from './challenges.ts';
import { createCodeEnrolment } from './code-enrolment.ts';
import { createConfirmations } from './confirmations.ts';
import { belongsToOffice } from './office-members.ts';
import { createOfficeSignIn } from './office-sign-in.ts';
import { createPasskeyCheck } from './passkey-check.ts';
import { createPasskeys } from './passkeys.ts';
import { restorablePasskeys } from './restorable-passkeys.ts';
import { headOfficeRoutes } from './route.ts';

/** Passkeys: head office signs in with them, and managers confirm some actions. */
export const headOffice = defineServer({
  name: 'head-office',
  isOfficeMember: belongsToOffice,
  summaries: {
    passkeyConfirmOptions: 'A passkey challenge for the caller: works once, within ten minutes.',
    confirmWithPasskey: 'Confirms the caller’s session with a passkey, for five minutes.',
    confirmWithManager: 'Confirms the caller’s session with another manager’s PIN, for five minutes.',
    passkeySignInOptions: 'A passkey challenge for head office: works once, within ten minutes.',
    passkeySignIn: 'Signs in a person of head office.',
    officeCodeOptions: 'Starts to enrol a passkey with a code for head office.',
    enrolPasskey: 'Enrols a passkey with a code. A code enrols two passkeys.',
    passkeys: 'The caller’s passkeys.',
    newPasskeyOptions: 'Starts to add a passkey.',
    addPasskey: 'Adds a passkey of the caller.',
    renamePasskey: 'Renames a passkey of the caller.',
    removePasskey: 'Removes a passkey of the caller. A person of head office must keep at least two.',
    officeMembers: 'The people of head office.',
    makeOfficeCode: 'Creates a code that enrols two passkeys of another person of head office.',
  } satisfies Record<keyof typeof headOfficeEndpoints, string>,
  examples: {
    passkeySignIn: {
      id: 'QQ',
      rawId: 'QQ',
      type: 'public-key',
      response: { clientDataJSON: 'e30', authenticatorData: 'QQ', signature: 'QQ' },
    },
    confirmWithPasskey: {
      id: 'QQ',
      rawId: 'QQ',
      type: 'public-key',
      response: { clientDataJSON: 'e30', authenticatorData: 'QQ', signature: 'QQ' },
    },
    confirmWithManager: { personId: 'unknown-person', pin: '480316' },
    renamePasskey: { name: 'Till 9' },
    newPasskeyOptions: { pin: '480316' },
    addPasskey: {
      name: 'Till 9',
      credential: {
        id: 'QQ',
        rawId: 'QQ',
        type: 'public-key',
        response: { clientDataJSON: 'e30', attestationObject: 'oA', transports: [] },
      },
    },
    officeCodeOptions: { code: 'ABCD-EFGH' },
    enrolPasskey: {
      name: 'Till 9',
      credential: {
        id: 'QQ',
        rawId: 'QQ',
        type: 'public-key',
        response: { clientDataJSON: 'e30', attestationObject: 'oA', transports: [] },
      },
    },
  },
  money: {
    none: [
      'passkeySignInOptions',
      'passkeySignIn',
      'officeCodeOptions',
      'enrolPasskey',
      'newPasskeyOptions',
      'addPasskey',
      'renamePasskey',
      'removePasskey',
      'passkeyConfirmOptions',
      'confirmWithPasskey',
      'confirmWithManager',
      'makeOfficeCode',
    ],
  },
  unconfirmed: {
    passkeyConfirmOptions: 'is the confirmation itself',
    confirmWithPasskey: 'is the confirmation itself',
    confirmWithManager: 'is the confirmation itself',
    renamePasskey: 'records a day, a note or a view, and changes nothing else',
  },
  create(core) {
    /* The trail of the first shop has the entries about head office, whichever shop the caller is
       in. */
    const db = withinAllShops(core.db);
    const challenges = createChallenges(core);
    const deps = { ...core, db, challenges, checkPasskey: createPasskeyCheck({ ...core, challenges }) };
    const passkeys = createPasskeys(deps);
    const confirmations = createConfirmations(deps);
    const office = {
      ...deps,
      passkeys,
      confirmations,
      codeEnrolment: createCodeEnrolment(deps),
      officeSignIn: createOfficeSignIn(deps),
    };
    return {
      parts: { passkeys },
      assertConfirmed: confirmations.assertConfirmed,
      restorableAccess: [restorablePasskeys(deps)],
      routes: (table) => headOfficeRoutes(table, office),
    };
  },
});
