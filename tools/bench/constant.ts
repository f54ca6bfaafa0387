import { text } from 'node:stream/consumers'
import { createApp } from '#server/app.ts'
import { authenticate } from '#server/auth/authenticate.ts'
import { createTokens } from '#server/auth/token.ts'
import { readSettings } from '#server/node/settings.ts'
import { portsOn, serve } from './ports.ts'

// Baseline for a page of clients: the portal's application with an extra route for signed-in users. The route returns
// constant JSON, read from standard input. The difference between the two is the cost of the list itself.

const [dataDir = '', databaseUrl] = process.argv.slice(2)
const value: unknown = JSON.parse(await text(process.stdin))
const { limits, publicUrl } = readSettings({})
const ports = portsOn(dataDir, { limits, publicUrl, databaseUrl })
const { signedIn } = authenticate({ ...ports, tokens: createTokens(ports), recordReads: async () => {} })
const app = createApp(ports).get('/constant', signedIn, (c) => c.json(value))
await serve('Constant', app.fetch, limits)
