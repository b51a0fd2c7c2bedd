import type { VoucherService } from './service.ts';
import type { CrashShop } from './stores.ts';
import type { CrashTill } from './till.ts';

/** An operation with vouchers, as a till requests it. */
export interface Operation {
  readonly name: string;
  /** Everything before the request itself. */
  prepare(service: VoucherService, till: CrashTill, shop: CrashShop): Promise<FollowedWish>;
}

/**
 * A till's request that is followed over crashes. Each call receives the current till, because
 * tills and servers are replaced. Faults are returned as text; an empty list means success.
 */
export interface FollowedWish {
  /** Sends the request; the answer may arrive before the outcome is final. */
  send(till: CrashTill): Promise<void>;
  /** Polls until the outcome is final, or until the connection breaks. */
  follow(till: CrashTill): Promise<void>;
  /**
   * While the journal cannot be written: checks that the till's response was true, and that nothing
   * unrecorded was sent.
   */
  whileClosed(): Promise<string[]>;
  /**
   * After a restart: queries the state like a reloaded till; an id that never arrived is cancelled
   * if possible.
   */
  look(till: CrashTill): Promise<string[]>;
  /** After a restart: sends the same request again. */
  sendAgain(till: CrashTill): Promise<string[]>;
  /** Waits until it is settled and compares the verdict with the voucher service's books. */
  settle(till: CrashTill): Promise<string[]>;
  /**
   * Checks that the voucher is free for the next customer, here and in the sister shop, and that
   * repeating the request has no effect.
   */
  goOn(till: CrashTill, sister: CrashTill): Promise<string[]>;
  /** How it ended, in a word. */
  ended(): string;
}

/**
 * Polls until `done`.
 * @returns the last answer, even if not done; null if the connection broke
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
