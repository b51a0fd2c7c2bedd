import { createApprovals } from '../access/approval/approvals.ts';
import { createCeilings } from '../access/approval/ceilings.ts';
import { createSaleLimits } from '../access/approval/sale-limits.ts';
import { createBadges } from '../access/people/badges.ts';
import { createDevices } from '../access/people/devices.ts';
import { createEnrolment } from '../access/people/enrolment.ts';
import { createFirstPin } from '../access/people/first-pin.ts';
import { createOtherManagers } from '../access/people/other-managers.ts';
import { createPeople } from '../access/people/people.ts';
import { createPinCheck, rightPin } from '../access/people/pin-check.ts';
import { createPins } from '../access/people/pins.ts';
import { createSessions } from '../access/people/sessions.ts';
import { createSetup } from '../access/people/setup.ts';
import { createShopLocks } from '../access/people/shop-lock.ts';
import { createSignIn } from '../access/people/sign-in.ts';
import { createTraining } from '../access/people/training.ts';
import { createVisits } from '../access/people/visits.ts';
import { createCodeGuesses } from '../access/rate-limits/code-guesses.ts';
import { createGuessLimiter } from '../access/rate-limits/guess-limiter.ts';
import { createSettings } from '../access/settings/settings.ts';
import { createTrail } from '../platform/audit/trail.ts';
import { withinAllShops } from '../platform/store/across-shops.ts';
import type { FeatureInputs } from './assemble-shared.ts';
import type { Foundation } from './foundation.ts';

export function assemblePeople(
  {
    config,
    shop,
    db: ofShop,
    reads,
    keys,
    clock,
    random,
    log,
    audit,
    setupCode,
    practiceVouchers: vouchers,
  }: Foundation,
  {
    lines,
    cardsOfLines,
    isOfficeMember,
    onEnrolled,
  }: Pick<FeatureInputs, 'lines' | 'cardsOfLines' | 'isOfficeMember' | 'onEnrolled'>,
) {
  const { timeZone } = config.terms;
  /* People, and their devices and sessions, belong to several shops. */
  const db = withinAllShops(ofShop);
  const guessLimiter = createGuessLimiter({ db, clock });
  const pins = createPins(keys.pepper);
  const guesses = createCodeGuesses(guessLimiter);
  const enrolment = createEnrolment({ db, clock, random, keys, guesses, audit, onEnrolled });
  const checkPin = createPinCheck({ db, isRight: rightPin(pins), guessLimiter, audit, refused: 'pin.refused' });
  const otherManagers = createOtherManagers({ db, clock, checkPin });
  const { agree } = otherManagers;
  const settings = createSettings({ db: ofShop, clock, audit, agree });
  const sessions = createSessions({ db, clock, random, idleMs: config.sessionIdleMs, log, audit });
  return {
    guessLimiter,
    checkPin,
    otherManagers,
    enrolment,
    devices: createDevices({ db, clock, guessLimiter, log, audit }),
    sessions,
    visits: createVisits({ db, audit, sessions }),
    badges: createBadges({ db, clock, random, keys, guessLimiter, audit, isOfficeMember }),
    people: createPeople({ db, clock, random, pins, guessLimiter, sessions, audit, agree, isOfficeMember }),
    setFirstPin: createFirstPin({ db, clock, random, keys, pins, sessions, guessLimiter, audit }),
    signIn: createSignIn({ db, pins, sessions, guessLimiter, audit }),
    approvals: createApprovals({ db: ofShop, clock, keys, checkPin, otherManagers, audit }),
    saleLimits: createSaleLimits({ clock, keys, settings }),
    ceilings: createCeilings({ db: ofShop, clock, keys, settings, checkPin, audit, timeZone }),
    setup: createSetup({
      shop,
      code: setupCode,
      db,
      clock,
      random,
      enrolment,
      pins,
      sessions,
      guesses,
      audit,
      settings,
    }),
    shopLocks: createShopLocks({ db, guessLimiter, audit }),
    practice: vouchers && { ...createTraining({ shop, db, clock, enrolment, pins, guessLimiter, audit }), vouchers },
    settings,
    days: async () => ({ timeZone, dayBegins: (await settings.recent(shop)).dayBegins }),
    trail: createTrail({ db: reads, visible: lines, ...(cardsOfLines && { cardsOfLines }) }),
  };
}
