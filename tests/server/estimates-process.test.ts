// @module-tag database
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Estimate } from '#contract/schemas/estimate.ts'
import { ESTIMATE, account, client, estimate } from '#harness/builders.ts'
import { PASSWORD_HASH, PRACTICE, envOf, makeClinic, signIn, withDatabaseOf } from '#harness/clinic.ts'
import { eachPlace } from '#harness/folders.ts'
import { rowsOf } from '#harness/rows.ts'
import { startServer } from '#harness/server-process.ts'
import { engines } from '#harness/test-server.ts'

const OWNER = 'owner@proef.example'
const ROUNDS = 8

describe.runIf(engines.includes('postgres'))('two servers with one PostgreSQL database', () => {
  const place = eachPlace('postgres')

  test('keep one of two answers to an estimate, and none to content that changes at once', async () => {
    await makeClinic(place)
    const { clientId, ids } = await withDatabaseOf(place, async (db) => {
      const owner = await account(db, OWNER, { password_hash: PASSWORD_HASH })
      const clientUuid = await client(db, PRACTICE, { account_id: owner, registered: 1 })
      const uuids: string[] = []
      for (let round = 0; round < ROUNDS; round += 1) uuids.push(await estimate(db, clientUuid, { from_portal: 1 }))
      return { clientId: clientUuid, ids: uuids }
    })
    await using one = await startServer(envOf(place))
    await using other = await startServer(envOf(place))
    const [ofOwner, ofStaff] = [await signIn(one.url, OWNER), await signIn(other.url)]
    const call = async ({ url }: { url: string }, method: string, path: string, body?: object) => {
      const headers = {
        authorization: path.startsWith('clients') ? ofOwner : ofStaff,
        'content-type': 'application/json',
      }
      const sent = body && { body: JSON.stringify(body) }
      return await fetch(`${url}/api/${path}`, { method, headers, ...sent })
    }
    const path = (id: string) => `clients/${clientId}/estimates/${id}`
    const shown = async (id: string) => (await (await call(other, 'GET', path(id))).json()) as Estimate
    const answer = async (at: { url: string }, id: string, outcome: string) => {
      const { contentHash } = await shown(id)
      return (await call(at, 'POST', `${path(id)}/answer`, { outcome, contentHash })).status
    }
    for (const id of ids) {
      const both = await Promise.all([answer(one, id, 'accepted'), answer(other, id, 'declined')])
      expect(both.toSorted()).toEqual([200, 409])
      const { outcome } = (await shown(id)).answer!
      expect(outcome).toBe(both[0] === 200 ? 'accepted' : 'declined')
      const change = (amount: number) => {
        const body = { clientUuid: clientId, ...ESTIMATE, lines: [{ description: 'Consult', amount }] }
        return call(other, 'PUT', `practice/${PRACTICE}/estimates/${id}`, body)
      }
      expect((await change(1)).status).toBe(200)
      const [status, changed] = await Promise.all([answer(one, id, 'accepted'), change(2)])
      expect([changed.status, [200, 409].includes(status)]).toEqual([200, true])
      // An answer that read the changed content is valid.
      const present = await shown(id)
      if (present.answer) expect(present.answer.contentHash).toBe(present.contentHash)
    }
    const answers = await withDatabaseOf(place, (db) => rowsOf(db, 'estimate_answer', ['id']))
    const files = await readdir(join(place.dataDir, 'files'), { recursive: true })
    const stored = files.flatMap((name) => name.split('estimate-answer-').slice(1))
    expect(stored.toSorted()).toEqual(answers.map(({ id }) => id).toSorted())
  })
})
