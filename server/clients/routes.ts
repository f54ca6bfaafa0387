import { Hono } from 'hono'
import { LISTED_STATES } from '#contract/client.ts'
import { clientChangeSchema } from '#contract/schemas/client.ts'
import {
  requireAdmin,
  requireStaff,
  accessAsOwner,
  accessToClient,
  accessToPractice,
  requireUnlocked,
} from '#server/access/access-level.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Call, Env, Services } from '#server/context.ts'
import { markOnly, markRead } from '#server/access-log/reads.ts'
import { readChoice, readFlag, readId, readPaging, readSearch, readGivenUuid, readUuid } from '#server/http/paging.ts'
import { createRateLimit } from '#server/http/rate-limit.ts'
import { validBody } from '#server/http/validate.ts'
import { noteOpened } from '#server/invitations/activation.ts'
import { deliverOutbox } from '#server/mail/outbox.ts'
import { toClient, toClientForStaff } from './client-row.ts'
import type { ClientRow } from '#server/db/schema.ts'
import { setClientLocked } from './lock.ts'
import { type ClientSearch, clientPages } from './queries.ts'
import { unansweredSince } from './follow-up.ts'
import { inviteAgain } from './invite-again.ts'
import { registerClient } from './register.ts'
import { removeAllClients, removeClient } from './remove.ts'
import { undoRemoval } from './undo-removal.ts'

/** Of one account: a selection takes a while. */
const INVITATIONS_PER_MINUTE = 600

export function clientRoutes(services: Services): Hono<Env> {
  const { db, clock, background, signedIn } = services
  const pageOf = clientPages(db)
  const limitInvitations = createRateLimit({ clock, limit: INVITATIONS_PER_MINUTE, windowMs: 60_000 })

  const listOf = async (
    c: Call,
    practiceId: string,
    registered: boolean,
    filter: Pick<ClientSearch, 'locked' | 'state' | 'noEmail'>,
  ) => {
    requireStaff(await accessToPractice(db, c.get('identity'), practiceId))
    const [lastName, q] = [readSearch(c, 'lastName'), readSearch(c, 'q')]
    const unansweredUntil = unansweredSince(clock())
    const found = await pageOf({ practiceId, registered, ...filter, unansweredUntil, lastName, q, ...readPaging(c) })
    if ((lastName !== '' || q !== '') && found.page.totalElements === 1)
      markOnly(
        c.get('identity'),
        found.content.map(({ uuid }) => uuid),
      )
    return c.json(found)
  }

  const shownToStaff = async (c: Call, client: ClientRow) => {
    const identity = c.get('identity')
    markRead(identity, [client.uuid])
    return await toClientForStaff(db, client, identity.language)
  }

  return new Hono<Env>()
    .get('/practice/:practiceId/clients', signedIn, (c) =>
      listOf(c, c.req.param('practiceId'), true, {
        locked: readFlag(c, 'locked'),
        state: readChoice(c, 'state', LISTED_STATES),
      }),
    )

    .get('/clients', signedIn, (c) => listOf(c, readId(c, 'practiceId'), false, { noEmail: readFlag(c, 'noEmail') }))

    .post('/practice/:practiceId/clients', signedIn, async (c) => {
      const practiceId = c.req.param('practiceId')
      const by = c.get('identity')
      requireStaff(await accessToPractice(db, by, practiceId))
      const clientId = readGivenUuid(c, 'clientUuid')
      const { client, isNew } = await inTransaction(db, (trx) =>
        registerClient(trx, { clientId, practiceId, by, now: clock() }),
      )
      if (isNew) background.run('outbox', () => deliverOutbox(services))
      return c.json(await shownToStaff(c, client), isNew ? 201 : 200)
    })

    .delete('/practice/:practiceId/clients', signedIn, async (c) => {
      const practiceId = c.req.param('practiceId')
      const by = c.get('identity')
      requireAdmin(await accessToPractice(db, by, practiceId))
      await inTransaction(db, (trx) => removeAllClients(trx, { practiceId, by, now: clock() }))
      background.run('outbox', () => deliverOutbox(services))
      return c.body(null, 204)
    })

    .post('/practice/:practiceId/removals/:removalId/undo', signedIn, async (c) => {
      const { practiceId, removalId } = c.req.param()
      const by = c.get('identity')
      requireAdmin(await accessToPractice(db, by, practiceId))
      const undoing = { removalId: removalId.toLowerCase(), practiceId, by, now: clock() }
      return c.json(await inTransaction(db, (trx) => undoRemoval(trx, undoing)))
    })

    .get('/user/client', signedIn, async (c) => {
      const chosen = readUuid(c, 'clientUuid')
      const { client, access } = await accessAsOwner(db, c.get('identity'), readId(c, 'practiceId'), chosen)
      requireUnlocked(access)
      await noteOpened(db, client, clock())
      return c.json(await toClient(db, client))
    })

    .get('/clients/:clientId', signedIn, async (c) => {
      const { client, access } = await accessToClient(db, c.get('identity'), c.req.param('clientId'))
      requireUnlocked(access)
      return c.json(access.side === 'staff' ? await shownToStaff(c, client) : await toClient(db, client))
    })

    .post('/clients/:clientId/invitation', signedIn, async (c) => {
      const by = c.get('identity')
      const { client, access } = await accessToClient(db, by, c.req.param('clientId'))
      requireStaff(access)
      limitInvitations(by.accountId)
      const isNew = await inTransaction(db, (trx) => inviteAgain(trx, { clientId: client.uuid, by, now: clock() }))
      if (isNew) background.run('outbox', () => deliverOutbox(services))
      return c.body(null, 204)
    })

    .put('/clients/:clientId', signedIn, async (c) => {
      const by = c.get('identity')
      const { client, access } = await accessToClient(db, by, c.req.param('clientId'))
      requireStaff(access)
      const { locked } = await validBody(c, clientChangeSchema)
      const change = { clientId: client.uuid, locked, by, now: clock() }
      const changed = await inTransaction(db, (trx) => setClientLocked(trx, change))
      if (!locked) background.run('outbox', () => deliverOutbox(services))
      return c.json(await shownToStaff(c, changed))
    })

    .delete('/clients/:clientId', signedIn, async (c) => {
      const by = c.get('identity')
      const { client, access } = await accessToClient(db, by, c.req.param('clientId'))
      requireStaff(access)
      await inTransaction(db, (trx) => removeClient(trx, { clientId: client.uuid, by, now: clock() }))
      return c.body(null, 204)
    })
}
