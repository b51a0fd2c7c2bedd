import { createOneTimeCodes } from '../../../bff/access/rate-limits/codes.ts';
import { LIMITS } from '../../../contract/access/limits.ts';
import { createOfficeCode, type OfficeCodesDeps } from '../../head-office/bff/office-codes.ts';
import { selectOfficeMembers } from '../../head-office/bff/office-members.ts';
import { findShop } from './apply.ts';

/**
 * Creates codes that enrol one device each in a shop, within 72 hours.
 * @throws Error with a message for the operator
 */
export async function makeSheet(slug: string, count: number, deps: OfficeCodesDeps): Promise<readonly string[]> {
  const { db, clock, audit } = deps;
  const { shop } = await findShop(db, slug);
  const manager = await db
    .selectFrom('place')
    .innerJoin('person', 'person.id', 'place.person_id')
    .select('person.id')
    .where('place.shop', '=', shop)
    .where('role', '=', 'manager')
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  if (!manager) throw new Error(`The shop ${slug} has no manager: name one under staff first`);
  const codes = createOneTimeCodes({ ...deps, purpose: 'enrol', lastsMs: LIMITS.printedCodeMs });
  const drawn = Array.from({ length: count }, () => codes.draw());
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('enrolment_code')
      .values(drawn.map(({ stored }) => ({ ...stored, shop, made_by: manager.id, used_at: null })))
      .execute();
    await audit.write(
      { by: { shop, device: null, person: null }, action: 'device.code-made', details: { count: String(count) } },
      tx,
    );
  });
  return drawn.map(
    ({ displayed }) => `${displayed.code}  until ${new Date(clock.now() + LIMITS.printedCodeMs).toISOString()}`,
  );
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
