import { LOCALES, type Language } from '#contract/languages.ts'
import { type RenderResult, render } from '@testing-library/react'
import type { ReactElement, ReactNode } from 'react'
import { IntlProvider } from 'react-intl'
import { MessageText } from '#src/lib/intl.tsx'
import { readTexts } from '#tools/build/messages.ts'

const textsOf = (language: Language) =>
  Object.fromEntries(readTexts(language)) as Record<FormatjsIntl.Message['ids'], string>
const MESSAGES = { nl: textsOf('nl'), en: textsOf('en') }

/** Renders an element with the messages of a language from `locales/`. */
export function renderIn(language: Language, element: ReactElement): RenderResult {
  return render(element, {
    wrapper: ({ children }: { children: ReactNode }) => (
      <IntlProvider locale={LOCALES[language]} messages={MESSAGES[language]} textComponent={MessageText}>
        {children}
      </IntlProvider>
    ),
  })
}

export const renderInDutch = (element: ReactElement) => renderIn('nl', element)
