import { Chip } from '../../../pwa/ui/chip.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import type { Incomplete } from '../contract/shop-answers.ts';

/** Marks figures that may lack something, with the reason, or a total of such figures. */
export function IncompleteChip({ of: reason }: { readonly of: Incomplete | 'total' | null }) {
  const { incomplete } = usePageMessages('chain');
  return (
    reason && (
      <span className="justify-self-start">
        <Chip tone="attention">! {incomplete[reason]}</Chip>
      </span>
    )
  );
}
