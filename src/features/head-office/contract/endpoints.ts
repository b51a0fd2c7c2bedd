import { enrolmentCodeSchema, sessionSchema } from '../../../contract/access/people.ts';
import { type Endpoint, get, list, patch, post, remove } from '../../../contract/platform/endpoint.ts';
import {
  assertionOptionsSchema,
  assertionSchema,
  codeEnrolmentSchema,
  creationOptionsSchema,
  enrolledSchema,
  newPasskeySchema,
  officeCodeSchema,
  officeMemberSchema,
  passkeyNameSchema,
  passkeySchema,
} from './passkeys.ts';

export const headOfficeEndpoints = {
  passkeySignInOptions: post('/api/passkeys/sign-in/options', 'device', null, assertionOptionsSchema, { atHome: true }),
  passkeySignIn: post('/api/passkeys/sign-in', 'device', assertionSchema, sessionSchema, { atHome: true }),
  /** Each code enrols two passkeys. */
  officeCodeOptions: post('/api/passkeys/code/options', 'device', officeCodeSchema, codeEnrolmentSchema, {
    atHome: true,
  }),
  enrolPasskey: post('/api/passkeys/code', 'device', newPasskeySchema, enrolledSchema, { atHome: true }),
  passkeys: get('/api/passkeys', 'office', list(passkeySchema)),
  newPasskeyOptions: post('/api/passkeys/options', 'office', null, creationOptionsSchema),
  addPasskey: post('/api/passkeys', 'office', newPasskeySchema, passkeySchema, { creates: true }),
  renamePasskey: patch('/api/passkeys/:id', 'office', passkeyNameSchema, passkeySchema),
  removePasskey: remove('/api/passkeys/:id', 'office', null),
  officeMembers: get('/api/office/members', 'office', list(officeMemberSchema)),
  /** A code for another person of head office; their former codes stop working. */
  makeOfficeCode: post('/api/office/members/:id/code', 'office', null, enrolmentCodeSchema, { creates: true }),
} as const satisfies Record<string, Endpoint>;
