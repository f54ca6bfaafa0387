import { DatabaseSync } from 'node:sqlite'
import { CommandError } from '#server/cli/command.ts'

/** A consistent copy of a database that may be in use. */
export function copySqlite(from: string, to: string): void {
  const database = new DatabaseSync(from, { readOnly: true, timeout: 10_000 })
  try {
    database.prepare('vacuum into ?').run(to)
  } finally {
    database.close()
  }
}

/** Reads all of a copy, and answers its rows by table; throws for one that is damaged. */
export function checkSqlite(file: string): Record<string, number> {
  const damaged = (how: string) => new CommandError(`${file} is damaged: ${how}.`)
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const [first] = database.prepare('pragma integrity_check(1)').all() as { integrity_check: string }[]
    if (first?.integrity_check !== 'ok') throw damaged(first?.integrity_check.split('\n')[0] ?? 'it is empty')
    if (database.prepare('pragma foreign_key_check').all().length > 0) throw damaged('rows refer to what is not there')
    const tables = database
      .prepare(`select name from sqlite_master where type = 'table' and name not like 'sqlite\\_%' escape '\\'`)
      .all() as { name: string }[]
    return Object.fromEntries(
      tables.map(({ name }) => [
        name,
        Number(database.prepare(`select count(*) as rows from "${name}"`).get()?.['rows']),
      ]),
    )
  } catch (error) {
    if (error instanceof CommandError) throw error
    throw damaged(error instanceof Error ? error.message : 'it cannot be read')
  } finally {
    database.close()
  }
}
