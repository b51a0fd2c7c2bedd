import { expect, it } from 'vitest';
import type { Endpoint } from './endpoint.ts';
import { type EndpointName, endpoints } from './endpoints.ts';

/**
 * Routes of managers and head office that no passkey guards, by the reason. `docs/security.md` says
 * the same to operators.
 */
const UNCONFIRMED: Readonly<Record<string, readonly EndpointName[]>> = {
  'reads a list': ['auditSearch', 'statement', 'ourLines', 'exceptions', 'searchTransactions', 'transactionDetail'],
  'is the confirmation itself': ['passkeyConfirmOptions', 'confirmWithPasskey', 'confirmWithManager'],
  'decides one operation, with its evidence in the trail, while a customer waits': [
    'settleAttention',
    'answerApproval',
    'deactivate',
    'takeBackIssue',
    'undoReturn',
  ],
  'only blocks: a stolen voucher cannot wait': ['putHold'],
  'records a day, a note or a view, and changes nothing else': [
    'putClosing',
    'putLayout',
    'putMatchNote',
    'lookedAt',
    'noteStory',
    'askForReports',
    'visit',
    'renamePasskey',
  ],
};

const ofManagers = Object.entries<Endpoint>(endpoints).filter(([, { who }]) => who === 'manager' || who === 'office');

it('every change by a manager is confirmed with a passkey, or listed with a reason for the exception', () => {
  const open = ofManagers.filter(([, { method, confirms }]) => method !== 'GET' && confirms !== true);
  expect(open.map(([name]) => name).sort()).toEqual(Object.values(UNCONFIRMED).flat().sort());
});

it('every download by a manager is confirmed, except the support file without vouchers and people', () => {
  const open = ofManagers.filter(([, { stream, confirms }]) => stream !== undefined && confirms !== true);
  expect(open.map(([name]) => name)).toEqual(['supportPacket']);
});
