import type { Hono } from 'hono'
import { AUDIT_ACTIONS } from '#contract/access-log.ts'
import { LOG_KINDS } from '#contract/log-kind.ts'
import { auditPageSchema, auditPersonSchema, accessEntrySchema } from '#contract/schemas/access-log.ts'
import { listOf } from '#contract/schemas/fields.ts'
import { pageOf } from '#contract/schemas/paging.ts'
import { requireAdmin, requireRegistered, requireUnlocked } from '#server/access/access-level.ts'
import type { Env, Services } from '#server/context.ts'
import { get, operations } from '#server/operations/operation.ts'
import { choice, flag, id, moment, paging, period, search } from '#server/operations/parameters.ts'
import { routes } from '#server/operations/routes.ts'
import { auditPage, auditPeople } from './queries.ts'
import { pageOf as pageOfEntries, accessByName, accessByRole } from './client-readers.ts'

export const auditOperations = operations('Practice', {
  listAuditEntries: get('/practice/:practiceId/audit', 'admin', {
    summary: 'List the access log: changes, and reads of clients, latest first',
    description:
      'A read is one entry for each reader, client and day. Calls that change something respond with rate-limited if one person repeats an action too often.',
    query: {
      search: search('Part of a name of a client, or of the name or user name of the account.'),
      accountId: id('Account of the entries; none: without a signed-in account.'),
      action: choice(AUDIT_ACTIONS, 'This action only.'),
      kind: choice(LOG_KINDS, 'Without an action only. Absent: changes, which include viewing the portal as a client.'),
      from: moment('Inclusive.'),
      until: moment('Exclusive.'),
      runs: flag('True: five or more entries of the same action by one person on one day become one.'),
      ...paging,
    },
    response: auditPageSchema,
  }),
  listAuditPeople: get('/practice/:practiceId/audit/people', 'admin', {
    summary: 'List the accounts in the access log by name',
    response: listOf(auditPersonSchema),
  }),
})

export const clientLogOperations = operations('Client data', {
  listClientReaders: get('/clients/:clientId/seen', 'client', {
    summary: 'List by day who read or changed a client; only clinic admins get names',
    description:
      'By the days of the practices. Paging through a list is not recorded. An import of the whole practice is in its audit trail.',
    query: { ...period, ...paging },
    response: pageOf(accessEntrySchema),
    problems: ['forbidden', 'client-locked', 'practice-locked'],
  }),
})

export function accessLogRoutes(services: Services): Hono<Env> {
  const { db } = services
  return (
    routes(services)
      .on(auditOperations.listAuditEntries, ({ practiceId, query, now }) =>
        auditPage(db, { practiceId, now, ...query }),
      )

      .on(auditOperations.listAuditPeople, ({ practiceId, now }) => auditPeople(db, { practiceId, now }))

      // Clinic admins see names, and the owner sees roles.
      .on(clientLogOperations.listClientReaders, async (call) => {
        const { by, client, access, now } = call
        if (access.side === 'staff') requireAdmin(access)
        requireUnlocked(access)
        if (access.side === 'owner') requireRegistered(client)
        const { page, size, ...days } = call.query
        const search = { practiceId: client.practice_id, clientId: client.uuid, ...days, now }
        // The log contains none of the client's data, so the call is no read.
        by.reads.clear()
        const entries = access.side === 'staff' ? await accessByName(db, search) : await accessByRole(db, search)
        return pageOfEntries(entries, { page, size })
      }).app
  )
}
