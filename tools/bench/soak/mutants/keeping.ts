import { type Mutant, of } from './mutant.ts'

// What is kept for how long, who has seen it, what may have leaked, and practices as a whole.
export const KEEPING: readonly Mutant[] = [
  ...of(
    'server/retention/routes.ts',
    ['retention', 'matrix'],
    ['    requireAdmin(await accessToPractice(db, by, practiceId))\n', ''],
    ["      if (mayTighten) await proofs.requireFor(c, 'retention-tightened', proof)\n", ''],
    [
      'if (!(await confirmClock(trx, { practiceId, stop }))) throw',
      'if (!(await confirmClock(trx, { practiceId, stop })) && (false as boolean)) throw',
    ],
  ),
  ...of(
    'server/retention/policy.ts',
    ['retention'],
    [
      '  const startsOn = policy.isOn ? addDays(localDay(now), 1) : null',
      '  const startsOn = policy.isOn ? localDay(now) : null',
    ],
    ['  if (changed.length === 0) return false\n', ''],
  ),
  ...of(
    'server/retention/night.ts',
    ['retention'],
    ['  if (clock?.retained_on === night) return\n', ''],
    ['    if (!(await keepsLease())) return false\n', ''],
    ['      .set({ removed_before: before })', '      .set({ removed_before: null })'],
    ['  if ((await stoppedAt(trx, practiceId)) !== null) return {}\n', ''],
  ),
  ...of(
    'server/expiry/removed-files.ts',
    ['retention'],
    ['    for (const key of gone) await files.remove(key)\n', ''],
    ['again.has(`${source} ${id}`) ? [] : [key]', '[key]'],
  ),
  ...of(
    'server/expiry/kinds.ts',
    ['retention'],
    [` and x.status = 'PAID'`, ''],
    [` and x.type <> 'agreements'`, ''],
    ['${row}.state not in ${waiting} and ', '${waiting} is not null and '],
  ),
  ...of(
    'server/expiry/remove-records.ts',
    ['retention'],
    ['`${which} and ${KEPT[kind].isDue(before)}`', 'which'],
    ['sql`${due} and not exists (select 1 from request_photo p where p.request_uuid = x.uuid)`', 'due'],
  ),
  ...of(
    'server/clients/removed-records.ts',
    ['retention'],
    [
      '  await removeAgain(trx, practiceId, (table) => sql`(select x.key from removed_record x where ${of(table)})`)\n',
      '',
    ],
  ),
  ...of(
    'server/access-log/routes.ts',
    ['seen', 'matrix'],
    ['        requireAdmin(access)\n', ''],
    ['await seenByRole(db, search)', 'await seenByName(db, search)'],
  ),
  ...of(
    'server/access-log/seen.ts',
    ['seen'],
    [`endDate !== undefined, (query)`, 'false, (query)'],
    ['from > oldest ? from : oldest', 'oldest'],
  ),
  ...of(
    'server/access-log/reads.ts',
    ['access-log', 'seen'],
    ['if (distinct.size === 1) markRead', 'markRead'],
    [`(conflict) => conflict.doNothing()`, `(conflict) => conflict.columns(['session_id', 'client_uuid']).doNothing()`],
  ),
  ...of(
    'server/access-log/write.ts',
    ['access-log'],
    ['  await refuseFlood(trx, first)\n', ''],
    ['ENDING.has(action) || ', ''],
  ),
  ...of(
    'server/memberships/names.ts',
    ['access-log'],
    ['a.own_name = 1 or (n.account_id is null and a.practice_id = ${practiceId})', '1 = 1'],
    ['a.own_name = 1 or ', ''],
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
  ),
]
