import { useLayer } from '../ui/layers.ts';
import { coveredBy } from './till.ts';
import { useTill, useTillStore } from './use-till.tsx';

/** Back closes the voucher or the verdict on the screen before it leaves the page. A redemption that is under way stays. */
export function useBack(): void {
  const till = useTill();
  const { putAway, goOn } = useTillStore();
  const { stage, earlier } = till;
  const isEarlier = earlier.some(({ tenderId }) => tenderId === coveredBy(till));
  const close = () => {
    if (stage.at === 'verdict' || stage.at === 'rejected' || isEarlier) goOn();
    else putAway();
  };
  useLayer({ isOpen: stage.at !== 'ready', close, onScan: 'passes' });
}
