import { createApp } from '#server/app.ts'
import { createXsrf } from '#server/http/xsrf.ts'
import { readSettings } from '#server/node/settings.ts'
import { loadPortal } from '#server/node/http/static.ts'
import { portsOn, serve } from './ports.ts'

// Serves the minimal app with the portal's own server code and API, on the same data.

const [folder = '', dataDir = ''] = process.argv.slice(2)
const settings = readSettings({})
const ports = portsOn(dataDir, settings)
const api = createApp(ports)
const app = loadPortal(folder, { https: false, xsrf: createXsrf(ports, false) })
if (!app) throw new Error(`Nothing is built in ${folder}`)

const fetch = (request: Request) =>
  new URL(request.url).pathname.startsWith('/api/') ? api.fetch(request, { clientAddress: '127.0.0.1' }) : app(request)
await serve('Minimal', fetch, settings.limits)
