import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { type Server, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createDeflate } from 'node:zlib'
import { buffer } from 'node:stream/consumers'
import { pngOf } from '../../../tests/server/pictures.ts'
import { documentKey } from '#server/documents/types.ts'
import { attachment, invoice } from '#harness/builders.ts'
import { type Place, withDatabaseOf } from '#harness/clinic.ts'
import type { CrowdResult } from '../crowd.ts'
import { type Row, mib, ms } from '../table.ts'
import { pathOf, readJson } from '../sign-in.ts'
import { type Watched, crowd, joined, openSocket, startWatched, whileWatching } from './crowd.ts'
import { type Bounds, type Soaked, less, none } from './report.ts'

const MIB = 1024 * 1024
const BOMB_BYTES = 1024 * MIB
const DOCUMENTS = 60
const OTHERS = 10
const OTHERS_MS = 500
const READERS = 60
const FILE_BYTES = 25 * MIB
const MEMORY_BYTES = 512 * MIB
/** Timeout after which the server stops reading from the bucket for a client that reads nothing; `LATE_MS` is the tolerance. */
const UNREAD_MS = 30_000
const LATE_MS = 5000

/** Uploads logos that inflate to 1 GiB, and requests files of a bucket without reading the responses. */
export async function soakFiles(place: Place, bounds: Bounds): Promise<Soaked> {
  const rows = await soakLogos(place)
  return { rows: bounds.isOver() ? rows : [...rows, ...(await soakBucket(place))], found: [] }
}

const png = (depth: number, data: Uint8Array) => pngOf({ width: 64, height: 64, depth, data })

async function deflated(bytes: number): Promise<Buffer> {
  const deflate = createDeflate()
  const content = buffer(deflate)
  const part = Buffer.alloc(MIB)
  for (let left = bytes; left > 0; left -= part.length)
    if (!deflate.write(part.subarray(0, left))) await once(deflate, 'drain')
  deflate.end()
  return await content
}

const clientOf = (place: Place) =>
  withDatabaseOf(place, async (db) => {
    const row = db.selectFrom('client').select('uuid').where('registered', '=', 1).limit(1)
    return (await row.executeTakeFirstOrThrow()).uuid
  })

async function soakLogos(place: Place): Promise<Row[]> {
  const what = 'a logo that inflates to 1 GiB'
  await using watched = await startWatched(place)
  const bombs = [png(8, await deflated(BOMB_BYTES)), png(255, await deflated(64))]
  const clientId = await clientOf(place)
  const uuid = await withDatabaseOf(place, (db) => invoice(db, clientId))
  const others: CrowdResult[] = []
  const { result: statuses, most } = await whileWatching(watched.server.pid, async () => {
    const crowded = crowd(watched, OTHERS, 10).then((result) => others.push(result))
    const statuses: number[] = []
    for (const bomb of bombs) {
      statuses.push(await upload(watched, bomb))
      // Stores the logo directly, because an earlier version accepted it without inspection.
      await store(place, watched.practice, bomb)
      const file = `clients/${clientId}/invoices/${uuid}/file`
      const { url: signed } = await readJson<{ url: string }>(watched.server.url, file, watched.staff)
      const url = watched.server.url + pathOf(signed)
      const responses = await Promise.all(
        Array.from({ length: DOCUMENTS / bombs.length }, async () => {
          const received = await fetch(url)
          await received.arrayBuffer()
          return received.status
        }),
      )
      statuses.push(...responses)
    }
    await crowded
    return statuses
  })
  const taken = statuses.filter((status) => status === 204).length
  return [
    none(`${what}, and one of 255 bits: taken`, taken),
    none(
      `${what}: ${DOCUMENTS} invoices of a practice that has one: neither drawn nor 503`,
      statuses.filter((status) => ![200, 415, 503].includes(status)).length,
    ),
    less(`${what}: memory of the server at most`, most, MEMORY_BYTES, mib),
    ...others.map((result) => othersRow(what, result)),
  ]
}

const othersRow = (what: string, { goodP99Ms, statuses }: CrowdResult): Row => ({
  ...less(`${what}: p99 of ${OTHERS} who read lists meanwhile`, goodP99Ms, OTHERS_MS, ms),
  note: joined(statuses),
})

async function upload({ server, staff, practice }: Watched, body: Uint8Array<ArrayBuffer>): Promise<number> {
  const headers = { 'content-type': 'image/png' }
  const uploadUrl = await fetch(`${server.url}/api/practice/${practice}/logoUploadUrl`, {
    headers: { ...staff, ...headers },
  })
  const path = pathOf(((await uploadUrl.json()) as { url: string }).url)
  const received = await fetch(server.url + path, { method: 'PUT', headers, body })
  await received.arrayBuffer()
  return received.status
}

async function store(place: Place, practice: string, content: Uint8Array): Promise<void> {
  const key = `${crypto.randomUUID()}.png`
  await mkdir(join(place.dataDir, 'files'), { recursive: true })
  await writeFile(join(place.dataDir, 'files', key), content)
  await withDatabaseOf(place, async (db) => {
    await db.insertInto('file').values({ key, created_at: new Date().toISOString() }).execute()
    await db
      .updateTable('practice')
      .set({ logo_url: `/files/${key}` })
      .where('id', '=', practice)
      .execute()
  })
}

/** Starts an S3 stub in which every file is large; `open` has the responses that are being sent. */
async function openBucket(): Promise<{ server: Server; port: number; open: Set<ServerResponse> }> {
  const open = new Set<ServerResponse>()
  const part = Buffer.alloc(64 * 1024)
  const server = createServer((request, response) => {
    // The server reads the first bytes of a file with a range request, to detect its type.
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    let left = first && last ? Number(last) - Number(first) + 1 : FILE_BYTES
    response.writeHead(first ? 206 : 200, { 'content-length': left })
    if (request.method !== 'GET') return void response.end()
    open.add(response)
    response.once('close', () => open.delete(response))
    const write = () => {
      while (left > 0) {
        const sent = part.subarray(0, left)
        left -= sent.length
        if (!response.write(sent)) return void response.once('drain', write)
      }
      response.end()
    }
    write()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, port: (server.address() as AddressInfo).port, open }
}

async function soakBucket(place: Place): Promise<Row[]> {
  const what = `${READERS} who ask for ${mib(FILE_BYTES)} of a bucket and read nothing`
  const bucket = await openBucket()
  const sockets: Socket[] = []
  try {
    const env = { STORAGE_URL: `s3+http://key:secret@127.0.0.1:${bucket.port}/bucket` }
    await using watched = await startWatched(place, { env })
    const clientId = await clientOf(place)
    const uuid = await withDatabaseOf(place, async (db) => {
      const uuid = await attachment(db, clientId)
      const key = documentKey({ type: 'attachment', uuid })
      await db.insertInto('file').values({ key, created_at: new Date().toISOString() }).execute()
      return uuid
    })
    const { content } = await readJson<{ content: { uuid: string; url: string }[] }>(
      watched.server.url,
      `clients/${clientId}/attachments`,
      watched.staff,
    )
    const path = pathOf(content.find((one) => one.uuid === uuid)!.url)
    const start = performance.now()
    const { result, most } = await whileWatching(watched.server.pid, async () => {
      for (let reader = 0; reader < READERS; reader += 1) {
        const socket = openSocket(watched).pause()
        socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
        sockets.push(socket)
      }
      const others = await crowd(watched, OTHERS, 10)
      const openBefore = bucket.open.size
      while (bucket.open.size > 0 && performance.now() - start < 2 * UNREAD_MS) await delay(100)
      return { others, begun: openBefore }
    })
    const whole = await fetch(watched.server.url + path)
    return [
      { what: `${what}: begun`, measured: String(result.begun) },
      less(`${what}: memory of the server at most`, most, MEMORY_BYTES, mib),
      less(`${what}: until the bucket is left alone`, performance.now() - start, UNREAD_MS + LATE_MS + 10_000, ms),
      none(`${what}: bytes that who reads lacks`, FILE_BYTES - (await whole.arrayBuffer()).byteLength),
      othersRow(what, result.others),
    ]
  } finally {
    for (const socket of sockets) socket.destroy()
    bucket.server.closeAllConnections()
    bucket.server.close()
  }
}
