import type { Kysely, Transaction } from 'kysely';
import * as z from 'zod';
import type { SettingsEditor, SettingsUpdate } from '../../../bff/access/settings/save-settings.ts';
import type { Keys } from '../../../bff/platform/base/keys.ts';
import type { Scope } from '../../../bff/platform/base/scope.ts';
import type { Schema } from '../../../bff/platform/store/schema.ts';
import { LIMITS } from '../../../contract/access/limits.ts';
import { nameSchema } from '../../../contract/access/people.ts';
import type { ShopSettingsChange } from '../../../contract/access/settings.ts';
import type { ExpectedDevice } from '../../printing/bff/awaited-devices.ts';
import {
  applyPrinterChange,
  type PrinterChange,
  planPrinters,
  printingInFile,
  readStoredPrinting,
  type StoredPrinting,
} from '../../printing/bff/printers-in-file.ts';
import type { SavePrinterDeps } from '../../printing/bff/save-printer.ts';
import { printerRequestSchema } from '../../printing/contract/printing.ts';
import {
  applyRegisterChange,
  planRegisters,
  type RegisterChange,
  readStoredRegisters,
  registerInFileSchema,
  type StoredRegister,
} from '../../registers/bff/registers-in-file.ts';
import type { SaveRegisterDeps } from '../../registers/bff/save-register.ts';
import { registerOriginOf } from '../../registers/contract/register.ts';
import { applyShopSettings, planShopSettings, readShopSettings, shopSettingsInFileSchema } from './settings-in-file.ts';

const isDistinct = (keys: readonly unknown[]) => new Set(keys).size === keys.length;

/** The settings and equipment of a shop in a file. A part that is left out stays unchanged. */
export const shopPartsSchema = z.strictObject({
  settings: shopSettingsInFileSchema.optional(),
  printers: z
    .array(printerRequestSchema)
    .max(LIMITS.printersMax)
    .refine((printers) => isDistinct(printers.map(({ name }) => name)), 'has two printers with the same name')
    .optional(),
  registers: z
    .array(registerInFileSchema)
    .max(LIMITS.registersMax)
    .refine(
      (registers) => isDistinct(registers.map(({ origin }) => registerOriginOf(origin))),
      'has two registers with the same origin',
    )
    .optional(),
  /** The printers of devices, by name. A device that is left out stays unchanged. */
  devices: z.record(nameSchema, z.strictObject({ printer: z.nullable(nameSchema) })).optional(),
});
export type ShopParts = z.infer<typeof shopPartsSchema>;

export interface StoredParts extends StoredPrinting {
  readonly settings: ShopSettingsChange;
  readonly registers: readonly StoredRegister[];
}

export type PartChange = ({ readonly kind: 'settings' } & SettingsUpdate) | PrinterChange | RegisterChange;

export const NO_PARTS: StoredParts = { settings: {}, printers: [], devices: [], awaited: [], registers: [] };

export async function readStoredParts(
  db: Kysely<Schema>,
  keys: Pick<Keys, 'open'>,
): Promise<(shop: Scope) => StoredParts> {
  const settingsOf = await readShopSettings(db);
  const printingOf = await readStoredPrinting(db);
  const registersOf = await readStoredRegisters(db, keys);
  return (shop) => ({ settings: settingsOf(shop), registers: registersOf(shop), ...printingOf(shop) });
}

/** Returns the stored parts without secrets, values that the chain locks, and empty lists. */
export function partsInFile(stored: StoredParts, locked: ReadonlySet<string>): ShopParts {
  const parts = {
    settings: Object.fromEntries(Object.entries(stored.settings).filter(([name]) => !locked.has(name))),
    registers: stored.registers.map(({ name, origin }) => ({ name, origin })),
    ...printingInFile(stored),
  };
  return Object.fromEntries(Object.entries(parts).filter(([, part]) => Object.keys(part).length > 0));
}

export interface PlanPartsOptions {
  readonly stored: StoredParts;
  readonly locked: ReadonlySet<string>;
  readonly secretOf: (file: string) => string;
}

/**
 * Compares the parts of one shop.
 * @param place the place of the shop in the file
 * @throws Error with a message for the operator
 */
export function planParts(
  place: string,
  { settings = {}, registers, printers, devices }: ShopParts,
  { stored, locked, secretOf }: PlanPartsOptions,
): PartChange[] {
  const update = planShopSettings(`${place}.settings`, settings, { own: stored.settings, locked });
  return [
    ...(update === null ? [] : [{ kind: 'settings', ...update } as const]),
    ...planPrinters(place, { printers, devices }, stored),
    ...(registers === undefined ? [] : planRegisters(place, registers, { stored: stored.registers, secretOf })),
  ];
}

/**
 * Makes one change, with its entries in the trail.
 * @returns a line for the operator that is shown only once; null for none
 */
export async function applyPart(
  tx: Transaction<Schema>,
  by: SettingsEditor,
  change: PartChange,
  deps: SavePrinterDeps & SaveRegisterDeps,
): Promise<string | null> {
  switch (change.kind) {
    case 'settings':
      await applyShopSettings(tx, by, change, deps);
      return null;
    case 'register':
    case 'remove-register':
      await applyRegisterChange(tx, by, change, deps);
      return null;
    default: {
      const path = await applyPrinterChange(tx, by, change, deps);
      return path && `  The path of ${partText(change)}: ${path}`;
    }
  }
}

/** Describes a change, without secrets. */
export function partText(change: PartChange): string {
  switch (change.kind) {
    case 'settings':
      return `settings ${[...Object.keys(change.change), ...change.reset].join(', ')}`;
    case 'printer':
      return `printer ${change.request.name}`;
    case 'remove-printer':
      return `printer ${change.name}`;
    case 'device-printer':
      return `device ${deviceText(change.device)}, printer ${change.printer ?? 'none'}`;
    case 'register':
    case 'remove-register':
      return `register ${change.name}`;
  }
}

const deviceText = ({ id, name }: ExpectedDevice) => (id === null ? `${name}, not enrolled yet` : name);

/** True if a change adds something. */
export const isAddition = (change: PartChange): boolean => 'id' in change && change.id === null;
