import * as z from 'zod/mini';
import { SCOPES } from '../../../../contract/access/key.ts';
import { voucherValueSchema } from '../../../../contract/money/money.ts';
import { type Endpoint, versionedPath } from '../../../../contract/platform/endpoint.ts';
import { type EndpointName, endpoints } from '../../../../contract/platform/endpoints.ts';
import { problemBodySchema } from '../../../../contract/platform/problem.ts';
import { refusalSchema } from '../../../../contract/voucher/refusal.ts';
import { POLL_AGAIN, POLLED, parametersOf } from '../document.ts';
import { errorsOf } from './program-errors.ts';
import { webhooksOfDocument } from './program-events.ts';
import { REQUEST_EXAMPLES, RESPONSE_EXAMPLES } from './program-examples.ts';

type Json = Readonly<Record<string, unknown>>;

const REF = '#/components/schemas/';

/** Names of schemas in generated clients. Routes with the same schema share its name. */
const RESPONSE_NAMES: Readonly<Partial<Record<EndpointName, string>>> = {
  check: 'VoucherCheck',
  putTender: 'Tender',
  cancelTender: 'CancelledTender',
  putRefund: 'Refund',
  sale: 'Sale',
  story: 'VoucherHistory',
  listTenders: 'TenderPage',
  listRefunds: 'RefundPage',
  shift: 'Shift',
  closedShifts: 'ShiftPage',
  closings: 'DayClosings',
};
const REQUEST_NAMES: Readonly<Partial<Record<EndpointName, string>>> = {
  check: 'VoucherCheckRequest',
  putTender: 'TenderRequest',
  putRefund: 'RefundRequest',
  story: 'VoucherHistoryRequest',
};

/** The routes that a key can call, with their paths of version 1. */
function programRoutes(): [EndpointName, Endpoint, string][] {
  return (Object.entries(endpoints) as [EndpointName, Endpoint][]).flatMap(([name, endpoint]) => {
    const path = versionedPath(endpoint);
    return path === null ? [] : [[name, endpoint, path.replace(/:(\w+)/g, '{$1}')]];
  });
}

/** Builds the OpenAPI 3.1 document for programs, with named schemas, examples, and errors. */
export function openApiForPrograms({
  version,
  origin,
  summaries,
}: {
  readonly version: string;
  readonly origin: string | null;
  readonly summaries: Readonly<Record<string, string>>;
}): Json {
  const names = new Map<z.ZodMiniType, string>([
    [problemBodySchema, 'Problem'],
    [voucherValueSchema, 'VoucherValue'],
    [refusalSchema, 'Refusal'],
  ]);
  for (const [name, given] of Object.entries(RESPONSE_NAMES))
    nameSchema(names, endpoints[name as EndpointName].answer, given);
  const requestNames = new Map<z.ZodMiniType, string>();
  for (const [name, given] of Object.entries(REQUEST_NAMES))
    nameSchema(requestNames, endpoints[name as EndpointName].request, given);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, endpoint, path] of programRoutes()) {
    const operation = operationOf(name, endpoint, { names, requestNames, summary: summaries[name] ?? '' });
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tillside for programs',
      version,
      description:
        'Redeems vouchers and always knows whether money was captured. Call with a key that a manager creates ' +
        '(`Authorization: Bearer ts_…`). Amounts are integers in minor units, times are ISO 8601 in UTC. Fields and ' +
        'routes may be added at any time; a removal is announced twelve months before with the headers `Deprecation` ' +
        'and `Sunset`.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: origin ?? '/' }],
    paths,
    webhooks: webhooksOfDocument(),
    components: {
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'bearer',
          description: `A key with the scope of the route: ${SCOPES.join(', ')}.`,
        },
      },
      headers: RATE_LIMIT,
      schemas: { ...schemasOf(names, 'output'), ...schemasOf(requestNames, 'input') },
    },
  };
}

function nameSchema(names: Map<z.ZodMiniType, string>, schema: z.ZodMiniType | null, name: string): void {
  if (schema !== null) names.set(schema, name);
}

const RATE_LIMIT = {
  RateLimit: {
    description: 'How many requests the key may send now (`r`), and seconds until the allowance is full (`t`).',
    schema: { type: 'string', examples: ['"key";r=59;t=1'] },
  },
  'RateLimit-Policy': {
    description: 'The full allowance (`q`), and the seconds in which an empty one fills (`w`).',
    schema: { type: 'string', examples: ['"key";q=60;w=3'] },
  },
};
const RATE_LIMIT_HEADERS = Object.fromEntries(
  Object.keys(RATE_LIMIT).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
);

interface OperationParts {
  readonly names: ReadonlyMap<z.ZodMiniType, string>;
  readonly requestNames: ReadonlyMap<z.ZodMiniType, string>;
  readonly summary: string;
}

function operationOf(name: EndpointName, endpoint: Endpoint, { names, requestNames, summary }: OperationParts): Json {
  const { request, answer, scopes = [], method, onceByHeader } = endpoint;
  const content = { 'application/json': { schema: refTo(names, answer), example: RESPONSE_EXAMPLES[name] } };
  const isNew = method === 'PUT' || onceByHeader === true;
  const success = { content, headers: RATE_LIMIT_HEADERS };
  return {
    operationId: name,
    summary,
    description: `Needs a key with the scope ${scopes.map((scope) => `\`${scope}\``).join(' or ')}.`,
    security: scopes.map((scope) => ({ key: [scope] })),
    parameters: parametersOf(endpoint),
    ...(request && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: refTo(requestNames, request), example: REQUEST_EXAMPLES[name] } },
      },
    }),
    responses: {
      200: { description: isNew ? 'The operation existed; its current state.' : 'Success.', ...success },
      ...(isNew && { 201: { description: 'Created by this request.', ...success } }),
      ...(POLLED.includes(name) && {
        202: {
          description: 'The outcome is not known yet. Send the request again later, with the same id.',
          content,
          headers: { ...POLL_AGAIN, ...RATE_LIMIT_HEADERS },
        },
      }),
      ...errorResponses(name),
    },
  };
}

function errorResponses(name: EndpointName): Record<string, Json> {
  const errors = errorsOf(name);
  const statuses = [...new Set(errors.map(({ status }) => status))];
  return Object.fromEntries(
    statuses.map((status) => {
      const some = errors.filter((error) => error.status === status);
      const description = some.map(({ code, meaning }) => `- \`${code}\`: ${meaning}`).join('\n');
      const content = { 'application/problem+json': { schema: { $ref: `${REF}Problem` } } };
      return [status, { description, content, headers: RATE_LIMIT_HEADERS, 'x-errors': some }];
    }),
  );
}

function refTo(names: ReadonlyMap<z.ZodMiniType, string>, schema: z.ZodMiniType | null): Json {
  const name = schema === null ? undefined : names.get(schema);
  if (name === undefined) throw new Error('A route for programs has a schema without a name');
  return { $ref: `${REF}${name}` };
}

/** Converts named schemas, which refer to each other by name; responses may gain fields. */
function schemasOf(names: ReadonlyMap<z.ZodMiniType, string>, io: 'input' | 'output'): Record<string, unknown> {
  const registry = z.registry<{ id: string }>();
  for (const [schema, id] of names) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    io,
    uri: (id) => `${REF}${id}`,
    override({ jsonSchema }) {
      if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _dialect, $id: _address, ...schema }]) => [id, schema]),
  );
}
