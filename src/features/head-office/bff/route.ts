import type { RouteTable } from '../../../bff/app/feature-hooks.ts';
import { requestedOrigin } from '../../../bff/platform/http/guard.ts';
import { refuse } from '../../../bff/platform/http/problem.ts';
import type { RouteRequest } from '../../../bff/platform/http/route.ts';
import type { Endpoint } from '../../../contract/platform/endpoint.ts';
import { endpoints } from '../../../contract/platform/endpoints.ts';
import type { Challenges } from './challenges.ts';
import type { CodeEnrolment } from './code-enrolment.ts';
import type { Confirmations } from './confirmations.ts';
import { createOfficeCode, type OfficeCodesDeps } from './office-codes.ts';
import { selectOfficeMembers } from './office-members.ts';
import type { createOfficeSignIn } from './office-sign-in.ts';
import type { Passkeys } from './passkeys.ts';
import { assertionOptions } from './webauthn.ts';

export interface HeadOffice extends OfficeCodesDeps {
  readonly challenges: Challenges;
  readonly passkeys: Passkeys;
  readonly confirmations: Confirmations;
  readonly codeEnrolment: CodeEnrolment;
  readonly officeSignIn: ReturnType<typeof createOfficeSignIn>;
}

export function headOfficeRoutes(table: RouteTable, office: HeadOffice): void {
  entranceRoutes(table, office);
  passkeyRoutes(table, office);
  memberRoutes(table, office);
}

/** Returns the origin that the browser sees, which it signs as well. */
function originOf({ headers }: Pick<RouteRequest<Endpoint>, 'headers'>, { ownOrigin }: RouteTable): string {
  const origin = requestedOrigin(headers, ownOrigin);
  if (origin === null) throw refuse('forbidden-origin');
  return origin;
}

function entranceRoutes(table: RouteTable, { challenges, codeEnrolment, officeSignIn }: HeadOffice): void {
  const { on, cookies } = table;
  on(endpoints.passkeySignInOptions, async (request) => {
    const challenge = await challenges.issue(request.caller.device, 'sign-in');
    return { body: assertionOptions({ challenge, origin: originOf(request, table) }) };
  });

  on(endpoints.passkeySignIn, async (request) => {
    const { token, session } = await officeSignIn(request.caller, originOf(request, table), request.body);
    const deviceToken = cookies.read(request.cookieHeader).device;
    return {
      body: session,
      headers: [cookies.session(token), ...(deviceToken === null ? [] : [cookies.device(deviceToken)])],
    };
  });

  on(endpoints.officeCodeOptions, async (request) => {
    const { caller, body, remoteAddress: address } = request;
    return { body: await codeEnrolment.options(caller, { ...body, address, origin: originOf(request, table) }) };
  });

  on(endpoints.enrolPasskey, async (request) => ({
    body: { enrolled: await codeEnrolment.enrol(request.caller, request.body, originOf(request, table)) },
  }));
}

function passkeyRoutes(table: RouteTable, { passkeys, confirmations }: HeadOffice): void {
  const { on } = table;
  on(endpoints.passkeys, async ({ caller }) => ({ body: await passkeys.list(caller) }));

  on(endpoints.newPasskeyOptions, async (request) => ({
    body: await passkeys.options(request.caller, originOf(request, table), request.body.pin),
  }));

  on(endpoints.addPasskey, async (request) => ({
    status: 201,
    body: await passkeys.add(request.caller, originOf(request, table), request.body),
  }));

  on(endpoints.renamePasskey, async ({ caller, params, body }) => ({
    body: await passkeys.rename(caller, params['id'] ?? '', body.name),
  }));

  on(endpoints.removePasskey, async ({ caller, params }) => {
    await passkeys.remove(caller, params['id'] ?? '');
    return { body: undefined };
  });

  on(endpoints.passkeyConfirmOptions, async (request) => ({
    body: await confirmations.options(request.caller, originOf(request, table)),
  }));

  on(endpoints.confirmWithPasskey, async (request) => {
    await confirmations.confirm(request.caller, originOf(request, table), request.body);
    return { body: undefined };
  });

  on(endpoints.confirmWithManager, async ({ caller, body }) => {
    await confirmations.confirmByManager(caller, body);
    return { body: undefined };
  });
}

function memberRoutes({ on }: RouteTable, office: HeadOffice): void {
  on(endpoints.officeMembers, async ({ caller }) => {
    const rows = await selectOfficeMembers(office.db)
      .leftJoin('passkey', (join) =>
        join.onRef('passkey.person_id', '=', 'person.id').on('passkey.revoked_at', 'is', null),
      )
      .select(({ fn }) => ['person.id', 'person.name', fn.count<number | string>('passkey.id').as('passkeys')])
      .groupBy(['person.id', 'person.name'])
      .orderBy('person.name')
      .execute();
    return {
      body: rows.map((row) => ({ ...row, passkeys: Number(row.passkeys), current: row.id === caller.person.id })),
    };
  });

  on(endpoints.makeOfficeCode, async ({ caller, params }) => {
    const member = await selectOfficeMembers(office.db)
      .select(['person.id', 'person.name'])
      .where('person.id', '=', params['id'] ?? '')
      .where('person.id', '!=', caller.person.id)
      .executeTakeFirst();
    if (!member) throw refuse('not-found', { message: 'Head office has no other person with this id.' });
    return { status: 201, body: await createOfficeCode(caller, member, office) };
  });
}
