import { queryOptions } from '@tanstack/react-query';
import { barShape } from './code-shapes.ts';

/** The bar code of a text, drawn once. The encoder is loaded on first use. */
export const barsQuery = (text: string) =>
  queryOptions({
    queryKey: ['bar-code', text],
    queryFn: () => barShape(text),
    staleTime: Infinity,
    networkMode: 'always',
  });
