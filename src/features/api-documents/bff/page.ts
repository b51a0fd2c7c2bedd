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
<p>How a register or another program redeems vouchers and always knows whether money was taken. Also as
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
        'A manager creates a key under Connections. It is shown only once. Send it with every request as ' +
          '`Authorization: Bearer ts_…`, from a server or a register, never from a web page: requests from ' +
          'pages of other origins are refused.',
        'A key has scopes and may have limits per redemption and per day. It stops working as soon as a ' +
          'manager revokes it. Cookies are ignored if a key is sent.',
        `A key may send ${LIMITS.keyPerSecond} requests a second to each server. Beyond that the response is ` +
          `429 with \`Retry-After\`.`,
      ),
    ),
    section(
      'A redemption',
      paragraphs('Create an id (a UUID) and save it before you send anything. Then request the amount due:'),
      code(
        `curl -X PUT https://till.example/api/tenders/${id} \\\n` +
          `  -H 'Authorization: Bearer ts_…' -H 'Content-Type: application/json' \\\n` +
          `  -d '{"code": "1234567890", "amount": 2340, "currency": "SGD", "saleId": "…"}'`,
      ),
      paragraphs(
        '`201` or `200`: the outcome is in `state`. `captured`: all was redeemed. `captured_partial`: the ' +
          'amount in `captured` was redeemed. `declined`, `not_sent` and `not_captured`: nothing was redeemed.',
        '`202`: the outcome is not known yet. Do not ask the customer for money and do not try another id. ' +
          'Request `Location` after `Retry-After` seconds. Most outcomes are known within seconds; a manager ' +
          'decides the others.',
        'No response: send the same request again. The same id and body are one redemption, however often ' +
          'they are sent. A different body under the same id is refused.',
        'Programs that cannot choose the address send `POST /api/tenders` with the header `Idempotency-Key`. ' +
          'Only two POST routes move money: `/api/tenders` and `/api/refunds`.',
      ),
    ),
    section(
      'A sale',
      paragraphs(
        'Redemptions with the same `saleId` are one sale. `GET /api/sales/ID?due=5000` returns the amount ' +
          'redeemed and what is left to pay.',
      ),
    ),
    section(
      'Webhooks',
      paragraphs(
        'A manager adds an https address under Connections and gets the secret that signs its messages, ' +
          'which is shown only once. Messages follow Standard Webhooks (`webhook-id`, `webhook-timestamp`, ' +
          '`webhook-signature`); verify them with one of its libraries.',
        'A message has `type`, `timestamp` and, in `data`, the id of the object. Request the object for the ' +
          'rest. Messages may arrive in any order, and more than once with the same `webhook-id`.',
        'Respond with 2xx within ten seconds. After any other response, including redirects, the message is ' +
          'sent again for three days, at growing intervals. A webhook receives events from ten seconds after ' +
          'it was added.',
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
      answer ? `<details><summary>Response</summary>${code(answer)}</details>` : '',
      '</article>',
    ].join('\n');
  });
}

type Json = Readonly<Record<string, unknown>>;

/** Formats the schema of a JSON body or response; null without one. */
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
      'Every other response is an RFC 9457 problem (`type`, `title`, `status`, `detail`) with an ' +
        'additional `error`: `code`, `message`, `requestId` to find it in the log, and `retry`.',
      '`retry` is `safe` if the same request may be sent again, `never` if it would be refused again, and ' +
        '`after-check` if you first have to request the current state.',
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
