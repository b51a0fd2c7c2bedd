import * as z from 'zod/mini';

const textSchema = z.string().check(z.trim(), z.minLength(1), z.maxLength(60));

/** Body of `PUT /api/device/report`: facts about a device, as its page knows them. */
export const deviceReportSchema = z.strictObject({
  /** Version and build of the page. */
  version: textSchema,
  /** Browser with its main version, and operating system. */
  browser: textSchema,
  /** The usual source of codes; null if none is known. */
  reads: z.nullable(z.enum(['hand', 'camera'])),
  /** The device's clock minus the server's, milliseconds. */
  clockErrorMs: z.int().check(z.minimum(-1e13), z.maximum(1e13)),
  /** Operations that the device keeps because the server has not confirmed them. */
  unsent: z.int().check(z.minimum(0), z.maximum(10_000)),
  locked: z.boolean(),
});
export type DeviceReport = z.infer<typeof deviceReportSchema>;

/** A device in use. Times are ISO 8601 UTC. */
export const fleetDeviceSchema = z.object({
  id: z.string(),
  name: z.string(),
  enrolledAt: z.string(),
  /** The newest request of the device; null before the first. */
  lastSeenAt: z.nullable(z.string()),
  /** In use within a day, but silent during the shop's opening hours; false without such hours. */
  offline: z.boolean(),
  printer: z.nullable(z.string()),
  /** Null for a device that never reported. */
  report: z.nullable(z.extend(deviceReportSchema, { at: z.string() })),
});
export type FleetDevice = z.infer<typeof fleetDeviceSchema>;

export const fleetSchema = z.object({
  /** The version of the server: pages of another version have not been updated yet. */
  version: z.string(),
  devices: z.array(fleetDeviceSchema),
});
export type Fleet = z.infer<typeof fleetSchema>;
