import type { EvidenceLine } from '../../contract/redemption/attention.ts';
import { Technical } from '../ui/technical.tsx';
import { useFormat } from '../ui/use-format.tsx';
import { usePageWords } from '../words/page-words.ts';

/** Original text of the log or the issuer, for support requests. */
function Detail({ children }: { readonly children: string }) {
  const { ownWords } = usePageWords('attention');
  return (
    <details className="text-label text-neutral-9">
      <summary className="inline-flex min-h-12 list-none items-center underline underline-offset-4">{ownWords}</summary>
      <Technical>{children}</Technical>
    </details>
  );
}

/** The evidence, oldest first. */
export function EvidenceList({ evidence, now }: { readonly evidence: readonly EvidenceLine[]; readonly now: number }) {
  const attention = usePageWords('attention');
  const { moment } = useFormat();
  if (evidence.length === 0) return null;
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2 wrap-anywhere">
      <h4 className="text-label font-medium text-neutral-9">{attention.known}</h4>
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-2 border-l-2 border-neutral-5 pl-3">
        {evidence.map(({ at, code, detail }, index) => (
          // Lines are only appended, so the index is stable.
          <li key={index}>
            <time dateTime={at} className="block text-label text-neutral-9 tabular-nums">
              {moment(at, now)}
            </time>
            {attention.evidence[code]}
            {detail !== null && <Detail>{detail}</Detail>}
          </li>
        ))}
      </ol>
    </section>
  );
}
