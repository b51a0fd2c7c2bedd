import { useEffect, useSyncExternalStore } from 'react';

/** Print jobs whose status is shown at their button, so that it is not shown twice. */
let noticeIds: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

function setNoticeIds(next: ReadonlySet<string>): void {
  noticeIds = next;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useButtonNotices(ids: readonly string[]): void {
  useEffect(() => {
    setNoticeIds(new Set([...noticeIds, ...ids]));
    return () => setNoticeIds(new Set([...noticeIds].filter((id) => !ids.includes(id))));
  }, [ids]);
}

export function useButtonNoticeIds(): ReadonlySet<string> {
  return useSyncExternalStore(listen, () => noticeIds);
}
