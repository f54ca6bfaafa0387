import Ban from 'lucide-react/icons/ban'
import Check from 'lucide-react/icons/check'
import Clock from 'lucide-react/icons/clock'
import Pencil from 'lucide-react/icons/pencil'
import Undo2 from 'lucide-react/icons/undo-2'
import type { LucideIcon } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { type FormState, translated } from '#contract/form.ts'
import { DEFAULT_LANGUAGE, type Language, isLanguage } from '#contract/languages.ts'
import type { Translated } from '#contract/schemas/form.ts'
import { Status } from '#src/ui/data/status.tsx'

const LOOKS: Record<FormState, { tone?: 'ok' | 'warn'; icon: LucideIcon }> = {
  asked: { tone: 'warn', icon: Pencil },
  complete: { tone: 'ok', icon: Check },
  withdrawn: { icon: Undo2 },
  cancelled: { icon: Ban },
  lapsed: { icon: Clock },
}

export const FormStatus = ({ state }: { state: FormState }) => (
  <Status {...(LOOKS[state] ?? {})}>
    <FormattedMessage id={`client.forms.states.${state}`} />
  </Status>
)

/** Returns the language of the texts of a form for a locale of the interface. */
export function languageOf(locale: string): Language {
  const [language] = locale.split('-')
  return isLanguage(language) ? language : DEFAULT_LANGUAGE
}

/** Returns a function that gives a text of a form in the language of the interface. */
export function useTranslated(): (texts: Translated) => string {
  const { locale } = useIntl()
  return (texts) => translated(texts, languageOf(locale))
}
