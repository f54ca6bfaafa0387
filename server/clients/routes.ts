import type { Hono } from 'hono'
import { LISTED_STATES } from '#contract/client.ts'
import {
  clientChangeSchema,
  clientFeedSchema,
  clientListItemSchema,
  clientSchema,
  undoneRemovalSchema,
} from '#contract/schemas/client.ts'
import { pageOf } from '#contract/schemas/paging.ts'
import { accessAsOwner, accessToPractice, requireStaff, requireUnlocked } from '#server/access/access-level.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Env, Identity, Services } from '#server/context.ts'
import { markRead } from '#server/access-log/reads.ts'
import { createRateLimit } from '#server/http/rate-limit.ts'
import { recordOpened } from '#server/invitations/activation.ts'
import { deliverOutbox } from '#server/mail/outbox.ts'
import { get, operations, post, put, remove } from '#server/operations/operation.ts'
import { after, choice, flag, paging, practiceId, required, search, uuidOf } from '#server/operations/parameters.ts'
import { requirePublic } from '#server/invitations/require-public.ts'
import { routes } from '#server/operations/routes.ts'
import { toClient, toClientForStaff } from './client-row.ts'
import type { ClientRow } from '#server/db/schema.ts'
import { setClientLocked } from './lock.ts'
import { type ClientSearch, clientPages } from './queries.ts'
import { unansweredSince } from './follow-up.ts'
import { clientsAfter } from './changes.ts'
import { authoriseSystem } from '#server/import-jobs/keys.ts'
import { inviteAgain } from './invite-again.ts'
import { registerClient } from './register.ts'
import { removeAllClients, removeClient } from './remove.ts'
import { undoRemoval } from './undo-removal.ts'

const names = {
  lastName: search('Part of the last name; case and diacritics do not matter.'),
  q: search(
    'Words, each of them in the last name, or at the beginning of a word of the call name, first name, initials, company, client number, postal code, e-mail address or an animal’s name, or a whole chip number of an animal. A word with an @ may be anywhere in the address. Case, accents and punctuation do not matter. Punctuation only finds nobody.',
  ),
  ...paging,
}

export const clientOperations = operations('Clients', {
  listRegisteredClients: get('/practice/:practiceId/clients', 'staff', {
    summary: 'List registered clients',
    query: {
      locked: flag('Whether they are locked.'),
      state: choice(LISTED_STATES, 'State of their invitations.'),
      ...names,
    },
    response: pageOf(clientListItemSchema),
  }),
  listClientChanges: get('/practice/:practiceId/clients/changes', 'import key', {
    summary: 'List the clients that changed since a number, removed ones included',
    description: 'From 0: all clients. The response counts as a read of each client.',
    query: { after: required(after) },
    scope: 'clients:read',
    response: pageOf(clientFeedSchema),
    problems: ['practice-locked'],
  }),
  listUnregisteredClients: get('/clients', 'account', {
    summary: 'List clients who are not registered',
    query: { practiceId, noEmail: flag('Only those without an e-mail address.'), ...names },
    response: pageOf(clientListItemSchema),
    problems: ['not-found', 'forbidden'],
  }),
  registerClient: post('/practice/:practiceId/clients', 'staff', {
    summary: 'Register a client; if it is registered already, the status is 200',
    query: { clientUuid: required(uuidOf('Id of the client.')) },
    response: clientSchema,
    status: [200, 201],
    problems: ['email-missing', 'local-address'],
  }),
  removeAllClients: remove('/practice/:practiceId/clients', 'admin', { summary: 'Remove all clients from the portal' }),
  undoRemoval: post('/practice/:practiceId/removals/:removalId/undo', 'admin', {
    summary: 'Undo a removal within seven days: restore its clients as they were',
    description:
      'The id is that of `undo` in the audit trail. Repeated, the response is the same. Clients who cannot come back are counted; all others come back in one transaction. not-undoable: none of them can.',
    response: undoneRemovalSchema,
    problems: ['not-undoable'],
  }),
  getOwnClient: get('/user/client', 'account', {
    summary: 'Get the client of the user at a practice',
    query: { clientUuid: uuidOf('Absent: the first by name that is not locked.'), practiceId },
    response: clientSchema,
    problems: ['not-found', 'client-locked', 'practice-locked'],
  }),
  getClient: get('/clients/:clientId', 'client reader', { summary: 'Get a client', response: clientSchema }),
  inviteClient: post('/clients/:clientId/invitation', 'client staff', {
    summary: 'Send or resend the invitation of a registered client that is not activated',
    description: 'Sends no mail if one is waiting or was sent within the last hour.',
    problems: ['mailed-recently', 'local-address'],
  }),
  changeClient: put('/clients/:clientId', 'client staff', {
    summary: 'Lock or unlock a client',
    body: clientChangeSchema,
    response: clientSchema,
  }),
  removeClient: remove('/clients/:clientId', 'client staff', { summary: 'Remove a client from the portal' }),
})

/** Limit per account. Staff may invite a selection of clients individually. */
const INVITATIONS_PER_MINUTE = 600

export function clientRoutes(services: Services): Hono<Env> {
  const { db, clock, background, settings } = services
  const pageOf = clientPages(db)
  const limitInvitations = createRateLimit({ clock, limit: INVITATIONS_PER_MINUTE, windowMs: 60_000 })
  const deliver = () => background.run('outbox', () => deliverOutbox(services))

  const listOf = async (by: Identity, search: Omit<ClientSearch, 'unansweredUntil'>) => {
    const found = await pageOf({ ...search, unansweredUntil: unansweredSince(clock()) })
    if ((search.lastName !== '' || search.q !== '') && found.page.totalElements === 1)
      markRead(
        by,
        found.content.map(({ uuid }) => uuid),
      )
    return found
  }

  const shownToStaff = async (by: Identity, client: ClientRow) => {
    markRead(by, [client.uuid])
    return await toClientForStaff(db, client, by.language)
  }

  return routes(services)
    .on(clientOperations.listRegisteredClients, ({ by, practiceId, query }) =>
      listOf(by, { practiceId, registered: true, ...query }),
    )

    .on(clientOperations.listClientChanges, async (input) => {
      const { c, practiceId } = input
      const { scope } = clientOperations.listClientChanges
      const { name: keyName } = await authoriseSystem(db, c, { practiceId, scope, now: clock() })
      const found = await clientsAfter(db, { practiceId, after: input.query.after })
      const read = found.content.filter(({ removed }) => !removed)
      await services.recordReads({ keyName }, new Map(read.map(({ uuid }) => [uuid, 'read'])))
      return found
    })

    .on(clientOperations.listUnregisteredClients, async ({ by, query }) => {
      requireStaff(await accessToPractice(db, by, query.practiceId))
      return await listOf(by, { registered: false, ...query })
    })

    .on(clientOperations.registerClient, async ({ c, by, practiceId, query: { clientUuid: clientId }, now }) => {
      requirePublic(settings)
      const { client, isNew } = await inTransaction(db, (trx) => registerClient(trx, { clientId, practiceId, by, now }))
      if (isNew) deliver()
      return c.json(await shownToStaff(by, client), isNew ? 201 : 200)
    })

    .on(clientOperations.removeAllClients, async ({ by, practiceId, now }) => {
      await inTransaction(db, (trx) => removeAllClients(trx, { practiceId, by, now }))
      deliver()
    })

    .on(clientOperations.undoRemoval, ({ by, practiceId, removalId, now }) =>
      inTransaction(db, (trx) => undoRemoval(trx, { removalId: removalId.toLowerCase(), practiceId, by, now })),
    )

    .on(clientOperations.getOwnClient, async ({ by, query, now }) => {
      const { client, access } = await accessAsOwner(db, by, query.practiceId, query.clientUuid)
      requireUnlocked(access)
      await recordOpened(db, client, now)
      return await toClient(db, client)
    })

    .on(clientOperations.getClient, ({ by, client, access }) =>
      access.side === 'staff' ? shownToStaff(by, client) : toClient(db, client),
    )

    .on(clientOperations.inviteClient, async ({ c, by, clientId, now }) => {
      requirePublic(settings)
      limitInvitations(c, by.accountId)
      if (await inTransaction(db, (trx) => inviteAgain(trx, { clientId, by, now }))) deliver()
    })

    .on(clientOperations.changeClient, async ({ by, clientId, body: { locked }, now }) => {
      const changed = await inTransaction(db, (trx) => setClientLocked(trx, { clientId, locked, by, now }))
      if (!locked) deliver()
      return await shownToStaff(by, changed)
    })

    .on(clientOperations.removeClient, async ({ by, clientId, now }) => {
      await inTransaction(db, (trx) => removeClient(trx, { clientId, by, now }))
    }).app
}
