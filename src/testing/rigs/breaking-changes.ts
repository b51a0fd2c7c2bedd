type Json = { readonly [name: string]: unknown };

const METHODS = ['get', 'post', 'put', 'delete', 'patch'];
const object = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {});
const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/**
 * Compares two OpenAPI documents for programs. @returns the changes that break a program written for
 * the earlier one; additions break none
 */
export function breakingChanges(earlier: object, later: object): string[] {
  const found: string[] = [];
  const [before, after] = [object(earlier), object(later)];
  const paths = object(after['paths']);
  for (const [path, operations] of Object.entries(object(before['paths'])))
    for (const method of METHODS) {
      const [was, is] = [object(operations)[method], object(paths[path])[method]];
      if (was === undefined) continue;
      const name = `${method.toUpperCase()} ${path}`;
      if (is === undefined) found.push(`${name} was removed`);
      else found.push(...ofOperation(name, object(was), object(is)));
    }
  const schemas = object(object(after['components'])['schemas']);
  const requests = requestSchemasIn(before);
  for (const [name, was] of Object.entries(object(object(before['components'])['schemas']))) {
    if (schemas[name] === undefined) found.push(`the schema ${name} was removed`);
    else found.push(...ofSchema(name, object(was), object(schemas[name]), requests.has(name)));
  }
  for (const [event, was] of Object.entries(object(before['webhooks']))) {
    const is = object(after['webhooks'])[event];
    const [then, now] = [was, is].map((webhook) => schemaIn(object(object(object(webhook)['post'])['requestBody'])));
    if (is === undefined) found.push(`the event ${event} was removed`);
    else found.push(...ofSchema(event, then ?? {}, now ?? {}, false));
  }
  return found;
}

function ofOperation(name: string, was: Json, is: Json): string[] {
  const found: string[] = [];
  const parametersOf = (operation: Json) => (Array.isArray(operation['parameters']) ? operation['parameters'] : []).map(object);
  for (const { name: parameter } of parametersOf(was))
    if (!parametersOf(is).some((now) => now['name'] === parameter)) found.push(`${name}: the parameter ${String(parameter)} was removed`);
  for (const now of parametersOf(is))
    if (now['required'] === true && !parametersOf(was).some((then) => then['name'] === now['name']))
      found.push(`${name}: the parameter ${String(now['name'])} is required now`);
  for (const status of Object.keys(object(was['responses'])))
    if (object(is['responses'])[status] === undefined) found.push(`${name}: the response ${status} was removed`);
  for (const place of [['requestBody'], ['responses', '200']]) {
    const [then, now] = [was, is].map((operation) => JSON.stringify(schemaIn(place.reduce(step, operation))));
    if (then !== now) found.push(`${name}: the schema of ${place.join(' ')} is another one`);
  }
  return found;
}

const step = (value: Json, name: string) => object(value[name]);
const schemaIn = (message: Json) => object(object(object(message['content'])['application/json'])['schema']);

function requestSchemasIn(document: Json): ReadonlySet<string> {
  const operations = Object.values(object(document['paths'])).flatMap((path) => Object.values(object(path)));
  return new Set(
    operations.map(
      (operation) =>
        String(schemaIn(object(object(operation)['requestBody']))['$ref'])
          .split('/')
          .at(-1) ?? '',
    ),
  );
}

function ofSchema(name: string, was: Json, is: Json, isRequest: boolean): string[] {
  const found: string[] = [];
  for (const key of ['type', '$ref', 'const', 'format'])
    if (was[key] !== undefined && JSON.stringify(was[key]) !== JSON.stringify(is[key])) found.push(`${name}: ${key} was changed`);
  const gone = texts(was['enum']).filter((value) => !texts(is['enum']).includes(value));
  if (gone.length > 0) found.push(`${name}: ${gone.join(', ')} was removed`);
  const [then, now] = [object(was['properties']), object(is['properties'])];
  for (const [field, schema] of Object.entries(then))
    if (now[field] === undefined) found.push(`${name}.${field} was removed`);
    else found.push(...ofSchema(`${name}.${field}`, object(schema), object(now[field]), isRequest));
  const [strict, loose] = isRequest ? [is, was] : [was, is];
  for (const field of texts(strict['required']))
    if (!texts(loose['required']).includes(field)) found.push(`${name}.${field} is ${isRequest ? 'required' : 'optional'} now`);
  if (was['items'] !== undefined) found.push(...ofSchema(`${name}[]`, object(was['items']), object(is['items']), isRequest));
  for (const kind of ['anyOf', 'oneOf', 'allOf'])
    for (const [index, part] of (Array.isArray(was[kind]) ? was[kind] : []).entries())
      found.push(...ofSchema(`${name}|${index}`, object(part), object(Array.isArray(is[kind]) ? is[kind][index] : undefined), isRequest));
  return found;
}
