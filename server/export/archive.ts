import { withExtension } from '#contract/document.ts'
import type { Language } from '#contract/languages.ts'
import { typedEntries } from '#contract/values.ts'
import { isWebsite } from '#contract/website.ts'
import type { Services } from '#server/context.ts'
import type { ClientRow } from '#server/db/schema.ts'
import type { DocumentRecord } from '#server/documents/find.ts'
import { languageOf, openDocument } from '#server/documents/rendered.ts'
import { slug } from '#server/documents/signed-file-url.ts'
import { documentKey } from '#server/documents/types.ts'
import { isFileOf, uploadedFiles } from '#server/documents/uploaded.ts'
import { fileName, openEstimate } from '#server/estimates/file.ts'
import { fileOf } from '#server/files/send.ts'
import { animalPhotoKey, formKey, photoKey } from '#server/files/store.ts'
import { withoutMessage } from '#server/http/problem.ts'
import type { StoredFile } from '#server/ports.ts'
import { textsIn } from '#server/texts.ts'
import { type AboutClient, LISTS, aboutClient } from './client.ts'
import { type Absent, type Contents, overviewOf } from './overview.ts'
import { recordsOf } from './records.ts'
import { ATTACHMENT_TITLES, csvOf, tablesOf } from './tables.ts'
import { type ArchiveFile, zipped } from './zip.ts'

/** Limit of the archive: the ZIP format without extensions allows at most 4 GB. */
const MAX_BYTES = 3_000_000_000

const DOCUMENTS = [
  ['invoice', 'invoice'],
  ['visitForm', 'visit-form'],
  ['attachment', 'attachment'],
] as const

type Opened = { file: StoredFile; name: string } | Absent

interface Making {
  services: Services
  client: ClientRow
  language: Language
  about: AboutClient
  contents: Contents
  /** Returns a name that no other file of the archive has. */
  nameOf: (name: string) => string
}

/**
 * Yields the archive of all data of a client that an account may see. The archive has files of documents and
 * photos, a table per list, a JSON file and an overview. An unreadable file is left out and named in the overview.
 */
export async function* archiveOf(services: Services, client: ClientRow, by: { accountId: string; now: Date }) {
  const language = await languageOf(services.db, client)
  const about = await aboutClient(services.db, client, by)
  const contents: Contents = { files: new Map(), missing: [], rows: new Map() }
  const making: Making = { services, client, language, about, contents, nameOf: uniqueNames() }
  yield* zipped(filesOf(making), by.now)
}

async function* filesOf(making: Making): AsyncGenerator<ArchiveFile> {
  const { services, client, language, about, contents, nameOf } = making
  const { text } = textsIn(language)
  // Reserves these two names before any other file can use them.
  const jsonName = nameOf(`${text('export.jsonFile')}.json`)
  const overviewName = nameOf(`${text('export.readMeFile')}.txt`)
  yield* documentsOf(making)

  const fileOf = (uuid: string) => contents.files.get(uuid)
  for (const table of await tablesOf({ db: services.db, clientId: client.uuid, about, language, fileOf })) {
    const title = text(table.title)
    const csv = csvOf(table, language, (count) => contents.rows.set(title, (contents.rows.get(title) ?? 0) + count))
    const { done, value } = await csv.next()
    if (!done) yield { name: nameOf(`${slug(title)}.csv`), isCompressed: false, content: inBytes(value, csv) }
  }
  yield { name: jsonName, isCompressed: false, content: inBytes('', jsonOf(making)) }
  yield {
    name: overviewName,
    isCompressed: false,
    content: inBytes(overviewOf({ about, contents, jsonName, language })),
  }
}

async function* documentsOf({
  services,
  client,
  language,
  about,
  contents,
  nameOf,
}: Making): AsyncGenerator<ArchiveFile> {
  const { db, files, log } = services
  const { text } = textsIn(language)
  let room = MAX_BYTES
  async function* put(uuid: string, title: string, nameIn: (name: string) => string, open: () => Promise<Opened>) {
    const found = await open().catch((error: unknown): Opened => {
      log('warn', 'archive-file-failed', withoutMessage(error))
      return { why: 'failed' }
    })
    const isIncluded = 'file' in found && found.file.size <= room
    if (!isIncluded)
      return void contents.missing.push({ uuid, title, ...('why' in found ? found : { why: 'tooLarge' }) })
    room -= found.file.size
    const name = nameOf(nameIn(found.name))
    contents.files.set(uuid, name)
    yield { name, isCompressed: true, content: piecesOf(found.file) }
  }

  for (const [kind, type] of DOCUMENTS) {
    for await (const records of recordsOf(db, kind, [client.uuid])) {
      const stored = await uploadedFiles(
        db,
        records.map(({ uuid }) => ({ type, uuid })),
      )
      for (const record of records) {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the records of a kind have its type
        const document = { type, record } as DocumentRecord
        const { uuid, date } = record
        const list = text(titleOf(document))
        const title = [list, date, 'number' in record && record.number, 'name' in record && record.name]
          .filter(Boolean)
          .join(', ')
        const nameIn = (name: string) => `${slug(list)}/${slug(`${date}-${name}`)}`
        yield* put(uuid, title, nameIn, async () => {
          const row = stored.get(documentKey({ type, uuid }))
          const uploaded = row && isFileOf(row, record) ? row : undefined
          const url = 'url' in record ? record.url : undefined
          if (!uploaded && url && isWebsite(url)) return { why: 'elsewhere', url }
          return (await openDocument(services, document, client, { language, uploaded })) ?? { why: 'noFile' }
        })
      }
    }
  }
  for await (const estimates of recordsOf(db, 'estimate', [client.uuid]))
    for (const { uuid, date, number } of estimates) {
      const list = text('export.estimates')
      const title = [list, date, number].filter(Boolean).join(', ')
      const answers = about.estimateAnswers.filter(({ estimateUuid }) => estimateUuid === uuid)
      const nameIn = (name: string) => `${slug(list)}/${slug(`${date}-${name}`)}`
      // The stored PDF of the answer has the present content, if the answer is not void.
      const drawn = answers.some(({ voidAt }) => voidAt === undefined) ? [] : [{ id: uuid, contentHash: undefined }]
      for (const { id, contentHash } of [...answers, ...drawn])
        yield* put(id, title, nameIn, async () => {
          const estimate = await db.selectFrom('estimate').selectAll().where('uuid', '=', uuid).executeTakeFirst()
          const file = estimate && (await openEstimate(services, { estimate, client, contentHash }))
          if (!estimate || !file) return { why: 'noFile' }
          const name = await fileName(db, estimate, client)
          return { file: file instanceof Uint8Array ? fileOf(new Blob([file])) : file, name }
        })
    }
  for await (const animals of recordsOf(db, 'patient', [client.uuid])) {
    const rows = await db
      .selectFrom('file')
      .select(['key', 'sniffed'])
      .where(
        'key',
        'in',
        animals.map(({ uuid }) => animalPhotoKey(uuid)),
      )
      .execute()
    const typeOf = new Map(rows.map(({ key, sniffed }) => [key, sniffed ?? '']))
    const list = text('client.nav.patients')
    for (const { uuid, name } of animals) {
      const key = animalPhotoKey(uuid)
      const type = typeOf.get(key)
      if (type === undefined) continue
      yield* put(
        uuid,
        `${list}, ${name}`,
        (title) => `${slug(list)}/${withExtension(title, type)}`,
        async () => {
          const file = await files.get(key)
          return file ? { file, name: slug(name) } : { why: 'noFile' }
        },
      )
    }
  }
  const forms = text('export.forms')
  for (const { fileId, completedAt = '', content, photos } of about.forms) {
    const day = completedAt.slice(0, 10)
    const title = [forms, day, content?.title.nl].filter(Boolean).join(', ')
    if (fileId !== undefined)
      yield* put(
        fileId,
        title,
        (name) => `${slug(forms)}/${slug(`${day}-${name}`)}`,
        async () => {
          const file = await files.get(formKey(fileId))
          return file ? { file, name: `${content?.title.nl ?? forms}.pdf` } : { why: 'noFile' }
        },
      )
    for (const { id, type } of photos)
      yield* put(
        id,
        title,
        (name) => `${slug(forms)}/${withExtension(name, type)}`,
        async () => {
          const file = await files.get(photoKey(id))
          return file ? { file, name: day } : { why: 'noFile' }
        },
      )
  }
  const list = text('client.requests.title')
  for (const { id, sentAt, type } of about.requests.flatMap(({ photos }) => photos)) {
    const name = (day: string) => `${slug(list)}/${withExtension(day, type)}`
    yield* put(id, `${list}, ${sentAt.slice(0, 10)}`, name, async () => {
      const file = await files.get(photoKey(id))
      return file ? { file, name: sentAt.slice(0, 10) } : { why: 'noFile' }
    })
  }
}

function titleOf({ type, record }: DocumentRecord) {
  if (type === 'attachment') return ATTACHMENT_TITLES[record.type ?? 'attachments']
  return type === 'invoice' ? 'client.nav.invoices' : 'client.nav.visitForms'
}

/** Yields all data as JSON, with the path of each file in the archive. */
async function* jsonOf({ services, client, about, contents }: Making): AsyncGenerator<string> {
  const withFile = (id: string) => ({ file: contents.files.get(id) })
  const requests = about.requests.map(({ photos, ...request }) => ({
    ...request,
    photos: photos.map((photo) => ({ ...photo, ...withFile(photo.id) })),
  }))
  const forms = about.forms.map(({ fileId, photos, ...form }) => ({
    ...form,
    ...(fileId !== undefined && withFile(fileId)),
    photos: photos.map((photo) => ({ ...photo, ...withFile(photo.id) })),
  }))
  const estimateAnswers = about.estimateAnswers.map((answer) => ({ ...answer, ...withFile(answer.id) }))
  yield JSON.stringify({ ...about, requests, forms, estimateAnswers, notIncluded: contents.missing }, null, 2).slice(
    0,
    -2,
  )
  for (const [kind, list] of typedEntries(LISTS)) {
    let separator = `,\n  ${JSON.stringify(list)}: [\n`
    for await (const records of recordsOf(services.db, kind, [client.uuid])) {
      for (const record of records) {
        yield `${separator}    ${JSON.stringify({ ...record, ...withFile(record.uuid) })}`
        separator = ',\n'
      }
    }
    yield separator === ',\n' ? '\n  ]' : `${separator}  ]`
  }
  yield '\n}\n'
}

/**
 * Returns a function that makes file names unique, ignoring case. Some file systems do not distinguish upper and
 * lower case.
 */
function uniqueNames(): (name: string) => string {
  const given = new Set<string>()
  return (name) => {
    const end = name.lastIndexOf('.')
    for (let number = 1; ; number += 1) {
      const own = number === 1 ? name : `${name.slice(0, end)}-${number}${name.slice(end)}`
      if (given.has(own.toLowerCase())) continue
      given.add(own.toLowerCase())
      return own
    }
  }
}

async function* inBytes(
  first: string,
  more: AsyncIterable<string> | Iterable<string> = [],
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  yield encoder.encode(first)
  for await (const text of more) yield encoder.encode(text)
}

/** Yields the chunks of a file. `for await` over a stream is not supported by all browsers that run the demo. */
async function* piecesOf(file: StoredFile): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel()
  }
}
