import { createApp } from '#server/app.ts'
import { createXsrf } from '#server/http/xsrf.ts'
import { listen } from '#server/node/listen.ts'
import { readSettings } from '#server/node/settings.ts'
import { loadPortal } from '#server/node/static.ts'
import { portsOn } from './ports.ts'

// The minimal app, served as the portal is: by the same code, beside the same API on the same data.

const [folder = '', dataDir = ''] = process.argv.slice(2)
const settings = readSettings({})
const ports = portsOn(dataDir, settings)
const api = createApp(ports)
const app = loadPortal(folder, { https: false, xsrf: createXsrf(ports, false) })
if (!app) throw new Error(`Nothing is built in ${folder}`)

const fetch = (request: Request) =>
  new URL(request.url).pathname.startsWith('/api/') ? api.fetch(request, { clientAddress: '127.0.0.1' }) : app(request)
const { port, drain } = await listen({ fetch, host: '127.0.0.1', port: 0, limits: settings.limits })
console.log(`Minimal: http://127.0.0.1:${port}\n`)
process.once('SIGTERM', () => void drain().then(() => process.exit(0)))
