import type { TillRule } from '../../../contract/access/till-rule.ts';
import { hasRedeemed, tenderTone } from '../../../contract/redemption/tender.ts';
import type { Format } from '../../ui/format.ts';
import type { Words } from '../../words/en.ts';
import type { Till } from '../till/till.ts';
import { refusalWords, stateWords } from './check-words.ts';
import { toCollect, verdictWords } from './verdict-words.ts';

/** The live region's text for a stage, in full sentences. */
export function announcementOf(
  { stage, sale }: Pick<Till, 'stage' | 'sale'>,
  words: Words,
  format: Format & Pick<TillRule, 'emptyVouchers'> & { readonly currency: string },
): string {
  const { worth } = format;
  switch (stage.at) {
    case 'verdict': {
      const { title, next } = verdictWords(words, stage.view, format);
      const collect = hasRedeemed(stage.view.state) ? toCollect(sale, stage.view) : null;
      const amount = stage.view.captured === null ? '' : ` ${worth(stage.view.captured)}`;
      return sentences(
        words.verdict.kinds[tenderTone(stage.view)],
        `${title}${amount}`,
        ...(collect === null ? [] : [`${words.verdict.collect} ${worth(collect)}`]),
        next,
      );
    }
    case 'panel': {
      const { check } = stage;
      const refused = refusalWords(words, check, format);
      if (refused !== null) return sentences(refused.title, refused.next);
      const left = check.remaining === null ? '' : `, ${worth(check.remaining)} ${words.check.left}`;
      return `${check.product?.name ?? words.check.voucher}, ${stateWords(words, check)}${left}`;
    }
    case 'flight':
      return stage.silent ? words.flight.checkingBlind : words.flight.redeeming;
    case 'not-arrived':
      return sentences(words.notArrived.title, words.notArrived.lead);
    case 'checking':
      return words.check.checking;
    default:
      return '';
  }
}

/** Ends each part with a full stop if it has no end mark. */
function sentences(...all: string[]): string {
  return all.map((text) => (/[.。!?]$/u.test(text) ? text : `${text}.`)).join(' ');
}
