import { setTimeout as delay } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { IMPORT_KEY_PREFIX, type ImportRun } from '#contract/imports.ts'
import { sha256 } from '#server/http/keys.ts'
import { importKey, practice } from '#harness/builders.ts'
import { type Place, looking } from '#harness/clinic.ts'
import { makeExport } from '../make-export.ts'
import { during, rowsOf } from './beside-import.ts'
import { startWatched } from './crowd.ts'
import { type Bounds, type Soaked, none } from './report.ts'

const PRACTICES = 100
/** Of each practice; about 900 records. */
const CLIENTS = 100
const LOOK_EVERY_MS = 250

/** Staff and owners who sign in and leaf through lists, before and while a hundred practices send their exports at once. */
export async function soakQueue(place: Place, engine: string, { seconds }: Bounds): Promise<Soaked> {
  const what = `a hundred practices that send their exports at once on ${engine}`
  await using watched = await startWatched(place, {
    env: { LIMIT_LOGIN_FAILURES: '1000000', LIMIT_LOGIN_ADDRESS_FAILURES: '1000000' },
  })
  const { url } = watched.server
  const ids = Array.from({ length: PRACTICES }, (_, index) => `sends-${index}`)
  const keyOf = (id: string) => `${IMPORT_KEY_PREFIX}${id}`
  await looking(place, async (db) => {
    for (const id of ids) {
      await practice(db, id)
      await importKey(db, id, { hash: await sha256(keyOf(id)) })
    }
  })
  const exports = new Map(ids.map((id, index) => [id, exportOf(id, index)]))
  await during(watched, delay(2000))
  const idle = await during(watched, delay(Math.min(seconds, 20) * 1000))

  const start = performance.now()
  const send = (id: string) =>
    fetch(`${url}/api/practice/${id}/import?sequence=1`, {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${keyOf(id)}`,
        'content-type': 'application/x-ndjson',
        'content-encoding': 'gzip',
      },
      body: exports.get(id)!,
    })
  const stateOf = async (id: string) => {
    const headers = { authorization: `Bearer ${keyOf(id)}` }
    return ((await (await fetch(`${url}/api/practice/${id}/imports/1`, { headers })).json()) as ImportRun).state
  }
  const refused: string[] = []
  const ended = (async () => {
    await Promise.all(
      ids.map(async (id) => {
        const answer = await send(id)
        await answer.arrayBuffer()
        if (answer.status !== 202) refused.push(`${id}: ${answer.status}`)
      }),
    )
    for (const id of ids) {
      let state = await stateOf(id)
      while (state === 'waiting' || state === 'running') {
        await delay(LOOK_EVERY_MS)
        state = await stateOf(id)
      }
      if (state !== 'done') refused.push(`${id}: ${state}`)
    }
  })()
  const busy = await during(watched, ended)
  await ended
  const lasted = `in ${((performance.now() - start) / 1000).toFixed(0)} s`
  return {
    rows: [
      { ...none(`${what}: not loaded`, refused.length), note: lasted },
      ...rowsOf(`${what}: pages`, idle.pages, busy.pages),
      ...rowsOf(`${what}: sign-ins`, idle.signIns, busy.signIns),
    ],
    found: refused,
  }
}

function exportOf(id: string, index: number): Uint8Array<ArrayBuffer> {
  const records = [...makeExport({ clients: CLIENTS, practices: 1, seed: 100 + index })]
  const own = records
    .filter(({ record }) => record !== 'practice' && record !== 'user')
    .map((record) => `${JSON.stringify(record).replaceAll('bench-0001', id)}\n`)
  return new Uint8Array(gzipSync(own.join('')))
}
