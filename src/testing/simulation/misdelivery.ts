import type { Reply } from '../../bff/issuer/exchange.ts';
import { createDice } from './dice.ts';
import { BYSTANDER, FOREIGN_MID, OUR_MID, type Plan } from './plan.ts';
import { capturedReply, contradictoryReply } from './replies.ts';
import type { Timeline } from './timeline.ts';

export interface MisdeliveryOptions {
  readonly plan: Plan;
  readonly timeline: Pick<Timeline, 'now'>;
}

/** The properties of a request that distinguish answers. */
export interface Answerable {
  readonly sender: { readonly ref: string };
  readonly amount: number;
  /** Identical requests get the same answer again from a caching gateway. */
  readonly words: string;
}

/** An answer in transit, and its voucher. */
interface Astray {
  readonly ref: string;
  readonly reply: Reply;
}

/** In some worlds answers go to the wrong request, or contradict themselves. Uses separate dice. */
export function createMisdelivery({ plan, timeline }: MisdeliveryOptions) {
  const dice = createDice(plan.seed ^ 0xa45e);
  const happens = dice.chance(0.25);
  const lastAnswers = new Map<string, Reply>();
  let heard: Astray | null = null;
  let unheard: Astray | null = null;

  return {
    /** The issuer wrote an answer. @param isHeard true if it is to reach the sender */
    answered({ sender: { ref }, words }: Answerable, reply: Reply, isHeard: boolean): void {
      if (reply.kind !== 'answer' || reply.status !== 200) return;
      lastAnswers.set(words, reply);
      if (isHeard) heard = { ref, reply };
      else unheard = { ref, reply };
    },
    /** The answer to an earlier identical request. */
    again: ({ words }: Answerable) => lastAnswers.get(words),
    /**
     * Returns the answer that arrives instead of the right one: that of another request, from this
     * shop or another, or one whose amounts disagree.
     */
    arrives({ sender: { ref }, amount }: Answerable, whole: Reply | null): Reply | null {
      if (!happens || timeline.now() >= plan.faultsUntilMs || !dice.chance(0.4)) return whole;
      if (dice.chance(0.3)) return whole && (contradictoryReply(whole) ?? whole);
      const own = [unheard, heard].find((one) => one !== null && one.ref !== ref);
      if (own) return own.reply;
      const mid = dice.chance(0.5) ? OUR_MID : FOREIGN_MID;
      return capturedReply({ captureId: `9${timeline.now()}`, ref: BYSTANDER, amount }, amount, mid);
    },
  };
}
