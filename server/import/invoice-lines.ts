import { sql } from 'kysely'
import { DAY_MS, momentAfter } from '#contract/dates.ts'
import { MAX_LINES } from '#contract/line-items.ts'
import { type Batching, deleteInBatches } from '#server/db/in-batches.ts'
import type { Database, DatabaseTransaction } from '#server/db/schema.ts'

// Lines of invoices that an export states in records of their own. All lines of an invoice in one file replace its
// former lines. Lines wait in `pending_invoice_lines` if a later file contains their invoice.

const practiceOfInvoice = sql`coalesce(
  (select s.practice_id from staged_client s where s.uuid = staged_invoice.client_uuid and s.wrong = 0),
  (select c.practice_id from client c where c.uuid = staged_invoice.client_uuid))`

/** Joins the staged lines of each invoice to one row, in the order of the file. */
export async function gatherLines(db: Database, practiceId: string | null): Promise<void> {
  const beyond = sql`(select line from (select line, row_number() over (partition by uuid order by line) as place
    from staged_invoice_line where wrong = 0) numbered where place > ${sql.lit(MAX_LINES)})`
  await sql`insert into staged_note (line, kind, note)
    select line, 'invoiceLine', ${sql.lit(`lines tooMany ${MAX_LINES}`)} from ${beyond} beyond`.execute(db)
  await sql`update staged_invoice_line set wrong = 1 where line in ${beyond}`.execute(db)
  await sql`update staged_invoice_line set lines = gathered.lines, line_count = gathered.line_count from (
      select min(line) as line, count(*) as line_count, '[' || string_agg(lines, ',' order by line) || ']' as lines
      from staged_invoice_line where wrong = 0 group by uuid) gathered
    where staged_invoice_line.line = gathered.line`.execute(db)
  await sql`delete from staged_invoice_line where wrong = 0 and line_count is null`.execute(db)
  const found =
    practiceId === null
      ? sql`coalesce((select c.practice_id from invoice i join client c on c.uuid = i.client_uuid
          where i.uuid = staged_invoice_line.uuid),
          (select ${practiceOfInvoice} from staged_invoice where staged_invoice.uuid = staged_invoice_line.uuid limit 1))`
      : sql`${practiceId}`
  await sql`update staged_invoice_line set practice_id = ${found} where practice_id is null`.execute(db)
}

/** Gives the staged invoices their lines: those of the file, or else those that wait for them. */
export async function joinLines(db: Database): Promise<void> {
  await sql`update staged_invoice set line_count = x.line_count, lines = x.lines from staged_invoice_line x
    where x.wrong = 0 and x.uuid = staged_invoice.uuid and staged_invoice.wrong = 0`.execute(db)
  await sql`update staged_invoice set line_count = p.line_count, lines = p.lines from pending_invoice_lines p
    where p.uuid = staged_invoice.uuid and p.practice_id = ${practiceOfInvoice}
      and staged_invoice.wrong = 0 and staged_invoice.lines is null`.execute(db)
  await sql`insert into staged_remark (line, kind, note)
    select x.line, 'invoiceLine', 'invoiceUuid unknown' from staged_invoice_line x where x.wrong = 0
      and not exists (select 1 from staged_invoice s where s.uuid = x.uuid and s.wrong = 0)
      and not exists (select 1 from invoice i where i.uuid = x.uuid)`.execute(db)
}

/** Marks staged lines as `added`, `updated` or `unchanged`, compared with their invoice or with waiting lines. */
export async function compareLines(db: Database): Promise<void> {
  const change = (present: string) =>
    sql`case when ${sql.ref(present)} is null then 'added' when ${sql.ref(present)} <> x.lines then 'updated' else 'unchanged' end`
  await sql`update staged_invoice_line as x set change = coalesce(
      (select ${change('i.lines')} from invoice i where i.uuid = x.uuid),
      (select ${change('p.lines')} from pending_invoice_lines p where p.practice_id = x.practice_id and p.uuid = x.uuid),
      'added')
    where x.wrong = 0`.execute(db)
}

/** Stores changed lines at their invoices. Runs after the invoices of the export are loaded. */
export async function mergeLines(trx: DatabaseTransaction, now: string): Promise<void> {
  const isChanged = sql`x.wrong = 0 and x.change in ('added', 'updated')`
  await sql`update invoice set line_count = x.line_count, lines = x.lines from staged_invoice_line x
    where ${isChanged} and x.uuid = invoice.uuid`.execute(trx)
  await sql`insert into pending_invoice_lines (practice_id, uuid, line_count, lines, received_at)
    select x.practice_id, x.uuid, x.line_count, x.lines, ${now} from staged_invoice_line x
    where ${isChanged} and not exists (select 1 from invoice i where i.uuid = x.uuid) order by x.practice_id, x.uuid
    on conflict (practice_id, uuid) do update set line_count = excluded.line_count, lines = excluded.lines,
      received_at = excluded.received_at`.execute(trx)
  await sql`delete from pending_invoice_lines where exists (
    select 1 from invoice i join client c on c.uuid = i.client_uuid
    where i.uuid = pending_invoice_lines.uuid and c.practice_id = pending_invoice_lines.practice_id)`.execute(trx)
}

/** Days that lines wait for their invoice. */
const PENDING_DAYS = 31

export const deletePendingLines = (batching: Batching, now: Date): Promise<void> =>
  deleteInBatches(batching, {
    table: 'pending_invoice_lines',
    key: 'uuid',
    where: sql`received_at < ${momentAfter(now, -PENDING_DAYS * DAY_MS)}`,
  })
