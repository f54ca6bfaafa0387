import { text } from 'node:stream/consumers'
import { createApp } from '#server/app.ts'
import { authenticate } from '#server/auth/authenticate.ts'
import { listen } from '#server/node/listen.ts'
import { createTokens } from '#server/auth/token.ts'
import { readSettings } from '#server/node/settings.ts'
import { portsOn } from './ports.ts'

// What a page of clients is compared with: the portal's own application with one more route, for those who are signed in, that
// answers the JSON it was given. What is left is the list itself.

const [dataDir = '', databaseUrl] = process.argv.slice(2)
const value: unknown = JSON.parse(await text(process.stdin))
const { limits, publicUrl } = readSettings({})
const ports = portsOn(dataDir, { limits, publicUrl, databaseUrl })
const { signedIn } = authenticate({ ...ports, tokens: createTokens(ports), recordReads: async () => {} })
const app = createApp(ports).get('/constant', signedIn, (c) => c.json(value))

const { port, drain } = await listen({ fetch: app.fetch, host: '127.0.0.1', port: 0, limits })
console.log(`Constant: http://127.0.0.1:${port}\n`)
process.once('SIGTERM', () => void drain().then(() => process.exit(0)))
