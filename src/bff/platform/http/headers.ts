import type { Context, MiddlewareHandler } from 'hono';
import { FRAME_ADDRESS, TRY_ADDRESS } from '../../../contract/platform/frame-address.ts';

/** Sources that pages may load, by directive. The development server loosens them. */
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

export function policyText(policy: Readonly<Record<string, string>>): string {
  return Object.entries(policy)
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ');
}

/**
 * Devices that read codes: cameras, and hand scanners that are not keyboards. The browser still
 * asks the user.
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

/**
 * The usual policy, and permission to contain the till as a frame, which decides itself who may
 * embed it.
 */
const POLICY_WITH_TILL_FRAME = policyText({ ...CONTENT_POLICY, 'frame-src': "'self'" });

/** True if a page with this origin may embed the till. */
export type MayFrame = (origin: string) => Promise<boolean>;

/**
 * Sets the security headers of every response; HSTS only if browsers use HTTPS. Only registers may
 * embed a page of ours, and only the page for registers.
 */
export function securityHeaders(https: boolean, mayFrame: MayFrame): MiddlewareHandler {
  const headers = https ? { ...HEADERS, 'Strict-Transport-Security': `max-age=${TWO_YEARS_S}` } : HEADERS;
  return async (context, next) => {
    await next();
    for (const [name, value] of Object.entries(headers)) context.res.headers.set(name, value);
    if (context.req.path === FRAME_ADDRESS) await openToRegister(context, mayFrame);
    if (context.req.path === TRY_ADDRESS) context.res.headers.set('Content-Security-Policy', POLICY_WITH_TILL_FRAME);
  };
}

/**
 * Allows the origin in the address to embed the page, if managers listed it. The list is checked
 * each time, because it changes.
 */
async function openToRegister({ req, res }: Context, mayFrame: MayFrame): Promise<void> {
  res.headers.set('Cache-Control', 'no-store');
  res.headers.delete('ETag');
  const [origin = '', ...more] = req.queries('origin') ?? [];
  if (more.length > 0 || !(await mayFrame(origin))) return;
  res.headers.set('Content-Security-Policy', policyText({ ...CONTENT_POLICY, 'frame-ancestors': origin }));
}
