import type { Scope } from '../../../bff/platform/base/scope.ts';

/** Tables of device reports. Times as in `schema.ts`. */
export interface FleetTables {
  /** The newest report of a device. */
  device_report: {
    device_id: string;
    shop: Scope;
    at: number;
    /** JSON of the report. */
    report: string;
  };
}
