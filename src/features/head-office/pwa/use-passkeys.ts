import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import type { OtherManagerPin } from '../../../contract/access/people.ts';
import { call, SESSION_KEY } from '../../../pwa/api/live.ts';
import { enterShop } from '../../../pwa/api/queries.ts';
import { ADDRESSES } from '../../../pwa/shell/addresses.ts';
import { useShop } from '../../../pwa/shell/use-session.ts';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import type {
  Assertion,
  AssertionOptions,
  ConfirmationOptions,
  CreationOptions,
  NewPasskey,
} from '../contract/passkeys.ts';

/** The browser provided no passkey. */
export class PasskeyMissing extends Error {
  readonly reason: 'cancelled' | 'known' | 'unsupported';

  constructor(reason: PasskeyMissing['reason']) {
    super(`No passkey: ${reason}`);
    this.name = 'PasskeyMissing';
    this.reason = reason;
  }
}

/** Runs the browser's dialog. @throws PasskeyMissing */
async function withBrowser<T>(dialog: () => Promise<T>): Promise<T> {
  if (!browserSupportsWebAuthn()) throw new PasskeyMissing('unsupported');
  try {
    return await dialog();
  } catch (error) {
    /* The library wraps some errors of the browser, and passes the others on. */
    const { name } = error instanceof WebAuthnError && error.cause instanceof Error ? error.cause : (error as Error);
    if (name === 'InvalidStateError') throw new PasskeyMissing('known');
    throw new PasskeyMissing(name === 'NotAllowedError' || name === 'AbortError' ? 'cancelled' : 'unsupported');
  }
}

/** Returns a function that creates a passkey, named after this device if it is stored there. */
function useCreatePasskey() {
  const { device } = useShop();
  const messages = usePageMessages('head-office');
  return async (optionsJSON: CreationOptions): Promise<NewPasskey> => {
    const { authenticatorAttachment, id, rawId, type, response } = await withBrowser(() =>
      startRegistration({ optionsJSON }),
    );
    const isHere = authenticatorAttachment === 'platform' && device !== null;
    const { clientDataJSON, attestationObject, transports = [] } = response;
    return {
      name: isHere ? device.name : messages.portable,
      credential: { id, rawId, type, response: { clientDataJSON, attestationObject, transports } },
    };
  };
}

/** Signs with a passkey. @throws PasskeyMissing */
async function sign(optionsJSON: AssertionOptions | ConfirmationOptions): Promise<Assertion> {
  const { id, rawId, type, response } = await withBrowser(() => startAuthentication({ optionsJSON }));
  return { id, rawId, type, response };
}

/** Signs head office in with a passkey. The user continues at the list of shops. */
export function useOfficeSignIn() {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  return useMutation({
    async mutationFn() {
      return call('passkeySignIn', { body: await sign(await call('passkeySignInOptions')) });
    },
    gcTime: 0,
    async onSuccess(session) {
      await enterShop(client);
      navigate(ADDRESSES.shops, { replace: true });
      client.setQueryData(SESSION_KEY, session);
    },
  });
}

/** Confirms the session with a passkey of the user. */
export function useConfirmWithPasskey() {
  return useMutation({
    async mutationFn() {
      return call('confirmWithPasskey', { body: await sign(await call('passkeyConfirmOptions')) });
    },
    gcTime: 0,
  });
}

/** Confirms the session with another manager's PIN. */
export function useConfirmWithManager() {
  return useMutation({
    mutationFn: (manager: OtherManagerPin) => call('confirmWithManager', { body: manager }),
    gcTime: 0,
  });
}

/** Checks a code for head office. */
export function useOfficeCode() {
  return useMutation({ mutationFn: (code: string) => call('officeCodeOptions', { body: { code } }), gcTime: 0 });
}

/** Enrols a passkey with a code. */
export function useEnrolPasskey(code: string) {
  const create = useCreatePasskey();
  return useMutation({
    async mutationFn() {
      const { options } = await call('officeCodeOptions', { body: { code } });
      return call('enrolPasskey', { body: await create(options) });
    },
    gcTime: 0,
  });
}

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: ({ signal }) => call('passkeys', { signal }),
});

export const officeMembersQuery = queryOptions({
  queryKey: ['passkeys', 'members'],
  queryFn: ({ signal }) => call('officeMembers', { signal }),
});

function usePasskeysChanged() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: passkeysQuery.queryKey });
}

/** Adds a passkey. A manager's first one needs the PIN. */
export function useAddPasskey() {
  const create = useCreatePasskey();
  return useMutation({
    async mutationFn(pin?: string) {
      const options = await call('newPasskeyOptions', { body: pin === undefined ? {} : { pin } });
      return call('addPasskey', { body: await create(options) });
    },
    gcTime: 0,
    onSuccess: usePasskeysChanged(),
  });
}

export function useRenamePasskey(id: string) {
  return useMutation({
    mutationFn: (name: string) => call('renamePasskey', { params: { id }, body: { name } }),
    onSuccess: usePasskeysChanged(),
  });
}

export function useRemovePasskey(id: string) {
  return useMutation({
    mutationFn: () => call('removePasskey', { params: { id } }),
    onSuccess: usePasskeysChanged(),
  });
}

/** Creates a code for another person of head office. */
export function useMakeOfficeCode() {
  return useMutation({
    mutationFn: async ({ id, name }: { readonly id: string; readonly name: string }) => ({
      name,
      ...(await call('makeOfficeCode', { params: { id } })),
    }),
    gcTime: 0,
  });
}
