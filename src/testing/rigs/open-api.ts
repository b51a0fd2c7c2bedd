import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

/** The parts of a documented operation that are needed to check messages. */
interface Operation {
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content; readonly $ref?: string }>>;
}
type Content = Readonly<Record<string, { readonly schema: object }>>;
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly responses: Readonly<Record<string, { readonly content: Content }>>; readonly schemas: object };
}

/** A request and its response. */
export interface Exchange {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** Undefined for none. */
  readonly sent: unknown;
  readonly status: number;
  readonly contentType: string | null;
  /** Undefined or empty for none. */
  readonly got: unknown;
}

export interface OpenApiChecker {
  /**
   * Returns the differences between an exchange and the document. A refused request may have any
   * content.
   */
  faultsOf(exchange: Exchange): string[];
  /** Names of the operations that were answered with success so far. */
  readonly met: ReadonlySet<string>;
}

/** Checks the document itself, by the meta-schema of OpenAPI 3.1. @returns its faults */
export async function faultsOfDocument(document: object): Promise<unknown> {
  const { valid, errors } = await new Validator().validate(structuredClone(document) as Record<string, unknown>);
  return valid ? [] : errors;
}

/**
 * Checks messages against a document, with a JSON Schema validator that shares no code with the
 * server.
 */
export function createOpenApiChecker(given: object): OpenApiChecker {
  const document = given as Document;
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema({ $id: 'https://document.test/', components: document.components });
  const compiled = new Map<object, ValidateFunction>();
  const met = new Set<string>();

  function faultsBy(schema: object, value: unknown): string[] {
    const text = JSON.stringify(schema).replaceAll('"#/components', '"https://document.test/#/components');
    const validate = compiled.get(schema) ?? ajv.compile(JSON.parse(text) as object);
    compiled.set(schema, validate);
    return validate(value) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`);
  }

  function find(method: string, path: string): { name: string; operation: Operation } | null {
    const [plain = ''] = path.split('?');
    for (const [pattern, operations] of Object.entries(document.paths)) {
      const fits = new RegExp(`^${pattern.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`).test(plain);
      const operation = operations[method.toLowerCase()];
      if (fits && operation) return { name: `${method} ${pattern}`, operation };
    }
    return null;
  }

  return {
    met,
    faultsOf({ method, path, sent, status, contentType, got }) {
      const found = find(method, path);
      if (!found) return [`${method} ${path} is not in the document`];
      const { name, operation } = found;
      const named = operation.responses[String(status)] ?? (status >= 400 ? operation.responses['default'] : undefined);
      if (!named) return [`${name}: status ${status} is not in the document`];
      const response = named.$ref === undefined ? named : document.components.responses[named.$ref.split('/').at(-1) ?? ''];
      const faults: string[] = [];
      if (status < 400) {
        met.add(name);
        const body = operation.requestBody?.content['application/json'];
        if (body && sent !== undefined) faults.push(...faultsBy(body.schema, sent).map((fault) => `request ${fault}`));
        if (!body && sent !== undefined) faults.push('request has a body that the document does not know');
      }
      const [type = ''] = (contentType ?? '').split(';');
      const content = response?.content?.[type];
      if (response?.content === undefined) faults.push(...(got === undefined || got === '' ? [] : ['answer has a body']));
      else if (!content) faults.push(`answer is ${type}`);
      else faults.push(...faultsBy(content.schema, got).map((fault) => `answer ${fault}`));
      return faults.map((fault) => `${name} ${status}: ${fault}`);
    },
  };
}
