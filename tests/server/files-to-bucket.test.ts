import { readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { documentKey } from '#server/documents/types.ts'
import { photoKey } from '#server/files/store.ts'
import { folderFiles } from '#server/node/files/folder-files.ts'
import { attachment } from '#harness/builders.ts'
import { PRACTICE, type Place, addClients, envOf, withDatabaseOf, makeClinic, signIn } from '#harness/clinic.ts'
import { run } from '#harness/commands.ts'
import { openServer } from '#harness/open-server.ts'
import { eachPlace } from '#harness/folders.ts'
import { onEngines } from '#harness/test-server.ts'
import { PICTURES } from './pictures.ts'
import { type S3Store, openS3Store } from './s3-store.ts'

const DOCUMENTS = 20

let store: S3Store
beforeEach(async () => {
  store = await openS3Store({ accessKeyId: 'PORTAL', secretAccessKey: 'secret', region: 'eu-west-1' })
  vi.stubEnv('STORAGE_URL', bucket())
})
afterEach(() => store[Symbol.asyncDispose]())

const bucket = () => `s3+http://PORTAL:secret@127.0.0.1:${store.port}/files?region=eu-west-1`
const toBucket = (place: Place) => run('server/cli/files/main.ts', ['--to-bucket'], place)
const inBucket = () => [...store.stored.keys()].map((key) => key.replace('/files/', '')).toSorted()

onEngines('npm run files --to-bucket', (engine) => {
  const place = eachPlace(engine)
  const folders = () => readdirSync(place.dataDir).filter((name) => name.startsWith('files'))

  test('resumes an interrupted move of the files', async () => {
    const { dataDir } = place
    const { owner, keys } = await fill(place)
    let before: unknown
    {
      await using server = await openServer(envOf(place))
      const token = await signIn(server.url)
      await uploadLogo(server.url, token)
      before = await shownBy(server.url, token, owner)
      if (engine === 'sqlite') {
        const busy = await toBucket(place)
        const errors = `A server or an import is running on the data folder ${dataDir}. Stop it first.\n`
        expect(busy).toMatchObject({ code: 1, errors })
        expect(inBucket()).toEqual([])
      }
      await server.stop()
    }
    const named = readdirSync(join(dataDir, 'files')).filter((name) => name !== 'of-nobody')
    // This object has the same length as the file in the folder, as if from an earlier move.
    store.stored.set(`/files/${keys[0]}`, new TextEncoder().encode('attachment?0'))

    let puts = 0
    store.fault = (request, response) => {
      if (request.method === 'PUT') puts += 1
      if (puts > 5) response.writeHead(503).end()
      else return false
      return true
    }
    const broken = await toBucket(place)
    const errors = expect.stringMatching(/^The files were not moved: PUT 503\. The folder has not changed/) as string
    expect(broken).toMatchObject({ code: 1, errors })
    expect(folders()).toEqual(['files'])
    expect(inBucket().length).toBeGreaterThan(2)

    store.fault = undefined
    const moved = await toBucket(place)
    expect(moved).toMatchObject({ code: 0, errors: '' })
    const [, there, already] = /^The bucket has (\d+) files, of which (\d+) were there before/.exec(moved.output) ?? []
    expect([Number(there), Number(already) > 0]).toEqual([named.length, true])
    expect(moved.output).toContain('1 files named in the database are in neither the folder nor the bucket.')
    expect(inBucket()).toEqual(named.toSorted())
    expect(folders()).toEqual([expect.stringMatching(/^files-before-bucket-2/)])

    const again = await toBucket(place)
    expect(again).toMatchObject({ code: 1, errors: `There are no files in ${join(dataDir, 'files')}.\n` })
    await using server = await openServer({ ...envOf(place), STORAGE_URL: bucket() })
    expect(await shownBy(server.url, await signIn(server.url), owner)).toEqual(before)
    expect(folders()).toHaveLength(1)
  })
})

test('npm run files --to-bucket fails without STORAGE_URL', async () => {
  vi.stubEnv('STORAGE_URL', '')
  const { code, errors } = await toBucket({ dataDir: tmpdir(), databaseUrl: undefined })
  expect([code, errors]).toEqual([1, expect.stringMatching(/^STORAGE_URL is not set/)])
})

/** Adds attachments with a file each and one without, a photo, and a file without a database row. */
async function fill(place: Place) {
  await makeClinic(place)
  const [owner = 'none'] = await addClients(place, 1)
  const files = folderFiles(join(place.dataDir, 'files'))
  const put = async (key: string, text: string) => await files.put(key, new TextEncoder().encode(text))
  const now = new Date().toISOString()
  const keys = await withDatabaseOf(place, async (db) => {
    // Staff can see records of registered clients only.
    await db.updateTable('client').set({ registered: 1 }).execute()
    const logged: string[] = []
    for (let index = 0; index <= DOCUMENTS; index += 1) {
      const key = documentKey({ type: 'attachment', uuid: await attachment(db, owner) })
      if (index < DOCUMENTS) await put(key, `attachment ${index}`)
      await db.insertInto('file').values({ key, created_at: now, sha256: null }).execute()
      logged.push(key)
    }
    const id = crypto.randomUUID()
    const photo = { id, client_uuid: owner, account_id: 'an-owner', request_uuid: null, position: 0 }
    await db
      .insertInto('request_photo')
      .values({ ...photo, type: 'image/png', bytes: 7, created_at: now })
      .execute()
    await put(photoKey(id), 'a photo')
    return logged
  })
  writeFileSync(join(place.dataDir, 'files', 'of-nobody'), 'of nobody')
  return { owner, keys }
}

async function uploadLogo(base: string, token: string): Promise<void> {
  const headers = { authorization: token, 'content-type': 'image/png' }
  const { url } = await (await fetch(`${base}/api/practice/${PRACTICE}/logoUploadUrl`, { headers })).json()
  const stored = await fetch(url, { method: 'PUT', headers: { 'content-type': 'image/png' }, body: PICTURES.png })
  expect(stored.status).toBe(204)
}

/** Contents of the logo and of each attachment, as the server returns them. */
async function shownBy(base: string, token: string, owner: string): Promise<string[]> {
  const headers = { authorization: token }
  const read = async (path: string) => await (await fetch(new URL(path, base), { headers })).json()
  const { logoUrl } = await read(`/api/practice/${PRACTICE}`)
  const { content } = await read(`/api/clients/${owner}/attachments`)
  const urls = [logoUrl, ...content.map(({ url }: { url: string | null }) => url)].filter(Boolean)
  const texts: string[] = []
  for (const url of urls) {
    const { pathname, search } = new URL(url, base)
    const response = await fetch(base + pathname + search, { headers })
    texts.push(response.status === 200 ? await response.text() : String(response.status))
  }
  expect(texts.filter((text) => text.startsWith('attachment '))).toHaveLength(DOCUMENTS)
  return texts.toSorted()
}
