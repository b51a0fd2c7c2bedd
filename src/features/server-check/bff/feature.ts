import { defineServer, fromAll } from '../../../bff/app/feature.ts';
import { createCachedRead } from '../../../bff/platform/base/cached-read.ts';
import type { Scope } from '../../../bff/platform/base/scope.ts';
import type { serverCheckEndpoints } from '../contract/endpoints.ts';
import { logIssuerFaults } from './check-issuer.ts';
import { adviceOn } from './config-advice.ts';
import { diagnoseCertificate } from './diagnose-listening.ts';
import { CACHED_MS } from './limits.ts';
import { serverCheckRoutes } from './route.ts';
import { createSelfChecks } from './self-checks.ts';

export const serverCheck = defineServer({
  name: 'server-check',
  summaries: {
    serverCheck: 'Checks the server. Before the first set-up for everyone, then for managers.',
    addressCheck: 'Succeeds if the server accepts requests of pages at the browser’s address.',
    supportPacket: 'A text file for support, without secrets, codes or names.',
  } satisfies Record<keyof typeof serverCheckEndpoints, string>,
  money: { none: ['addressCheck'] },
  create({ running, setup, config, shop, clock, db, keys, log, settingsFindings }, _, hooksOf) {
    const self = createSelfChecks({ config, shop, db, keys, clock, running, settingsFindings });
    const serverFindings = createCachedRead(clock, CACHED_MS, () => self.diagnose());
    const findingsOf = (of: Scope) => fromAll(hooksOf('findings'), of);
    return {
      parts: { serverFindings },
      routes: ({ on, onStream }) =>
        serverCheckRoutes({ on, onStream, setup, config, findingsOf, self, serverFindings }),
      onListening() {
        for (const { message } of adviceOn(config, running.env)) log.warn({}, message);
        for (const { ok, isNote, message } of diagnoseCertificate(config, clock.now()))
          if (!ok || isNote) log.warn({}, `the certificate: ${message}`);
        void logIssuerFaults(config, log);
      },
    };
  },
});
