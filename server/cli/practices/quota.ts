import { CommandError, UsageError } from '#server/cli/command.ts'
import type { Database } from '#server/db/schema.ts'
import { storageOf } from '#server/storage/quota.ts'

export interface PracticeName {
  id: string
  name: string
}

export async function findPractice(db: Database, idOrName: string): Promise<PracticeName> {
  const practices = db.selectFrom('practice').select(['id', 'name'])
  const byId = await practices.where('id', '=', idOrName).executeTakeFirst()
  if (byId) return byId
  const [found, another] = await practices.where('name', '=', idOrName).execute()
  if (!found) throw new CommandError(`There is no practice ${idOrName}.`)
  if (another) throw new CommandError(`There are several practices ${idOrName}. Give the id of one.`)
  return found
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB']

export function sizeText(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  return `${Number((bytes / 1000 ** power).toFixed(1))} ${UNITS[power]}`
}

export interface QuotaOptions {
  clients: string | undefined
  storage: string | undefined
}

const POWERS: Readonly<Record<string, number>> = { b: 0, kb: 1, mb: 2, gb: 3, tb: 4 }

/** Returns undefined to leave the quota unchanged, and null to remove it. */
function readClients(text: string | undefined, usage: string): number | null | undefined {
  if (text === undefined || text === 'none') return text && null
  if (!/^\d{1,9}$/.test(text)) throw new UsageError('--clients must be a number or none', usage)
  return Number(text)
}

function readStorage(text: string | undefined, usage: string): number | null | undefined {
  if (text === undefined || text === 'none') return text && null
  const [, number, unit = ''] = /^(\d{1,6}(?:\.\d{1,3})?) ?([kmgt]?b)$/i.exec(text) ?? []
  if (number === undefined) throw new UsageError('--storage must be a size such as 5GB, or none', usage)
  return Math.round(Number(number) * 1000 ** (POWERS[unit.toLowerCase()] ?? 0))
}

export const quotaText = (clients: number | null, bytes: number | null): string =>
  [clients === null ? [] : `${clients} clients`, bytes === null ? [] : sizeText(bytes)].flat().join(', ') || 'none'

/** Sets the quota of a practice and prints it with the present use. Existing data beyond the quota stays. */
export async function setQuota(
  db: Database,
  { id }: PracticeName,
  { clients, storage }: QuotaOptions,
  usage: string,
): Promise<void> {
  const [maxClients, maxBytes] = [readClients(clients, usage), readStorage(storage, usage)]
  const changed = {
    ...(maxClients !== undefined && { most_clients: maxClients }),
    ...(maxBytes !== undefined && { most_bytes: maxBytes }),
  }
  if (Object.keys(changed).length > 0) await db.updateTable('practice').set(changed).where('id', '=', id).execute()
  const practice = await db
    .selectFrom('practice')
    .select((row) => [
      'most_clients',
      'most_bytes',
      row
        .selectFrom('client')
        .select((each) => each.fn.countAll<number>().as('n'))
        .where('practice_id', '=', id)
        .as('clients'),
    ])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!practice) throw new CommandError(`There is no practice ${id}.`)
  const { bytes } = await storageOf(db, id)
  console.log(
    `${id}: quota ${quotaText(practice.most_clients, practice.most_bytes)}; it has ${practice.clients ?? 0} clients, ${sizeText(bytes)}.`,
  )
}
