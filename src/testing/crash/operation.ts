import type { VoucherService } from './service.ts';
import type { CrashShop } from './stores.ts';
import type { CrashTill } from './till.ts';

/** Something that a shop does with vouchers, as a till asks for it. */
export interface Operation {
  readonly name: string;
  /** Everything that comes before the request itself. */
  prepare(service: VoucherService, till: CrashTill, shop: CrashShop): Promise<FollowedWish>;
}

/**
 * One request that a till makes, followed over crashes. Tills come and go with servers, so each call gets one. What is wrong is told in words;
 * an empty list means that all is well.
 */
export interface FollowedWish {
  /** Sends the request; the answer may come before it is settled. */
  send(till: CrashTill): Promise<void>;
  /** Looks from time to time until it is settled, or until the connection breaks. */
  follow(till: CrashTill): Promise<void>;
  /** While the journal cannot be written: whether the till was told the truth, and nothing was sent that is not written down. */
  whileClosed(): Promise<string[]>;
  /** After a restart: looks how it stands, as a till does that was reloaded; an id that never arrived is given up where that can be. */
  look(till: CrashTill): Promise<string[]>;
  /** After a restart: sends the same request again. */
  sendAgain(till: CrashTill): Promise<string[]>;
  /** Waits until it is settled and compares the verdict with the voucher service's books. */
  settle(till: CrashTill): Promise<string[]>;
  /** Whether the voucher is free for the next one, and the same request once more still does nothing twice. */
  goOn(till: CrashTill): Promise<string[]>;
  /** How it ended, in a word. */
  ended(): string;
}

/**
 * Asks again and again until `done`.
 * @returns the last answer, whether done or not; null when the connection broke
 */
export async function askUntil<T>(
  ask: () => Promise<T | null>,
  done: (answer: T) => boolean,
  { everyMs, withinMs }: { everyMs: number; withinMs: number },
): Promise<T | null> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (answer === null || done(answer) || Date.now() > deadline) return answer;
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
