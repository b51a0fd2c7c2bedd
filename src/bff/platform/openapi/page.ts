import * as z from 'zod/mini';
import { LIMITS } from '../../../contract/access/limits.ts';
import type { Endpoint } from '../../../contract/platform/endpoint.ts';
import { type EndpointName, endpoints } from '../../../contract/platform/endpoints.ts';
import { NEWS } from '../../../contract/platform/news.ts';
import { problemCodeSchema } from '../../../contract/platform/problem.ts';

function text(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

function prose(value: string): string {
  return text(value).replace(/`([^`]+)`/g, '<code>$1</code>');
}

const paragraphs = (...all: string[]) => all.map((one) => `<p>${prose(one)}</p>`).join('\n');
const code = (value: string) => `<pre><code>${text(value)}</code></pre>`;
const section = (title: string, ...parts: string[]) =>
  `<section><h2>${text(title)}</h2>\n${parts.join('\n')}\n</section>`;

/** Renders the page that explains the interface to programmers of registers. It needs no script. */
export function docsPage(document: Readonly<Record<string, unknown>>): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tillside for programs</title>
<link rel="stylesheet" href="/api/docs.css">
</head>
<body>
<main>
<h1>Tillside for programs</h1>
<p>How a register redeems vouchers here and knows whether the money was taken. The same for machines:
<a href="/api/openapi.json">OpenAPI 3.1</a>.</p>
${basics()}
${section('Routes', ...routesOf(document))}
${problems()}
</main>
</body>
</html>
`;
}

function basics(): string {
  const id = 'b4f2c1de-5f0e-4a53-9d0c-0f6a3c1f7a10';
  return [
    section(
      'Keys',
      paragraphs(
        'A manager makes a key under Connections. It is shown once. Send it with every request as ' +
          '`Authorization: Bearer ts_…`, from a server or a register and never from a web page: pages of other ' +
          'origins are not answered.',
        'A key has scopes, may have limits for one redemption and for a day, and is refused from the moment ' +
          'that a manager revokes it. Cookies that come with a key are not looked at.',
        `A key may ask ${LIMITS.keyPerSecond} times a second of each server; more is answered with 429 and ` +
          `\`Retry-After\`.`,
      ),
    ),
    section(
      'A redemption',
      paragraphs('Make an id of your own (a UUID) and keep it before you send anything. Then ask for what is due:'),
      code(
        `curl -X PUT https://till.example/api/tenders/${id} \\\n` +
          `  -H 'Authorization: Bearer ts_…' -H 'Content-Type: application/json' \\\n` +
          `  -d '{"code": "1234567890", "amount": 2340, "currency": "SGD", "saleId": "…"}'`,
      ),
      paragraphs(
        '`201` or `200`: the outcome is in `state`. `captured` took all of it, `captured_partial` what ' +
          '`captured` says, `declined`, `not_sent` and `not_captured` nothing.',
        '`202`: nobody knows yet whether the money was taken. Do not ask the customer for money, do not try ' +
          'another id: ask again at `Location` after `Retry-After`. Most are settled within seconds; the last ' +
          'ones by a manager.',
        'No answer at all: send the same again. The same id and body is one redemption however often it ' +
          'comes. Another body under the same id is refused.',
        'Programs that cannot choose the address send `POST /api/tenders` with the header `Idempotency-Key`. ' +
          'Of all POSTs, these are the ones that move something: `/api/tenders` and `/api/refunds`.',
      ),
    ),
    section(
      'A sale',
      paragraphs(
        'Redemptions that name the same `saleId` are one sale. `GET /api/sales/ID?due=5000` tells what they ' +
          'took and what is left to pay.',
      ),
    ),
    section(
      'Webhooks',
      paragraphs(
        'A manager enters an https address under Connections and is shown the secret that signs its ' +
          'messages, once. Messages are those of Standard Webhooks: `webhook-id`, `webhook-timestamp`, ' +
          '`webhook-signature`; check them with one of its libraries.',
        'They are thin: `type`, `timestamp`, and in `data` the id of what it is about. Ask for the rest. The ' +
          'order is not promised, and the same message may come twice under the same `webhook-id`.',
        'Answer with 2xx within ten seconds. Anything else, redirects included, is tried again for three ' +
          'days, ever more slowly. A webhook hears of what happens from ten seconds after it was added.',
      ),
      `<ul>${NEWS.map((name) => `<li><code>${name}</code></li>`).join('')}</ul>`,
    ),
  ].join('\n');
}

function routesOf(document: Readonly<Record<string, unknown>>): string[] {
  const paths = document['paths'] as Record<string, Record<string, Json>>;
  const open = (Object.entries(endpoints) as [EndpointName, Endpoint][]).filter(
    ([, { scopes }]) => scopes !== undefined,
  );
  return open.map(([name, { method, path, scopes = [] }]) => {
    const operation = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
    const body = schemaIn(operation?.['requestBody']);
    const answer = schemaIn((operation?.['responses'] as Record<string, unknown> | undefined)?.['200']);
    return [
      `<article id="${name}"><h3><code>${method} ${text(path)}</code> <span>scope ${scopes.join(' or ')}</span></h3>`,
      paragraphs(z.string().parse(operation?.['summary'])),
      body ? `<details><summary>Body</summary>${code(body)}</details>` : '',
      answer ? `<details><summary>Answer</summary>${code(answer)}</details>` : '',
      '</article>',
    ].join('\n');
  });
}

type Json = Readonly<Record<string, unknown>>;

/** Formats the schema of a JSON body or response; null if there is none. */
function schemaIn(part: unknown): string | null {
  const content = (part as { content?: Record<string, { schema?: unknown }> } | undefined)?.content;
  const schema = content?.['application/json']?.schema;
  return schema === undefined ? null : JSON.stringify(schema, null, 2);
}

function problems(): string {
  const codes = problemCodeSchema.options.map((name) => `<li id="${name}"><code>${name}</code></li>`).join('\n');
  return section(
    'Problems',
    paragraphs(
      'Every other answer is a problem as RFC 9457 has it (`type`, `title`, `status`, `detail`), with ' +
        '`error` beside it: a `code`, a `message`, the `requestId` for whoever reads the log, and `retry`.',
      '`retry` is `safe` where the same request may be sent again, `never` where it would be refused again, ' +
        'and `after-check` where you have to look first how things stand.',
    ),
    `<ul>${codes}</ul>`,
  );
}

export const DOCS_STYLE = `:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0; background: Canvas; color: CanvasText; }
main { max-width: 48rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.6rem; line-height: 1.2; }
h2 { margin-top: 2.5rem; font-size: 1.25rem; }
h3 { margin: 0; font-size: 1rem; }
h3 span { margin-left: 0.5rem; font-weight: normal; opacity: 0.75; }
article { margin: 1rem 0; padding: 1rem; border-radius: 0.75rem;
  border: 1px solid color-mix(in srgb, CanvasText 20%, Canvas); }
article p { margin: 0.5rem 0; }
code { font-family: ui-monospace, monospace; font-size: 0.9em; overflow-wrap: anywhere; }
pre { overflow-x: auto; margin: 0.75rem 0; padding: 0.75rem 1rem; border-radius: 0.5rem;
  background: color-mix(in srgb, CanvasText 7%, Canvas); }
pre code { overflow-wrap: normal; }
summary { cursor: pointer; padding: 0.25rem 0; }
ul { columns: 14rem; padding-left: 1.25rem; }
a { color: LinkText; }
`;
