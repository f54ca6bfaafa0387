import { LOOK_FOR_RELEASE_MS } from '#src/lib/constants.ts'
import { IS_NEWEST } from './messages.ts'

/** With the data saver on, only files that a page needs are downloaded. */
const savesData = () => navigator.connection?.saveData === true

declare global {
  interface Navigator {
    /** Missing in some browsers. */
    connection?: { saveData?: boolean }
  }
}

/** Resolves to whether the tab has the newest release that is stored on the device. */
function isNewest(worker: ServiceWorker): Promise<unknown> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.addEventListener('message', ({ data }) => resolve(data))
    port1.start()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- only windows have a target origin
    worker.postMessage(IS_NEWEST, [port2])
  })
}

async function watch(workers: ServiceWorkerContainer): Promise<void> {
  const check = async () => {
    if (!workers.controller || (await isNewest(workers.controller)) !== false) return
    const { offerRelease } = await import('./offer-release.tsx')
    offerRelease()
  }
  workers.addEventListener('controllerchange', () => void check().catch(() => {}))
  await workers.register('/service-worker.js', { updateViaCache: 'none' })
  await check()
  const registration = await workers.ready
  let checkedAt = Date.now()
  // Browsers check for updates on navigation only, so a tab that is open for days never checks.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - checkedAt < LOOK_FOR_RELEASE_MS) return
    checkedAt = Date.now()
    void registration.update().catch(() => {})
  })
}

/** Registers the service worker (src/service-worker/main.ts), and offers a release that is newer than the tab's. */
export function watchReleases(): void {
  // Without a service worker, for example if the browser blocks storage, every visit works like the first.
  if (navigator.serviceWorker && !savesData()) void watch(navigator.serviceWorker).catch(() => {})
}
