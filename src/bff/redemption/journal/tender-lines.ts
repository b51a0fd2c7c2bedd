import type { VisibleFacts } from '../../platform/audit/journal-lines.ts';
import type { TenderFact } from './tender-facts.ts';

/** Facts of a tender that appear in the audit trail. */
export const TENDER_LINES: VisibleFacts<TenderFact['kind']> = {
  intent: 'tender.asked',
  captured: 'tender.taken',
  captured_partial: 'tender.partly-taken',
  declined: 'tender.refused',
  not_sent: 'tender.not-taken',
  unknown: 'tender.unknown',
  not_captured: { byPerson: 'tender.closed', byItself: 'tender.not-taken' },
  manager: 'tender.manager',
  late_capture: 'tender.late',
  attached: 'tender.attached',
};
