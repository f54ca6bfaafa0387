import { HOUR_MS } from '#contract/dates.ts'
import { Hono } from 'hono'
import { sharedCardBodySchema } from '#contract/schemas/shared-card.ts'
import { accessToClient, requireOwner, requireRegistered, requireUnlocked } from '#server/access/access-level.ts'
import type { Call, Env, Services } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { clientAddressOf } from '#server/http/client-address.ts'
import { sha256 } from '#server/http/keys.ts'
import { ProblemError } from '#server/http/problem.ts'
import { createRateLimit } from '#server/http/rate-limit.ts'
import { validBody } from '#server/http/validate.ts'
import { revokeCard, shareCard, sharedCards } from './cards.ts'
import { openedCard } from './opened.ts'
import { parseStored } from '#server/db/stored.ts'

/** From one IP address: there is no guessing such a secret, but each costs a look. */
const OPENED_PER_HOUR = 120
/** Made by one account: each of them is written down. */
const MADE_PER_HOUR = 60
/** Looking again within it is not noted anew. */
const NOTED_AGAIN_MS = 60_000

/** Cards of animals that an owner shares by a link. Staff share none, for the link is in the name of the owner. */
export function sharedCardRoutes(services: Services): Hono<Env> {
  const { db, clock, background, signedIn } = services
  const limitOpened = createRateLimit({ clock, limit: OPENED_PER_HOUR, windowMs: HOUR_MS })
  const limitMade = createRateLimit({ clock, limit: MADE_PER_HOUR, windowMs: HOUR_MS })

  async function authoriseOwner(c: Call, clientId: string) {
    const { accountId } = c.get('identity')
    const { client, access } = await accessToClient(db, c.get('identity'), clientId)
    requireUnlocked(access)
    requireRegistered(client)
    requireOwner(access)
    return { client, accountId }
  }

  return (
    new Hono<Env>()
      .get('/clients/:clientId/shared-cards', signedIn, async (c) => {
        const { client, accountId } = await authoriseOwner(c, c.req.param('clientId'))
        return c.json(await sharedCards(db, { clientId: client.uuid, accountId, now: clock() }))
      })

      .post('/clients/:clientId/patients/:patientId/shared-cards', signedIn, async (c) => {
        const { client, accountId } = await authoriseOwner(c, c.req.param('clientId'))
        const { parts, note } = await validBody(c, sharedCardBodySchema)
        limitMade(accountId)
        const wanted = { client, accountId, patientId: c.req.param('patientId'), parts, note, now: clock() }
        return c.json(await inTransaction(db, (trx) => shareCard(trx, wanted)), 201)
      })

      .delete('/clients/:clientId/shared-cards/:cardId', signedIn, async (c) => {
        const { client } = await authoriseOwner(c, c.req.param('clientId'))
        const revoked = { client, cardId: c.req.param('cardId'), now: clock() }
        await inTransaction(db, (trx) => revokeCard(trx, revoked))
        return c.body(null, 204)
      })

      // The secret is in a header, as a token is: no log and no history of a proxy has it.
      .get('/shared-card', async (c) => {
        const address = clientAddressOf(c)
        if (address !== undefined) limitOpened(address)
        return c.json(await open(c.req.header('authorization') ?? ''))
      })
  )

  /** Authorisation is checked again each time. Whatever is amiss answers the same: not even that there was such a card. */
  async function open(secret: string) {
    const now = clock()
    const card = await db
      .selectFrom('shared_card')
      .selectAll()
      .where('secret_hash', '=', await sha256(secret))
      .where('ends_at', '>', now.toISOString())
      .executeTakeFirst()
    if (!card) throw new ProblemError('not-found')
    const client = await clientOf(card)
    const patient = await db
      .selectFrom('patient')
      .select('data')
      .where('uuid', '=', card.patient_uuid)
      .where('client_uuid', '=', client.uuid)
      .executeTakeFirst()
    const animal = patient && parseStored('patient', patient.data)
    if (!animal) throw new ProblemError('not-found')
    noteOpened(card, now)
    return await openedCard(db, {
      client,
      patient: animal,
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

  function noteOpened({ uuid, opened_at }: { uuid: string; opened_at: string | null }, now: Date) {
    if (opened_at !== null && Math.abs(now.getTime() - Date.parse(opened_at)) < NOTED_AGAIN_MS) return
    background.run('shared-card', async () => {
      await db.updateTable('shared_card').set({ opened_at: now.toISOString() }).where('uuid', '=', uuid).execute()
    })
  }
}
