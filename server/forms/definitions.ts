import { MAX_FORMS, faultsOfContent, translated } from '#contract/form.ts'
import { DEFAULT_LANGUAGE } from '#contract/languages.ts'
import type { FormBody, PortalForm } from '#contract/schemas/form.ts'
import { isUuid } from '#contract/text.ts'
import { type Actor, writeAudit } from '#server/access-log/write.ts'
import { findRow } from '#server/db/one-row.ts'
import { present } from '#server/db/present.ts'
import type { Database, DatabaseTransaction, Schema } from '#server/db/schema.ts'
import { parseStored } from '#server/db/stored.ts'
import { countLocked, lockRows } from '#server/db/transaction.ts'
import { sha256 } from '#server/http/keys.ts'
import { ProblemError } from '#server/http/problem.ts'
import { reject } from '#server/requests/content.ts'
import { sql } from 'kysely'

type FormRow = Schema['form'] & { published_content: string | null; published_at: string | null }

const allForms = (db: Database, practiceId: string) =>
  db
    .selectFrom('form')
    .leftJoin('form_version', (join) =>
      join.onRef('form_version.form_id', '=', 'form.id').onRef('form_version.version', '=', 'form.version'),
    )
    .selectAll('form')
    .select(['form_version.content as published_content', 'form_version.published_at'])
    .where('form.practice_id', '=', practiceId)

export async function formsOf(db: Database, practiceId: string): Promise<PortalForm[]> {
  const rows = await allForms(db, practiceId).orderBy('form.changed_at').orderBy('form.id').execute()
  const forms = await Promise.all(rows.map(formOf))
  return forms.filter((form) => form !== undefined)
}

/** Returns a form of the practice. Throws `not-found`. */
export async function formOfPractice(
  db: Database,
  { practiceId, formId }: { practiceId: string; formId: string },
): Promise<PortalForm> {
  const row = await allForms(db, practiceId).where('form.id', '=', formId.toLowerCase()).executeTakeFirst()
  const form = row && (await formOf(row))
  if (!form) throw new ProblemError('not-found')
  return form
}

/** Returns the hash of everything that a save changes. */
const hashOf = ({ content, rule, active }: Pick<FormRow, 'content' | 'rule' | 'active'>): Promise<string> =>
  sha256(JSON.stringify([content, rule, active]))

async function formOf(row: FormRow): Promise<PortalForm | undefined> {
  const content = parseStored('formContent', row.content)
  return (
    content && {
      id: row.id,
      kind: row.kind,
      version: row.version,
      active: row.active === 1,
      changed: row.content !== row.published_content,
      changedAt: row.changed_at,
      contentHash: await hashOf(row),
      content,
      ...present({ publishedAt: row.published_at, rule: (row.rule && parseStored('formRule', row.rule)) ?? null }),
    }
  )
}

interface Saving {
  practiceId: string
  formId: string
  form: FormBody
  by: Actor
  now: Date
}

/**
 * Saves the content of the next version of a form, or a new form. Throws `conflict` if the kind differs, or if the saved
 * form is another one than `formerHash` names. A repeated save changes nothing.
 */
export async function saveForm(trx: DatabaseTransaction, { practiceId, formId, form, by, now }: Saving): Promise<void> {
  if (!isUuid(formId)) throw new ProblemError('not-found')
  const faults = faultsOfContent(form.content)
  if (faults.length > 0) reject(...faults)
  const count = await countLocked(trx, 'form', practiceId)
  const id = formId.toLowerCase()
  const former = await findRow(trx, 'form', { id }, ['practice_id', 'kind', 'content', 'rule', 'active'])
  if (former && former.practice_id !== practiceId) throw new ProblemError('not-found')
  if (former && former.kind !== form.kind) throw new ProblemError('conflict')
  const values = {
    content: JSON.stringify(form.content),
    rule: form.rule ? JSON.stringify(form.rule) : null,
    active: form.active ? (1 as const) : (0 as const),
    changed_at: now.toISOString(),
  }
  if (former?.content === values.content && former.rule === values.rule && former.active === values.active) return
  const { formerHash } = form
  if (formerHash !== undefined && formerHash !== (former && (await hashOf(former)))) throw new ProblemError('conflict')
  if (former) await trx.updateTable('form').set(values).where('id', '=', id).execute()
  else {
    if (count >= MAX_FORMS) reject({ pointer: '#/content', code: 'tooMany' })
    await trx
      .insertInto('form')
      .values({ id, practice_id: practiceId, kind: form.kind, version: 0, ...values })
      .execute()
  }
  await audit(trx, 'form-changed', { practiceId, form, by, now })
}

interface Publishing {
  practiceId: string
  formId: string
  afterVersion: number
  by: Actor
  now: Date
}

/** Publishes the saved content as the next version, unless it equals the last one. Throws `conflict` for another version. */
export async function publishForm(
  trx: DatabaseTransaction,
  { practiceId, formId, afterVersion, by, now }: Publishing,
): Promise<void> {
  await lockRows(trx, 'form', sql`(${formId.toLowerCase()})`, 'changing')
  const form = await formOfPractice(trx, { practiceId, formId })
  if (form.version !== afterVersion) throw new ProblemError('conflict')
  if (!form.changed) return
  const version = form.version + 1
  const { content } = await trx
    .updateTable('form')
    .set({ version, changed_at: now.toISOString() })
    .where('id', '=', form.id)
    .returning('content')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('form_version')
    .values({ form_id: form.id, version, content, published_at: now.toISOString() })
    .execute()
  await audit(trx, 'form-published', { practiceId, form, by, now })
}

/** Removes a form that was never asked for. Throws `conflict` for another form, which can be switched off instead. */
export async function removeForm(
  trx: DatabaseTransaction,
  { practiceId, formId, by, now }: Omit<Publishing, 'afterVersion'>,
): Promise<void> {
  await lockRows(trx, 'form', sql`(${formId.toLowerCase()})`, 'deleting')
  const form = await formOfPractice(trx, { practiceId, formId })
  if (await findRow(trx, 'form_task', { form_id: form.id }, ['uuid'])) throw new ProblemError('conflict')
  await trx.deleteFrom('form').where('id', '=', form.id).execute()
  await audit(trx, 'form-removed', { practiceId, form, by, now })
}

const audit = (
  trx: DatabaseTransaction,
  action: 'form-changed' | 'form-published' | 'form-removed',
  { practiceId, form, by, now }: { practiceId: string; form: Pick<FormBody, 'content'>; by: Actor; now: Date },
) =>
  writeAudit(trx, {
    practiceId,
    by,
    action,
    details: { form: translated(form.content.title, DEFAULT_LANGUAGE) },
    now,
  })
