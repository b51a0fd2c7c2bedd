import { LIMIT_NEEDS, SALE_LIMIT_KINDS, type SaleLimitKind } from '../../../contract/access/sale-limit.ts';
import type { ShopSettings, ShopSettingsChange } from '../../../contract/access/settings.ts';
import { SIGNALS, USUAL_THRESHOLDS } from '../../../contract/access/thresholds.ts';
import { isClosedAt } from '../../../contract/platform/open-hours.ts';

type Name = keyof ShopSettings;
type Loosens = (before: ShopSettings, after: ShopSettings) => boolean;

const MINUTES = Array.from({ length: 24 * 60 }, (_, minute) => minute);

/** Settings that limit people, each with a test whether a change allows more than before. */
const LIMITING: { readonly [N in Name]?: Loosens } = {
  pinAboveCards: (before, after) => after.pinAboveCards > before.pinAboveCards,
  approvalAboveCards: (before, after) => after.approvalAboveCards > before.approvalAboveCards,
  pinAboveSum: (before, after) => after.pinAboveSum > before.pinAboveSum,
  approvalAboveSum: (before, after) => after.approvalAboveSum > before.approvalAboveSum,
  storiesPerHour: (before, after) => after.storiesPerHour > before.storiesPerHour,
  saleLimits: (before, after) => SALE_LIMIT_KINDS.some((kind) => isLimitLoosened(kind, before, after)),
  safeSale: ({ safeSale: before }, { safeSale: after }) =>
    (before.questionsAbove ?? Number.POSITIVE_INFINITY) < (after.questionsAbove ?? Number.POSITIVE_INFINITY) ||
    (before.notice && !after.notice) ||
    (before.lastFour && !after.lastFour),
  thresholds(before, after) {
    /* The count that causes the first notice; infinite for 0, which switches a signal off. */
    const firstNoticeAt = (count: number) => (count === 0 ? Number.POSITIVE_INFINITY : count);
    const [was, is] = [before, after].map(({ thresholds }) => ({ ...USUAL_THRESHOLDS, ...thresholds }));
    return SIGNALS.some((signal) => firstNoticeAt(is?.[signal] ?? 0) > firstNoticeAt(was?.[signal] ?? 0));
  },
  openHours: (before, after) =>
    MINUTES.some((minute) => isClosedAt(before.openHours, minute) && !isClosedAt(after.openHours, minute)),
  closingBlind: (before, after) => before.closingBlind && !after.closingBlind,
};

function isLimitLoosened(
  kind: SaleLimitKind,
  { saleLimits: { [kind]: was } }: ShopSettings,
  { saleLimits: { [kind]: is } }: ShopSettings,
): boolean {
  if (was === undefined) return false;
  return is === undefined || is.above > was.above || LIMIT_NEEDS.indexOf(is.way) < LIMIT_NEEDS.indexOf(was.way);
}

/** Returns the settings that the change loosens. */
export function loosenedSettings(before: ShopSettings, change: ShopSettingsChange): Name[] {
  const changes = Object.entries(change).filter(([, value]) => value !== undefined);
  const after: ShopSettings = { ...before, ...Object.fromEntries(changes) };
  return (Object.keys(LIMITING) as Name[]).filter((name) => LIMITING[name]?.(before, after) === true);
}
