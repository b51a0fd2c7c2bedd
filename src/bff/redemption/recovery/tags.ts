import type { Keys } from '../../platform/base/keys.ts';
import type { Clock } from '../../platform/base/ports.ts';

export interface TagDeps {
  readonly keys: Pick<Keys, 'hash'>;
  readonly clock: Pick<Clock, 'now'>;
  /** Id of the journal; empty for one that has none. */
  readonly journalId: () => Promise<string>;
}

/**
 * Marks what a till was told, so that it can prove it later.
 *
 * What a till says it heard may close the shop. Anybody who is signed in could invent that, and a
 * till whose clock is wrong would date it wrongly: the tag says both who heard it and when.
 */
export interface Tags {
  /** The tag that goes with an answer about a tender to a device, now. */
  of(tenderId: string, deviceId: string): Promise<string>;
  /** How many milliseconds ago this journal told the device; null where it did not. */
  agoMs(tag: string, tenderId: string, deviceId: string): Promise<number | null>;
}

/** Enough that nobody guesses one. */
const MAC_CHARS = 22;

export function createTags({ keys, clock, journalId }: TagDeps): Tags {
  const tagOf = async (second: number, tenderId: string, deviceId: string) => {
    const mac = keys.hash(`told ${await journalId()} ${tenderId} ${deviceId} ${second}`).slice(-MAC_CHARS);
    return `${second}.${mac}`;
  };
  return {
    of: (tenderId, deviceId) => tagOf(Math.floor(clock.now() / 1000), tenderId, deviceId),
    async agoMs(tag, tenderId, deviceId) {
      const second = Number(/^(\d{1,12})\./.exec(tag)?.[1]);
      if (Number.isNaN(second) || tag !== (await tagOf(second, tenderId, deviceId))) return null;
      return Math.max(0, clock.now() - second * 1000);
    },
  };
}
