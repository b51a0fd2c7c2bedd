import { Suspense, useState } from 'react';
import { isLanguage, LANGUAGES, type Language } from '../../../contract/platform/languages.ts';
import { PrintDocument, PrintLine } from '../../../pwa/shell/layout/print-document.tsx';
import { PrintButton, receiptElement } from '../../../pwa/shell/print-button.tsx';
import { Select } from '../../../pwa/ui/select.tsx';
import { useFormat } from '../../../pwa/ui/use-format.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { useLanguage, useMessages, WithLanguage } from '../../../pwa/words/words.tsx';
import type { Story } from '../contract/story.ts';
import { sentenceOf } from '../contract/story-sentence.ts';
import { foldStoryLines } from './fold-lines.ts';

/** Prints the history for the customer, in the customer's language. */
export function PrintSlip({ story }: { readonly story: Story }) {
  const messages = usePageMessages('voucher-history');
  const { language: own } = useLanguage();
  const [language, setLanguage] = useState<Language>(own);
  return (
    <div className="flex flex-wrap items-end gap-2 border-t border-neutral-4 pt-3">
      <Select
        className="min-w-0 flex-1 basis-40"
        label={messages.paperLanguage}
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
        <WithLanguage language={language}>
          <Slip story={story} />
        </WithLanguage>
        <PrintButton what="story" subject={`${story.caseNumber}-${language}`} paper={receiptElement} isMarkedCopy>
          {messages.print}
        </PrintButton>
      </Suspense>
    </div>
  );
}

/** The printout for the customer: the sentence and the lines, without names or codes. */
function Slip({ story }: { readonly story: Story }) {
  const messages = usePageMessages('voucher-history');
  const { receipt } = useMessages();
  const format = useFormat();
  const { dateTime, value } = format;
  const { voucher, lines, unexplained, surplus, completeSince, completeUntil, caseNumber } = story;
  return (
    <PrintDocument title={messages.paper}>
      <dl className="my-2 border-y py-2">
        <PrintLine label={messages.case}>{caseNumber}</PrintLine>
        {voucher !== null && (
          <PrintLine label={receipt.voucher}>
            {[voucher.product, `··${voucher.last4}`].filter(Boolean).join(' ')}
          </PrintLine>
        )}
        {story.sequence !== null && <PrintLine label={messages.number}>{story.sequence}</PrintLine>}
        {voucher?.remaining != null && (
          <PrintLine label={receipt.left} figure>
            {value(voucher.remaining)}
          </PrintLine>
        )}
      </dl>
      <p className="py-1 font-semibold">{sentenceOf(story, messages.sentence, format)}</p>
      <dl className="border-t py-1">
        {foldStoryLines(lines).map(({ line, times }, index) => (
          <div key={index} className="break-inside-avoid py-1">
            <PrintLine
              label={times > 1 ? messages.checkedTimes(times) : messages.events[line.what]}
              figure={line.worth !== null && line.what !== 'checked'}
            >
              {line.what === 'checked' || line.worth === null ? '' : value(line.worth)}
            </PrintLine>
            <dd>
              {[dateTime(line.at), line.own ? '' : (line.shop ?? messages.sentence.elsewhere)]
                .filter(Boolean)
                .join(', ')}
            </dd>
          </div>
        ))}
      </dl>
      {unexplained !== null && (
        <p className="border-t py-1">
          {(surplus ? messages.surplusLine : messages.unexplainedLine)(value(unexplained))}
        </p>
      )}
      <p className="border-t pt-1 text-[8pt]/[1.3]">
        {completeSince !== null && completeUntil !== null
          ? messages.complete(dateTime(completeSince), dateTime(completeUntil))
          : messages.incomplete}{' '}
        {messages.otherMerchants}
      </p>
    </PrintDocument>
  );
}
