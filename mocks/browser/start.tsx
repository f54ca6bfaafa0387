import { http } from 'msw'
import { setupWorker } from 'msw/browser'
import { createRoot } from 'react-dom/client'
import * as paths from '#contract/paths.ts'
import { createMockApi } from '#mocks/api.ts'
import { PASSWORD, type Persona, personas } from '#mocks/personas.ts'
import { USUAL_LIMITS } from '#server/http/limits.ts'
import type { Bundle, Letters, Sheet } from '#server/pdf/sheet.ts'
import type { Bundles } from '#server/ports.ts'
import { resetDemo, storedFiles, onStoredDatabase } from './storage.ts'
import { storeMail } from './mails.ts'
import { Panel } from './panel.tsx'
import { fetchSamples } from './samples.ts'
import { openBrowserSqlite } from './sqlite.ts'
import { injectFault, clearPersona } from './switches.ts'

type Api = (request: Request) => Promise<Response>

// A constant secret keeps sessions valid after a reload and in other tabs. All data belongs to the browser's user.
const SECRET = new TextEncoder().encode('the secret of a portal that runs in one browser')

/** Starts the API in the browser: MSW routes calls to the real server code, on SQLite stored in IndexedDB. */
export async function startDemo(): Promise<void> {
  const opened = openApi()
  const api: Api = async (request) => await (await opened)(request)
  const disturbed: Api = async (request) => (await injectFault()) ?? (await api(request))
  const worker = setupWorker(
    ...['*/api/*', '*/files/*'].map((path) => http.all(path, ({ request }) => disturbed(request))),
  )
  await Promise.all([opened, worker.start({ quiet: true, onUnhandledFrame: 'bypass' })])
  respondToTabs(disturbed)
  const panel = document.body.appendChild(document.createElement('div'))
  createRoot(panel).render(<Panel signIn={(persona) => signIn(api, persona)} resetDemo={() => void resetDemo()} />)
}

async function drawPdf(sheet: Sheet | Letters | Bundle) {
  const [{ draw }, { FONTS }] = await Promise.all([import('#server/pdf/draw.ts'), import('./fonts.ts')])
  return await draw(sheet, FONTS)
}

const bundles: Bundles = {
  read: async (file) => await (await import('#server/pdf/file-pages.ts')).readFilePages(file),
  draw: drawPdf,
}

const memoryDatabase = async () => (await openBrowserSqlite()).db

async function openApi(): Promise<Api> {
  const file = await openBrowserSqlite()
  const onDatabase = onStoredDatabase(file)
  const { origin, protocol } = location
  const settings = { publicUrl: origin, allowedOrigins: [], https: protocol === 'https:', limits: USUAL_LIMITS }
  const api = await onDatabase(() =>
    createMockApi(
      file.db,
      {
        secret: SECRET,
        files: storedFiles,
        pdf: drawPdf,
        bundles,
        memoryDatabase,
        mail: { send: storeMail },
        settings,
      },
      fetchSamples,
    ),
  )
  return (request) =>
    onDatabase(async () => {
      const response = await api.fetch(request)
      await api.idle()
      return response
    })
}

/** Answers the service worker (`tools/build/demo-worker.js`), which requests files that are opened in their own tab. */
function respondToTabs(api: Api): void {
  const respond = async (file: string, port: MessagePort) => {
    const answered = await api(new Request(file))
    const body = await answered.arrayBuffer()
    port.postMessage({ status: answered.status, headers: [...answered.headers], body }, [body])
  }
  navigator.serviceWorker.addEventListener('message', ({ data, ports: [port] }: MessageEvent<{ file?: string }>) => {
    if (data.file && port) void respond(data.file, port)
  })
}

async function signIn(api: Api, persona: Persona): Promise<void> {
  const response = await api(
    new Request(`/api/${paths.authenticate}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: personas[persona], password: PASSWORD }),
    }),
  )
  if (!response.ok) throw new Error(`${personas[persona]}: ${response.status}`)
  const { token } = (await response.json()) as { token: string }
  clearPersona()
  sessionStorage.setItem('portal-token', token)
  location.assign('/auth/login')
}
