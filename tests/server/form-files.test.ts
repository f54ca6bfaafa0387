// @module-tag database
import { expect, test } from 'vitest'
import type { FormTaskDetail, PracticeFormTask } from '#contract/schemas/form.ts'
import { sha256 } from '#server/http/keys.ts'
import { account, client, patient } from '#harness/builders.ts'
import { PASSWORD_HASH, PRACTICE, STAFF, envOf, makeClinic, signIn, withDatabaseOf } from '#harness/clinic.ts'
import { eachPlace } from '#harness/folders.ts'
import { CONSENT, CONSENT_ANSWERS, SIGNED, submission } from '#harness/forms.ts'
import { startServer } from '#harness/server-process.ts'
import { onEngines } from '#harness/test-server.ts'

type Call = (by: string, method: string, path: string, body?: object) => Promise<object>

const OWNER = 'owner@proef.example'

onEngines('a signed consent', (engine) => {
  const place = eachPlace(engine)

  test('has the same PDF after a restart, a new version, a new name of the practice, and its withdrawal', async () => {
    await makeClinic(place)
    const { clientUuid, patientUuid } = await withDatabaseOf(place, async (db) => {
      const owner = await account(db, OWNER, { password_hash: PASSWORD_HASH })
      const uuidOfClient = await client(db, PRACTICE, { account_id: owner, registered: 1 })
      const uuidOfPatient = await patient(db, uuidOfClient, 'Bella', undefined, { species: 'CAT' })
      return { clientUuid: uuidOfClient, patientUuid: uuidOfPatient }
    })
    const [formId, uuid] = [crypto.randomUUID(), crypto.randomUUID()]
    const own = `clients/${clientUuid}/forms/${uuid}`
    const form = `practice/${PRACTICE}/forms/${formId}`
    const hashes: (string | undefined)[] = []

    /** Runs a server for some calls of the owner and of staff, then stores the hash of the PDF that the owner opens. */
    async function withServer(work: (call: Call) => Promise<unknown>) {
      await using server = await startServer(envOf(place))
      const tokens = new Map<string, string>()
      for (const by of [OWNER, STAFF]) tokens.set(by, await signIn(server.url, by))
      const call: Call = async (by, method, path, body) => {
        const headers = { authorization: tokens.get(by) ?? '', 'content-type': 'application/json' }
        const sent = body && { body: JSON.stringify(body) }
        const response = await fetch(`${server.url}/api/${path}`, { method, headers, ...sent })
        expect([path, response.ok]).toEqual([path, true])
        return (await response.json()) as object
      }
      await work(call)
      const { url = '', state } = (await call(OWNER, 'GET', own)) as FormTaskDetail
      const { sha256: stored } = (await call(
        STAFF,
        'GET',
        `practice/${PRACTICE}/form-answers/${uuid}`,
      )) as PracticeFormTask
      const bytes = new Uint8Array(await (await fetch(url)).arrayBuffer())
      hashes.push(await sha256(bytes), stored)
      await server.stop()
      return state
    }

    const signed = submission({ answers: CONSENT_ANSWERS, signature: SIGNED })
    await withServer(async (call) => {
      await call(STAFF, 'PUT', form, CONSENT)
      await call(STAFF, 'POST', `${form}/publication`, { afterVersion: 0 })
      await call(STAFF, 'POST', `practice/${PRACTICE}/form-tasks`, { uuid, formId, clientUuid, patientUuid })
      await call(OWNER, 'POST', `${own}/submission`, signed)
    })
    await withServer(async (call) => {
      const content = { ...CONSENT.content, title: { nl: 'Andere titel' }, fields: [] }
      await call(STAFF, 'PUT', form, { ...CONSENT, content })
      await call(STAFF, 'POST', `${form}/publication`, { afterVersion: 1 })
      await call(STAFF, 'PUT', `practice/${PRACTICE}`, { name: 'Andere naam' })
    })
    expect(await withServer((call) => call(OWNER, 'POST', `${own}/withdrawal`))).toBe('withdrawn')
    expect(hashes[0]).toMatch(/^[\da-f]{64}$/)
    expect(hashes).toEqual(Array.from({ length: 6 }, () => hashes[0]))
  })
})
