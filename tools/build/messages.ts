import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type MessageFormatElement, parse } from '@formatjs/icu-messageformat-parser'
import type { Plugin } from 'vite'

export const LANGUAGES = ['nl', 'en'] as const
type Language = (typeof LANGUAGES)[number]
type Tree = { [key: string]: string | Tree }

const file = (language: Language) => join(import.meta.dirname, `../../locales/${language}.json`)

function flatten(tree: Tree, prefix = ''): [id: string, text: string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value] as [string, string]] : flatten(value, `${prefix}${key}.`),
  )
}

/** The texts of a language by dotted id, as they stand in `locales/`. */
export function readTexts(language: Language): Map<string, string> {
  return new Map(flatten(JSON.parse(readFileSync(file(language), 'utf8')) as Tree))
}

/** Compiled messages by dotted id; what a language lacks is filled up from Dutch, the fallback. */
export function compileMessages(language: Language): Record<string, MessageFormatElement[]> {
  const texts = new Map([...readTexts('nl'), ...readTexts(language)])
  return Object.fromEntries([...texts].map(([id, text]) => [id, parse(text, { ignoreTag: true })]))
}

/** Serves and emits `/assets/i18n/{lang}.json`, so that the portal ships no parser of messages. */
export function messages(): Plugin {
  return {
    name: 'portal-messages',
    configureServer(server) {
      server.watcher.add(LANGUAGES.map(file))
      server.middlewares.use('/assets/i18n', (request, response, next) => {
        const language = LANGUAGES.find((each) => request.url === `/${each}.json`)
        if (!language) return next()
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify(compileMessages(language)))
      })
    },
    generateBundle() {
      for (const language of LANGUAGES) {
        this.emitFile({
          type: 'asset',
          fileName: `assets/i18n/${language}.json`,
          source: JSON.stringify(compileMessages(language)),
        })
      }
    },
  }
}
