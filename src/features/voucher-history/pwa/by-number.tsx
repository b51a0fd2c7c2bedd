import { Search } from 'lucide-react';
import { useState } from 'react';
import { LIMITS } from '../../../contract/access/limits.ts';
import { useScans } from '../../../pwa/scan/use-scans.ts';
import { Button } from '../../../pwa/ui/button.tsx';
import { Dialog } from '../../../pwa/ui/dialog.tsx';
import { Field } from '../../../pwa/ui/field.tsx';
import { submitted, text } from '../../../pwa/ui/form.ts';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { usePageWords } from '../../../pwa/words/page-words.ts';
import { StoryView } from './story-view.tsx';

/** For stock staff: time and person of a card's activation, by its printed number. */
export function ByNumber({ onOpen }: { readonly onOpen: (isOpen: boolean) => void }) {
  const words = usePageWords('voucher-history');
  const [isOpen, setOpen] = useState(false);
  const open = (wanted: boolean) => {
    setOpen(wanted);
    onOpen(wanted);
  };
  return (
    <>
      <Button onClick={() => open(true)}>
        <Search aria-hidden strokeWidth={1.75} size={20} />
        {words.cardStory}
      </Button>
      {isOpen && <NumberDialog onClose={() => open(false)} />}
    </>
  );
}

const DIGITS = /^\d+$/;

function NumberDialog({ onClose }: { readonly onClose: () => void }) {
  const words = usePageWords('voucher-history');
  const [asked, setAsked] = useState<{ readonly sequence: string; readonly number: number } | null>(null);
  const [isOdd, setOdd] = useState(false);
  const ask = (typed: string) => {
    const sequence = typed.trim();
    setOdd(!DIGITS.test(sequence));
    if (DIGITS.test(sequence)) setAsked((before) => ({ sequence, number: (before?.number ?? 0) + 1 }));
  };
  useScans((scan) => ask(scan.text), { enabled: true });
  return (
    <Dialog title={words.cardStory} onClose={onClose}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <form className="flex flex-wrap items-end gap-2" onSubmit={submitted((form) => ask(text(form, 'sequence')))}>
          <Field
            key={asked?.number}
            className="min-w-0 flex-1 basis-48"
            label={words.number}
            hint={words.numberHint}
            name="sequence"
            inputMode="numeric"
            defaultValue={asked?.sequence}
            autoFocus
            required
            maxLength={LIMITS.sequenceDigitsMax}
          />
          <Button type="submit">{words.lookUp}</Button>
        </form>
        {isOdd && <Notice tone="attention">{words.notANumber}</Notice>}
        {asked !== null && <StoryView key={asked.number} about={{ sequence: asked.sequence }} />}
      </div>
    </Dialog>
  );
}
