import { findRow } from '#server/db/one-row.ts'
import { HOUR_MS } from '#contract/dates.ts'
import type { Hono } from 'hono'
import { listOf } from '#contract/schemas/fields.ts'
import { sharedViewSchema } from '#contract/schemas/shared-view.ts'
import { newShareLinkSchema, shareLinkBodySchema, shareLinkSchema } from '#contract/schemas/share-link.ts'
import { accessToClient, requireUnlocked } from '#server/access/access-level.ts'
import type { Call, Env, Services } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { clientAddressOf } from '#server/http/client-address.ts'
import { sha256 } from '#server/http/keys.ts'
import { ProblemError } from '#server/http/problem.ts'
import { createRateLimit } from '#server/http/rate-limit.ts'
import { animalPhotoKey } from '#server/files/store.ts'
import { createAnimalPhotoUrls } from '#server/photos/routes.ts'
import { get, operations, post, remove } from '#server/operations/operation.ts'
import { routes } from '#server/operations/routes.ts'
import { revokeShareLink, createShareLink, listShareLinks } from './links.ts'
import { sharedView } from './view.ts'
import { parseStored } from '#server/db/stored.ts'

/** Limit per IP address. A secret cannot be guessed, but each attempt costs a query. */
const OPENED_PER_HOUR = 120
/** Limit per account, because each new link is stored. */
const MADE_PER_HOUR = 60
/** Opening a shared card again within this time is not recorded. */
const RECORD_INTERVAL_MS = 60_000

export const shareLinkOperations = operations('Client data', {
  listSharedCards: get('/clients/:clientId/shared-cards', 'client owner', {
    summary: 'List the active share links of the owner, newest first',
    response: listOf(shareLinkSchema),
  }),
  shareCard: post('/clients/:clientId/patients/:patientId/shared-cards', 'client owner', {
    summary: 'Create a share link to the card of an animal, valid for seven days; returns its secret once',
    body: shareLinkBodySchema,
    response: newShareLinkSchema,
    status: 201,
  }),
  revokeSharedCard: remove('/clients/:clientId/shared-cards/:cardId', 'client owner', {
    summary: 'Revoke a share link',
  }),
  openSharedCard: get('/shared-card', 'link holder', {
    summary: 'Get the shared card of a link',
    response: sharedViewSchema,
    problems: ['not-found', 'rate-limited'],
  }),
})

/** Routes of share links. Only owners share cards, because a link is in the owner's name. */
export function shareLinkRoutes(services: Services): Hono<Env> {
  const { db, clock, background } = services
  const photoUrlsFor = createAnimalPhotoUrls(services)
  const limitOpened = createRateLimit({ clock, limit: OPENED_PER_HOUR, windowMs: HOUR_MS })
  const limitMade = createRateLimit({ clock, limit: MADE_PER_HOUR, windowMs: HOUR_MS })

  return (
    routes(services)
      .on(shareLinkOperations.listSharedCards, ({ clientId, accountId, now }) =>
        listShareLinks(db, { clientId, accountId, now }),
      )

      .on(shareLinkOperations.shareCard, ({ c, client, accountId, patientId, now, body: { parts, note } }) =>
        inTransaction(db, async (trx) => {
          const made = await createShareLink(trx, { client, accountId, patientId, parts, note, now })
          // Not counted earlier, so that an animal of another client gets the headers of an animal that does not exist.
          limitMade(c, accountId)
          return made
        }),
      )

      .on(shareLinkOperations.revokeSharedCard, async ({ client, cardId, now }) => {
        await inTransaction(db, (trx) => revokeShareLink(trx, { client, cardId, now }))
      })

      // The secret is in a header, because proxies log URLs.
      .on(shareLinkOperations.openSharedCard, ({ c }) => {
        const address = clientAddressOf(c)
        if (address !== undefined) limitOpened(c, address)
        return open(c)
      }).app
  )

  /**
   * Checks authorisation on each read. All rejections are identical, so that they do not reveal whether a card existed.
   */
  async function open(c: Call) {
    const now = clock()
    const secret = c.req.header('authorization') ?? ''
    const card = await db
      .selectFrom('shared_card')
      .selectAll()
      .where('secret_hash', '=', await sha256(secret))
      .where('ends_at', '>', now.toISOString())
      .executeTakeFirst()
    if (!card) throw new ProblemError('not-found')
    const client = await clientOf(card)
    const patient = await findRow(db, 'patient', { uuid: card.patient_uuid, client_uuid: client.uuid }, ['data'])
    const animal = patient && parseStored('patient', patient.data)
    if (!animal) throw new ProblemError('not-found')
    recordOpened(card, now)
    const photo = await findRow(db, 'file', { key: animalPhotoKey(animal.uuid) }, ['sha256'])
    const photoUrlOf = photoUrlsFor(c, { clientId: client.uuid, accountId: card.account_id, cardId: card.uuid })
    return await sharedView(db, {
      client,
      patient: photo ? { ...animal, photoUrl: await photoUrlOf(animal.uuid, photo.sha256) } : animal,
      parts: parseStored('cardParts', card.parts) ?? [],
      endsAt: card.ends_at,
      now,
    })
  }

  async function clientOf({ account_id, client_uuid }: { account_id: string; client_uuid: string }) {
    try {
      const subject = { accountId: account_id, practiceId: null, staffRole: null }
      const { client, access } = await accessToClient(db, subject, client_uuid)
      requireUnlocked(access)
      return client
    } catch (error) {
      throw error instanceof ProblemError ? new ProblemError('not-found') : error
    }
  }

  function recordOpened({ uuid, opened_at }: { uuid: string; opened_at: string | null }, now: Date) {
    if (opened_at !== null && Math.abs(now.getTime() - Date.parse(opened_at)) < RECORD_INTERVAL_MS) return
    background.run('shared-card', async () => {
      await db.updateTable('shared_card').set({ opened_at: now.toISOString() }).where('uuid', '=', uuid).execute()
    })
  }
}
