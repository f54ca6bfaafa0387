import { type Mutant, never, of } from './mutant.ts'

// What belongs to one client, or one practice, in the queries themselves.
export const QUERIES: readonly Mutant[] = [
  ...of(
    'server/records/queries.ts',
    ['client-data', 'matrix'],
    [
      `    .where('uuid', '=', patientId.toLowerCase())\n    .where('client_uuid', '=', clientId)`,
      `    .where('uuid', '=', patientId.toLowerCase())`,
    ],
  ),
  ...['patient', 'reminder', 'visit_form', 'attachment', 'invoice'].flatMap((table) =>
    of(
      'server/records/queries.ts',
      ['client-data', 'client-data-periods', 'access'],
      [
        table === 'patient'
          ? `.selectFrom('patient')\n    .select('uuid')\n    .where('client_uuid', '=', clientId)\n    .orderBy`
          : `.selectFrom('${table}').where('client_uuid', '=', clientId)`,
        table === 'patient' ? `.selectFrom('patient')\n    .select('uuid')\n    .orderBy` : `.selectFrom('${table}')`,
      ],
    ),
  ),
  ...of(
    'server/records/queries.ts',
    ['client-data', 'client-data-periods'],
    [`.where('type', '=', type)`, ''],
    [`.where('patient_uuid', '=', patient.uuid)`, ''],
  ),
  ...of('server/documents/find.ts', ['matrix', 'documents'], [`\n    .where('client_uuid', '=', clientId)`, '']),
  ...of(
    'server/clients/queries.ts',
    ['clients', 'paging'],
    [`.where('practice_id', '=', practiceId).where('registered'`, `.where('registered'`],
    [`.where('registered', '=', registered)`, ''],
  ),
  ...of(
    'server/access-log/queries.ts',
    ['audit', 'undo-removal'],
    [`.where('practice_id', '=', practiceId)\n    .where('at'`, `.where('at'`],
    [`\n    .where(undoable(now))`, ''],
    [`.where('at', '>=', retentionStart(now))`, ''],
    ['    sql<SqlBool>`audit.practice_id = ${practiceId}`,\n', '    sql<SqlBool>`1 = 1`,\n'],
    ['    sql<SqlBool>`at >= ${retentionStart(now)}`,\n', ''],
    [`coalesce(account_id, '') = coalesce(lag(account_id) over before, '')`, '1 = 1'],
    ['client_uuid is not null and action', 'action'],
  ),
  ...of('server/practice/news.ts', ['news'], [`.where('practice_id', '=', practiceId)`, '']),
  ...of(
    'server/practice/given-up.ts',
    ['news', 'reminder-mails'],
    [`    .where('mail.practice_id', '=', practiceId)\n`, ''],
    [`    .where('mail.given_up_at', '>=', since)\n`, ''],
    [`.onRef('client.practice_id', '=', 'mail.practice_id')`, ''],
  ),
  ...of(
    'server/clients/register.ts',
    ['clients'],
    never('found?.practice_id !== practiceId'),
    [`if (found.registered === 1) return`, `if (false as boolean) return`],
    never('!username'),
  ),
  ...of('server/clients/lock.ts', ['clients', 'session', 'matrix'], never('found.registered !== 1'), [
    '  if (await isLockedOut(trx, account)) await closeSessions',
    '  if (false as boolean) await closeSessions',
  ]),
  ...of('server/clients/remove.ts', ['clients', 'session'], never('client?.registered !== 1'), [
    '  if (accountId !== null) await deleteOrphanedAccounts(trx, practiceId, sql`(${accountId})`)\n',
    '',
  ]),
  ...of(
    'server/clients/delete-orphaned-accounts.ts',
    ['clients', 'remove-all'],
    [' and a.staff_role is null', ''],
    ['\n    and not exists (select 1 from client c where c.account_id = a.id)', ''],
    ['\n    and practice_id = ${practiceId}', ''],
  ),
  ...of(
    'server/clients/undo-removal.ts',
    ['undo-removal'],
    [`\n    .where('practice_id', '=', practiceId)`, ''],
    [`\n    .where('ends_at', '>', now.toISOString())`, ''],
  ),
  ...of('server/clients/remove-all.ts', ['remove-all'], ['where practice_id = ${practiceId} and', 'where']),
]
