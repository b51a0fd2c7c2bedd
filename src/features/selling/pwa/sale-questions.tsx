import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { settingsQuery } from '../../../pwa/api/queries.ts';
import { Button } from '../../../pwa/ui/button.tsx';
import { Dialog } from '../../../pwa/ui/dialog.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';

interface SaleQuestionsProps {
  /**
   * Called if both questions were answered with no. `afterMs`: the shorter time to an answer,
   * milliseconds.
   */
  readonly onNo: (afterMs: number) => void;
  /** Called if a question was answered with yes, which ends the sale. */
  readonly onYes: () => void;
  readonly onClose: () => void;
}

const QUESTIONS = ['onPhone', 'scamQuestion'] as const;

export function SaleQuestions({ onNo, onYes, onClose }: SaleQuestionsProps) {
  const messages = usePageMessages('selling');
  const [answered, setAnswered] = useState<readonly number[]>([]);
  const question = QUESTIONS[answered.length];
  const no = (afterMs: number) => {
    const all = [...answered, afterMs];
    if (all.length === QUESTIONS.length) onNo(Math.min(...all));
    else setAnswered(all);
  };
  if (question === undefined) return null;
  return (
    <Dialog title={messages.questions} onClose={onClose}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <p className="text-neutral-9">{messages.questionsLead}</p>
        <p className="text-label text-neutral-9">{messages.questionOf(String(answered.length + 1))}</p>
        <Question key={question} text={messages[question]} onNo={no} onYes={onYes} />
      </div>
    </Dialog>
  );
}

interface QuestionProps {
  readonly text: string;
  /** @param afterMs how long the question was visible, milliseconds */
  readonly onNo: (afterMs: number) => void;
  readonly onYes: () => void;
}

/** Neither answer has the focus, so that Enter selects none. */
function Question({ text, onNo, onYes }: QuestionProps) {
  const messages = usePageMessages('selling');
  const openedAt = useRef(0);
  const question = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    openedAt.current = performance.now();
    question.current?.focus();
  }, []);
  return (
    <>
      <p ref={question} tabIndex={-1} className="text-section font-semibold text-balance">
        {text}
      </p>
      <div className="grid grid-cols-2 gap-3">
        <Button className="min-h-16" onClick={onYes}>
          {messages.yes}
        </Button>
        <Button className="min-h-16" onClick={() => onNo(Math.round(performance.now() - openedAt.current))}>
          {messages.no}
        </Button>
      </div>
    </>
  );
}

/** The text for the customer after a sale was stopped. */
export function SaleStopped({ onBack }: { readonly onBack: () => void }) {
  const messages = usePageMessages('selling');
  const { stopText = '' } = useQuery(settingsQuery).data?.safeSale ?? {};
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="card grid max-w-3xl grid-cols-[minmax(0,1fr)] justify-items-start gap-4 p-4 wrap-anywhere till:p-6">
      <h2 ref={heading} tabIndex={-1} className="text-title font-semibold">
        {messages.notSold}
      </h2>
      <p className="text-section whitespace-pre-line">{stopText || messages.stopText}</p>
      <p className="text-neutral-9">{messages.notSoldMore}</p>
      <Button onClick={onBack}>{messages.backToCatalogue}</Button>
    </section>
  );
}
