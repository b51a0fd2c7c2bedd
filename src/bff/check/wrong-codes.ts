import { describeError, type Logger } from '../base/logging.ts';
import type { Clock, Random } from '../base/ports.ts';
import type { Caller } from '../http/caller.ts';
import { Problem } from '../http/problem.ts';
import type { WrongCode, WrongCodeTable } from './wrong-code-table.ts';

/** One code that may be asked after: counted as wrong until it is known. */
export interface CodeTry {
  /** It was there, or nobody could tell: it does not count. Does nothing once it is known to be wrong. */
  giveBack(): Promise<void>;
  /** It does not exist: it counts, and stays so. */
  wasWrong(): Promise<void>;
}

/** Codes that do not exist, counted for check and redemption together, so that nobody can guess through the number space. */
export interface WrongCodes {
  /** @throws Problem 429 `too-many-wrong-codes` while person, device or shop has used up its budget */
  take(caller: Caller): Promise<CodeTry>;
}

const WINDOW_MS = 10 * 60_000;
/** A busy till meets a few bad codes a day; these leave room for a bad batch of cards. */
const BUDGETS = { person: 30, device: 30, shop: 200 } as const;
/** Up to this part of a budget codes that are being asked after are counted in memory alone; beyond, each is written before it is asked after. */
const IN_MEMORY = 1 / 3;
/** What other servers have written is read again after this long, before the next code is asked after. */
const READ_AGAIN_MS = 2_000;

export interface WrongCodesOptions {
  readonly clock: Clock;
  readonly random: Pick<Random, 'uuid'>;
  readonly log: Logger;
  readonly table: WrongCodeTable;
}

type Counts = Readonly<Record<keyof typeof BUDGETS, number>>;

/** What is known here of one shop. */
interface Known {
  /** By id: those of the table, and the own ones, also where they could not be written. */
  codes: Map<string, WrongCode>;
  /** Being asked after here, in no table. */
  readonly asked: Map<string, WrongCode>;
  readAtMs: number | null;
}

/**
 * Counts each code as wrong before the issuer is asked, and takes it back where it was there: many at a time cannot share what is left. A good
 * redemption costs no write: while few codes were wrong, those under way are counted in memory. So all servers of a database together can go
 * beyond a budget by a third of it for each further server, and no more.
 */
export function createWrongCodes({ clock, random, log, table }: WrongCodesOptions): WrongCodes {
  const shops = new Map<string, Known>();

  async function knownOf(shop: string): Promise<Known> {
    const known = shops.get(shop) ?? { codes: new Map(), asked: new Map(), readAtMs: null };
    shops.set(shop, known);
    if (known.readAtMs !== null && clock.monotonic() - known.readAtMs < READ_AGAIN_MS) return known;
    const since = clock.now() - WINDOW_MS;
    const written = await table.since(shop, since);
    known.readAtMs = clock.monotonic();
    const own = [...known.codes.values()].filter(({ at }) => at > since);
    known.codes = new Map([...own, ...written].map((code) => [code.id, code]));
    return known;
  }

  const assertOneMore = (caller: Caller, codes: Iterable<WrongCode>) => {
    const all = recent(codes, clock.now());
    const counts = countsOf(caller, all);
    const spent = SUBJECTS.find((subject) => counts[subject] >= BUDGETS[subject]);
    if (spent !== undefined) throw tooMany(waitFor(all.filter(IS_OF[spent](caller)), BUDGETS[spent], clock.now()));
  };

  /** Where it has become too many, that is written down. What fails of it is said in the log: the code counts here all the same. */
  async function keep(caller: Caller, known: Known, code: WrongCode, isWritten: boolean): Promise<void> {
    known.codes.set(code.id, code);
    known.asked.delete(code.id);
    try {
      if (!isWritten) await table.add(caller.shop, code, clock.now() - WINDOW_MS);
      const counts = countsOf(caller, recent(known.codes.values(), clock.now()));
      const spent = SUBJECTS.filter((subject) => counts[subject] >= BUDGETS[subject]);
      if (spent.length > 0) await table.guessed(caller, Math.max(...spent.map((subject) => counts[subject])), clock.now());
    } catch (error) {
      log.error(describeError(error), 'a wrong code could not be written down');
    }
  }

  return {
    async take(caller) {
      const { shop, person, device } = caller;
      const known = await knownOf(shop);
      const code = { id: random.uuid(), personId: person.id, deviceId: device.id, at: clock.now() };
      const here = () => [...known.codes.values(), ...known.asked.values()];
      const counts = countsOf(caller, recent(here(), clock.now()));
      const isWritten = SUBJECTS.some((subject) => counts[subject] >= BUDGETS[subject] * IN_MEMORY);
      if (isWritten) {
        const judge = (written: readonly WrongCode[]) =>
          assertOneMore(caller, new Map([...written, ...here()].map((each) => [each.id, each])).values());
        await table.addIf(shop, code, clock.now() - WINDOW_MS, judge);
      } else known.asked.set(code.id, code);
      let isKnown = false;
      return {
        async giveBack() {
          if (isKnown) return;
          isKnown = true;
          known.asked.delete(code.id);
          if (!isWritten) return;
          await table
            .remove(code.id)
            .catch((error: unknown) => log.warn(describeError(error), 'a code that was there still counts as wrong'));
        },
        async wasWrong() {
          isKnown = true;
          await keep(caller, known, code, isWritten);
        },
      };
    },
  };
}

const SUBJECTS = ['person', 'device', 'shop'] as const;

const IS_OF: Readonly<Record<keyof typeof BUDGETS, (caller: Caller) => (code: WrongCode) => boolean>> = {
  person:
    ({ person }) =>
    (code) =>
      code.personId === person.id,
  device:
    ({ device }) =>
    (code) =>
      code.deviceId === device.id,
  shop: () => () => true,
};

function countsOf(caller: Caller, codes: readonly WrongCode[]): Counts {
  const count = (subject: keyof typeof BUDGETS) => codes.filter(IS_OF[subject](caller)).length;
  return { person: count('person'), device: count('device'), shop: codes.length };
}

/** Those that still count. One from far ahead is from before the clock was set back. */
function recent(codes: Iterable<WrongCode>, now: number): WrongCode[] {
  return [...codes].filter(({ at }) => at > now - WINDOW_MS && at < now + WINDOW_MS);
}

/** Until one code less than a budget counts, milliseconds. */
function waitFor(codes: readonly WrongCode[], budget: number, now: number): number {
  const times = codes.map(({ at }) => at).sort((a, b) => a - b);
  return (times[times.length - budget] ?? now) + WINDOW_MS - now;
}

function tooMany(retryAfterMs: number): Problem {
  return new Problem({
    status: 429,
    code: 'too-many-wrong-codes',
    message: 'Too many codes that do not exist were tried here. Wait a while, or ask a manager.',
    retry: 'safe',
    details: { retryAfterMs: Math.ceil(retryAfterMs) },
  });
}
