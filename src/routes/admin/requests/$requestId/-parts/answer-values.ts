/** What is typed of an answer. */
export interface AnswerValues {
  text: string
  /** An appointment is the answer, or part of it. */
  hasAppointment: boolean
  day: string
  time: string
  durationMinutes: number | null
  place: string
  veterinarian: string
  preparation: string
}

export const NOTHING_TYPED: AnswerValues = {
  text: '',
  hasAppointment: false,
  day: '',
  time: '',
  durationMinutes: 20,
  place: '',
  veterinarian: '',
  preparation: '',
}

/** The text with a template of the practice: in place of nothing or of another template, else below what was typed. */
export function withTemplate(text: string, template: string, templates: readonly string[]): string {
  const typed = text.trim()
  return typed === '' || templates.some((other) => other.trim() === typed)
    ? template
    : `${text.trimEnd()}\n\n${template}`
}
