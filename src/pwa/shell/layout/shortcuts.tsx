import { useQuery } from '@tanstack/react-query';
import { USUAL_RULE } from '../../../contract/access/till-rule.ts';
import { settingsQuery } from '../../api/queries.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { useMessages } from '../../words/words.tsx';

/** Keys that work anywhere in the till, by `KeyboardEvent.key`. */
export const SHORTCUTS = { due: 'F2', amount: 'F4', sameCustomer: 'F7', newSale: 'F8', lock: 'F9', help: '?' } as const;

export function Shortcuts({ onClose }: { readonly onClose: () => void }) {
  const { shortcuts } = useMessages();
  const { typedAmounts } = useQuery(settingsQuery).data ?? USUAL_RULE;
  const rows: [keys: string, does: string][] = [
    [shortcuts.anywhere, shortcuts.anywhereDoes],
    [shortcuts.digits, shortcuts.digitsDo],
    ['80', shortcuts.points[typedAmounts]],
    ['Enter', shortcuts.enter],
    ['Esc', shortcuts.escape],
    [SHORTCUTS.due, shortcuts.due],
    ['+', shortcuts.add],
    [SHORTCUTS.amount, shortcuts.amount],
    [SHORTCUTS.sameCustomer, shortcuts.sameCustomer],
    [SHORTCUTS.newSale, shortcuts.newSale],
    [SHORTCUTS.lock, shortcuts.lock],
    [SHORTCUTS.help, shortcuts.help],
  ];
  return (
    <Dialog title={shortcuts.title} onClose={onClose} onScan="closes">
      <dl className="grid grid-cols-[minmax(0,2fr)_3fr] items-baseline gap-x-4 gap-y-3">
        {rows.map(([keys, does]) => (
          <div key={keys} className="contents">
            <dt>
              <kbd className="inline-block rounded-button border border-neutral-6 bg-neutral-3 px-2 py-1 text-label">
                {keys}
              </kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
