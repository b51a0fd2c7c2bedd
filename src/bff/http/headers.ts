import type { MiddlewareHandler } from 'hono';

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

/** What reads codes: cameras, and hand scanners that are no keyboards. The browser still asks the person. */
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

/** Puts the security headers on every answer; HSTS only where browsers come over HTTPS. */
export function securityHeaders(https: boolean): MiddlewareHandler {
  const headers = https ? { ...HEADERS, 'Strict-Transport-Security': `max-age=${TWO_YEARS_S}` } : HEADERS;
  return async (context, next) => {
    await next();
    for (const [name, value] of Object.entries(headers)) context.res.headers.set(name, value);
  };
}
