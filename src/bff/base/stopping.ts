import { setMaxListeners } from 'node:events';

/** Ends whatever waits when a part of the server stops. However many wait at a time, none of them is a leak that Node should warn of. */
export function createStopping(): AbortController {
  const stopping = new AbortController();
  setMaxListeners(0, stopping.signal);
  return stopping;
}
