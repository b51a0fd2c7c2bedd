import type { TillRule } from '../../../contract/access/till-rule.ts';
import { hasRedeemed, tenderTone } from '../../../contract/redemption/tender.ts';
import type { Format } from '../../ui/format.ts';
import type { Messages } from '../../words/en.ts';
import type { Till } from '../till/till.ts';
import { refusalMessage, stateText } from './check-messages.ts';
import { completesSale, paidTotal, toCollect, verdictMessage } from './verdict-message.ts';

/**
 * The live region's text for a stage, in full sentences; that of a redemption in progress depends
 * on the time.
 */
export function announcementOf(
  { stage, sale }: Pick<Till, 'stage' | 'sale'>,
  messages: Messages,
  format: Format & Pick<TillRule, 'emptyVouchers'> & { readonly currency: string },
): string {
  const { value } = format;
  switch (stage.at) {
    case 'verdict': {
      const isLast = completesSale(sale, stage.view);
      const { title, next } = verdictMessage(messages, stage.view, { ...format, isLast });
      const collect = hasRedeemed(stage.view.state) ? toCollect(sale, stage.view) : null;
      const shown = isLast ? paidTotal(sale) : stage.view.captured;
      const amount = shown === null ? '' : ` ${value(shown)}`;
      return sentences(
        messages.verdict.kinds[tenderTone(stage.view)],
        `${title}${amount}`,
        ...(collect === null ? [] : [`${messages.verdict.collect} ${value(collect)}`]),
        next,
      );
    }
    case 'panel': {
      const { check } = stage;
      const refused = refusalMessage(messages, check, format);
      if (refused !== null) return sentences(refused.title, refused.next);
      const left = check.remaining === null ? '' : `, ${value(check.remaining)} ${messages.check.left}`;
      return `${check.product?.name ?? messages.check.voucher}, ${stateText(messages, check)}${left}`;
    }
    case 'not-arrived':
      return sentences(messages.notArrived.title, messages.notArrived.lead);
    case 'checking':
      return messages.check.checking;
    default:
      return '';
  }
}

/** Ends each part with a full stop if it has no end mark. */
function sentences(...all: string[]): string {
  return all.map((text) => (/[.。!?]$/u.test(text) ? text : `${text}.`)).join(' ');
}
