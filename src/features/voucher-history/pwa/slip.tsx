import { Suspense, useState } from 'react';
import { LANGUAGES, type Language } from '../../../contract/platform/languages.ts';
import { Paper, PaperLine } from '../../../pwa/shell/frame/paper.tsx';
import { Select } from '../../../pwa/ui/select.tsx';
import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { isLanguage } from '../../../pwa/words/languages.ts';
import { usePageWords } from '../../../pwa/words/page-words.ts';
import { InLanguage, useLanguage, useWords } from '../../../pwa/words/words.tsx';
import { PrintButton, receiptPaper } from '../../printing/pwa/print-button.tsx';
import type { Story } from '../contract/story.ts';
import { sentenceOf } from '../contract/story-sentence.ts';
import { foldStoryLines } from './fold-lines.ts';

/** Prints the history for the customer, in the customer's language. */
export function PrintSlip({ story }: { readonly story: Story }) {
  const words = usePageWords('voucher-history');
  const { language: own } = useLanguage();
  const [language, setLanguage] = useState<Language>(own);
  return (
    <div className="flex flex-wrap items-end gap-2 border-t border-neutral-4 pt-3">
      <Select
        className="min-w-0 flex-1 basis-40"
        label={words.paperLanguage}
        value={language}
        onChoose={(value) => setLanguage(isLanguage(value) ? value : own)}
      >
        {Object.entries(LANGUAGES).map(([code, { name }]) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </Select>
      <Suspense>
        <InLanguage language={language}>
          <Slip story={story} />
        </InLanguage>
        <PrintButton what="story" subject={`${story.caseNumber}-${language}`} paper={receiptPaper} saysCopy>
          {words.print}
        </PrintButton>
      </Suspense>
    </div>
  );
}

/** The printout for the customer: the sentence and the lines, without names or codes. */
function Slip({ story }: { readonly story: Story }) {
  const words = usePageWords('voucher-history');
  const { receipt } = useWords();
  const format = useFormat();
  const { dateTime, worth } = format;
  const { voucher, lines, unexplained, surplus, completeSince, completeUntil, caseNumber } = story;
  return (
    <Paper title={words.paper}>
      <dl className="my-2 border-y py-2">
        <PaperLine label={words.case}>{caseNumber}</PaperLine>
        {voucher !== null && (
          <PaperLine label={receipt.voucher}>
            {[voucher.product, `··${voucher.last4}`].filter(Boolean).join(' ')}
          </PaperLine>
        )}
        {story.sequence !== null && <PaperLine label={words.number}>{story.sequence}</PaperLine>}
        {voucher?.remaining != null && (
          <PaperLine label={receipt.left} figure>
            {worth(voucher.remaining)}
          </PaperLine>
        )}
      </dl>
      <p className="py-1 font-semibold">{sentenceOf(story, words.sentence, format)}</p>
      <dl className="border-t py-1">
        {foldStoryLines(lines).map(({ line, times }, index) => (
          <div key={index} className="break-inside-avoid py-1">
            <PaperLine
              label={times > 1 ? words.checkedTimes(times) : words.events[line.what]}
              figure={line.worth !== null && line.what !== 'checked'}
            >
              {line.what === 'checked' || line.worth === null ? '' : worth(line.worth)}
            </PaperLine>
            <dd>
              {[dateTime(line.at), line.own ? '' : (line.shop ?? words.sentence.elsewhere)].filter(Boolean).join(', ')}
            </dd>
          </div>
        ))}
      </dl>
      {unexplained !== null && (
        <p className="border-t py-1">{(surplus ? words.surplusLine : words.unexplainedLine)(worth(unexplained))}</p>
      )}
      <p className="border-t pt-1 text-[8pt]/[1.3]">
        {completeSince !== null && completeUntil !== null
          ? words.complete(dateTime(completeSince), dateTime(completeUntil))
          : words.incomplete}{' '}
        {words.otherMerchants}
      </p>
    </Paper>
  );
}
