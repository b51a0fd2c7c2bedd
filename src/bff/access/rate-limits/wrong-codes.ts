import { isKeyId } from '../../../contract/access/key.ts';
import type { Ports } from '../../platform/audit/ports.ts';
import type { Keys } from '../../platform/base/keys.ts';
import { describeError } from '../../platform/base/logging.ts';
import type { Random } from '../../platform/base/ports.ts';
import type { Scope } from '../../platform/base/scope.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { createCodeQueues, type QueueSlot } from './code-queues.ts';
import { createKeyQueues, tooManyWrongCodes } from './key-queues.ts';
import { PARALLEL_CODES_MAX, REREAD_AFTER_MS, WRONG_CODES_WINDOW_MS } from './limits.ts';
import { createRecentCodes } from './recent-codes.ts';
import type { WrongCode, WrongCodeTable } from './wrong-code-table.ts';
import { createWrongGuesses } from './wrong-guesses.ts';

export interface CodeTry {
  /**
   * Ends the attempt without counting the code, because it exists or because that is unknown.
   * Repeated calls have no effect.
   */
  end(): void;
  /** The code exists: the caller may continue with it. @param ref the voucher of this code */
  markValid(ref: string): void;
  /** Counts the code as wrong, because it does not exist, unless it is no guess. */
  markInvalid(): Promise<void>;
}

/**
 * Counts codes that do not exist, for checks and redemptions together, so that callers cannot guess
 * their way through the number space.
 */
export interface WrongCodes {
  /**
   * Waits while the same caller is checking as many codes as may still be wrong. A key that has
   * used up its own budget waits for its turn: one code at a time, see {@link KeyQueues}.
   * @param code a ref, or the id that a link ends with
   * @param shopper the program's own name for its customer
   * @throws Problem 429 `too-many-wrong-codes` while a budget of the caller is used up; for a key,
   * while that of its customer is, or while the queue is full
   */
  admitCode(caller: Caller, code: string, shopper?: string): Promise<CodeTry>;
}

/**
 * Wrong codes allowed within {@link WRONG_CODES_WINDOW_MS}: of a person, of a key or each of its
 * customers; on a till, of a key in total, and of all tills. A busy till has a few a day; these
 * budgets leave room for a faulty batch of cards.
 */
const BUDGETS = { who: 30, till: 30, key: 80, shop: 200 } as const;
/**
 * Above this share of a budget, each code is compared with the entries of other servers, and not
 * only from time to time.
 */
const SUSPICION_SHARE = 1 / 3;

export interface WrongCodesOptions extends Pick<Ports, 'clock' | 'log'> {
  readonly random: Pick<Random, 'uuid'>;
  readonly keys: Pick<Keys, 'hash'>;
  readonly table: WrongCodeTable;
}

/** Cached data of one shop. */
interface ShopCodes {
  written: readonly WrongCode[];
  /** Wrong codes counted by this server, including those that could not be written. */
  ownCodes: readonly WrongCode[];
  readAtMs: number | null;
}

/** A wrong code counts towards this subject's budget. */
interface Subject {
  readonly budget: number;
  readonly isOf: (code: WrongCode) => boolean;
}

interface Trier {
  readonly caller: Caller;
  /** See {@link WrongCode.personId}. */
  readonly who: string;
  readonly atOnce: number;
  readonly subjects: readonly Subject[];
  /** Budgets of a key itself: once used up, they slow it down. */
  readonly pacedBy: readonly Subject[];
}

/**
 * Counts wrong codes only: codes that are being checked are delayed if there would be too many at
 * once, never counted. A successful redemption costs no write, and no read while few codes were
 * wrong. All servers of a database together can exceed a budget by at most twice
 * {@link PARALLEL_CODES_MAX} for each further server.
 */
export function createWrongCodes({ clock, random, keys, log, table }: WrongCodesOptions): WrongCodes {
  const shops = new Map<string, ShopCodes>();
  const lines = createCodeQueues();
  const keyTurns = createKeyQueues(clock);
  const found = createRecentCodes({ clock, keys, keptMs: WRONG_CODES_WINDOW_MS });
  const isGuess = createWrongGuesses(createRecentCodes({ clock, keys, keptMs: WRONG_CODES_WINDOW_MS }));

  function shopCodesOf(shop: Scope): ShopCodes {
    const codes = shops.get(shop) ?? { written: [], ownCodes: [], readAtMs: null };
    shops.set(shop, codes);
    return codes;
  }

  /**
   * Returns the wrong codes of a shop that still count. A code with a time far in the future was
   * stored before the clock was set back.
   */
  function recentOf(shop: Scope): WrongCode[] {
    const { written, ownCodes } = shopCodesOf(shop);
    const now = clock.now();
    const all = new Map([...ownCodes, ...written].map((code) => [code.id, code]));
    return [...all.values()].filter(({ at }) => at > now - WRONG_CODES_WINDOW_MS && at < now + WRONG_CODES_WINDOW_MS);
  }

  async function readAgain({ caller: { shop }, subjects, pacedBy }: Trier): Promise<void> {
    const codes = shopCodesOf(shop);
    const isFresh = codes.readAtMs !== null && clock.monotonic() - codes.readAtMs < REREAD_AFTER_MS;
    const before = recentOf(shop);
    if (
      isFresh &&
      ![...subjects, ...pacedBy].some(({ budget, isOf }) => before.filter(isOf).length >= budget * SUSPICION_SHARE)
    )
      return;
    const since = clock.now() - WRONG_CODES_WINDOW_MS;
    codes.written = await table.since(shop, since);
    codes.readAtMs = clock.monotonic();
    codes.ownCodes = codes.ownCodes.filter(({ at }) => at > since);
  }

  /** Returns the number of codes that may be checked in parallel. @throws Problem 429 */
  async function leftOf(trier: Trier): Promise<number> {
    await readAgain(trier);
    const all = recentOf(trier.caller.shop);
    const left = trier.subjects.map(({ budget, isOf }) => {
      const wrong = all.filter(isOf);
      if (wrong.length >= budget) throw tooManyWrongCodes(waitFor(wrong, budget, clock.now()));
      return budget - wrong.length;
    });
    return Math.min(trier.atOnce, ...left);
  }

  /**
   * Stores a wrong code, and opens a case once there are too many. If storing fails, this is only
   * logged: the code still counts on this server.
   */
  async function store({ caller, who, subjects, pacedBy }: Trier): Promise<void> {
    const { shop, device } = caller;
    const code = { id: random.uuid(), personId: who, deviceId: device.id, at: clock.now() };
    const codes = shopCodesOf(shop);
    codes.ownCodes = [...codes.ownCodes, code];
    try {
      await table.add(shop, code, clock.now() - WRONG_CODES_WINDOW_MS);
      const all = recentOf(shop);
      const spent = [...subjects, ...pacedBy]
        .map(({ budget, isOf }) => ({ budget, wrong: all.filter(isOf).length }))
        .filter((of) => of.wrong >= of.budget);
      if (spent.length > 0) await table.guessed(caller, Math.max(...spent.map(({ wrong }) => wrong)), clock.now());
    } catch (error) {
      log.error(describeError(error), 'failed to record an invalid code');
    }
  }

  /** Waits until a code may be checked. @throws Problem 429 */
  async function enter(name: string, trier: Trier): Promise<QueueSlot> {
    const slot = await lines.enter(name, () => leftOf(trier));
    const turn = () => leftIn(trier.pacedBy, recentOf(trier.caller.shop));
    return trier.pacedBy.length === 0 ? slot : bothSlots(slot, keyTurns.enter(trier.caller.device.id, turn));
  }

  return {
    async admitCode(caller, code, shopper) {
      const trier = trierOf(caller, shopper === undefined ? null : keys.hash(`shopper:${caller.device.id}:${shopper}`));
      const name = JSON.stringify([caller.shop, caller.device.id, trier.who]);
      const slot: QueueSlot | null = found.has(name, code) ? null : await enter(name, trier);
      return {
        end: () => slot?.leave(),
        markValid(ref) {
          found.add(name, code);
          found.add(name, ref);
        },
        async markInvalid() {
          if (isGuess(caller, name, code)) await store(trier);
          slot?.leave();
        },
      };
    },
  };
}

/**
 * Returns the subjects whose wrong codes are counted for a caller. The codes of a key count for the
 * key and its customer, so they never block a till. @param shopper keyed hash of the customer that
 * the key named
 */
function trierOf(caller: Caller, shopper: string | null): Trier {
  const deviceId = caller.device.id;
  const isTill = !isKeyId(deviceId);
  const who = isTill ? caller.person.id : (shopper ?? deviceId);
  const isSameDevice = (code: WrongCode) => code.deviceId === deviceId;
  const personSubject: Subject = {
    budget: BUDGETS.who,
    isOf: (code) => code.personId === who && (isTill || isSameDevice(code)),
  };
  if (!isTill) {
    const inAll: Subject = { budget: BUDGETS.key, isOf: isSameDevice };
    return shopper === null
      ? { caller, who, subjects: [], pacedBy: [personSubject, inAll], atOnce: BUDGETS.who }
      : { caller, who, subjects: [personSubject], pacedBy: [inAll], atOnce: PARALLEL_CODES_MAX };
  }
  const subjects = [
    personSubject,
    { budget: BUDGETS.till, isOf: isSameDevice },
    { budget: BUDGETS.shop, isOf: (code: WrongCode) => !isKeyId(code.deviceId) },
  ];
  return { caller, who, subjects, pacedBy: [], atOnce: PARALLEL_CODES_MAX };
}

/** Returns the wait until a budget allows one more code, milliseconds. */
function waitFor(codes: readonly WrongCode[], budget: number, now: number): number {
  const times = codes.map(({ at }) => at).sort((a, b) => a - b);
  return (times[times.length - budget] ?? now) + WRONG_CODES_WINDOW_MS - now;
}

/** Returns how many codes may still be wrong; 0 if a budget is used up. */
function leftIn(subjects: readonly Subject[], wrong: readonly WrongCode[]): number {
  return Math.max(0, Math.min(...subjects.map(({ budget, isOf }) => budget - wrong.filter(isOf).length)));
}

/** Frees both slots together, or the first one if there is no second. */
async function bothSlots(first: QueueSlot, second: Promise<QueueSlot>): Promise<QueueSlot> {
  try {
    const { leave } = await second;
    return {
      leave() {
        leave();
        first.leave();
      },
    };
  } catch (error) {
    first.leave();
    throw error;
  }
}
