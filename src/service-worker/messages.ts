/** Message of a tab to the service worker: its page runs. */
export const STARTED = 'started'
/** Message of a tab: a script of the stored release failed. */
export const BROKEN = 'broken'
/** Asks whether the tab has the newest stored release; the reply is sent to the port of the message. */
export const IS_NEWEST = 'newest?'

/** Posts a message to the service worker, if one controls this page. */
export function postToWorker(message: typeof STARTED | typeof BROKEN): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- only windows have a target origin
  navigator.serviceWorker?.controller?.postMessage(message)
}
