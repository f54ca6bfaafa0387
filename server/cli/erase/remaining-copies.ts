import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { databaseFile } from '#server/node/db/database.ts'
import type { Settings } from '#server/node/settings.ts'

/** Returns a sentence for each copy of an erased client that no command of the portal changes. */
export function remainingCopies({ dataDir, databaseUrl, storage }: Settings): string[] {
  const names = existsSync(dataDir) ? readdirSync(dataDir) : []
  const upgrade = `${basename(databaseFile(dataDir))}.`
  const copiesNamed = (isCopy: (name: string) => boolean, what: string) =>
    names.filter(isCopy).map((name) => `${join(dataDir, name)}: ${what}`)
  const exports = join(dataDir, 'imports')
  return [
    ...copiesNamed(
      (name) => name.startsWith(upgrade) && name.endsWith('.backup'),
      'the copy of before a new version; remove it',
    ),
    ...copiesNamed((name) => name.startsWith('before-restore-'), 'what a restore has put aside; remove it'),
    ...copiesNamed((name) => name.startsWith('files-before-bucket-'), 'the files of before a bucket; remove it'),
    ...(existsSync(exports) && readdirSync(exports).length > 0
      ? [`${exports}: exports that were sent and wait; they bring the client back`]
      : []),
    'Backups, of npm run backup and your own: let them end in their time, and erase again after restoring one.',
    ...(databaseUrl
      ? [
          'PostgreSQL: rows that are deleted stay in its files until VACUUM FULL, and in archived WAL, base backups and replicas (docs/operate/export-and-erase.md).',
        ]
      : []),
    ...(storage ? ['The bucket: former versions of files, where it keeps any.'] : []),
    'Mails that were sent.',
  ]
}
