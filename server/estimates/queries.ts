import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { EstimateState } from '#contract/estimate-states.ts'
import type { EstimateSum } from '#contract/estimate.ts'
import { estimateStateOf } from '#contract/estimate.ts'
import type { Language } from '#contract/languages.ts'
import { type Page, type Sort, pageInfo } from '#contract/paging.ts'
import type { Estimate, EstimateAnswer, EstimateContent, PracticeEstimate } from '#contract/schemas/estimate.ts'
import { type SearchWord, searchWords } from '#contract/search-words.ts'
import { localDay } from '#contract/zone.ts'
import { nameOfRow } from '#server/access/shared-account.ts'
import { animalNames } from '#server/animals/names.ts'
import { isOneOf } from '#server/db/in-batches.ts'
import { contains, containing } from '#server/db/like.ts'
import { present } from '#server/db/present.ts'
import type { ClientRow, Database, EstimateAnswerTable, EstimateTable } from '#server/db/schema.ts'
import { patternsOf } from '#server/db/search-text.ts'
import { ProblemError } from '#server/http/problem.ts'
import { FEED_SIZE, type Paging } from '#server/operations/parameters.ts'
import { contentOf } from './content.ts'
import { isIn, isOpenOn } from '#server/db/estimate-state.ts'

export interface Reading {
  now: Date
  /** Language of the reader. Absent for the practice's own system, which gets the names as stored. */
  language?: Language
}

const NAMES = ['company_name', 'call_name', 'first_name', 'last_name', 'client_number'] as const
type Row = EstimateTable & Pick<ClientRow, (typeof NAMES)[number]>

/** Returns sent estimates with the names of their clients. */
const allEstimates = (db: Database) =>
  db
    .selectFrom('estimate')
    .innerJoin('client', 'client.uuid', 'estimate.client_uuid')
    .selectAll('estimate')
    .select(NAMES.map((name) => `client.${name}` as const))
    .where('estimate.hash', 'is not', null)

export interface EstimateSearch extends Paging {
  clientId?: string | undefined
  practiceId?: string
  patientId?: string | undefined
  state?: EstimateState | undefined
  /** Words that the client or its names contain; empty: all clients. */
  q?: string | undefined
  sort: Sort
}

/** Condition that the client of an estimate matches a search word, as in the lists of clients. */
function isOfClient(word: SearchWord): RawBuilder<SqlBool> {
  const { begins, holds } = patternsOf(word)
  return sql<SqlBool>`exists (select 1 from client c where c.uuid = estimate.client_uuid and (
    ${contains('c.search_name', containing(word.text))}
    or ${contains('c.search_text', begins)} or ${contains('c.search_text', holds)}))`
}

const conditionOf = (
  { clientId, practiceId, patientId, state, q = '' }: Omit<EstimateSearch, keyof Paging | 'sort'>,
  now: Date,
): RawBuilder<SqlBool> => {
  const words = searchWords(q)
  const conditions = [
    clientId !== undefined && sql`estimate.client_uuid = ${clientId}`,
    practiceId !== undefined && sql`estimate.practice_id = ${practiceId}`,
    patientId !== undefined && sql`estimate.patient_uuid = ${patientId}`,
    state !== undefined && isIn(state, localDay(now)),
    ...words.map(isOfClient),
    q !== '' && words.length === 0 && sql`1 = 0`,
  ]
  return sql<SqlBool>`${sql.join(
    conditions.filter((condition) => condition !== false),
    sql` and `,
  )}`
}

interface Listed extends EstimateSearch {
  /** Whether open estimates precede all others. */
  openFirst?: boolean
}

async function rowsOf(db: Database, { page, size, sort, openFirst = false, ...search }: Listed, now: Date) {
  const direction = sort === 'date,asc' ? 'asc' : 'desc'
  const condition = conditionOf(search, now)
  const { total } = await db
    .selectFrom('estimate')
    .select((row) => row.fn.countAll<number>().as('total'))
    .where('hash', 'is not', null)
    .where(condition)
    .executeTakeFirstOrThrow()
  const rows = await allEstimates(db)
    .where(condition)
    .$if(openFirst, (query) => query.orderBy(sql`case when ${isOpenOn(localDay(now))} then 0 else 1 end`))
    .orderBy('estimate.date', direction)
    .orderBy('estimate.uuid', direction)
    .limit(size)
    .offset(page * size)
    .execute()
  return { rows, page: pageInfo(page, size, Number(total)) }
}

export async function estimatesOfClient(
  db: Database,
  search: EstimateSearch & { clientId: string },
  reading: Reading,
): Promise<Page<Estimate>> {
  const { rows, page } = await rowsOf(db, { ...search, openFirst: true }, reading.now)
  return { content: await estimatesOf(db, rows, reading), page }
}

export async function estimatePage(
  db: Database,
  search: EstimateSearch & { practiceId: string },
  reading: Reading,
): Promise<Page<PracticeEstimate>> {
  const { rows, page } = await rowsOf(db, search, reading.now)
  return { content: await practiceEstimatesOf(db, rows, reading), page }
}

/** Returns estimates that changed after a number, in the order of the numbers. The page has their total. */
export async function estimatesAfter(
  db: Database,
  { practiceId, after, state }: { practiceId: string; after: number; state?: EstimateState | undefined },
  reading: Reading,
): Promise<Page<PracticeEstimate>> {
  const condition = sql<SqlBool>`${conditionOf({ practiceId, state }, reading.now)} and estimate.number > ${after}`
  const rows = await allEstimates(db).where(condition).orderBy('estimate.number').limit(FEED_SIZE).execute()
  const { total } = await db
    .selectFrom('estimate')
    .select((row) => row.fn.countAll<number>().as('total'))
    .where(condition)
    .executeTakeFirstOrThrow()
  return { content: await practiceEstimatesOf(db, rows, reading), page: pageInfo(0, FEED_SIZE, Number(total)) }
}

/** Returns an estimate of a client. Throws `not-found` for one of another client. */
export async function estimateOfClient(
  db: Database,
  { clientId, estimateId }: { clientId: string; estimateId: string },
  reading: Reading,
): Promise<Estimate> {
  const rows = await allEstimates(db)
    .where('estimate.uuid', '=', estimateId.toLowerCase())
    .where('estimate.client_uuid', '=', clientId)
    .execute()
  return only(await estimatesOf(db, rows, reading))
}

export async function estimateOfPractice(
  db: Database,
  { practiceId, estimateId }: { practiceId: string; estimateId: string },
  reading: Reading,
): Promise<PracticeEstimate> {
  const rows = await allEstimates(db)
    .where('estimate.uuid', '=', estimateId.toLowerCase())
    .where('estimate.practice_id', '=', practiceId)
    .execute()
  return only(await practiceEstimatesOf(db, rows, reading))
}

function only<T>([estimate]: T[]): T {
  if (estimate === undefined) throw new ProblemError('not-found')
  return estimate
}

async function practiceEstimatesOf(db: Database, rows: readonly Row[], reading: Reading): Promise<PracticeEstimate[]> {
  const byId = new Map(rows.map((row) => [row.uuid, row]))
  return (await estimatesOf(db, rows, reading)).flatMap((estimate) => {
    const row = byId.get(estimate.uuid)
    if (!row) return []
    const { from_portal: fromPortal, number: changeNumber, client_number: clientNumber } = row
    return [
      {
        ...estimate,
        clientName: nameOfRow(row),
        ...present({ clientNumber }),
        ...(fromPortal === 0 && { fromSystem: true }),
        changeNumber,
      },
    ]
  })
}

/** Builds responses for rows, in their order, with their answers. Leaves out unreadable rows. */
async function estimatesOf(db: Database, rows: readonly Row[], { now, language }: Reading): Promise<Estimate[]> {
  const answers = await answersOf(
    db,
    rows.map(({ uuid }) => uuid),
  )
  const read = rows.flatMap((row) => {
    const content = contentOf(row)
    return content ? [{ row, content }] : []
  })
  const named = await withAnimalNames(db, read, language)
  const today = localDay(now)
  return named.map(({ row, content }) => {
    const all = answers.get(row.uuid) ?? []
    const answer = all.find(({ void_at: voidAt }) => voidAt === null)
    const former = all.filter(({ void_at: voidAt }) => voidAt !== null)
    return {
      uuid: row.uuid,
      practiceId: row.practice_id ?? '',
      clientUuid: row.client_uuid,
      ...content,
      state: estimateStateOf({ validUntil: row.valid_until, withdrawnAt: row.withdrawn_at, answer }, today),
      contentHash: row.hash ?? '',
      sentAt: row.sent_at ?? '',
      ...present({ changedAt: row.changed_at, withdrawnAt: row.withdrawn_at }),
      ...(answer && { answer: answerOf(answer) }),
      ...(former.length > 0 && { formerAnswers: former.map(answerOf) }),
    }
  })
}

/** Returns the answers to estimates, newest first. */
export async function answersOf(
  db: Database,
  estimateIds: readonly string[],
): Promise<ReadonlyMap<string, EstimateAnswerTable[]>> {
  if (estimateIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('estimate_answer')
    .selectAll()
    .where(isOneOf(db, 'estimate_uuid', estimateIds))
    .orderBy('answered_at', 'desc')
    .orderBy('id')
    .execute()
  return Map.groupBy(rows, (row) => row.estimate_uuid)
}

const amountsOf = ({ from, to }: EstimateSum) => ({ amount: from / 100, ...(to !== from && { amountTo: to / 100 }) })

export const answerOf = (row: EstimateAnswerTable): EstimateAnswer => ({
  outcome: row.outcome,
  at: row.answered_at,
  contentHash: row.hash,
  ...present({ by: row.answered_by, fileHash: row.file_hash, text: row.text }),
  ...(row.sum_from !== null && row.sum_to !== null && amountsOf({ from: row.sum_from, to: row.sum_to })),
})

interface Read {
  row: Pick<EstimateTable, 'client_uuid'>
  content: EstimateContent
}

/**
 * Adds the names of the animals to contents, from the records of their client. Animals of other clients stay without a
 * name.
 */
export async function withAnimalNames<R extends Read>(
  db: Database,
  read: readonly R[],
  language: Language | undefined,
): Promise<R[]> {
  const uuids = read.flatMap(({ content: { patientUuid, lines } }) => [
    patientUuid,
    ...lines.map((line) => line.patientUuid),
  ])
  const wanted = [...new Set(uuids.filter((uuid) => uuid !== undefined))]
  const rows =
    wanted.length === 0
      ? []
      : await db
          .selectFrom('patient')
          .select(['uuid', 'name', 'client_uuid'])
          .where(isOneOf(db, 'uuid', wanted))
          .execute()
  const animals = new Map(rows.map((row) => [row.uuid, row]))
  const nameOf = language && (await animalNames(db, [...animals.keys()], language))
  return read.map((one) => {
    const named = <Named extends Pick<EstimateContent, 'patientUuid' | 'patientName'>>(part: Named): Named => {
      const animal = animals.get(part.patientUuid ?? '')
      if (animal?.client_uuid !== one.row.client_uuid) return part
      return { ...part, patientName: nameOf ? nameOf(animal.uuid, animal.name) : animal.name }
    }
    const { content } = one
    return { ...one, content: { ...named(content), lines: content.lines.map(named) } }
  })
}
