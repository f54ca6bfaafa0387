import { type RenderResult, render } from '@testing-library/react'
import type { ReactElement, ReactNode } from 'react'
import { IntlProvider } from 'react-intl'
import nl from '../../locales/nl.json'

interface Tree {
  [key: string]: string | Tree
}

function flatten(tree: Tree, prefix = ''): [id: string, text: string][] {
  return Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : flatten(value, `${prefix}${key}.`),
  )
}

const messages = Object.fromEntries(flatten(nl)) as Record<FormatjsIntl.Message['ids'], string>

/** Renders with the Dutch messages, as they stand in `locales/`. */
export function renderInDutch(element: ReactElement): RenderResult {
  return render(element, {
    wrapper: ({ children }: { children: ReactNode }) => (
      <IntlProvider locale="nl-NL" messages={messages}>
        {children}
      </IntlProvider>
    ),
  })
}
