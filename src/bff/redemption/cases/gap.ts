import type { EvidenceCode } from '../../../contract/voucher/evidence.ts';
import type { GapProgress, Gate } from '../recovery/gate.ts';
import type { TillReports } from '../recovery/till-reports.ts';
import type { AttentionCase, AttentionSource } from './source.ts';

export interface GapSourceDeps {
  readonly gate: Pick<Gate, 'progress'>;
  readonly tillReports: Pick<TillReports, 'overrule'>;
}

const REASONS = {
  restored: 'gap-restored',
  'other-copy': 'gap-other-copy',
  'facts-gone': 'gap-entries-missing',
  'till-remembers': 'gap-till-remembers',
} as const;

/**
 * Lists a case while the journal may lack operations, with the reason why the shop is still closed.
 * It closes by itself, or when a manager reopens the shop.
 */
export function gapSource({ gate, tillReports }: GapSourceDeps): AttentionSource {
  async function current(): Promise<AttentionCase | null> {
    const progress = await gate.progress();
    return (
      progress && {
        item: itemOf(progress),
        act: ({ reason }, caller) => tillReports.overrule(caller, progress.gap.id, reason),
      }
    );
  }
  return {
    cases: async () => [await current()].filter((one) => one !== null),
    async find(id) {
      const found = await current();
      return found?.item.id === id ? found : null;
    },
  };
}

function itemOf({ gap, read, actsUntil, awaited, unsettled }: GapProgress): AttentionCase['item'] {
  const since = iso(gap.foundAt);
  const line = (code: EvidenceCode, at: number, detail: string | null) => ({ at: iso(at), code, detail });
  const noOrigin = { last4: '', amount: null, person: null, device: null };
  return {
    ...noOrigin,
    id: gap.id,
    kind: 'gap',
    subject: 'journal',
    state: 'closed',
    since,
    changedAt: since,
    evidence: [
      line(REASONS[gap.reason], gap.fromAt, null),
      line('gap-reading', gap.foundAt, `${Math.round(read * 100)} %`),
      ...(actsUntil === null ? [] : [line('gap-window', actsUntil, null)]),
      ...(awaited.length === 0 ? [] : [line('gap-tills', gap.foundAt, awaited.map(({ name }) => name).join(', '))]),
      ...(unsettled === 0 ? [] : [line('gap-unsettled', gap.foundAt, String(unsettled))]),
    ],
    candidates: [],
    actions: ['open'],
  };
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
