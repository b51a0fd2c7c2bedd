import { defineServer } from '../../../bff/app/feature.ts';
import { withinAllShops } from '../../../bff/platform/store/across-shops.ts';
import type { headOfficeEndpoints } from '../contract/endpoints.ts';
import { createChallenges } from './challenges.ts';
import { createCodeEnrolment } from './code-enrolment.ts';
import { createOfficeSignIn } from './office-sign-in.ts';
import { createPasskeys } from './passkeys.ts';
import { headOfficeRoutes } from './route.ts';

/** Head office: its people sign in with passkeys, and open every shop. */
export const headOffice = defineServer({
  name: 'head-office',
  summaries: {
    passkeySignInOptions: 'What a passkey of head office has to sign, once within ten minutes.',
    passkeySignIn: 'Signs a person of head office in.',
    officeCodeOptions: 'Starts to enrol a passkey with a code for head office.',
    enrolPasskey: 'Enrols a passkey with a code, which is used up by the second one.',
    passkeys: 'The caller’s passkeys.',
    newPasskeyOptions: 'Starts to add a passkey.',
    addPasskey: 'Adds a passkey of the caller.',
    renamePasskey: 'Renames a passkey of the caller.',
    removePasskey: 'Removes a passkey of the caller, who keeps two at least.',
    officeMembers: 'The people of head office.',
    makeOfficeCode: 'Creates a code that enrols two passkeys of another person of head office.',
  } satisfies Record<keyof typeof headOfficeEndpoints, string>,
  create(core) {
    /* The trail of the first shop has the entries, whichever shop the caller is in. */
    const deps = { ...core, db: withinAllShops(core.db), challenges: createChallenges(core) };
    const passkeys = createPasskeys(deps);
    const office = {
      ...deps,
      passkeys,
      codeEnrolment: createCodeEnrolment(deps),
      officeSignIn: createOfficeSignIn({ ...deps, db: core.db }),
    };
    return { parts: { passkeys }, routes: (table) => headOfficeRoutes(table, office) };
  },
});
