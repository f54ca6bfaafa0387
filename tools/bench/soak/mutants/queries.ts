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
    ['audit', 'undo-removal', 'access-log'],
    [`.where('practice_id', '=', practiceId)\n    .where('kind'`, `.where('kind'`],
    [`\n    .where(undoable(now))`, ''],
    [`.where('audit.at', '>=', retentionStart(now))`, ''],
    ['from > oldest ? from : oldest', `from : '2000-01-01'`],
    ['[at.slice(0, 10), action, account_id]', '[at.slice(0, 10), action]'],
    ['client_uuid === null ? id : ', ''],
  ),
  ...of(
    'server/access-log/search.ts',
    ['access-log', 'audit'],
    ['client_uuid is null or client_uuid not in', 'client_uuid is not null or client_uuid not in'],
    ['(client.words | words) === all', 'true'],
    ['[sql<SqlBool>`practice_id = ${practiceId}`, ...others]', '[...others]'],
    ["[sql<SqlBool>`practice_id || '' = ${practiceId}`, ...others]", '[...others]'],
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
