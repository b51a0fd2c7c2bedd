import * as z from 'zod/mini';
import { SCOPES } from '../../../contract/access/key.ts';
import { LIMITS } from '../../../contract/access/limits.ts';
import { REQUESTED_KINDS } from '../../../contract/money/change.ts';
import type { Endpoint } from '../../../contract/platform/endpoint.ts';
import { type EndpointName, endpoints } from '../../../contract/platform/endpoints.ts';
import { problemBodySchema } from '../../../contract/platform/problem.ts';
import { SUMMARIES } from './summaries.ts';

type Json = Readonly<Record<string, unknown>>;

/** Routes that a key is answered by 202 while the outcome is not known. */
const POLLED: readonly EndpointName[] = ['putTender', 'postTender', 'tender', 'putRefund', 'postRefund', 'refund'];
const CODE_ID = { type: 'string', pattern: '^[\\w-]{1,64}$' };
const UUID = { type: 'string', pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' };
const OPERATIONS = new RegExp(`^/api/(${[...REQUESTED_KINDS, 'closing', 'sale'].join('|')})s/:id`);

/**
 * Builds the OpenAPI 3.1 document from the same table of routes that the server uses for its
 * checks.
 */
export function openApiDocument({
  version,
  origin,
  summaries,
}: {
  readonly version: string;
  readonly origin: string | null;
  /** One sentence for each route of a feature. */
  readonly summaries: Readonly<Record<string, string>>;
}): Json {
  const summaryOf: Readonly<Record<string, string>> = { ...SUMMARIES, ...summaries };
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, endpoint] of Object.entries(endpoints) as [EndpointName, Endpoint][]) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = {
      ...paths[path],
      [endpoint.method.toLowerCase()]: operationOf(name, endpoint, summaryOf[name] ?? ''),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tillside',
      version,
      description:
        'Redeems vouchers and knows whether the money was taken. Programs call with a key that a manager ' +
        'makes (`Authorization: Bearer ts_…`); ' +
        'routes that no key may call are for the app’s own pages. Amounts are integer minor units, times ISO ' +
        '8601 UTC. Answers may come to hold more fields.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: origin ?? '/' }],
    tags: [
      { name: 'programs', description: 'What a key may be allowed to ask.' },
      { name: 'app', description: 'For the app’s own pages.' },
    ],
    paths,
    components: {
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'bearer',
          description: `A key with the scope that the route names: ${SCOPES.join(', ')}.`,
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-tillside-session',
          description:
            'The session of a browser that is enrolled, from the app’s own pages only: whatever changes ' +
            'something needs `X-Tillside: 1`.',
        },
      },
      schemas: { Problem: answerOf(problemBodySchema) },
      responses: {
        Problem: {
          description: 'Refused, and why. `error.retry` says whether the same request may be sent again.',
          content: Object.fromEntries(
            ['application/problem+json', 'application/json'].map((type) => [
              type,
              { schema: { $ref: '#/components/schemas/Problem' } },
            ]),
          ),
        },
      },
    },
  };
}

function operationOf(name: EndpointName, endpoint: Endpoint, summary: string): Json {
  const { request, scopes = [], who, bodyOptional } = endpoint;
  return {
    operationId: name,
    summary,
    tags: [scopes.length === 0 ? 'app' : 'programs'],
    ...(scopes.length > 0 && {
      description: `Needs a key with the scope ${scopes.map((scope) => `\`${scope}\``).join(' or ')}.`,
    }),
    security: who === 'any' ? [] : [...scopes.map((scope) => ({ key: [scope] })), { session: [] }],
    parameters: parametersOf(endpoint),
    ...(request && {
      requestBody: {
        required: bodyOptional !== true,
        content: { 'application/json': { schema: requestOf(request) } },
      },
    }),
    responses: responsesOf(name, endpoint),
  };
}

function parametersOf({ path, query = {}, onceByHeader }: Endpoint): Json[] {
  const placeholders = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  return [
    ...placeholders.map((name) => ({
      name,
      in: 'path',
      required: true,
      schema: OPERATIONS.test(path) ? UUID : CODE_ID,
    })),
    ...Object.entries(query).map(([name, schema]) => ({
      name,
      in: 'query',
      required: false,
      schema: requestOf(schema),
    })),
    ...(onceByHeader
      ? [
          {
            name: 'Idempotency-Key',
            in: 'header',
            required: true,
            description: 'A UUID, which is then the id, or any other text that is another for each wish.',
            schema: { type: 'string', minLength: 1, maxLength: LIMITS.idempotencyKeyCharsMax },
          },
        ]
      : []),
  ];
}

function responsesOf(name: EndpointName, { method, path, answer, stream, onceByHeader, creates }: Endpoint): Json {
  const failed = { default: { $ref: '#/components/responses/Problem' } };
  if (stream !== undefined)
    return { 200: { description: 'As it is made.', content: { [stream]: { schema: { type: 'string' } } } }, ...failed };
  if (answer === null) return { 204: { description: 'Done.' }, ...failed };
  const content = { 'application/json': { schema: answerOf(answer) } };
  const isCreated = creates === true;
  const isIdempotent = (method === 'PUT' && OPERATIONS.test(path)) || onceByHeader === true;
  return {
    ...(!isCreated && {
      200: { description: isIdempotent ? 'It was known, and stands so.' : 'As asked.', content },
    }),
    ...((isIdempotent || isCreated) && { 201: { description: 'It came to be by this request.', content } }),
    ...(POLLED.includes(name) && {
      202: { description: 'To a key: the outcome is not known yet. Ask again.', headers: POLL_AGAIN, content },
    }),
    ...failed,
  };
}

const POLL_AGAIN = {
  Location: { description: 'Where to ask.', schema: { type: 'string' } },
  'Retry-After': { description: 'When, in seconds.', schema: { type: 'integer' } },
};

function requestOf(schema: z.ZodMiniType): Json {
  return plain(z.toJSONSchema(schema, { io: 'input' }));
}

/** Returns the schema of a response; fields may be added later. */
function answerOf(schema: z.ZodMiniType): Json {
  const open = ({ jsonSchema }: { jsonSchema: Record<string, unknown> }) => {
    if (jsonSchema['additionalProperties'] === false) delete jsonSchema['additionalProperties'];
  };
  return plain(z.toJSONSchema(schema, { io: 'output', override: open }));
}

/** The document names the dialect of its schemas once for all. */
function plain({ $schema: _dialect, ...schema }: Record<string, unknown>): Json {
  return schema;
}
