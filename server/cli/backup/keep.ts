import { DAY_MS } from '#contract/dates.ts'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { namesIn } from './copy-folder.ts'
import { findManifest } from './manifest.ts'

const UNFINISHED = '.unfinished'

/** Name without colons, so that file systems of Windows accept it. */
export const nameOfBackup = (takenAt: Date): string => takenAt.toISOString().replaceAll(':', '-')
export const unfinishedNameOf = (takenAt: Date): string => `${nameOfBackup(takenAt)}${UNFINISHED}`

const NAME = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d\.\d{3})Z(\.unfinished)?$/

function timeOf(name: string): number {
  const [, day, hour, minute, second] = NAME.exec(name) ?? []
  return Date.parse(`${day}T${hour}:${minute}:${second}Z`)
}

/**
 * Removes all but the newest complete backups with a name of `--keep`, and those that were interrupted more than a day
 * ago. Returns their names. All other entries of the folder stay.
 */
export function removeOlder(folder: string, { count, now }: { count: number; now: Date }): string[] {
  const names = namesIn(folder)
    .filter((name) => NAME.test(name))
    .toSorted()
    .toReversed()
  const complete = names.filter((name) => !name.endsWith(UNFINISHED) && findManifest(join(folder, name)))
  const interrupted = names.filter((name) => name.endsWith(UNFINISHED) && now.getTime() - timeOf(name) > DAY_MS)
  const removed = [...complete.slice(count), ...interrupted]
  for (const name of removed) rmSync(join(folder, name), { recursive: true })
  return removed
}
