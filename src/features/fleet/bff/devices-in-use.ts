import type { Settings } from '../../../bff/access/settings/settings.ts';
import type { Hooks } from '../../../bff/app/feature-hooks.ts';
import type { Ports } from '../../../bff/platform/audit/ports.ts';
import type { Scope } from '../../../bff/platform/base/scope.ts';
import { VERSION } from '../../../bff/platform/base/version.ts';
import type { DeviceCaller } from '../../../bff/platform/http/caller.ts';
import type { GaugeReading } from '../../../bff/platform/metrics/metrics.ts';
import { acrossShops } from '../../../bff/platform/store/across-shops.ts';
import { grouped } from '../../../contract/money/grouped.ts';
import { CSV_BOM, type RecordFormat } from '../../../contract/platform/csv.ts';
import { clockMinute, type OpenHours, openInterval } from '../../../contract/platform/open-hours.ts';
import { type DayTerms, shopMoment } from '../../../contract/platform/shop-day.ts';
import { type DeviceReport, deviceReportSchema, type Fleet, type FleetDevice } from '../contract/fleet.ts';
import { CLOCK_ERROR_MAX_MS } from '../contract/limits.ts';
import { DEVICES_IN_USE_SILENT_AFTER_MS, OFFLINE_WITHIN_MS } from './limits.ts';

export interface DevicesInUse {
  record(caller: DeviceCaller, report: DeviceReport): Promise<void>;
  list(shop: Scope): Promise<Fleet>;
  /** The list as CSV. */
  csv(shop: Scope, recordOf: RecordFormat): Promise<string>;
  /** Counts devices that reported lately by version, and their unsent operations. */
  gauges(): Promise<GaugeReading[]>;
}

export interface DevicesInUseDeps extends Pick<Ports, 'db' | 'clock'> {
  readonly days: () => Promise<Pick<DayTerms, 'timeZone'>>;
  readonly settings: Pick<Settings, 'recent'>;
  /** The names of printers by the devices that use them. */
  readonly printersOf: NonNullable<Hooks['printersOfDevices']>;
}

export function createDevicesInUse({ db, clock, days, settings, printersOf }: DevicesInUseDeps): DevicesInUse {
  async function record({ shop, device }: DeviceCaller, report: DeviceReport): Promise<void> {
    const row = { shop, at: clock.now(), report: JSON.stringify(report) };
    await db
      .insertInto('device_report')
      .values({ device_id: device.id, ...row })
      .onConflict((conflict) => conflict.column('device_id').doUpdateSet(row))
      .execute();
  }

  async function list(shop: Scope): Promise<Fleet> {
    const rows = await db
      .selectFrom('device')
      .leftJoin('device_report', 'device_report.device_id', 'device.id')
      .select(['device.id', 'device.name', 'device.enrolled_at', 'device.last_seen_at'])
      .select(['device_report.at', 'device_report.report'])
      .where('device.shop', '=', shop)
      .where('device.revoked_at', 'is', null)
      .orderBy('device.enrolled_at')
      .execute();
    const [{ openHours }, { timeZone }, printers] = await Promise.all([
      settings.recent(shop),
      days(),
      printersOf(shop),
    ]);
    const now = clock.now();
    const isExpected = wasOpenFor(DEVICES_IN_USE_SILENT_AFTER_MS, openHours, shopMoment(now, timeZone).clock);
    const devices = rows.map((row) =>
      deviceOf({ ...row, printer: printers.get(row.id) ?? null }, isExpected && isOfflineSince(row.last_seen_at, now)),
    );
    return { version: VERSION, devices };
  }

  async function csv(shop: Scope, recordOf: RecordFormat): Promise<string> {
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
    return CSV_BOM + [COLUMNS, ...records].map(recordOf).join('');
  }

  async function gauges(): Promise<GaugeReading[]> {
    const rows = await acrossShops(db)
      .selectFrom('device_report')
      .innerJoin('shop', 'shop.id', 'device_report.shop')
      .select(['report', 'shop.name'])
      .where('at', '>', clock.now() - DEVICES_IN_USE_SILENT_AFTER_MS)
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
        help: 'Operations that these devices store because no server has confirmed them',
        value: reports.reduce((sum, { unsent }) => sum + unsent, 0),
      },
      {
        name: 'tillside_devices_clock_off',
        help: 'Devices with a clock that is wrong by more than a minute',
        value: reports.filter(({ clockErrorMs }) => Math.abs(clockErrorMs) > CLOCK_ERROR_MAX_MS).length,
      },
    ];
  }

  return { record, list, csv, gauges };
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

/** True if a shop has been open for some time at a local time, `HH:MM`; never without hours. */
function wasOpenFor(ms: number, hours: OpenHours, clock: string): boolean {
  const open = openInterval(hours);
  const minutes = open?.sinceOpening(clockMinute(clock)) ?? 0;
  return open !== null && minutes * 60_000 >= ms && minutes < open.lengthMin;
}

function isOfflineSince(lastSeenAt: number | null, now: number): boolean {
  const silentMs = now - (lastSeenAt ?? 0);
  return silentMs > DEVICES_IN_USE_SILENT_AFTER_MS && silentMs <= OFFLINE_WITHIN_MS;
}

const isoTime = (at: number) => new Date(at).toISOString();

interface DeviceRow {
  readonly id: string;
  readonly name: string;
  readonly enrolled_at: number;
  readonly last_seen_at: number | null;
  readonly printer: string | null;
  readonly at: number | null;
  readonly report: string | null;
}

const deviceOf = (
  { id, name, enrolled_at, last_seen_at, printer, at, report }: DeviceRow,
  offline: boolean,
): FleetDevice => ({
  id,
  name,
  enrolledAt: isoTime(enrolled_at),
  lastSeenAt: last_seen_at === null ? null : isoTime(last_seen_at),
  offline,
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
