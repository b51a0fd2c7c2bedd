import { defineServer, fromAll } from '../../../bff/app/feature.ts';
import type { Scope } from '../../../bff/platform/base/scope.ts';
import { publishChange } from '../../../bff/redemption/operation/changes.ts';
import { recordFormatOf } from '../../../contract/platform/csv.ts';
import { endpoints } from '../../../contract/platform/endpoints.ts';
import type { fleetEndpoints } from '../contract/endpoints.ts';
import { createDevicesInUse } from './devices-in-use.ts';

export const fleet = defineServer({
  name: 'fleet',
  summaries: {
    reportDevice: 'Stores facts about this device: version, browser, clock, unsent operations.',
    askForReports: 'Asks the devices in use for a report now.',
    fleet: 'The devices in use, each with its newest report.',
    fleetExport: 'The devices in use as CSV.',
  } satisfies Record<keyof typeof fleetEndpoints, string>,
  examples: {
    reportDevice: { version: '0', browser: 'Chrome', reads: null, clockErrorMs: 0, unsent: 0, locked: true },
  },
  money: { none: ['reportDevice', 'askForReports'] },
  unconfirmed: { askForReports: 'records a day, a note or a view, and changes nothing else' },
  create(core, _, hooksOf) {
    const printersOf = async (shop: Scope) => new Map(await fromAll(hooksOf('printersOfDevices'), shop));
    const devicesInUse = createDevicesInUse({ ...core, printersOf });
    return {
      parts: { devicesInUse },
      gauges: devicesInUse.gauges,
      routes({ on, onStream }) {
        on(endpoints.reportDevice, async ({ caller, body }) => {
          await devicesInUse.record(caller, body);
          return { body: undefined };
        });
        on(endpoints.askForReports, async () => {
          await publishChange(core, 'report', 'all');
          return { body: undefined };
        });
        on(endpoints.fleet, async ({ caller }) => ({ body: await devicesInUse.list(caller.shop) }));
        onStream(endpoints.fleetExport, async ({ caller, query }) => ({
          contentType: 'text/csv; charset=utf-8',
          body: new Blob([await devicesInUse.csv(caller.shop, recordFormatOf(query))]).stream(),
          headers: { 'Content-Disposition': 'attachment; filename="devices.csv"' },
        }));
      },
    };
  },
});
