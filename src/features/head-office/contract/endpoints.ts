import { enrolmentCodeSchema, otherManagerPinSchema, sessionSchema } from '../../../contract/access/people.ts';
import { type Endpoint, get, list, patch, post, remove } from '../../../contract/platform/endpoint.ts';
import {
  assertionOptionsSchema,
  assertionSchema,
  codeEnrolmentSchema,
  confirmationOptionsSchema,
  creationOptionsSchema,
  enrolledSchema,
  newPasskeySchema,
  officeCodeSchema,
  officeMemberSchema,
  ownPinSchema,
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
  passkeys: get('/api/passkeys', 'manager', list(passkeySchema)),
  /** A manager's first passkey needs the PIN. */
  newPasskeyOptions: post('/api/passkeys/options', 'manager', ownPinSchema, creationOptionsSchema, {
    bodyOptional: true,
    confirms: true,
  }),
  addPasskey: post('/api/passkeys', 'manager', newPasskeySchema, passkeySchema, { creates: true, confirms: true }),
  renamePasskey: patch('/api/passkeys/:id', 'manager', passkeyNameSchema, passkeySchema),
  removePasskey: remove('/api/passkeys/:id', 'manager', null, { confirms: true }),
  passkeyConfirmOptions: post('/api/passkeys/confirm/options', 'manager', null, confirmationOptionsSchema),
  /** Confirms the session for some minutes. */
  confirmWithPasskey: post('/api/passkeys/confirm', 'manager', assertionSchema, null),
  /** The same with another manager's PIN, where the passkey cannot be used. */
  confirmWithManager: post('/api/passkeys/confirm/manager', 'manager', otherManagerPinSchema, null),
  officeMembers: get('/api/office/members', 'office', list(officeMemberSchema)),
  /** A code for another person of head office; their former codes stop working. */
  makeOfficeCode: post('/api/office/members/:id/code', 'office', null, enrolmentCodeSchema, {
    creates: true,
    confirms: true,
  }),
} as const satisfies Record<string, Endpoint>;
