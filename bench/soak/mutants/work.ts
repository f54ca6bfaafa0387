import { type Mutant, never, of } from './mutant.ts'

// Exports, mails, and who is first.
export const WORK: readonly Mutant[] = [
  ...of(
    'server/import/links.ts',
    ['import'],
    [` when owner.practice_id <> x.practice_id then 'username otherPractice'`, ''],
    [` when owner.practice_id <> x.practice_id then 'uuid otherPractice'`, ''],
    [`\n          when \${found('client')} <> \${found('patient')} then 'clientUuid otherPractice'`, ''],
    [`\n          when \${found('patient')} <> \${found('client')} then 'patientUuid otherPractice'`, ''],
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
  ),
  ...of('server/node/data-lock.ts', ['lifecycle'], ['; begin exclusive', '']),
  ...of(
    'server/mail/outbox.ts',
    ['mail', 'smtp'],
    [
      `\n    .where((old) => old.or([old('claimed_until', 'is', null), old('claimed_until', '<', now.toISOString())]))`,
      '',
    ],
    [`.where('created_at', '<', oldest)`, `.where('created_at', '<', '')`],
  ),
  ...of(
    'server/db/transaction.ts',
    ['server/db/problem.test.ts'],
    ['if (!isSerializationFailure(error)) throw error', ''],
  ),
]
