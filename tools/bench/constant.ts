import { text } from 'node:stream/consumers'
import { Hono } from 'hono'
import { createApp } from '#server/app.ts'
import { authenticate } from '#server/auth/authenticate.ts'
import { listen } from '#server/node/listen.ts'
import { createTokens } from '#server/auth/token.ts'
import { readSettings } from '#server/node/settings.ts'
import { portsOn } from './ports.ts'

// What a page of clients is compared with, answering every call with the text it was given. Behind the same `listen` as the
// portal, so the same HTTP, it is one of two:
// - `bare`: Hono and one route. What the portal does beside that is all of its cost: who is asking, the query, the JSON, the
//   headers, the line in the log.
// - `guarded`: the portal's own application with one more route, for who is signed in. What is left is the list itself.

const [kind, dataDir = '', databaseUrl] = process.argv.slice(2)
const body = await text(process.stdin)
const { limits, publicUrl } = readSettings({})

const { port, drain } = await listen({ fetch: app().fetch, host: '127.0.0.1', port: 0, limits })
console.log(`Constant: http://127.0.0.1:${port}\n`)
process.once('SIGTERM', () => void drain().then(() => process.exit(0)))

function app(): { fetch(request: Request): Response | Promise<Response> } {
  if (kind === 'bare') {
    return new Hono().get('*', (c) => c.body(body, 200, { 'content-type': 'application/json' }))
  }
  const ports = portsOn(dataDir, { limits, publicUrl, databaseUrl })
  const { signedIn } = authenticate({ ...ports, tokens: createTokens(ports) })
  const value: unknown = JSON.parse(body)
  return createApp(ports).get('/constant', signedIn, (c) => c.json(value))
}
