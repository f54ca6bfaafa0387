import { randomUUID } from 'node:crypto'
import { Client } from 'pg'

// A role with a password, which PostgreSQL can refuse. The cluster itself trusts every connection on the loopback.

export interface PostgresUser {
  name: string
  password: string
  /** The database, as that user. */
  url: string
  /** All that is in the database now. */
  mayUseAll(): Promise<void>
}

export async function makeUser(url: string): Promise<PostgresUser> {
  const name = `user_${randomUUID().slice(0, 8)}`
  const password = 'right'
  await run(url, `create role ${name} login password '${password}'`)
  await run(url, `grant all on schema public to ${name}`)
  await askForPassword(url, name)
  const own = new URL(url)
  own.username = name
  own.password = password
  return {
    name,
    password,
    url: own.href,
    mayUseAll: async () => {
      await run(url, `grant all on all tables in schema public to ${name}`)
      await run(url, `grant all on all sequences in schema public to ${name}`)
      await run(url, `grant temporary on database ${own.pathname.slice(1)} to ${name}`)
    },
  }
}

export const setPassword = (url: string, name: string, password: string): Promise<void> =>
  run(url, `alter role ${name} password '${password}'`)

/** How many connections a user may have; -1: any number. */
export const only = (url: string, name: string, connections: number): Promise<void> =>
  run(url, `alter role ${name} connection limit ${connections}`)

/** What comes first in the file counts; what was in it stays. */
async function askForPassword(url: string, name: string): Promise<void> {
  await run(
    url,
    `do $$ declare
      file text := current_setting('hba_file');
      -- Read before it is written: the copy begins by emptying it.
      lines text := e'host all ${name} 127.0.0.1/32 scram-sha-256\\n' || pg_read_file(file);
    begin
      execute format('copy (select unnest(string_to_array(%L, e''\\n''))) to %L', lines, file);
    end $$`,
  )
  await run(url, 'select pg_reload_conf()')
}

async function run(url: string, text: string): Promise<void> {
  const client = new Client(url)
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}
