import { type RenderResult, render } from '@testing-library/react'
import type { ReactElement, ReactNode } from 'react'
import { IntlProvider } from 'react-intl'
import { LOCALES, type Language } from '#src/lib/constants.ts'
import en from '../../locales/en.json'
import nl from '../../locales/nl.json'

interface Tree {
  [key: string]: string | Tree
}

function flatten(tree: Tree, prefix = ''): [id: string, text: string][] {
  return Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : flatten(value, `${prefix}${key}.`),
  )
}

const textsOf = (tree: Tree) => Object.fromEntries(flatten(tree)) as Record<FormatjsIntl.Message['ids'], string>
const MESSAGES = { nl: textsOf(nl), en: textsOf(en) }

/** Renders with the messages of a language, as they stand in `locales/`. */
export function renderIn(language: Language, element: ReactElement): RenderResult {
  return render(element, {
    wrapper: ({ children }: { children: ReactNode }) => (
      <IntlProvider locale={LOCALES[language]} messages={MESSAGES[language]}>
        {children}
      </IntlProvider>
    ),
  })
}

export const renderInDutch = (element: ReactElement) => renderIn('nl', element)
