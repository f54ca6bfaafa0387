import { createRoot } from 'react-dom/client'
import './ui/global.css'
import { App, connect } from './app.tsx'
import { CallError } from './lib/http.ts'
import { speak, storedLanguage } from './lib/intl.tsx'
import { createPortalRouter } from './router.ts'

const router = createPortalRouter()
connect(router)

// The static shell of index.html stays until there is a whole page to put in its place.
await Promise.all([speak(storedLanguage()), router.load()])
createRoot(document.getElementById('root')!, {
  // A failed call was shown to the person; the console is for what nobody foresaw.
  onCaughtError: (error) => {
    if (!(error instanceof CallError)) console.error(error)
  },
}).render(<App router={router} />)
