import type { Dice } from './dice.ts';
import { LATENESS_MS, type Plan } from './plan.ts';

/** The fate of one POST. Times are milliseconds after its first byte was sent. */
export interface Fate {
  /**
   * Before the first byte: how long the server is stalled, how long connecting takes, and if it
   * succeeds.
   */
  readonly stallsMs: number;
  readonly connectMs: number;
  readonly isRefused: boolean;
  /** When the issuer acts on it; null when it never arrives. */
  readonly actsMs: number | null;
  /** When the issuer writes the authorization, if the capture follows later. */
  readonly authorizesMs: number | null;
  /** Captures at most this amount. */
  readonly atMost: number | undefined;
  readonly isWithinBound: boolean;
  readonly reply: ReplyFate;
  /** When the answer, or the end of the connection, arrives. */
  readonly replyMs: number;
}

/**
 * What happens to the answer in transit. `replay` is the answer to an earlier identical request.
 */
export type ReplyFate = 'whole' | 'lost' | 'reset' | 'replayed' | Garbled;

/**
 * Answers that do not tell what happened to the money. Those with a valid status have a body that
 * is not the issuer's.
 */
export const GARBLED = [
  '401',
  '402',
  '403-html',
  '404-html',
  '408',
  '429',
  '500',
  '502-html',
  'half',
  '200-failed',
  '400-html',
  'no-id',
] as const;
export type Garbled = (typeof GARBLED)[number];

const WELL: Fate = {
  stallsMs: 0,
  connectMs: 0,
  isRefused: false,
  actsMs: 40,
  authorizesMs: null,
  atMost: undefined,
  isWithinBound: true,
  reply: 'whole',
  replyMs: 90,
};

const KINDS = [
  'refused',
  'slow-connection',
  'stalled-server',
  'lost-request',
  'lost-request',
  'lost-reply',
  'lost-reply',
  'late-commit',
  'late-commit',
  'late-reply',
  'garbled',
  'garbled',
  'garbled-request',
  'half-way',
] as const;

/** Draws the fate of the next POST. */
export function drawFate(plan: Plan, dice: Dice, now: number, amount: number): Fate {
  const part = plan.takesPart && dice.chance(0.5) ? { atMost: dice.between(1, amount) } : {};
  const well = { ...WELL, ...part, actsMs: dice.between(5, 400), replyMs: dice.between(400, 900) };
  if (now >= plan.faultsUntilMs || !dice.chance(0.7 * plan.trouble)) return well;
  if (plan.isLive) return { ...well, ...drawLost(dice) };
  if (plan.flavour === 'beyond' && dice.chance(0.5)) {
    return { ...well, actsMs: LATENESS_MS + dice.between(60_001, 400_000), isWithinBound: false, reply: 'lost', replyMs: 30_000 };
  }
  if (plan.flavour === 'replayed' && dice.chance(0.6)) return { ...well, actsMs: null, reply: 'replayed' };
  /* It appears when settling could first prove that nothing happened. */
  const atTheLast = { actsMs: LATENESS_MS - dice.below(500), reply: 'reset', replyMs: 20 } as const;
  return { ...well, ...(plan.flavour === 'masked' && dice.chance(0.5) ? atTheLast : drawTrouble(dice)) };
}

function drawTrouble(dice: Dice): Partial<Fate> {
  const silence = { reply: dice.pick(['lost', 'reset'] as const), replyMs: dice.pick([20, 800, 5_000, 29_000]) };
  switch (dice.pick(KINDS)) {
    case 'refused':
      return { isRefused: true, connectMs: dice.pick([0, 1_000, 4_900]) };
    case 'slow-connection':
      return { connectMs: dice.between(3_000, 4_990), ...silence };
    case 'stalled-server':
      return { stallsMs: dice.pick([3_000, 20_000, 270_000, 330_000]), connectMs: 20 };
    case 'lost-request':
      return { actsMs: null, ...silence };
    case 'lost-reply':
      return silence;
    case 'late-commit':
      return { actsMs: dice.chance(0.3) ? LATENESS_MS - dice.below(500) : dice.below(LATENESS_MS), ...silence };
    case 'late-reply':
      return { replyMs: dice.between(4_000, 45_000) };
    case 'garbled':
      return { reply: dice.pick(GARBLED), ...(dice.chance(0.4) && { actsMs: dice.below(LATENESS_MS) }) };
    case 'garbled-request':
      return { actsMs: null, reply: dice.pick(GARBLED) };
    case 'half-way':
      return { authorizesMs: 50, actsMs: dice.between(2_000, LATENESS_MS), ...silence };
  }
}

/** Draws how an answer is lost on a usual day, and if the request is. */
function drawLost(dice: Dice): Partial<Fate> {
  const lost = dice.chance(0.5) ? { actsMs: null } : {};
  const silence = { reply: dice.pick(['lost', 'reset'] as const), replyMs: dice.pick([20, 800, 5_000, 29_000]) };
  return { ...lost, ...(dice.chance(0.7) ? silence : { reply: dice.pick(GARBLED) }) };
}
