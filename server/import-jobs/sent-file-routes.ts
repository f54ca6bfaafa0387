import type { Hono } from 'hono'
import { MAX_SENT_FILE_BYTES } from '#contract/imports.ts'
import { code } from '#contract/schemas/fields.ts'
import { sentFileSchema } from '#contract/schemas/imports.ts'
import type { Call, Env, Middleware, Services } from '#server/context.ts'
import { ProblemError, invalidParameters, tooManyRequests } from '#server/http/problem.ts'
import { rejectWhenFull } from '#server/http/reject-when-full.ts'
import type { UploadMemory } from '#server/http/upload-memory.ts'
import { withinLimits } from '#server/http/within-limits.ts'
import { get, operations, put } from '#server/operations/operation.ts'
import { routes } from '#server/operations/routes.ts'
import { requireKey, requireOpen } from './keys.ts'
import { findSentFile, linkSentFiles, storeSentFile } from './sent-files.ts'

const path = '/practice/:practiceId/import/files/:name'

export const sentFileOperations = operations('Practice', {
  getSentFile: get(path, 'import key', {
    summary: 'Get the checksum of a sent file, to see whether it has to be sent; also with HEAD',
    scope: 'import:write',
    response: sentFileSchema,
    headers: { 'Repr-Digest': 'SHA-256 of the file (RFC 9530).' },
    problems: ['practice-locked'],
  }),
  sendFile: put(path, 'import key', {
    summary: 'Send the file that a record names in fileName, before or after the record',
    description:
      'Content-Digest, Repr-Digest or Digest may have the SHA-256 of the file; another content is refused. The same content again is 200 and stores nothing. A file that no record names is removed after seven days. Send one file of a name at a time, and at most 16 files at once.',
    scope: 'import:write',
    takes: ['application/octet-stream'],
    response: sentFileSchema,
    status: [200, 201],
    problems: [
      'practice-locked',
      'rate-limited',
      'digest-mismatch',
      'unsupported-media-type',
      'invalid-parameter',
      'quota-full',
    ],
  }),
})

const MAX_RECEIVING_OF_PRACTICE = 16
const MAX_RECEIVING = 64
/** Delay before a sender may try again, in milliseconds. */
const RETRY_MS = 1000

/**
 * Receives the files of a practice's records. The key is checked before the body is read. A file of a stated length goes
 * to the storage as it arrives; only a body without a length is first held in memory.
 */
export function sentFileRoutes(services: Services, { memory }: { memory: UploadMemory }): Hono<Env> {
  const { db, clock, settings, background, isFull, meter } = services
  const bodyBytes = MAX_SENT_FILE_BYTES
  const inMemory = memory.receiver({ bodyBytes, accountOf: (c) => `practice ${c.req.param('practiceId')}` })
  const limits = withinLimits(
    { ...settings.limits, bodyBytes },
    (state) => meter?.watch('sent-files', state),
    async (c, next) => await (isSized(c) ? next() : inMemory(c, next)),
  )
  const takePlace = createPlaces()
  const { scope } = sentFileOperations.sendFile
  const authorise: Middleware = async (c, next) => {
    const practiceId = c.req.param('practiceId') ?? ''
    await requireKey(db, c, { practiceId, scope, now: clock() })
    await requireOpen(db, practiceId)
    requireName(c.req.param('name') ?? '')
    await next()
  }

  return routes(services)
    .on(
      sentFileOperations.getSentFile,
      async ({ c, practiceId, name }) => {
        const found = await findSentFile(db, { practiceId, name })
        if (!found) throw new ProblemError('not-found')
        c.header('repr-digest', `sha-256=:${base64Of(found.sha256)}:`)
        return c.json({ name, ...found })
      },
      { after: [authorise, limits] },
    )
    .on(
      sentFileOperations.sendFile,
      async ({ c, practiceId, name }) => {
        const accept = (digest: string) => requireDigest(c, digest)
        const usualBytes = settings.limits.practiceBytes
        const leave = takePlace(practiceId, name)
        const isNew = await storeSentFile(services, {
          ...(isSized(c) ? arrivingBody(c) : wholeBody(c)),
          practiceId,
          name,
          accept,
          usualBytes,
        }).finally(leave)
        if (isNew) background.run('sent-files', () => linkSentFiles({ ...services, practiceId }))
        const found = await findSentFile(db, { practiceId, name })
        return c.json({ name, ...found }, isNew ? 201 : 200)
      },
      {
        before: [rejectWhenFull(isFull, 'database'), rejectWhenFull(isFull, 'files')],
        after: [authorise, limits],
      },
    ).app
}

const isSized = (c: Call) => c.req.header('content-length') !== undefined

/** Returns the parts of a body. Never cancels the body, because that would close the connection before the response. */
function arrivingBody(c: Call) {
  const body = c.req.raw.body ?? new Blob().stream()
  async function* parts() {
    try {
      yield* body.values({ preventCancel: true })
    } catch {
      throw new ProblemError('bad-request')
    }
  }
  return { bytes: Number(c.req.header('content-length')), parts: parts() }
}

function wholeBody(c: Call) {
  const content = c.get('body')
  async function* parts() {
    yield content
  }
  return { bytes: content.length, parts: parts() }
}

/** Limits the files that arrive at the same time: one of a name, and a number of a practice and in total. */
function createPlaces() {
  const arriving = new Map<string, Set<string>>()
  let total = 0
  return (practiceId: string, name: string): (() => void) => {
    const ofPractice = arriving.get(practiceId) ?? new Set()
    if (ofPractice.has(name) || ofPractice.size >= MAX_RECEIVING_OF_PRACTICE) throw tooManyRequests(RETRY_MS)
    if (total >= MAX_RECEIVING) throw new ProblemError('overloaded')
    arriving.set(practiceId, ofPractice.add(name))
    total += 1
    return () => {
      total -= 1
      ofPractice.delete(name)
      if (ofPractice.size === 0) arriving.delete(practiceId)
    }
  }
}

const nameSchema = code(255)

function requireName(name: string): void {
  if (name.trim() === '' || !nameSchema.isValidSync(name))
    throw invalidParameters({ parameter: 'name', code: 'invalidText' })
}

const base64Of = (hex: string) =>
  btoa(String.fromCodePoint(...(hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))))

/** `sha-256=:…:` of RFC 9530, and `SHA-256=…` of the former header `Digest`. */
const SHA_256 = /(?:^|,)\s*sha-256\s*=\s*:?([\w+/=-]+):?/i
const canonical = (base64: string) => base64.replaceAll('-', '+').replaceAll('_', '/').replace(/=*$/, '')

/** Throws `digest-mismatch` if a header states another SHA-256. Other algorithms are ignored (RFC 9530). */
function requireDigest(c: Call, hash: string): void {
  for (const header of ['content-digest', 'repr-digest', 'digest']) {
    const stated = SHA_256.exec(c.req.header(header) ?? '')?.[1]
    if (stated !== undefined && canonical(stated) !== canonical(base64Of(hash)))
      throw new ProblemError('digest-mismatch')
  }
}
