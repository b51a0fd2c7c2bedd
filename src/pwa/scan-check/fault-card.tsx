import { TONES } from '../ui/tone.ts';
import { usePageWords } from '../words/page-words.ts';
import type { Fault } from './diagnose.ts';

/** What is wrong with a scanner, in words; what stands around a code, as it came. */
export function FaultCard({ fault: { kind, text } }: { readonly fault: Fault }) {
  const { title, lead } = usePageWords('scanCheck').faults[kind];
  const { tint, ink, Icon } = TONES.attention;
  return (
    <div className={`flex gap-3 rounded-button p-3 ${tint} ${ink}`}>
      <Icon aria-hidden strokeWidth={1.75} className="shrink-0" />
      <div className="min-w-0">
        <h3 className="font-semibold">{title}</h3>
        <p>
          {lead} {text !== undefined && <code className="rounded-button border border-current px-1 break-all">{text}</code>}
        </p>
      </div>
    </div>
  );
}
