import type { Ports } from '../../../bff/platform/audit/ports.ts';
import type { Scope } from '../../../bff/platform/base/scope.ts';
import { VERSION } from '../../../bff/platform/base/version.ts';
import type { DeviceCaller } from '../../../bff/platform/http/caller.ts';
import type { GaugeReading } from '../../../bff/platform/metrics/metrics.ts';
import { acrossShops } from '../../../bff/platform/store/across-shops.ts';
import { grouped } from '../../../contract/money/grouped.ts';
import { CSV_BOM, csvRecord } from '../../../contract/platform/csv.ts';
import {
  type ChainDevices,
  type DeviceReport,
  deviceReportSchema,
  type Fleet,
  type FleetDevice,
} from '../contract/fleet.ts';

export interface DevicesInUse {
  record(caller: DeviceCaller, report: DeviceReport): Promise<void>;
  list(shop: Scope): Promise<Fleet>;
  /** The devices of all shops, by shop and name. */
  listAll(): Promise<ChainDevices>;
  /** The list as CSV. */
  csv(shop: Scope): Promise<string>;
  /** Counts devices that reported lately by version, and their unsent operations. */
  gauges(): Promise<GaugeReading[]>;
}

/** Three missed reports. */
const SILENT_AFTER_MS = 15 * 60_000;

export function createDevicesInUse({ db, clock }: Pick<Ports, 'db' | 'clock'>): DevicesInUse {
  async function record({ shop, device }: DeviceCaller, report: DeviceReport): Promise<void> {
    const row = { shop, at: clock.now(), report: JSON.stringify(report) };
    await db
      .insertInto('device_report')
      .values({ device_id: device.id, ...row })
      .onConflict((conflict) => conflict.column('device_id').doUpdateSet(row))
      .execute();
  }

  const devicesIn = (within: Ports['db']) =>
    within
      .selectFrom('device')
      .innerJoin('shop', 'shop.id', 'device.shop')
      .leftJoin('device_report', 'device_report.device_id', 'device.id')
      .leftJoin('device_printer', 'device_printer.device_id', 'device.id')
      .leftJoin('printer', 'printer.id', 'device_printer.printer_id')
      .select([
        'device.id',
        'device.name',
        'shop.name as shop',
        'device.last_seen_at',
        'printer.name as printer',
        'device_report.at',
        'device_report.report',
      ])
      .where('device.revoked_at', 'is', null);

  async function list(shop: Scope): Promise<Fleet> {
    const rows = await devicesIn(db).where('device.shop', '=', shop).orderBy('device.enrolled_at').execute();
    return { version: VERSION, devices: rows.map(deviceOf) };
  }

  async function listAll(): Promise<ChainDevices> {
    const rows = await devicesIn(acrossShops(db)).orderBy('shop.name').orderBy('device.name').execute();
    return { version: VERSION, devices: rows.map((row) => ({ ...deviceOf(row), shop: row.shop ?? '' })) };
  }

  async function csv(shop: Scope): Promise<string> {
    const { devices } = await list(shop);
    const records = devices.map(({ name, lastSeenAt, printer, report }) =>
      report === null
        ? [name, lastSeenAt, null, null, null, null, printer, null, null, null]
        : [
            name,
            lastSeenAt,
            report.at,
            report.version,
            report.browser,
            report.reads,
            printer,
            Math.round(report.clockErrorMs / 1000),
            report.unsent,
            report.locked ? 'yes' : 'no',
          ],
    );
    return CSV_BOM + [COLUMNS, ...records].map(csvRecord).join('');
  }

  async function gauges(): Promise<GaugeReading[]> {
    const rows = await acrossShops(db)
      .selectFrom('device_report')
      .innerJoin('shop', 'shop.id', 'device_report.shop')
      .select(['report', 'shop.name'])
      .where('at', '>', clock.now() - SILENT_AFTER_MS)
      .orderBy('shop.name')
      .execute();
    const reports = rows.flatMap(({ report, name }) => {
      const read = readReport(report);
      return read === null ? [] : [{ ...read, shop: name === null ? {} : { shop: name } }];
    });
    const keyOf = ({ version, shop }: (typeof reports)[number]) => JSON.stringify({ version, ...shop });
    return [
      ...[...grouped(reports, keyOf)].map(([, [first, ...others]]) => ({
        name: 'tillside_devices',
        help: 'Devices that reported within 15 minutes, by the version of their page, and by shop if there are several',
        labels: { version: first.version, ...first.shop },
        value: 1 + others.length,
      })),
      {
        name: 'tillside_devices_unsent_operations',
        help: 'Operations that these devices keep because no server has confirmed them',
        value: reports.reduce((sum, { unsent }) => sum + unsent, 0),
      },
    ];
  }

  return { record, list, listAll, csv, gauges };
}

const COLUMNS = [
  'device',
  'last_request',
  'reported',
  'version',
  'browser',
  'reads_with',
  'printer',
  'clock_error_s',
  'unsent',
  'locked',
];

const isoTime = (at: number) => new Date(at).toISOString();

interface DeviceRow {
  readonly id: string;
  readonly name: string;
  readonly last_seen_at: number | null;
  readonly printer: string | null;
  readonly at: number | null;
  readonly report: string | null;
}

const deviceOf = ({ id, name, last_seen_at, printer, at, report }: DeviceRow): FleetDevice => ({
  id,
  name,
  lastSeenAt: last_seen_at === null ? null : isoTime(last_seen_at),
  printer,
  report: reportAt(at, report),
});

/** Null for a report of another version, until the device reports again. */
function readReport(report: string): DeviceReport | null {
  return deviceReportSchema.safeParse(JSON.parse(report)).data ?? null;
}

function reportAt(at: number | null, stored: string | null) {
  const report = stored === null ? null : readReport(stored);
  return at === null || report === null ? null : { ...report, at: isoTime(at) };
}
