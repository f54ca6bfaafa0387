import { type SqlBool, sql } from 'kysely'
import { DEFAULT_LANGUAGE } from '#contract/languages.ts'
import { PRICE_LIST_YEARS, practiceOfPricesPath } from '#contract/price-list.ts'
import type { PriceList, PriceListBody, PriceListVersion, PublicPriceList } from '#contract/schemas/price-list.ts'
import { type Actor, writeAudit } from '#server/access-log/write.ts'
import { type Batching, deleteInBatches } from '#server/db/in-batches.ts'
import { findRow } from '#server/db/one-row.ts'
import { present } from '#server/db/present.ts'
import type { Database, DatabaseTransaction, PriceListTable } from '#server/db/schema.ts'
import { parseStored } from '#server/db/stored.ts'
import { lockRows } from '#server/db/transaction.ts'
import { ProblemError } from '#server/http/problem.ts'
import { nameAt } from '#server/memberships/members.ts'
import { publicPractice } from '#server/practice/queries.ts'
import { isMatch } from '#server/practice/version.ts'
import { textsIn } from '#server/texts.ts'

type Db = Database | DatabaseTransaction

const VERSION = ['version', 'valid_from', 'published_at', 'published_by', 'key_name', 'count'] as const

const versionsOfPractice = (db: Db, practiceId: string) =>
  db.selectFrom('price_list').where('practice_id', '=', practiceId).orderBy('version', 'desc')

/** Returns the published price list of a practice; version 0 if there is none. */
export async function currentPriceList(db: Db, practiceId: string): Promise<PriceList> {
  const row = await versionsOfPractice(db, practiceId).selectAll().limit(1).executeTakeFirst()
  return row ? priceListOf(row) : { version: 0, items: [] }
}

/** Throws `not-found` for a version that does not exist, or no longer. */
export async function priceListVersion(db: Database, practiceId: string, version: string): Promise<PriceList> {
  const row = /^\d{1,9}$/.test(version)
    ? await versionsOfPractice(db, practiceId).selectAll().where('version', '=', Number(version)).executeTakeFirst()
    : undefined
  if (!row) throw new ProblemError('not-found')
  return priceListOf(row)
}

/** Returns the stored versions of a practice, newest first. */
export async function priceListVersions(db: Database, practiceId: string): Promise<PriceListVersion[]> {
  const rows = await versionsOfPractice(db, practiceId).select(VERSION).execute()
  return rows.map((row) => ({ ...versionOf(row), count: Number(row.count) }))
}

type VersionRow = Pick<PriceListTable, (typeof VERSION)[number]>

const versionOf = (row: VersionRow) => ({
  version: Number(row.version),
  validFrom: row.valid_from,
  publishedAt: row.published_at,
  ...present({ publishedBy: row.published_by, key: row.key_name }),
})

const priceListOf = (row: PriceListTable): PriceList => ({
  ...versionOf(row),
  items: parseStored('priceItems', row.items) ?? [],
})

/**
 * Returns what everybody sees of a practice's prices. A practice that does not exist and a locked one are both
 * `not-found`, so that the response does not tell them apart.
 */
export async function publicPriceList(db: Database, practiceId: string): Promise<PublicPriceList> {
  const row = await db.selectFrom('practice').selectAll().where('id', '=', practiceId).executeTakeFirst()
  if (!row || row.locked === 1) throw new ProblemError('not-found')
  const { id, name, title, phone, website, bookingUrl, logoUrl, colour } = publicPractice(row)
  const { validFrom, items } = await currentPriceList(db, practiceId)
  return {
    practice: { id, name, ...present({ title, phone, website, bookingUrl, logoUrl, colour }) },
    ...(items.length > 0 && { validFrom }),
    items,
  }
}

/**
 * Returns the title and description of a public page of prices, which search engines show. Returns null for a practice
 * that `publicPriceList` does not find, and undefined for another page.
 */
export async function pricesHead(db: Database, pathname: string) {
  const practiceId = practiceOfPricesPath(pathname)
  if (practiceId === undefined) return undefined
  const row = await findRow(db, 'practice', { id: practiceId }, ['name', 'locked'])
  if (row?.locked !== 0) return null
  const { text } = textsIn(DEFAULT_LANGUAGE)
  return {
    title: `${text('core.prices.title')} · ${row.name}`,
    description: `${text('core.prices.of', { practice: row.name })}. ${text('core.prices.vat')}`,
  }
}

export const priceListTag = ({ version }: Pick<PriceList, 'version'>): string => `"${version}"`

interface Publication {
  practiceId: string
  list: PriceListBody
  by?: Actor | undefined
  /** Name of the key, if a system publishes. */
  key?: string | undefined
  ifMatch?: string | undefined
  now: Date
}

/**
 * Publishes a new version. The same content again changes nothing, so that a call may be repeated after a lost
 * response. Throws `precondition-failed` if `ifMatch` names another version.
 */
export async function publishPriceList(
  trx: DatabaseTransaction,
  { practiceId, list: { validFrom, items }, by, key, ifMatch, now }: Publication,
): Promise<PriceList> {
  await lockRows(trx, 'practice', sql`(${practiceId})`)
  const former = await currentPriceList(trx, practiceId)
  const content = JSON.stringify(items)
  const isSame = former.validFrom === validFrom && content === JSON.stringify(former.items)
  if (isSame || (former.version === 0 && items.length === 0)) return former
  if (ifMatch !== undefined && !isMatch(ifMatch, priceListTag(former))) throw new ProblemError('precondition-failed')
  const row: PriceListTable = {
    id: crypto.randomUUID(),
    practice_id: practiceId,
    version: former.version + 1,
    valid_from: validFrom,
    published_at: now.toISOString(),
    published_by: by ? await nameAt(trx, practiceId, by) : null,
    key_name: key ?? null,
    count: items.length,
    items: content,
  }
  await trx.insertInto('price_list').values(row).execute()
  const details = { count: items.length, ...present({ key }) }
  await writeAudit(trx, { practiceId, by, action: 'price-list-published', details, now })
  return priceListOf(row)
}

/** Deletes versions that a newer one replaced two years ago. */
export async function deleteFormerPriceLists(batching: Batching, now: Date): Promise<void> {
  const start = new Date(now)
  start.setUTCFullYear(now.getUTCFullYear() - PRICE_LIST_YEARS)
  const where = sql<SqlBool>`exists (select 1 from price_list later where later.practice_id = price_list.practice_id
    and later.version > price_list.version and later.published_at < ${start.toISOString()})`
  await deleteInBatches(batching, { table: 'price_list', key: 'id', where })
}
