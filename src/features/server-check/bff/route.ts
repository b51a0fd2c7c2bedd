import type { Setup } from '../../../bff/access/people/setup.ts';
import type { Hooks } from '../../../bff/app/feature-hooks.ts';
import type { CachedRead } from '../../../bff/platform/base/cached-read.ts';
import type { Config } from '../../../bff/platform/config/config.ts';
import { admit } from '../../../bff/platform/http/caller.ts';
import type { Router } from '../../../bff/platform/http/route.ts';
import { endpoints } from '../../../contract/platform/endpoints.ts';
import type { ServerFinding } from '../contract/endpoints.ts';
import type { SelfChecks } from './self-checks.ts';

interface ServerCheckRoutesOptions extends Pick<Router, 'on' | 'onStream'> {
  readonly setup: Pick<Setup, 'isDone'>;
  readonly config: Pick<Config, 'publicOrigin'>;
  readonly findingsOf: NonNullable<Hooks['findings']>;
  readonly self: Pick<SelfChecks, 'packet'>;
  readonly serverFindings: CachedRead<readonly ServerFinding[]>;
}

export function serverCheckRoutes(options: ServerCheckRoutesOptions): void {
  const { on, onStream, setup, config, self } = options;

  on(endpoints.serverCheck, async ({ caller }) => {
    /* Strangers learn nothing about a shop that is set up. */
    if (await setup.isDone()) admit(endpoints.supportPacket, caller);
    const findings = [...(await options.serverFindings.read(caller.shop)), ...(await options.findingsOf(caller.shop))];
    return { body: { publicOrigin: config.publicOrigin, findings } };
  });

  /* The router has checked the address. */
  on(endpoints.addressCheck, async () => ({ body: undefined }));

  onStream(endpoints.supportPacket, async () => ({
    contentType: 'text/plain; charset=utf-8',
    body: new Blob([await self.packet()]).stream(),
    headers: { 'Content-Disposition': 'attachment; filename="tillside-support.txt"' },
  }));
}
