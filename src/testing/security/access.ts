import { randomUUID } from 'node:crypto';
import type { Endpoint } from '../../contract/platform/endpoint.ts';
import { endpoints } from '../../contract/platform/endpoints.ts';
import type { CallingIdentity, CallRefusal, Doors } from './identities.ts';
import { ownHeaders, problemOf } from './shop.ts';
import { ask, type HeardAnswer } from './wire.ts';

/** The number of attempts, and the faults. */
export interface Findings {
  readonly requests: number;
  readonly found: readonly string[];
}

/** All routes in the order of the attempts: those that end a session come last. */
export const ROUTES: readonly (readonly [name: string, Endpoint])[] = Object.entries<Endpoint>(endpoints).sort(
  ([one], [other]) => Number(one === 'signOut') - Number(other === 'signOut'),
);

/** Refusals for a missing device or user. A caller with the required rights never gets them. */
const AT_THE_DOOR: readonly (string | null)[] = ['not-enrolled', 'signed-out', 'not-allowed', 'wrong-key'];

const KEY_WAITS_MS = 100;

/**
 * Every identity calls every route, with a body that changes nothing: it must be refused as
 * documented, or accepted.
 */
export async function tryRoles(origin: string, doors: Doors): Promise<Findings> {
  const found: string[] = [];
  let requests = 0;
  for (const identity of doors.identities) {
    for (const [name, endpoint] of ROUTES) {
      requests += 1;
      const heard = await call(origin, endpoint, identity);
      const fault = faultOf(heard, refusalOf(doors, identity, name, endpoint));
      if (fault !== null) found.push(`${identity.name}, ${name}: ${fault}`);
    }
    await doors.renew();
  }
  return { requests, found };
}

/** No identity here has the token for metrics, and the shop of the test is set up. */
function refusalOf({ tellsMetrics }: Doors, { refusal }: CallingIdentity, name: string, endpoint: Endpoint): CallRefusal | null {
  if (name === 'serverCheck') return refusal(endpoints.supportPacket);
  /* Exceptions of all shops need a manager of two. */
  if (name === 'chainExceptions') return refusal(endpoint) ?? 'not-allowed';
  return name === 'metrics' && !tellsMetrics ? 'not-allowed' : refusal(endpoint);
}

/** If a key is rate-limited, the request is repeated: that proves nothing about its rights. */
async function call(origin: string, endpoint: Endpoint, { headers }: CallingIdentity): Promise<HeardAnswer> {
  const body = endpoint.request === null ? undefined : '{}';
  const asking = {
    method: endpoint.method,
    path: pathOf(endpoint),
    headers: { ...ownHeaders(origin, ''), ...headers() },
    body,
  };
  for (;;) {
    const heard = await ask(origin, asking);
    if (problemOf(heard) !== 'slow-down' || !('Authorization' in asking.headers)) return heard;
    await new Promise((resolve) => setTimeout(resolve, KEY_WAITS_MS));
  }
}

/** The path with ids that do not exist. */
export function pathOf({ path }: Pick<Endpoint, 'path'>, id: string = randomUUID()): string {
  return path.replace(':id', id).replace(':code', 'NO-SUCH-PRODUCT').replace(':token', 'made-up');
}

function faultOf(heard: HeardAnswer, refusal: string | null): string | null {
  const code = problemOf(heard);
  const told = `${heard.status} ${code ?? ''}`.trim();
  if (refusal !== null) {
    const status = refusal === 'not-allowed' ? 403 : 401;
    return heard.status === status && code === refusal ? null : `${told} instead of ${status} ${refusal}`;
  }
  if (AT_THE_DOOR.includes(code)) return `${told} for somebody who may`;
  return heard.status === 0 || heard.status >= 500 ? told : null;
}

/** Differences of requests that are not from the till's own page. */
const FOREIGN: readonly (readonly [name: string, change: (headers: Record<string, string>, origin: string) => Record<string, string>])[] = [
  ['no X-Tillside', (own) => without(own, 'X-Tillside')],
  ['another X-Tillside', (own) => ({ ...own, 'X-Tillside': '0' })],
  ['no Origin', (own) => without(own, 'Origin')],
  ['the Origin of another site', (own) => ({ ...own, Origin: 'https://evil.example' })],
  ['an Origin that begins like ours', (own, origin) => ({ ...own, Origin: `${origin}.evil.example` })],
  ['an opaque Origin', (own) => ({ ...own, Origin: 'null' })],
  ['a cross-site request', (own) => ({ ...own, 'Sec-Fetch-Site': 'cross-site' })],
  ['a same-site request', (own) => ({ ...own, 'Sec-Fetch-Site': 'same-site' })],
];
const AS_A_FORM = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain; application/json'];

/**
 * Calls every route that changes something with an accepted identity, as pages of other sites
 * could.
 * @param every tests one of these differences per route, in turn; 1: all of them
 */
export async function tryForeignPages(origin: string, doors: Doors, every: number): Promise<Findings> {
  const found: string[] = [];
  let requests = 0;
  /*
   * Routes with a token in the path have no page, and need nothing that a browser adds
   * automatically.
   */
  const routes = ROUTES.filter(([, { method, byToken }]) => method !== 'GET' && byToken !== true);
  for (const [index, [name, endpoint]] of routes.entries()) {
    const own = ownHeaders(origin, doors.cookie());
    const forms = endpoint.request === null ? [] : AS_A_FORM.map((type) => [type, { ...own, 'Content-Type': type }] as const);
    const tries = [...FOREIGN.map(([what, change]) => [what, change(own, origin)] as const), ...forms];
    for (const [what, headers] of tries.filter((_, way) => (way + index) % every === 0)) {
      requests += 1;
      const body = endpoint.request === null ? undefined : '{}';
      const heard = await ask(origin, { method: endpoint.method, path: pathOf(endpoint), headers, body });
      const isRefused = heard.status === 403 && problemOf(heard) === 'forbidden-origin';
      if (!isRefused) found.push(`${name} with ${what}: ${heard.status} ${problemOf(heard) ?? ''}`);
    }
  }
  return { requests, found };
}

function without(headers: Readonly<Record<string, string>>, name: string): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name));
}
