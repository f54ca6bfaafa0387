import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Client } from 'pg'
import { inject, onTestFinished } from 'vitest'
import type { Database } from '#server/db/schema.ts'
import { withClient } from './postgres-cluster.ts'
import { recordsLocks } from './lock-recorder.ts'
import { LOCKS_TEMPLATE, TEMPLATE } from './postgres.setup.ts'

/** Returns the URL of this run's PostgreSQL, or undefined if PostgreSQL is not installed. */
export function postgresUrl(): string | undefined {
  return inject('postgresUrl') ?? undefined
}

/** Creates a migrated database without rows, which is removed with the server at the end of the run. */
export const createPortal = () => createDatabase(recordsLocks() ? LOCKS_TEMPLATE : TEMPLATE)

/**
 * Returns a stock of emptied databases for the running tests, because creating one takes a hundred times as long as
 * emptying one. Tests that record locks have a stock of their own.
 */
export function createStock<T>(): () => T[] {
  const [plain, recording]: [T[], T[]] = [[], []]
  return () => (recordsLocks() ? recording : plain)
}

const unused = createStock<string>()

/**
 * Returns a migrated database without rows for one test. Later tests reuse the database, unless this test changes its
 * schema.
 */
export async function freshPostgres(): Promise<string> {
  const url = unused().pop() ?? (await createPortal())
  onTestFinished(async () => {
    if (await isFreshAgain(url)) unused().push(url)
  })
  return url
}

export const emptyPostgres = () => createDatabase('template0')

async function createDatabase(template: string): Promise<string> {
  const url = postgresUrl()
  if (!url) throw new Error('There is no PostgreSQL on this machine')
  const name = `portal_${randomUUID().replaceAll('-', '')}`
  await withClient(url, (client) => client.query(`create database ${name} template ${template}`))
  return databaseAt(name)
}

const databaseAt = (name: string) => postgresUrl()!.replace(/[^/]*$/, name)

let schema: Promise<string> | undefined

/** Deletes all rows, and returns whether the schema is that of the template. */
async function isFreshAgain(url: string): Promise<boolean> {
  schema ??= withClient(databaseAt(TEMPLATE), schemaOf)
  const expected = await schema
  return await withClient(url, async (client) => {
    // Ends connections of a killed server, or of a pool that is not closed yet.
    await client.query(`select pg_terminate_backend(pid, 10000) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`)
    if ((await schemaOf(client)) !== expected) return false
    await client.query(EMPTY_TABLES)
    return true
  })
}

async function schemaOf(client: Client): Promise<string> {
  const { rows } = await client.query<{ schema: string }>(`select concat(
    (select string_agg(format('%s.%s %s', relname, attname, atttypid), ',' order by relname, attnum)
      from pg_attribute join pg_class on attrelid = pg_class.oid
      where relnamespace = 'public'::regnamespace and relname !~ '^pg_toast' and attnum > 0),
    (select string_agg(name, ',' order by name) from kysely_migration)) as schema`)
  return rows[0]!.schema
}

/**
 * Deletes all rows except those of migrations. `delete` is much faster than `truncate`, which is used only for tables
 * that have grown large. Foreign keys are not checked, so tables can be emptied in any order.
 */
export const EMPTY_TABLES = `begin; set local session_replication_role = replica; do $$
  declare
    name text; size bigint; found boolean;
  begin
    for name, size in select format('%I', relname), pg_relation_size(oid) from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely%' and pg_relation_size(oid) > 0
    loop
      execute format('select exists (select from %s)', name) into found;
      if size > 1000000 then execute format('truncate %s cascade', name);
      elsif found then execute format('delete from %s', name);
      end if;
    end loop;
  end $$; commit`

/** Returns whether a transaction in a database waits for a lock. */
export async function isWaiting(db: Database): Promise<boolean> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.length > 0
}
