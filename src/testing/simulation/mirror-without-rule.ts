import { MIRROR_RULES, type MirrorRules } from '../../bff/issuer/mirror/mirror-rules.ts';
import type { IssuerTransaction } from '../../bff/issuer/port.ts';

/** Replacements of production's functions, each of which removes one rule of the mirror. */
export const MIRROR_WITHOUT_RULE = {
  knownBefore: { ...MIRROR_RULES, glance: takingAnyForKnown() },
  window: {
    ...MIRROR_RULES,
    readToEnd: async (pages, period, options) => {
      if (options.lane !== 'window') return MIRROR_RULES.readToEnd(pages, period, options);
      return { outcome: 'ended', period, beganMs: pages.clock.monotonic(), beganAt: pages.clock.now() };
    },
  },
  windowAge: { ...MIRROR_RULES, isFresh: () => true },
  shownLate: { ...MIRROR_RULES, shownUntil: (now) => now },
  agreement: { ...MIRROR_RULES, readUntilAgreed: (read) => read(() => undefined) },
  passesApart: { ...MIRROR_RULES, nextPassAt: (beganMs) => beganMs },
  ownRows: { ...MIRROR_RULES, readUntilAgreed: (read, _, rest) => MIRROR_RULES.readUntilAgreed(read, () => true, rest) },
} as const satisfies Record<string, MirrorRules>;

/** A glance that stops at any row that it, or a failed glance before it, has stored. */
function takingAnyForKnown(): MirrorRules['glance'] {
  const met = new WeakMap<object, Set<string>>();
  return (pages, known, ...rest) => {
    const ids = met.get(known) ?? new Set<string>();
    met.set(known, ids);
    const isBehind: typeof known.isBehind = (id, until) => ids.has(id) || known.isBehind(id, until);
    let page: readonly IssuerTransaction[] = [];
    const keep: typeof pages.saveRows = async (rows) => {
      await pages.saveRows(rows);
      for (const { transactionId } of page) ids.add(transactionId);
      page = rows;
    };
    return MIRROR_RULES.glance({ ...pages, saveRows: keep }, { ...known, isBehind }, ...rest);
  };
}
