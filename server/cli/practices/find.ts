import { CommandError } from '#server/cli/command.ts'
import type { Database } from '#server/db/schema.ts'

export interface Known {
  id: string
  name: string
}

/** A practice by its id, or else by its name. */
export async function findPractice(db: Database, said: string): Promise<Known> {
  const practices = db.selectFrom('practice').select(['id', 'name'])
  const byId = await practices.where('id', '=', said).executeTakeFirst()
  if (byId) return byId
  const [found, another] = await practices.where('name', '=', said).execute()
  if (!found) throw new CommandError(`There is no practice ${said}.`)
  if (another) throw new CommandError(`There are several practices ${said}: say the id of one.`)
  return found
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB']

export function sizeText(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  return `${Number((bytes / 1000 ** power).toFixed(1))} ${UNITS[power]}`
}
