import { findRow } from '#server/db/one-row.ts'
import type { AnswerTemplate, RequestSettings } from '#contract/schemas/request.ts'
import { parseStored } from '#server/db/stored.ts'
import type { Database } from '#server/db/schema.ts'

/** Returns the saved replies; those of an earlier version are for all kinds of requests. */
const templatesOf = ({ answerTemplates, templates = [] }: RequestSettings): AnswerTemplate[] =>
  answerTemplates ?? templates.map((text) => ({ text }))

/** Returns which requests a practice accepts. A practice without settings accepts none. */
export async function requestSettingsOf(db: Database, practiceId: string): Promise<RequestSettings> {
  const row = await findRow(db, 'request_settings', { practice_id: practiceId }, ['data'])
  const settings = row && parseStored('requestSettings', row.data)
  return settings ? withTemplates(settings, templatesOf(settings)) : { kinds: [] }
}

/** Returns the settings with the saved replies in both fields: `templates` is for callers that know no kinds. */
export const withTemplates = (settings: RequestSettings, answerTemplates: AnswerTemplate[]): RequestSettings => ({
  ...settings,
  ...(answerTemplates.length > 0 && { templates: answerTemplates.map(({ text }) => text), answerTemplates }),
})

/** Returns the saved replies of a body. Without `answerTemplates`, a text keeps the kind that it had before. */
export function templatesIn(body: RequestSettings, former: RequestSettings): AnswerTemplate[] {
  if (body.answerTemplates) return body.answerTemplates
  return (body.templates ?? []).map(
    (text) => former.answerTemplates?.find((template) => template.text === text) ?? { text },
  )
}
