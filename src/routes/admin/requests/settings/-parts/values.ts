import type { RequestKind } from '#contract/request.ts'
import type { RequestSettings } from '#contract/schemas/request.ts'

export interface TemplateValue {
  /** React key of the template, which stays the same when templates are reordered. */
  id: number
  text: string
}

export interface SettingsValues {
  kinds: RequestKind[]
  hours: string
  answerWithinDays: number | null
  seenWithinDays: number | null
  templates: TemplateValue[]
  mailTo: string
  /** One product per line. */
  productsNotRepeated: string
}

export const valuesOf = (settings: RequestSettings): SettingsValues => ({
  kinds: settings.kinds,
  hours: settings.hours ?? '',
  answerWithinDays: settings.answerWithinDays ?? null,
  seenWithinDays: settings.seenWithinDays ?? null,
  templates: (settings.templates ?? []).map((text, id) => ({ id, text })),
  mailTo: settings.mailTo ?? '',
  productsNotRepeated: (settings.productsNotRepeated ?? []).join('\n'),
})

export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** Returns the settings of the form values, without empty templates. */
export const settingsOf = (values: SettingsValues): RequestSettings => ({
  kinds: values.kinds,
  hours: values.hours.trim() || undefined,
  answerWithinDays: values.answerWithinDays ?? undefined,
  seenWithinDays: values.seenWithinDays ?? undefined,
  templates: values.templates.map(({ text }) => text.trim()).filter(Boolean),
  mailTo: values.mailTo.trim() || undefined,
  productsNotRepeated: linesOf(values.productsNotRepeated),
})
