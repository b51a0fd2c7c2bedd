import type { EvidenceLine } from '../../contract/redemption/attention.ts';
import type { EvidenceCode } from '../../contract/voucher/evidence.ts';
import { Technical } from '../ui/technical.tsx';
import { useFormat } from '../ui/use-format.tsx';
import { usePageMessages } from '../words/page-words.ts';

/** Codes whose detail is for the reader, not for support requests. */
const READABLE: ReadonlySet<EvidenceCode> = new Set(['gap-reading', 'gap-tills', 'gap-unsettled']);

/** Original text of the log or the issuer, for support requests. */
function Detail({ children }: { readonly children: string }) {
  const { ownWords } = usePageMessages('attention');
  return (
    <details className="text-label text-neutral-9">
      <summary className="inline-flex min-h-12 list-none items-center underline underline-offset-4">{ownWords}</summary>
      <Technical>{children}</Technical>
    </details>
  );
}

export function EvidenceList({ evidence, now }: { readonly evidence: readonly EvidenceLine[]; readonly now: number }) {
  const attention = usePageMessages('attention');
  const { moment } = useFormat();
  if (evidence.length === 0) return null;
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2 wrap-anywhere">
      <h4 className="text-label font-medium text-neutral-9">{attention.known}</h4>
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-2 border-l-2 border-neutral-5 pl-3">
        {evidence.map(({ at, code, detail }) => (
          <li key={`${code} ${at}`}>
            <time dateTime={at} className="block text-label text-neutral-9 tabular-nums">
              {moment(at, now)}
            </time>
            {attention.evidence[code]}
            {detail !== null && (READABLE.has(code) ? <p>{detail}</p> : <Detail>{detail}</Detail>)}
          </li>
        ))}
      </ol>
    </section>
  );
}
