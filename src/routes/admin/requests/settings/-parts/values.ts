import type { RequestKind } from '#contract/request.ts'
import type { AnswerTemplate, RequestSettings } from '#contract/schemas/request.ts'

export interface TemplateValue {
  /** React key of the template, which stays the same when templates are reordered. */
  id: number
  text: string
  /** Empty: for all kinds of requests. */
  kind: RequestKind | ''
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
  templates: templatesOf(settings).map(({ text, kind }, id) => ({ id, text, kind: kind ?? '' })),
  mailTo: settings.mailTo ?? '',
  productsNotRepeated: (settings.productsNotRepeated ?? []).join('\n'),
})

/** Returns the templates; an API without kinds has only texts. */
const templatesOf = ({ answerTemplates, templates = [] }: RequestSettings): AnswerTemplate[] =>
  answerTemplates ?? templates.map((text) => ({ text }))

export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

const filledOf = ({ templates }: SettingsValues) =>
  templates.map((template) => ({ ...template, text: template.text.trim() })).filter(({ text }) => text)

/** Returns the settings of the form values, without empty templates. */
export const settingsOf = (values: SettingsValues, hasKinds: boolean): RequestSettings => ({
  kinds: values.kinds,
  hours: values.hours.trim() || undefined,
  answerWithinDays: values.answerWithinDays ?? undefined,
  seenWithinDays: values.seenWithinDays ?? undefined,
  templates: filledOf(values).map(({ text }) => text),
  ...(hasKinds && { answerTemplates: filledOf(values).map(({ text, kind }) => ({ text, kind: kind || undefined })) }),
  mailTo: values.mailTo.trim() || undefined,
  productsNotRepeated: linesOf(values.productsNotRepeated),
})
