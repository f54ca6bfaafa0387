import { type Mutant, never, of } from './mutant.ts'

// Exports, mails, and who is first.
export const WORK: readonly Mutant[] = [
  ...of(
    'server/import/links.ts',
    ['import'],
    [` when owner.practice_id <> x.practice_id then 'username otherPractice'`, ''],
    [` when owner.practice_id <> x.practice_id then 'uuid otherPractice'`, ''],
    ['`when not ${inside(sql`x.practice_id`)} then', '`when 1 = 0 then'],
    ['`when not ${inside(sql`x.id`)} then', '`when 1 = 0 then'],
    [' and ${inside(sql`client.practice_id`)}', ''],
    ['\n      and ${inside(sql`patient_client.practice_id`)}', ''],
    [`\n          when owner.practice_id <> \${found('patient')} then 'uuid otherPractice'`, ''],
    [`\n        when owner.practice_id <> \${found('client')} then 'uuid otherPractice'`, ''],
    [`x.stated_practice is not null and x.stated_practice <> \${home}`, '1 = 0'],
    [' and earlier.line < x.line', ' and 1 = 0'],
  ),
  ...of('server/import/load.ts', ['import'], never('report.problems.count > 0 && !skipInvalid'), [
    'await keepWritersOut(trx)',
    '',
  ]).map((mutant) => (mutant.put === '' ? { ...mutant, postgres: true } : mutant)),
  ...of(
    'server/cli/import/lines.ts',
    ['server/cli/import/lines.test.ts', 'import'],
    ['length > LONGEST', 'false as boolean'],
    ['!isUtf8(bytes)', 'false as boolean'],
  ),
  ...of(
    'server/cli/import/store-files.ts',
    ['import-files', 'import-files-command'],
    ['where wrong = 0 and uuid', 'where uuid'],
    [' && (await files.sizeOf(key)) === content.length', ''],
    ['if (known !== undefined) await removeOne(key)', ''],
  ),
  ...of(
    'server/import/corrected.ts',
    ['import'],
    [' and a.username <> staged_client.address', ''],
    [' and x.gets_account = 1', ''],
    ['    await deleteOrphanedAccounts(trx, id, former)\n', ''],
  ),
  ...of('server/node/used-folder.ts', ['lifecycle'], never('left.length === 0')),
  ...of('server/node/data-lock.ts', ['lifecycle'], ['; begin exclusive', '']),
  ...of(
    'server/mail/outbox.ts',
    ['mail', 'smtp'],
    ['\n    .where((old) => isFree(old, now))', ''],
    [`.where('created_at', '<', new Date(now - lifetime).toISOString())`, `.where('created_at', '<', '')`],
    ['    if (error.isPermanent) await giveUp(ports, id, error.code)\n    else await', '    await'],
    ['CLAIM * 2 ** (refusals - 1)', 'CLAIM'],
  ),
  ...of(
    'server/purge/steady-time.ts',
    ['purge'],
    ['stepMs < -LONGEST_BACK_MS || stepMs > LONGEST_STEP_MS', 'false as boolean'],
    ['>= STEADY_MS ? now : undefined', '>= 0 ? now : undefined'],
  ),
  ...of('server/db/time.ts', ['purge', 'mail'], ['Math.min(clock().getTime(), Date.parse(rows[0]!.now))', 'clock()']),
  ...of(
    'server/db/transaction.ts',
    ['server/db/problem.test.ts'],
    ['if (!isSerializationFailure(error)) throw error', ''],
  ),
]
