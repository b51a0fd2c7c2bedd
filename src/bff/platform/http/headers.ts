import type { Context, MiddlewareHandler } from 'hono';
import { FRAME_ADDRESS, TRY_ADDRESS } from '../../../contract/platform/frame-address.ts';

/** What pages may load, by directive. The development server loosens it for itself. */
export const CONTENT_POLICY = {
  'default-src': "'none'",
  'script-src': "'self' 'wasm-unsafe-eval'",
  'worker-src': "'self'",
  'connect-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' blob: data:",
  'font-src': "'self'",
  'manifest-src': "'self'",
  'base-uri': "'none'",
  'object-src': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
  'require-trusted-types-for': "'script'",
  'trusted-types': 'tillside',
} as const;

/** The policy as its header has it. */
export function policyText(policy: Readonly<Record<string, string>>): string {
  return Object.entries(policy)
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ');
}

/**
 * What reads codes: cameras, and hand scanners that are no keyboards.
 *
 * The browser still asks the person.
 */
const ALLOWED_FEATURES = ['camera', 'hid', 'serial'];
const DENIED_FEATURES = ['microphone', 'geolocation', 'payment', 'usb', 'midi', 'display-capture'];

const HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': policyText(CONTENT_POLICY),
  'Permissions-Policy': [
    ...ALLOWED_FEATURES.map((feature) => `${feature}=(self)`),
    ...DENIED_FEATURES.map((feature) => `${feature}=()`),
  ].join(', '),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

const TWO_YEARS_S = 63_072_000;

/** As everywhere, and the till as a frame, which says itself who may have it. */
const HOLDS_TILL = policyText({ ...CONTENT_POLICY, 'frame-src': "'self'" });

/** Whether a page with this origin may have the till as a frame. */
export type MayFrame = (origin: string) => Promise<boolean>;

/**
 * Puts the security headers on every answer; HSTS only where browsers come over HTTPS.
 *
 * Nobody frames any page of ours but a register the one for it.
 */
export function securityHeaders(https: boolean, mayFrame: MayFrame): MiddlewareHandler {
  const headers = https ? { ...HEADERS, 'Strict-Transport-Security': `max-age=${TWO_YEARS_S}` } : HEADERS;
  return async (context, next) => {
    await next();
    for (const [name, value] of Object.entries(headers)) context.res.headers.set(name, value);
    if (context.req.path === FRAME_ADDRESS) await openToRegister(context, mayFrame);
    if (context.req.path === TRY_ADDRESS) context.res.headers.set('Content-Security-Policy', HOLDS_TILL);
  };
}

/**
 * The one origin that the address names may frame it, if it is listed.
 *
 * It is asked for each time, because the list changes.
 */
async function openToRegister({ req, res }: Context, mayFrame: MayFrame): Promise<void> {
  res.headers.set('Cache-Control', 'no-store');
  res.headers.delete('ETag');
  const [origin = '', ...more] = req.queries('origin') ?? [];
  if (more.length > 0 || !(await mayFrame(origin))) return;
  res.headers.set('Content-Security-Policy', policyText({ ...CONTENT_POLICY, 'frame-ancestors': origin }));
}
