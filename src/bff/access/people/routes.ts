import type { Session, TrainingVoucher } from '../../../contract/access/people.ts';
import { endpoints } from '../../../contract/platform/endpoints.ts';
import type { DayTerms } from '../../../contract/platform/shop-day.ts';
import type { Scope } from '../../platform/base/scope.ts';
import type { Cookies } from '../../platform/http/cookies.ts';
import { type Problem, refuse } from '../../platform/http/problem.ts';
import type { Router } from '../../platform/http/route.ts';
import type { Badges } from './badges.ts';
import type { Devices } from './devices.ts';
import type { Enrolment } from './enrolment.ts';
import type { createFirstPin } from './first-pin.ts';
import type { People } from './people.ts';
import type { Sessions } from './sessions.ts';
import type { Setup } from './setup.ts';
import type { ShopLocks } from './shop-lock.ts';
import type { createSignIn } from './sign-in.ts';
import type { TrainingShop } from './training.ts';
import type { Visits } from './visits.ts';

export interface PeopleRoutesOptions {
  readonly on: Router['on'];
  readonly shop: {
    readonly id: Scope;
    /** Null for the only shop of a server. */
    readonly name: () => Promise<string | null>;
    readonly currency: string;
    readonly days: () => Promise<DayTerms>;
    readonly sessionIdleMs: number;
    readonly sells: boolean;
  };
  readonly cookies: Cookies;
  readonly badges: Badges;
  readonly devices: Devices;
  readonly enrolment: Enrolment;
  readonly people: People;
  readonly sessions: Sessions;
  readonly signIn: ReturnType<typeof createSignIn>;
  readonly setFirstPin: ReturnType<typeof createFirstPin>;
  readonly setup: Setup;
  readonly shopLocks: ShopLocks;
  readonly visits: Visits;
  /** Null with a real voucher service, which has no training mode. */
  readonly practice: (TrainingShop & { readonly vouchers: () => TrainingVoucher[] }) | null;
}

export function peopleRoutes(options: PeopleRoutesOptions): void {
  entranceRoutes(options);
  deviceRoutes(options);
  personRoutes(options);
  badgeRoutes(options);
  sessionRoutes(options);
}

function entranceRoutes({ on, shop, cookies, setup, practice, badges }: PeopleRoutesOptions): void {
  on(endpoints.shop, async ({ caller }) => ({
    body: {
      ...(caller.device && { id: caller.visit?.home ?? caller.shop }),
      ...named(await shop.name()),
      currency: shop.currency,
      ...(await shop.days()),
      sessionIdleMs: shop.sessionIdleMs,
      practice: practice !== null,
      sells: shop.sells,
      badges: await badges.any(caller.shop),
      setUp: await setup.isDone(),
      device: caller.device,
      ...(caller.visit && { visit: { office: caller.visit.office } }),
    },
  }));

  on(endpoints.setup, async ({ body, remoteAddress }) => {
    const { deviceToken, sessionToken, session } = await setup.run(body, remoteAddress);
    return { status: 201, body: session, headers: [cookies.device(deviceToken), cookies.session(sessionToken)] };
  });

  on(endpoints.practice, async ({ caller }) => {
    if (!practice) throw noTraining();
    const entered = await practice.enter(caller.device);
    if (entered.token === null) return { body: entered.practice };
    return { status: 201, body: entered.practice, headers: [cookies.device(entered.token)] };
  });

  on(endpoints.practiceVouchers, async () => {
    if (!practice) throw noTraining();
    return { body: practice.vouchers() };
  });
}

const named = (name: string | null) => (name === null ? {} : { name });

function deviceRoutes({ on, shop, cookies, devices, enrolment }: PeopleRoutesOptions): void {
  on(endpoints.enrol, async ({ body, caller, remoteAddress }) => {
    const { device, token } = await enrolment.enrolWithCode(
      { shop: shop.id, address: remoteAddress, caller },
      body.code,
      body.name,
    );
    return { status: 201, body: device, headers: [cookies.device(token)] };
  });

  on(endpoints.codeShop, async ({ body, caller, remoteAddress }) => ({
    body: await enrolment.shopOfCode({ shop: shop.id, address: remoteAddress, caller }, body.code),
  }));

  on(endpoints.enrolmentCode, async ({ caller }) => ({
    status: 201,
    body: await enrolment.makeEnrolmentCode(caller),
  }));

  on(endpoints.devices, async ({ caller }) => {
    const all = await devices.list(caller.shop);
    return { body: all.map((device) => ({ ...device, current: device.id === caller.device.id })) };
  });

  on(endpoints.revokeDevice, async ({ caller, params }) => {
    await devices.revoke(caller, params['id'] ?? '');
    return { body: undefined };
  });

  on(endpoints.unlockDevice, async ({ caller, params }) => {
    await devices.unlock(caller, params['id'] ?? '');
    return { body: undefined };
  });
}

function personRoutes({ on, people, shopLocks }: PeopleRoutesOptions): void {
  on(endpoints.shopLock, async ({ caller }) => ({ body: await shopLocks.read(caller.shop) }));

  on(endpoints.unlockShop, async ({ caller }) => {
    await shopLocks.unlock(caller);
    return { body: undefined };
  });

  on(endpoints.people, async ({ caller }) => ({
    body: caller.person?.role === 'manager' ? await people.listForManager(caller.shop) : await people.list(caller.shop),
  }));

  on(endpoints.addPerson, async ({ caller, body }) => ({ status: 201, body: await people.add(caller, body) }));

  on(endpoints.changePerson, async ({ caller, params, body }) => ({
    body: await people.change(caller, params['id'] ?? '', body),
  }));
}

function badgeRoutes({ on, badges }: PeopleRoutesOptions): void {
  on(endpoints.readBadge, async ({ caller, body }) => ({ body: await badges.findOwner(caller, body.code) }));

  on(endpoints.makeBadge, async ({ caller, params }) => ({
    status: 201,
    body: await badges.make(caller, params['id'] ?? ''),
  }));

  on(endpoints.revokeBadge, async ({ caller, params }) => {
    await badges.revoke(caller, params['id'] ?? '');
    return { body: undefined };
  });
}

function sessionRoutes(options: PeopleRoutesOptions): void {
  const { on, cookies, sessions, signIn, setFirstPin, people, visits } = options;
  const started = ({ token, session }: { token: string; session: Session }, cookieHeader: string | null) => {
    const deviceToken = cookies.read(cookieHeader).device;
    return {
      body: session,
      headers: [cookies.session(token), ...(deviceToken === null ? [] : [cookies.device(deviceToken)])],
    };
  };

  on(endpoints.signIn, async ({ caller: { shop, device }, cookieHeader, body }) =>
    started(await signIn({ shop, deviceId: device.id }, body.personId, body.pin), cookieHeader),
  );

  on(endpoints.firstPin, async ({ caller: { shop, device }, cookieHeader, body }) =>
    started(await setFirstPin({ shop, deviceId: device.id }, body), cookieHeader),
  );

  on(endpoints.session, async ({ caller, cookieHeader }) => {
    const token = cookies.read(cookieHeader).session;
    const session = token === null ? null : await sessions.find(token, caller.device.id, false);
    if (!session) throw refuse('signed-out');
    return { body: session };
  });

  on(endpoints.managedShops, async ({ caller }) => ({ body: await visits.list(caller) }));

  on(endpoints.visit, async ({ caller, cookieHeader, body }) => ({
    body: await visits.move(caller, body.shop, cookies.read(cookieHeader).session ?? ''),
  }));

  on(endpoints.speak, async ({ caller, body }) => {
    await people.speak(caller, body.language);
    return { body: undefined };
  });

  on(endpoints.signOut, async ({ caller }) => {
    await sessions.signOut(caller);
    // Only data stored for the pages is cleared; the device stays enrolled and an unfinished tender
    // stays in the browser.
    return { body: undefined, headers: [cookies.noSession(), ['Clear-Site-Data', '"cache"']] };
  });
}

function noTraining(): Problem {
  return refuse('not-found', { message: 'Training mode is not available with a real voucher service.' });
}
