/** Messages of a tab to the service worker. */
export const STARTED = 'started'
/** A script of the stored release does not run. */
export const BROKEN = 'broken'
/** Asks, by a port, whether the tab has the newest release on the device. */
export const IS_NEWEST = 'newest?'

/** Tells the service worker, where one controls this page. */
export function tellWorker(message: typeof STARTED | typeof BROKEN): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is a window's
  navigator.serviceWorker?.controller?.postMessage(message)
}
