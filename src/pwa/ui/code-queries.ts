import { queryOptions } from '@tanstack/react-query';
import { barShape } from './code-shapes.ts';

/** The bar code of a text, drawn once; the encoder comes with the first one. */
export const barsQuery = (text: string) =>
  queryOptions({
    queryKey: ['bar-code', text],
    queryFn: () => barShape(text),
    staleTime: Infinity,
    networkMode: 'always',
  });
