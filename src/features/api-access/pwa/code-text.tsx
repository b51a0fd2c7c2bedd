/** Code or data, read aloud as English. */
export function CodeText({ children }: { readonly children: string }) {
  return (
    <pre lang="en" className="rounded-button bg-neutral-3 p-3 font-mono text-label whitespace-pre-wrap wrap-anywhere">
      {children}
    </pre>
  );
}
