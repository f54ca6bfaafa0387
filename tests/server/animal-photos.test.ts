import { beforeEach, expect, test } from 'vitest'
import { MAX_ANIMAL_PHOTO_BYTES } from '#contract/patient.ts'
import type { ListedPatient } from '#contract/schemas/patient.ts'
import type { NewShareLink } from '#contract/schemas/share-link.ts'
import type { SharedView } from '#contract/schemas/shared-view.ts'
import { createApp } from '#server/app.ts'
import { deleteEndedRemovals } from '#server/clients/removal-archive.ts'
import { deleteEndedRecords } from '#server/clients/removed-records.ts'
import { eraseClient } from '#server/clients/erase.ts'
import { animalPhotoKey } from '#server/files/store.ts'
import { removeUnnamedFiles } from '#server/files/unnamed.ts'
import { removeDroppedFiles } from '#server/import/dropped-files.ts'
import { loadExport } from '#server/import/load.ts'
import { removeOrphanedFiles } from '#server/practice/logo.ts'
import type { Limits } from '#server/ports.ts'
import { storageOf } from '#server/storage/quota.ts'
import { account, staff } from '#harness/builders.ts'
import { type AnyRecord, checked, clientLine, patientLine, smallExport, uuid } from '#harness/example-export.ts'
import { changeRows, rowsOf } from '#harness/rows.ts'
import { eachTestServer, onEngines, outcomeOf } from '#harness/test-server.ts'
import { PICTURES, bytes, letters } from './pictures.ts'

const DAY_MS = 86_400_000
const [CLIENT, OTHER] = [uuid('c', 1), uuid('c', 2)] as const
const [ANIMAL, NEW] = [uuid('a', 1), uuid('a', 2)] as const
const PRACTICE = 'de-krekel'

onEngines('photos of animals', (engine) => {
  const testServer = eachTestServer(engine)
  let [ownerId, memberId] = ['', '']
  const load = async (records: AnyRecord[]) => {
    const { db, ports, now } = testServer
    const { problems } = await loadExport(db, checked(records), {
      practiceId: PRACTICE,
      now,
      confirmed: true,
      afterwards: (connection) => removeDroppedFiles(connection, ports.files),
    })
    expect(problems.first).toEqual([])
  }
  beforeEach(async () => {
    const { db } = testServer
    await load(smallExport())
    ownerId = (await rowsOf(db, 'account', ['id'], { username: 'client1@mail.example' }))[0]!.id
    memberId = await staff(db, PRACTICE, 'member@krekel.example', 'CLINIC_ADMIN')
  })

  interface Upload {
    content?: Uint8Array<ArrayBuffer>
    by?: string
    animal?: string
    limits?: Partial<Limits>
  }
  const path = (animal: string) => `clients/${CLIENT}/patients/${animal}/photo`
  const put = async ({ content = PICTURES.webp, by = ownerId, animal = ANIMAL, limits }: Upload = {}) => {
    const { settings } = testServer.ports
    const changed = { ...testServer.ports, settings: { ...settings, limits: { ...settings.limits, ...limits } } }
    const request = new Request(`http://portal.test/api/${path(animal)}`, {
      method: 'PUT',
      headers: { authorization: await testServer.signIn(by), 'content-type': 'image/webp' },
      body: content,
    })
    return limits ? await createApp(changed).fetch(request, {}) : await testServer.fetch(request)
  }
  const outcome = (upload?: Upload) => outcomeOf(put(upload))
  const remove = (by = ownerId) => outcomeOf(testServer.callAs(by, 'DELETE', path(ANIMAL)))
  const animals = (by = ownerId, client: string = CLIENT) =>
    testServer.readAs<ListedPatient[]>(by, `clients/${client}/patients`)
  const urlFor = async (by = ownerId) => (await animals(by))[0]?.photoUrl ?? ''
  const open = (url: string) => testServer.fetch(new Request(url))
  const statusAt = async (url: string) => (await open(url)).status
  const stored = async (animal: string = ANIMAL) =>
    (await testServer.ports.files.sizeOf(animalPhotoKey(animal))) !== undefined
  const keys = async () => (await rowsOf(testServer.db, 'file', ['key'])).map(({ key }) => key)

  test('are stored without metadata, and shown to the owner and to staff', async () => {
    const exif = letters('Exif\0\0GPS 52.1 5.2')
    const content = bytes(PICTURES.jpg.subarray(0, 2), [0xff, 0xe1, 0, exif.length + 2], exif, PICTURES.jpg.subarray(2))
    expect(await outcome({ content })).toBe('204')
    const [animal] = await animals()
    expect(animal?.ownPhoto).toBe(true)
    for (const url of [animal?.photoUrl ?? '', await urlFor(memberId)]) {
      const photo = await open(url)
      expect(photo.headers.get('content-type')).toBe('image/jpeg')
      expect(photo.headers.get('cache-control')).toBe('private, max-age=600')
      expect(await photo.text()).not.toContain('GPS')
    }
  })

  test('replace each other, and end the former URL', async () => {
    await put()
    const former = await urlFor()
    expect(await outcome({ content: PICTURES.jpg })).toBe('204')
    const present = await urlFor()
    expect([await statusAt(former), await statusAt(present)]).toEqual([404, 200])
    expect(await storageOf(testServer.db, PRACTICE)).toEqual({ files: 1, bytes: PICTURES.jpg.length })
  })

  test('are changed only by an owner with access', async () => {
    const stranger = await account(testServer.db, 'stranger@mail.example')
    expect([await outcome({ by: memberId }), await outcome({ by: stranger }), await outcome({ animal: NEW })]).toEqual([
      '403 forbidden',
      '404 not-found',
      '404 not-found',
    ])
    expect([await outcome(), await remove(memberId)]).toEqual(['204', '403 forbidden'])
    const [ofOwner, ofStaff] = [await urlFor(), await urlFor(memberId)]
    await changeRows(testServer.db, 'client', { locked: 1 }, { uuid: CLIENT })
    expect([await outcome(), await remove()]).toEqual(['403 client-locked', '403 client-locked'])
    expect([await statusAt(ofOwner), await statusAt(ofStaff)]).toEqual([403, 200])
  })

  test('are shown by a share link with the details of the animal, until it is revoked', async () => {
    await put()
    const share = (part: string) =>
      testServer.ok<NewShareLink>(
        testServer.callAs(ownerId, 'POST', `clients/${CLIENT}/patients/${ANIMAL}/shared-cards`, { parts: [part] }),
      )
    const photoOf = async ({ secret }: NewShareLink) =>
      (await testServer.read<SharedView>('shared-card', secret)).patient.photoUrl
    expect(await photoOf(await share('weight'))).toBeUndefined()
    const link = await share('identity')
    const url = (await photoOf(link)) ?? ''
    expect(await statusAt(url)).toBe(200)
    await testServer.callAs(ownerId, 'DELETE', `clients/${CLIENT}/shared-cards/${link.uuid}`)
    expect([await statusAt(url), await statusAt(await urlFor())]).toEqual([404, 200])
  })

  test('are limited in type, size, bytes per day, and storage of the practice', async () => {
    expect(await outcome({ content: PICTURES.png })).toBe('415 unsupported-media-type')
    expect((await put({ content: new Uint8Array(MAX_ANIMAL_PHOTO_BYTES + 1) })).status).toBe(413)
    const size = PICTURES.webp.length
    expect(await outcome({ limits: { practiceBytes: size - 1 } })).toBe('507 quota-full')
    expect(await outcome({ limits: { practiceBytes: size } })).toBe('204')
    expect(await outcome({ limits: { practiceBytes: size } })).toBe('204')
    expect(await outcome({ limits: { photoBytesPerDay: 2 * size } })).toBe('429 rate-limited')
    expect(await outcome({ limits: { photoBytesPerDay: 3 * size } })).toBe('204')
  })

  test('can be removed, after which the photo of the export appears again', async () => {
    await load([patientLine(1, 1, { photoUrl: 'https://example.test/bella.jpg' })])
    await put()
    expect(await urlFor()).toContain('/files/animal-photos/')
    expect([await remove(), await remove()]).toEqual(['204', '404 not-found'])
    expect(await animals()).toMatchObject([{ photoUrl: 'https://example.test/bella.jpg' }])
    expect([await stored(), await keys()]).toEqual([false, []])
    const entries = await rowsOf(testServer.db, 'audit', ['action'], { account_id: ownerId })
    expect(entries.map(({ action }) => action)).toEqual(['animal-photo-changed', 'animal-photo-removed'])
  })

  test('stay when an export changes, moves or replaces their animal', async () => {
    await put()
    await load([patientLine(1, 1, { name: 'Bella II', photoUrl: 'https://example.test/bella.jpg' })])
    expect(await statusAt(await urlFor())).toBe(200)
    await load([clientLine(2), patientLine(1, 2)])
    const [moved] = await animals(memberId, OTHER)
    expect(await statusAt(moved?.photoUrl ?? '')).toBe(200)
    await load([patientLine(2, 2, { replaces: ANIMAL })])
    const [replaced] = await animals(memberId, OTHER)
    expect([replaced?.uuid, await statusAt(replaced?.photoUrl ?? '')]).toEqual([NEW, 200])
    expect([await stored(ANIMAL), await stored(NEW)]).toEqual([false, true])
  })

  test('come back with their animal, and end with it once the removal cannot be undone', async () => {
    await put()
    const removal = { record: 'patient', practiceId: PRACTICE, uuid: ANIMAL, removed: true }
    await load([removal])
    expect(await animals()).toEqual([])
    const page = await testServer.readAs<{ content: { undo?: { removal: string } }[] }>(
      memberId,
      `practice/${PRACTICE}/audit?action=records-removed`,
    )
    const undo = `practice/${PRACTICE}/removals/${page.content[0]?.undo?.removal}/undo`
    await testServer.ok(testServer.callAs(memberId, 'POST', undo))
    expect(await statusAt(await urlFor())).toBe(200)

    await changeRows(testServer.db, 'removal', { ends_at: testServer.now.toISOString() })
    await testServer.db.deleteFrom('kept_record').execute()
    await load([removal])
    const later = new Date(testServer.now.getTime() + 100 * DAY_MS)
    await deleteEndedRecords(testServer.ports, later)
    await deleteEndedRemovals(testServer.ports, later)
    expect([await stored(), await keys()]).toEqual([false, []])
  })

  test('are kept by the purge, and erased with their client', async () => {
    await put()
    const { db, ports, now } = testServer
    const later = new Date(now.getTime() + 100 * DAY_MS)
    await removeUnnamedFiles({ db, files: ports.files, log: () => {} }, later)
    await removeOrphanedFiles({ ...ports, clock: () => later })
    expect(await statusAt(await urlFor())).toBe(200)
    await eraseClient(db, ports.files, { clientId: CLIENT, now })
    expect([await stored(), await keys()]).toEqual([false, []])
  })

  test('are part of the export of all data of the owner', async () => {
    await put()
    const { url } = await testServer.readAs<{ url: string }>(ownerId, `clients/${CLIENT}/export`)
    const archive = Buffer.from(await (await open(url)).arrayBuffer()).toString('latin1')
    expect(archive).toMatch(/dieren\/[\w-]+\.webp/)
  })
})
