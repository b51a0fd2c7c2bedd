import { createDice } from './dice.ts';
import type { Plan } from './plan.ts';

/** The difference between the numbers of a new device and of the earlier till with its name. */
const NEW_DEVICE = 10;

/** The number of the till that a device belongs to. */
export const tillNumber = (device: number) => device % NEW_DEVICE;

/** The till that a device belongs to, by its id: all devices of one name are one till. */
export function tillOfDevice(deviceId: string): string {
  const [, number] = /^till-(\d+)$/.exec(deviceId) ?? [];
  return number === undefined ? deviceId : `till-${tillNumber(Number(number))}`;
}

/** Ids of all devices that may belong to a till. */
export function devicesOfTill(tillId: string): readonly string[] {
  const [, number] = /^till-(\d+)$/.exec(tillId) ?? [];
  return number === undefined ? [tillId] : [tillId, `till-${Number(number) + NEW_DEVICE}`];
}

/** Numbers of the devices that cashiers use in a world. */
export function devicesIn({ sales }: Pick<Plan, 'sales'>): readonly number[] {
  return [...new Set([1, 2, ...sales.flatMap(({ till, program }) => (program === null ? [till] : []))])];
}

/** Enrols some tills again under their name. Most of their later sales come from the new device. */
export function withNewDevices(plan: Plan): Plan {
  const dice = createDice(plan.seed ^ 0x7e11);
  const enrolledMs = [1, 2].map(() => (dice.chance(0.5) ? dice.between(0, 300_000) : Number.POSITIVE_INFINITY));
  const sales = plan.sales.map((sale) => {
    const isNew = sale.program === null && sale.atMs >= (enrolledMs[sale.till - 1] ?? 0) && dice.chance(0.8);
    return isNew ? { ...sale, till: sale.till + NEW_DEVICE } : sale;
  });
  return { ...plan, sales };
}
