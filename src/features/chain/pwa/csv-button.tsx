import { Download } from 'lucide-react';
import { Button } from '../../../pwa/ui/button.tsx';
import { usePageMessages } from '../../../pwa/words/page-words.ts';

interface CsvButtonProps {
  readonly isBusy?: boolean;
  readonly onClick: () => void;
}

export function CsvButton({ isBusy = false, onClick }: CsvButtonProps) {
  const { csv } = usePageMessages('fleet');
  return (
    <Button className="justify-self-start" disabled={isBusy} onClick={onClick}>
      <Download aria-hidden strokeWidth={1.75} size={20} />
      {csv}
    </Button>
  );
}
