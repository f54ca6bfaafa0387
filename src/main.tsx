import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import './ui/global.css'
import { dropEarlyAnswers } from './api/early-answers.ts'
import { App, connect } from './app.tsx'
import { isHandled } from './lib/call-error.ts'
import { FRAME_DELAY_MS, REGISTER_DELAY_MS } from './lib/constants.ts'
import { speakAtStart } from './lib/intl.tsx'
import { showMessage } from './lib/messages.ts'
import { storedLanguage } from './lib/storage.ts'
import { createPortalRouter } from './router.ts'
import { STARTED, tellWorker } from './service-worker/messages.ts'

const frameIsDue = () => new Promise<void>((resolve) => setTimeout(resolve, FRAME_DELAY_MS))

/**
 * The static shell of index.html stays until there is a whole page to put in its place, or, where that takes long, the frame
 * that tells of it.
 */
async function start(root: HTMLElement): Promise<void> {
  // oxlint-disable-next-line no-restricted-imports -- a build of its own (`npm run demo`), and no part of any other
  if (import.meta.env.MODE === 'demo') await (await import('#mocks/browser/start.tsx')).startDemo()
  const router = createPortalRouter()
  connect(router)
  const [isAsChosen] = await Promise.all([
    speakAtStart(storedLanguage()),
    Promise.race([router.load().finally(dropEarlyAnswers), frameIsDue()]),
  ])
  if (!isAsChosen) showMessage('warning', 'core.text.languageNotLoaded')
  const reactRoot = createRoot(root, {
    // What was shown to the person need not stand in the console, which is for what nobody foresaw.
    onCaughtError: (error) => {
      if (!isHandled(error)) console.error(error)
    },
  })
  // A transition renders in slices of a few milliseconds, so that the first render is no long task.
  startTransition(() => reactRoot.render(<App router={router} />))
  // Only once the portal has been built for a server: in development there are no releases, and the demo has a worker of its own.
  if (import.meta.env.PROD && import.meta.env.MODE !== 'demo') {
    tellWorker(STARTED)
    const prepare = () => void import('./next-visit.ts').then((next) => next.prepareNextVisit(router)).catch(() => {})
    // Without a connection there is nothing to be in the way of, and something to offer.
    setTimeout(prepare, navigator.onLine ? REGISTER_DELAY_MS : 0)
  }
}

/** Without its texts the portal cannot speak, so these two languages stand here. */
function cannotStart(root: HTMLElement): void {
  const text = document.createElement('p')
  text.setAttribute('role', 'alert')
  text.textContent =
    'Het portaal kon niet worden geladen. Vernieuw de pagina. / The portal could not be loaded. Reload the page.'
  root.append(text)
}

// None in a browser that is too old (index.html).
const root = document.getElementById('root')
if (root) {
  start(root).catch((error: unknown) => {
    console.error(error)
    cannotStart(root)
  })
}
