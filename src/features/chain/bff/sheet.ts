import type { Transaction } from 'kysely';
import { createOneTimeCodes } from '../../../bff/access/rate-limits/codes.ts';
import type { Scope } from '../../../bff/platform/base/scope.ts';
import type { Schema } from '../../../bff/platform/store/schema.ts';
import { LIMITS } from '../../../contract/access/limits.ts';
import { createOfficeCode, type OfficeCodesDeps } from '../../head-office/bff/office-codes.ts';
import { selectOfficeMembers } from '../../head-office/bff/office-members.ts';
import { findShop } from './apply.ts';

interface NewDevices {
  readonly shop: Scope;
  /** The shop, for the operator. */
  readonly name: string;
  readonly count: number;
}

/**
 * Creates codes that enrol one device each in a shop, within 72 hours.
 * @throws Error with a message for the operator
 */
export async function drawDeviceCodes(
  tx: Transaction<Schema>,
  { shop, name, count }: NewDevices,
  deps: OfficeCodesDeps,
): Promise<readonly string[]> {
  const manager = await tx
    .selectFrom('place')
    .innerJoin('person', 'person.id', 'place.person_id')
    .select('person.id')
    .where('place.shop', '=', shop)
    .where('role', '=', 'manager')
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  if (!manager) throw new Error(`The shop ${name} has no manager: name one under staff first`);
  const codes = createOneTimeCodes({ ...deps, purpose: 'enrol', lastsMs: LIMITS.printedCodeMs });
  const drawn = Array.from({ length: count }, () => codes.draw());
  await tx
    .insertInto('enrolment_code')
    .values(drawn.map(({ stored }) => ({ ...stored, shop, made_by: manager.id, used_at: null })))
    .execute();
  await deps.audit.write(
    { by: { shop, device: null, person: null }, action: 'device.code-made', details: { count: String(count) } },
    tx,
  );
  return drawn.map(({ displayed }) => displayed.code);
}

/**
 * Creates codes as {@link drawDeviceCodes}, and describes each in one line.
 * @throws Error with a message for the operator
 */
export async function makeSheet(slug: string, count: number, deps: OfficeCodesDeps): Promise<readonly string[]> {
  const { shop } = await findShop(deps.db, slug);
  const draw = (tx: Transaction<Schema>) => drawDeviceCodes(tx, { shop, name: slug, count }, deps);
  const until = new Date(deps.clock.now() + LIMITS.printedCodeMs).toISOString();
  return (await deps.db.transaction().execute(draw)).map((code) => `${code}  until ${until}`);
}

/**
 * Creates a code that enrols two passkeys of a person of head office, within 72 hours.
 * @throws Error with a message for the operator
 */
export async function makePasskeyCode(name: string, deps: OfficeCodesDeps): Promise<string> {
  const members = selectOfficeMembers(deps.db).select(['person.id', 'person.name']).where('person.name', '=', name);
  const member = await members.executeTakeFirst();
  if (!member) throw new Error(`Head office has no person named ${name}: name them under office in the file first`);
  const { code, expiresAt } = await createOfficeCode({ device: null, person: null }, member, deps);
  return `${code}  until ${expiresAt}`;
}
