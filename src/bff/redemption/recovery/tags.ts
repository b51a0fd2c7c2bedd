import type { Keys } from '../../platform/base/keys.ts';
import type { Clock } from '../../platform/base/ports.ts';

export interface TagDeps {
  readonly keys: Pick<Keys, 'hash'>;
  readonly clock: Pick<Clock, 'now'>;
  /** Id of the journal; empty if it has none. */
  readonly journalId: () => Promise<string>;
}

/**
 * Signs what a till receives, so that the till can prove it later. A till's report can close the
 * shop. Without a tag, any signed-in person could invent a report, and a till with a wrong clock
 * would date it wrongly. The tag proves which device received it, and when.
 */
export interface Tags {
  /** Returns the tag for a response about a tender to a device, now. */
  of(tenderId: string, deviceId: string): Promise<string>;
  /**
   * Returns how many milliseconds ago this journal sent the tag to the device; null if it did not.
   */
  agoMs(tag: string, tenderId: string, deviceId: string): Promise<number | null>;
}

/** Long enough to prevent guessing. */
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
