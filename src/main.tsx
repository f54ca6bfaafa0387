import { createRoot } from 'react-dom/client'
import './ui/global.css'
import { dropPrefetchedResponses } from './api/prefetched-responses.ts'
import { App, connect } from './app.tsx'
import { isHandled } from './lib/call-error.ts'
import { loadFonts } from './ui/fonts/load-fonts.ts'
import { FRAME_DELAY_MS, PRICES_PATH, REGISTER_DELAY_MS } from './lib/constants.ts'
import { setInitialLanguage } from './lib/intl.tsx'
import { showMessage } from './lib/messages.ts'
import { storedLanguage } from './lib/storage.ts'
import { createPortalRouter } from './router.ts'
import { STARTED, postToWorker } from './service-worker/messages.ts'

const frameIsDue = () => new Promise<void>((resolve) => setTimeout(resolve, FRAME_DELAY_MS))

/**
 * Starts the portal. The static shell of index.html remains until a whole page replaces it. If loading takes long, the frame with a
 * progress bar replaces the shell earlier.
 */
async function start(root: HTMLElement): Promise<void> {
  // oxlint-disable-next-line no-restricted-imports -- only in the demo build (`npm run demo`)
  if (import.meta.env.MODE === 'demo') await (await import('#mocks/browser/start.tsx')).startDemo()
  const endFonts = navigator.serviceWorker?.controller ? loadFonts() : undefined
  const router = createPortalRouter()
  connect(router)
  const [isAsChosen] = await Promise.all([
    setInitialLanguage(storedLanguage()),
    Promise.race([router.load().finally(dropPrefetchedResponses), frameIsDue()]),
  ])
  if (!isAsChosen) showMessage('warning', 'core.text.languageNotLoaded')
  endFonts?.()
  const reactRoot = createRoot(root, {
    // The console gets only unexpected errors, not those that the user has already seen.
    onCaughtError: (error) => {
      if (!isHandled(error)) console.error(error)
    },
  })
  reactRoot.render(<App router={router} />)
  // Production builds only: in development there are no releases, and the demo has its own service worker.
  // Visitors of public prices may never use the portal, whose code the service worker would load.
  if (import.meta.env.PROD && import.meta.env.MODE !== 'demo' && !location.pathname.startsWith(PRICES_PATH)) {
    postToWorker(STARTED)
    const prepare = () =>
      void import('./register-service-worker.ts').then((next) => next.registerServiceWorker(router)).catch(() => {})
    // Offline there are no requests to delay, and stored records can be offered at once.
    setTimeout(prepare, navigator.onLine ? REGISTER_DELAY_MS : 0)
  }
}

/** Shows an error in both languages; the message files may not have loaded. */
function cannotStart(root: HTMLElement): void {
  const text = document.createElement('p')
  text.setAttribute('role', 'alert')
  text.textContent =
    'Het portaal kon niet worden geladen. Vernieuw de pagina. / The portal could not be loaded. Reload the page.'
  root.append(text)
}

// Missing in a browser that is too old (index.html).
const root = document.getElementById('root')
if (root) {
  start(root).catch((error: unknown) => {
    console.error(error)
    cannotStart(root)
  })
}
