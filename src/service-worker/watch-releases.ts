import { LOOK_FOR_RELEASE_MS } from '#src/lib/constants.ts'
import { IS_NEWEST } from './messages.ts'

/** Who saves data downloads what a page needs, and no more. */
const savesData = () => navigator.connection?.saveData === true

declare global {
  interface Navigator {
    /** Not in every browser. */
    connection?: { saveData?: boolean }
  }
}

/** Whether the tab has the newest release that is on the device. */
function isNewest(worker: ServiceWorker): Promise<unknown> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.addEventListener('message', ({ data }) => resolve(data))
    port1.start()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is a window's
    worker.postMessage(IS_NEWEST, [port2])
  })
}

async function watch(workers: ServiceWorkerContainer): Promise<void> {
  const look = async () => {
    if (!workers.controller || (await isNewest(workers.controller)) !== false) return
    const { offerRelease } = await import('./offer-release.tsx')
    offerRelease()
  }
  workers.addEventListener('controllerchange', () => void look().catch(() => {}))
  await workers.register('/service-worker.js', { updateViaCache: 'none' })
  await look()
  const registration = await workers.ready
  let lookedAt = Date.now()
  // A tab that is open for days never asks by itself.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - lookedAt < LOOK_FOR_RELEASE_MS) return
    lookedAt = Date.now()
    void registration.update().catch(() => {})
  })
}

/** Keeps the portal on the device (src/service-worker/main.ts), and tells of a release that is newer than this tab's. */
export function watchReleases(): void {
  // Without it, in a browser that keeps its storage shut, everything works as on a first visit.
  if (navigator.serviceWorker && !savesData()) void watch(navigator.serviceWorker).catch(() => {})
}
