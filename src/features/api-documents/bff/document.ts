import * as z from 'zod/mini';
import type { Examples } from '../../../bff/app/feature-hooks.ts';
import { SCOPES } from '../../../contract/access/key.ts';
import { LIMITS } from '../../../contract/access/limits.ts';
import { REQUESTED_KINDS } from '../../../contract/money/change.ts';
import type { Endpoint } from '../../../contract/platform/endpoint.ts';
import { type EndpointName, endpoints } from '../../../contract/platform/endpoints.ts';
import { problemBodySchema } from '../../../contract/platform/problem.ts';

type Json = Readonly<Record<string, unknown>>;

/** Routes that answer a key with 202 while the outcome is unknown. */
export const POLLED: readonly EndpointName[] = [
  'putTender',
  'postTender',
  'tender',
  'putRefund',
  'postRefund',
  'refund',
];
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
  examples,
}: {
  readonly version: string;
  readonly origin: string | null;
  /** One sentence for each route. */
  readonly summaries: Readonly<Record<string, string>>;
  readonly examples: Examples;
}): Json {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, endpoint] of Object.entries(endpoints) as [EndpointName, Endpoint][]) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = {
      ...paths[path],
      [endpoint.method.toLowerCase()]: operationOf(name, endpoint, {
        summary: summaries[name] ?? '',
        example: examples[name],
      }),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tillside',
      version,
      description:
        'Redeems vouchers and always knows whether money was captured. Programs call with a key that a manager ' +
        'creates (`Authorization: Bearer ts_…`). Routes without a scope are for the app’s own pages. Amounts ' +
        'are integers in minor units, times are ISO 8601 in UTC. New fields may be added to responses.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: origin ?? '/' }],
    tags: [
      { name: 'programs', description: 'Routes that a key can call.' },
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
            'The session of an enrolled browser, from the app’s own pages only. Requests that change ' +
            'something need `X-Tillside: 1`.',
        },
      },
      schemas: { Problem: answerOf(problemBodySchema) },
      responses: {
        Problem: {
          description: 'Refused, with the reason. `error.retry` states if the same request may be sent again.',
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

interface RouteText {
  readonly summary: string;
  readonly example: object | undefined;
}

function operationOf(name: EndpointName, endpoint: Endpoint, { summary, example }: RouteText): Json {
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
        content: { 'application/json': { schema: requestOf(request), ...(example && { example }) } },
      },
    }),
    responses: responsesOf(name, endpoint),
  };
}

export function parametersOf({ path, query = {}, onceByHeader }: Endpoint): Json[] {
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
            description: 'A UUID, which becomes the id, or any other text that is different for each operation.',
            schema: { type: 'string', minLength: 1, maxLength: LIMITS.idempotencyKeyCharsMax },
          },
        ]
      : []),
  ];
}

function responsesOf(name: EndpointName, { method, path, answer, stream, onceByHeader, creates }: Endpoint): Json {
  const failed = { default: { $ref: '#/components/responses/Problem' } };
  if (stream !== undefined)
    return { 200: { description: 'A stream.', content: { [stream]: { schema: { type: 'string' } } } }, ...failed };
  if (answer === null) return { 204: { description: 'Done.' }, ...failed };
  const content = { 'application/json': { schema: answerOf(answer) } };
  const isCreated = creates === true;
  const isIdempotent = (method === 'PUT' && OPERATIONS.test(path)) || onceByHeader === true;
  return {
    ...(!isCreated && {
      200: { description: isIdempotent ? 'The operation existed; its current state.' : 'Success.', content },
    }),
    ...((isIdempotent || isCreated) && { 201: { description: 'Created by this request.', content } }),
    ...(POLLED.includes(name) && {
      202: {
        description: 'For keys: the outcome is not known yet. Send the request again later.',
        headers: POLL_AGAIN,
        content,
      },
    }),
    ...failed,
  };
}

export const POLL_AGAIN = {
  Location: { description: 'The address of the operation to request again.', schema: { type: 'string' } },
  'Retry-After': { description: 'Seconds to wait before that.', schema: { type: 'integer' } },
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

/** Leaves out the dialect, which the document names once. */
function plain({ $schema: _dialect, ...schema }: Record<string, unknown>): Json {
  return schema;
}
