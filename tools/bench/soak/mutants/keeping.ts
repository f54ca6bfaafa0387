import { type Mutant, of } from './mutant.ts'

// What is kept for how long, who has seen it, what may have leaked, and practices as a whole.
export const KEEPING: readonly Mutant[] = [
  ...of(
    'server/retention/routes.ts',
    ['retention', 'matrix'],
    ['    requireAdmin(await accessToPractice(db, by, practiceId))\n', ''],
    ['      await proofs.requireAll(c, proof)\n', ''],
    [`    if (role !== 'CLINIC_ADMIN') throw`, '    if (false as boolean) throw'],
  ),
  ...of(
    'server/retention/routes.ts',
    ['leak'],
    ['    await requireNotEnded(db, { accountId: query.by, signedAt })\n', ''],
  ),
  ...of(
    'server/retention/settings.ts',
    ['retention'],
    ['  await refuseWhileRunning(trx, practiceId)\n', ''],
    ['  await outdate(trx, practiceId)\n', ''],
    [
      `    .where('practice_id', '=', practiceId)\n    .where('number', '=', number)`,
      `    .where('number', '=', number)`,
    ],
  ),
  ...of(
    'server/retention/remove.ts',
    ['retention'],
    [`      .where('state', '=', 'made')\n`, ''],
    ['{ removed_before: before }', '{ removed_before: null }'],
    ['if (key !== undefined) await removeFile', 'if (false as boolean) await removeFile'],
  ),
  ...of(
    'server/retention/kinds.ts',
    ['retention'],
    [` and x.status = 'PAID'`, ''],
    [` and x.type <> 'agreements'`, ''],
    ['${row}.state not in ${waiting} and ', '${waiting} is not null and '],
  ),
  ...of(
    'server/import/expired.ts',
    ['retention'],
    [`  for (const kind of kinds.filter(isKept)) {`, `  for (const kind of kinds.filter(() => false)) {`],
  ),
  ...of(
    'server/access-log/seen-routes.ts',
    ['seen', 'matrix'],
    ['      requireAdmin(access)\n', ''],
    ['await seenByRole(db, search)', 'await seenByName(db, search)'],
  ),
  ...of(
    'server/access-log/seen.ts',
    ['seen'],
    [`    .where('day', '<=', until)\n`, ''],
    [`    .where('day', '>=', from)\n`, ''],
    ['      .filter(({ day }) => day >= from && day <= until),', ','],
  ),
  ...of(
    'server/access-log/end-access.ts',
    ['leak'],
    ['  await endAddresses(trx, accountsOf(scope), now)\n', ''],
    [`  const letters = await remove(trx, 'letter', isOf(scope))`, '  const letters = 0'],
    [`keys ? await remove(trx, 'import_key', ofKeys(scope)) : 0`, `await remove(trx, 'import_key', ofKeys(scope))`],
  ),
  ...of(
    'server/storage/quota.ts',
    ['quota'],
    [`throw new ProblemError('quota-full')`, 'return true'],
    ['bytes > instead && stored.bytes - instead + bytes > most', 'stored.bytes + bytes > most'],
    ['bytes > instead && stored.bytes - instead + bytes > most', 'stored.bytes > most'],
  ),
  ...of(
    'server/cli/practices/remove-practice.ts',
    ['remove-practice'],
    ['    and not exists (select 1 from client c where c.account_id = a.id and c.practice_id <> ${practiceId})\n', ''],
    [
      '    and not exists (select 1 from membership m where m.account_id = a.id and m.practice_id <> ${practiceId})\n',
      '',
    ],
    ['  await removeLogos(db, files, practiceId)\n', ''],
    ['  await removeRehearsals(db, files, practiceId)\n', ''],
  ),
]
