import { useState } from 'react';
import { Button } from '../../../pwa/ui/button.tsx';
import { Dialog } from '../../../pwa/ui/dialog.tsx';
import { submitted, text } from '../../../pwa/ui/form.ts';
import { Notice } from '../../../pwa/ui/notice.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';
import { FILE_BYTES_MAX } from './limits.ts';
import { useActivateStore } from './use-activate.ts';

/** Reads a list of ranges from text or a file, on this device; nothing is sent. */
export function PasteDialog({ onClose }: { readonly onClose: () => void }) {
  const activate = usePageMessages('gift-cards');
  const { read } = useActivateStore();
  const [isTooBig, setTooBig] = useState(false);
  const add = (list: string) => {
    read(list);
    onClose();
  };
  const open = (file: File | undefined) => {
    if (file === undefined) return;
    if (file.size > FILE_BYTES_MAX) return setTooBig(true);
    void file.text().then(add);
  };
  return (
    <Dialog title={activate.pasteTitle} onClose={onClose}>
      <form className="grid gap-4" onSubmit={submitted((form) => add(text(form, 'list')))}>
        <p>{activate.pasteLead}</p>
        <label className="grid gap-1 text-label font-medium text-neutral-11">
          {activate.pasteField}
          <textarea
            name="list"
            rows={8}
            spellCheck={false}
            placeholder={'000101, 000150, 50\n000201, 000220, 20'}
            className="w-full rounded-button border border-neutral-8 bg-neutral-2 px-3 py-2 text-body text-neutral-12 tabular-nums placeholder:text-neutral-9"
          />
        </label>
        <Button type="submit" variant="main">
          {activate.pasteAdd}
        </Button>
        <label className="grid gap-1 text-label font-medium text-neutral-11">
          {activate.pasteFile}
          <input
            type="file"
            accept=".csv,.txt,text/csv,text/plain"
            onChange={(event) => open(event.target.files?.[0])}
            className="min-h-12 w-full rounded-button border border-neutral-8 bg-neutral-2 text-body file:mr-3 file:min-h-12 file:rounded-button file:bg-neutral-3 file:px-4 file:font-medium"
          />
        </label>
        {isTooBig && <Notice tone="refused">{activate.fileTooBig}</Notice>}
      </form>
    </Dialog>
  );
}
