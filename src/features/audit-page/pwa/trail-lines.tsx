import type { TrailLine } from '../../../contract/platform/audit.ts';
import { foldTrailLines } from './fold-lines.ts';
import { TrailTable } from './trail-table.tsx';

export function TrailLines({ lines }: { readonly lines: readonly TrailLine[] }) {
  return <TrailTable lines={foldTrailLines(lines)} />;
}
