import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type MessageFormatElement, parse } from '@formatjs/icu-messageformat-parser'
import type { Plugin } from 'vite'
import { type MessageTree, messagesOf } from '#contract/messages.ts'

export const LANGUAGES = ['nl', 'en'] as const
type Language = (typeof LANGUAGES)[number]

const file = (name: string) => join(import.meta.dirname, `../../locales/${name}.json`)

/**
 * Returns the texts of a file in `locales/` by message id: `nl` contains the portal's texts, `server.nl` those that
 * only the server needs.
 */
export function readTexts(name: Language | `server.${Language}`): Map<string, string> {
  return new Map(messagesOf(JSON.parse(readFileSync(file(name), 'utf8')) as MessageTree))
}

/** Returns compiled messages by message id. Missing messages are taken from Dutch, the fallback language. */
export function compileMessages(language: Language): Record<string, MessageFormatElement[]> {
  const texts = new Map([...readTexts('nl'), ...readTexts(language)])
  return Object.fromEntries([...texts].map(([id, text]) => [id, parse(text, { ignoreTag: true })]))
}

/**
 * Serves and emits `/assets/i18n/{lang}.json` with compiled messages, so that the portal contains no message parser.
 */
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
