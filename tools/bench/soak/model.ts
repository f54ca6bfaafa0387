import { USUAL_LIMITS } from '#server/http/limits.ts'
import { createApp } from '#server/app.ts'
import { createBackground } from '#server/http/background.ts'
import { openDatabase } from '#server/node/db/database.ts'
import { openSession } from '#server/auth/queries.ts'
import type { Database } from '#server/db/schema.ts'
import { createTokens } from '#server/auth/token.ts'
import type { Place } from '#harness/clinic.ts'
import { type ModelServer, runModel } from '#harness/model.ts'
import { portsOn } from '../ports.ts'
import { type Bounds, type Soaked, counted, none, progress } from './report.ts'

const ROUND = 100

/** Runs random operations, and compares the server after each with a model in memory. */
export async function soakModel(place: Place, { rounds, isOver }: Bounds): Promise<Soaked> {
  const what = `model of clients on ${place.databaseUrl ? 'PostgreSQL' : 'SQLite'}`
  const { db } = await openDatabase(place)
  try {
    const testServer = openModelServer(place, db)
    let step = 0
    const start = performance.now()
    const { done, counts, wrong } = await runModel(testServer, {
      seeds: Array.from({ length: rounds * ROUND }, (_, index) => index),
      isOver: () => {
        if (step % ROUND === 0 && step > 0) progress(what, step / ROUND, rounds)
        step += 1
        return isOver()
      },
    })
    const seconds = (performance.now() - start) / 1000
    const each = Object.entries(counts).map(([name, count]) => `${name} ${count}`)
    return {
      rows: counted(`${what}: operations`, done, `${each.join(', ')}; in ${seconds.toFixed(0)} s`, [
        none(`${what}: otherwise than the model`, wrong ? 1 : 0),
      ]),
      found: wrong ? [wrong] : [],
    }
  } finally {
    await db.destroy()
  }
}

/** Creates a server without a socket, whose clock is set by the model. */
function openModelServer(place: Place, db: Database): ModelServer {
  const testServer = { now: new Date('2026-06-15T10:00:00.000Z') }
  const settings = { publicUrl: 'http://portal.test', limits: USUAL_LIMITS, databaseUrl: place.databaseUrl }
  const ports = portsOn(place.dataDir, settings, { db, clock: () => testServer.now, log: () => {} })
  const background = createBackground(ports.log)
  const app = createApp(ports, background)
  const tokens = createTokens(ports)
  return Object.assign(testServer, {
    db,
    mails: () => background.idle(),
    call: async (method: string, path: string, { token, body }: { token: string; body?: unknown }) =>
      await app.request(`/api/${path}`, {
        method,
        headers: { authorization: token, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    async signIn(accountId: string) {
      const sessionId = await openSession(db, accountId, testServer.now)
      return await tokens.issue({ sessionId, accountId, authTime: Math.floor(testServer.now.getTime() / 1000) })
    },
  })
}
