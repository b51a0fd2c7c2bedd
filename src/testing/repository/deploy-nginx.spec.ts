import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../bff/platform/config/config.ts';
import { LIMITS } from '../../contract/access/limits.ts';
import { endpoints } from '../../contract/platform/endpoints.ts';

/** Checks the routes of `docs/deploy/nginx.conf` as text, because the tests run without nginx. */

const nginx = readFileSync(new URL('../../../docs/deploy/nginx.conf', import.meta.url), 'utf8');
const PORT = readConfig({}).port;
/** The longest timeout for the issuer that `config.ts` accepts. */
const UPSTREAM_TIMEOUT_MAX_MS = 120_000;

describe('nginx.conf', () => {
  const blocks = nginx.split(/^\tlocation /m).slice(1);
  const locations = new Map(blocks.map((block) => [block.split(' {\n', 1)[0] ?? '', block.split('\n\t}', 1)[0] ?? '']));

  it('has two servers, and retries only reading requests on the other server', () => {
    expect(nginx.match(/^\tserver 127\.0\.0\.1:\d+ max_fails=1 /gm)).toHaveLength(2);
    expect(nginx).toContain(`server 127.0.0.1:${PORT} `);
    expect(nginx.match(/proxy_next_upstream .*/g)).toEqual(['proxy_next_upstream off;']);
    expect(nginx).toContain('default 1;\n\t"~^(GET|HEAD) " 0;\n\t"~ 0$" 0;');
    expect(locations.get('@again')).toMatch(/if \(\$tillside_is_final\) \{\n\t*return 502;/);
    expect(nginx).toContain('proxy_set_header Connection close;');
    expect(Number(/proxy_read_timeout (\d+)s/.exec(nginx)?.[1]) * 1000).toBeGreaterThan(UPSTREAM_TIMEOUT_MAX_MS);
    expect(Number(/client_max_body_size (\d+)m/.exec(nginx)?.[1]) * 1024 * 1024).toBeGreaterThan(LIMITS.printBytesMax);
  });

  it('limits requests, connections and bodies per address, as the server does', () => {
    expect(Number(/^\tlimit_conn tillside_connections (\d+);/m.exec(nginx)?.[1])).toBe(
      readConfig({ HOST: '0.0.0.0' }).connectionsPerAddress,
    );
    expect(nginx).toMatch(/^limit_conn_zone \$binary_remote_addr zone=tillside_connections:/m);
    expect(nginx).toMatch(/^limit_req_zone \$tillside_api_caller zone=tillside_requests:\d+m rate=\d+r\/s;/m);
    expect(nginx).toMatch(/^\tlimit_req zone=tillside_requests burst=\d+ nodelay;/m);
    expect(nginx.match(/limit_(req|conn)_status 429;/g)).toHaveLength(2);
    expect(nginx).toMatch(/^\tclient_body_timeout \d+s;/m);
  });

  it('passes Host on, buffers no events, and exposes no metrics', () => {
    expect(nginx).toContain('proxy_set_header Host $http_host;');
    const streams = [...locations].find(([path]) => path.startsWith('~'));
    const path = new RegExp(streams?.[0].slice(2) ?? 'none');
    const events = Object.values(endpoints).filter((endpoint) => 'stream' in endpoint && endpoint.stream === 'text/event-stream');
    expect(events.filter((endpoint) => !path.test(endpoint.path))).toEqual([]);
    expect(streams?.[1]).toContain('proxy_buffering off;');
    expect(locations.get(`= ${endpoints.metrics.path}`)).toContain('return 404;');
  });

  it('does not log queries of addresses or referrers', () => {
    const [, format = ''] = /^log_format tillside '(.*)';$/m.exec(nginx) ?? [];
    expect(format).toContain('$uri"');
    expect(format).not.toMatch(/\$(request |args|query_string|request_uri|http_referer)/);
    const logs = [...nginx.matchAll(/^\s*access_log (.*);$/gm)].map(([, log]) => log);
    expect(logs.filter((log) => log !== 'off' && !log?.endsWith(' tillside'))).toEqual([]);
    expect(nginx.match(/^server \{/gm)).toHaveLength(nginx.match(/^\taccess_log /gm)?.length ?? 0);
    expect(locations.get('= /pay')).toContain('error_log /dev/null emerg;');
  });

  it('does not log a secret path, even if a server is unavailable', () => {
    const secret = Object.values(endpoints).filter((endpoint) => 'byToken' in endpoint);
    const quiet = [...locations].find(([, lines]) => lines.includes('access_log off;'));
    expect(secret.length).toBeGreaterThan(0);
    expect(secret.filter(({ path }) => !path.startsWith(quiet?.[0] ?? 'none'))).toEqual([]);
    expect(quiet?.[1]).toContain('error_log /dev/null emerg;');
    expect(quiet?.[1]).not.toContain('error_page');
  });
});
