/** The needed part of Trusted Types, which not every browser has. */
interface TrustedTypes {
  readonly createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => { createScriptURL: (url: string) => string };
}

const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };
const policy = trustedTypes?.createPolicy('tillside', { createScriptURL: sameOrigin });

/**
 * A script address that the content security policy accepts for a worker or a service worker. Its
 * type is string, because callers pass it to parameters of that type.
 * @throws Error for an address of another origin
 */
export function trustedUrl(url: string): string {
  return policy === undefined ? sameOrigin(url) : policy.createScriptURL(url);
}

function sameOrigin(url: string): string {
  if (new URL(url, location.href).origin !== location.origin) throw new Error('Scripts come from this origin only');
  return url;
}
